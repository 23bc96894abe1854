import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createCipher } from '../../db/cipher.ts';
import { createOrm } from '../../db/orm.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { createCredentialService } from '../../services/credentials/credentials.ts';
import { createMerchantRegistry } from '../../services/operators/registry/merchant-registry.ts';
import type { Say } from '../../tools/embedded/os/terminal.ts';
import { startPlatform } from '../../tools/embedded/platform.ts';
import { removePostgresHome } from '../../tools/embedded/postgres/home.ts';
import type { Platform } from '../../tools/embedded/run.ts';
import { readSettings } from '../../tools/embedded/settings.ts';
import { startTopology } from '../../tools/topology/platform.ts';
import { makeThrowawayFolder } from '../support/platform/throwaway-folder.ts';
import { throwawayEnvironment } from '../support/platform/throwaway-platform.ts';
import { drawPlatformPorts } from '../support/ports.ts';
import { clocksIn } from './harm/clocks.ts';
import { type Disk, mountDisk } from './harm/disk.ts';
import { PARTS, type Part, TOPOLOGY_PARTS } from './parts.ts';
import { type FaultyReceiver, startFaultyReceiver } from './receiver.ts';

export const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');
const SKEWED_CLOCK = new URL('./harm/skewed-clock.ts', import.meta.url).href;
export const ENCRYPTION_KEY = Buffer.alloc(32, 7);
const OPERATOR = { operator: 'faults', address: 'localhost' };
const AGENCIES = 3;

/** A merchant and its endpoints, the first one first. */
interface FaultyMerchant extends ClientCredentials {
  readonly receivers: readonly [FaultyReceiver, ...FaultyReceiver[]];
}

/** A platform of its own, each part a process that can be killed, and merchants outside of it. */
export interface FaultWorld {
  readonly platform: Platform;
  readonly parts: readonly Part[];
  /** The first one has two endpoints. */
  readonly agencies: readonly FaultyMerchant[];
  /** Its guides are booked. */
  readonly studio: FaultyMerchant;
  /** Undefined where none could be mounted: then it is never full. */
  readonly disk: Disk | undefined;
  close(): Promise<void>;
}

/** Both sides of all orders. */
export function merchantsOf({ agencies, studio }: Pick<FaultWorld, 'agencies' | 'studio'>): FaultyMerchant[] {
  return [...agencies, studio];
}

export function receiversOf(world: Pick<FaultWorld, 'agencies' | 'studio'>): FaultyReceiver[] {
  return merchantsOf(world).flatMap(({ receivers }) => receivers);
}

export interface WorldOptions {
  readonly say: Say;
  /** An own data folder: nothing is mounted, and it stays. */
  readonly folder?: string | undefined;
  /** What the data folder held at the end is copied there, logs included. */
  readonly keep?: string | undefined;
  /** Each Node process may have so many MiB of heap. */
  readonly heapMb?: number | undefined;
  /** What docker-compose.yml describes (tools/topology/), in place of what `npm start` starts. */
  readonly topology?: boolean | undefined;
  /** Beside the usual variables. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Starts everything on free ports, in a data folder that is thrown away, on a disk of its own if it can be had. */
export async function createFaultWorld(options: WorldOptions): Promise<FaultWorld> {
  const { say, folder, keep, heapMb, env, topology = false } = options;
  const place =
    folder === undefined ? throwawayPlace(say, keep) : { folder, disk: undefined, remove: () => {} };
  const started: FaultyReceiver[] = [];
  let platform: Platform | undefined;
  const close = async () => {
    await platform?.stop();
    await Promise.all(started.map((receiver) => receiver.close()));
    place.remove();
  };
  const receiver = async () => {
    started.push(await startFaultyReceiver());
    return started.at(-1) as FaultyReceiver;
  };
  try {
    const start = topology ? startFaultTopology : startFaultPlatform;
    platform = await start(place.folder, say, { heapMb, env });
    const agencies: FaultyMerchant[] = [];
    for (const [index, credentials] of (await registerAgencies(platform.info.database)).entries()) {
      const others = index === 0 ? [await receiver()] : [];
      agencies.push({ ...credentials, receivers: [await receiver(), ...others] });
    }
    const studio: FaultyMerchant = { ...platform.info.studio, receivers: [await receiver()] };
    return { platform, parts: topology ? TOPOLOGY_PARTS : PARTS, agencies, studio, disk: place.disk, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function throwawayPlace(say: Say, keep: string | undefined) {
  const folder = makeThrowawayFolder('guidepost-faults-');
  const disk = mountDisk(folder, say);
  // On the disk now.
  if (disk) drawPlatformPorts(folder);
  const remove = () => {
    if (keep !== undefined) cpSync(folder, keep, { recursive: true });
    removePostgresHome(folder);
    disk?.unmount();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, disk, remove };
}

/** The platform on that data folder, each part a process of its own. */
export async function startFaultPlatform(
  folder: string,
  say: Say,
  { heapMb, env }: Pick<WorldOptions, 'heapMb' | 'env'> = {},
): Promise<Platform> {
  return await startPlatform({
    checkout: CHECKOUT,
    settings: readSettings({ ...environment(folder, heapMb), ...env }),
    say,
    signal: new AbortController().signal,
    separateProcesses: true,
  });
}

async function startFaultTopology(
  folder: string,
  say: Say,
  { heapMb, env }: Pick<WorldOptions, 'heapMb' | 'env'>,
): Promise<Platform> {
  const { signal } = new AbortController();
  return await startTopology({
    checkout: CHECKOUT,
    dataDir: folder,
    env: { ...environment(folder, heapMb), ...env },
    say,
    signal,
  });
}

function environment(folder: string, heapMb: number | undefined): Record<string, string | undefined> {
  return {
    ...throwawayEnvironment(folder),
    ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
    NODE_OPTIONS: [
      `--import=${SKEWED_CLOCK}`,
      ...(heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`]),
    ].join(' '),
    GUIDEPOST_FAULTS_CLOCKS: clocksIn(folder),
  };
}

async function registerAgencies(databaseUrl: string): Promise<ClientCredentials[]> {
  const orm = createOrm({ databaseUrl, poolMax: 1 });
  const cipher = createCipher(ENCRYPTION_KEY);
  const merchants = createMerchantRegistry({ orm, now: () => new Date() });
  const credentials = createCredentialService({ orm, cipher, now: () => new Date() });
  const registered: ClientCredentials[] = [];
  try {
    for (let number = 1; number <= AGENCIES; number++) {
      const agency = { name: `Agency ${number}`, kind: 'agency', country: 'PT', sandbox: true } as const;
      const { key } = await merchants.register(OPERATOR, agency);
      await merchants.verify(OPERATOR, key, 'approved');
      const { appSecret } = await credentials.issue(OPERATOR, key, {});
      registered.push({ clientId: key, clientSecret: appSecret });
    }
  } finally {
    await orm.close();
  }
  return registered;
}
