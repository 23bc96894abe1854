import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seedSandbox } from '../../db/seed/index.ts';
import { readSecretFiles } from '../../lib/config.ts';
import type { KnownInfo } from '../embedded/dev-file.ts';
import { cacheFolder } from '../embedded/os/cache-folder.ts';
import type { Say } from '../embedded/os/terminal.ts';
import { type Platform, startRun } from '../embedded/run.ts';
import { buildWorkflowBundle } from '../embedded/temporal/workflow-bundle.ts';
import { parseCompose } from './compose.ts';
import { type PlannedProcess, planTopology } from './plan.ts';
import { numbersOf, releasePorts, reservePorts } from './ports.ts';
import { type Machine, startProcess } from './processes.ts';
import { locatePrograms } from './programs.ts';
import { portNames } from './services.ts';
import { ownVariables } from './variables.ts';

export interface TopologyOptions {
  readonly checkout: string;
  /** Default: `.guidepost/topology` in the checkout. */
  readonly dataDir: string | undefined;
  /** Variables of docker-compose.yml, as `.env` would hold them; PATH and the like for programs. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly say: Say;
  /** Gives up a start under way. */
  readonly signal: AbortSignal;
}

/** What programs need of the caller's environment, and nothing that could lead them to another platform. */
const INHERITED = ['PATH', 'TMPDIR', 'LANG', 'NODE_OPTIONS'] as const;

/**
 * Starts what docker-compose.yml describes as processes of this machine, with the sandbox in it. Nothing of it outlives this
 * process. @throws as startRun
 */
export async function startTopology(options: TopologyOptions): Promise<Platform> {
  const { checkout, dataDir = join(checkout, '.guidepost', 'topology'), say, signal } = options;
  return await startRun({ checkout, dataDir, say, signal }, async (run) => {
    const { env } = options;
    const text = readFileSync(join(checkout, 'docker-compose.yml'), 'utf8');
    const file = parseCompose(text);
    const ports = await reservePorts(run.data.ports, portNames(file));
    const tools = { file, cacheDir: cacheFolder(env), dataDir: run.data.dir, say, env, signal: run.signal };
    const [programs, bundle] = await Promise.all([
      locatePrograms(tools),
      buildWorkflowBundle(checkout, run.data.bundles),
    ]);
    const missing = programs.redis === undefined ? ['redis'] : [];
    if (missing.length > 0)
      say('Without Redis, which needs redis-server on the PATH: each API process counts requests for itself');
    const plan = planTopology(file, {
      ports: new Map(Object.entries(numbersOf(ports))),
      variables: ownVariables(text, env, run.data, numbersOf(ports)),
      root: join(run.data.dir, 'root'),
      bundle,
      missing,
    });
    const inherited = {
      ...Object.fromEntries(INHERITED.map((name) => [name, env[name]])),
      HOME: homeIn(run.data.dir),
    };
    const machine = {
      checkout,
      dataDir: run.data.dir,
      logs: run.data.logs,
      ports,
      programs,
      supervisor: run.supervisor,
      inherited,
    };
    await startAll(plan, { ...machine, say: run.say, signal: run.signal }, run.stop);
    await releasePorts(ports);
    const known = await describe(plan, run.data.dir);
    return () => known;
  });
}

/** Each as soon as what it waits for is there. Where one fails, all are given up before this ends. */
async function startAll(
  plan: readonly PlannedProcess[],
  machine: Machine,
  giveUp: () => Promise<void>,
): Promise<void> {
  const services = Map.groupBy(plan, ({ service }) => service);
  const started = new Map<string, Promise<unknown>>();
  for (const [service, processes] of services) {
    const before = Promise.all(processes[0]!.dependsOn.map((name) => started.get(name)));
    const all = before.then(() => Promise.all(processes.map((one) => startProcess(one, machine))));
    started.set(service, all);
  }
  try {
    await Promise.all(started.values());
  } catch (error) {
    await giveUp();
    await Promise.allSettled(started.values());
    throw error;
  }
}

async function describe(plan: readonly PlannedProcess[], dataDir: string): Promise<KnownInfo> {
  const env = readSecretFiles(plan.find(({ service }) => service === 'api')!.env);
  const sandbox = await seedSandbox({
    databaseUrl: env.DATABASE_URL!,
    encryptionKey: Buffer.from(env.ENCRYPTION_KEY!, 'base64'),
  });
  return {
    api: env.PUBLIC_BASE_URL!,
    console: { url: env.CONSOLE_BASE_URL! },
    temporalAddress: env.TEMPORAL_ADDRESS!,
    temporalNamespace: env.TEMPORAL_NAMESPACE!,
    temporalUi: null,
    database: env.DATABASE_URL!,
    ...sandbox,
    dataDir,
    outbox: null,
  };
}

/** No profile and no cache of whoever starts it. */
function homeIn(dataDir: string): string {
  const home = join(dataDir, 'home');
  mkdirSync(home, { recursive: true });
  return home;
}
