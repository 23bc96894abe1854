import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Say } from '../../../tools/embedded/os/terminal.ts';
import type { Platform } from '../../../tools/embedded/run.ts';
import { makeThrowawayFolder, removeThrowawayFolder } from '../../support/platform/throwaway-folder.ts';
import { createRandom } from '../../support/random.ts';
import { type Violation, violations } from '../checks/violation.ts';
import { type Clients, configure, connect } from '../clients.ts';
import { databaseAddress } from '../database-address.ts';
import { drain } from '../drain.ts';
import { createJournal, type Journal } from '../journal.ts';
import { noBusyOrders, walk } from '../traffic.ts';
import {
  CHECKOUT,
  createFaultWorld,
  ENCRYPTION_KEY,
  type FaultWorld,
  receiversOf,
  startFaultPlatform,
} from '../world.ts';

const DRAIN_MS = 240_000;
const CLIENTS = 6;

type Variables = Readonly<Record<string, string>>;

/** What a drill needs before its platform starts. @returns variables of the platform. */
export type Prepare = (ground: Pick<Ground, 'say' | 'folder' | 'atEnd'>) => Promise<Variables>;

/** A loss, and the way back as docs/recovery.md has it. @returns what is wrong afterwards. */
type Drill = (ground: Ground) => Promise<Violation[]>;

/** A drill, and what has to be there before its platform. */
export interface Plan {
  readonly drill: Drill;
  readonly prepare?: Prepare;
}

/** A drill can't be done on this machine; the message says why. */
export class Skipped extends Error {}

/** A platform of its own whose parts can be lost, its merchants, and its operator. */
export interface Ground {
  readonly say: Say;
  /** The data folder. */
  readonly folder: string;
  readonly world: Pick<FaultWorld, 'agencies' | 'studio'>;
  readonly platform: () => Platform;
  /** Stops everything, does something, and starts again, with these variables beside the usual ones. */
  restart(meanwhile: () => Promise<void>, env?: Variables): Promise<void>;
  connect(journal: Journal, signal: AbortSignal): Promise<Clients>;
  /** Merchants and studio work for so long, while something else is done. */
  load(
    journal: Journal,
    run: string,
    ms: number,
    meanwhile?: (clients: Clients) => Promise<void>,
  ): Promise<void>;
  /** Where migrations and dumps connect to the platform's own PostgreSQL. */
  migrationUrl(): string;
  /** When the platform has stopped. */
  atEnd(work: () => Promise<void>): void;
  /** `npm run admin -- …`: what it prints. */
  admin(...args: string[]): Promise<string>;
  /** Waits until nothing is under way. @returns what ought to have ended, and had not. */
  drained(): Promise<Violation[]>;
  close(): Promise<void>;
}

export async function createGround(say: Say, prepare: Prepare = async () => ({})): Promise<Ground> {
  const folder = makeThrowawayFolder('guidepost-drill-');
  const ending: (() => Promise<void>)[] = [];
  const atEnd = (work: () => Promise<void>) => void ending.push(work);
  const clear = async () => {
    for (const work of ending) await work();
    removeThrowawayFolder(folder);
  };
  const begin = async () => {
    const env = await prepare({ say, folder, atEnd });
    return { env, ...(await createFaultWorld({ say, folder, env })) };
  };
  const begun = await begin().catch(async (error) => {
    await clear();
    throw error;
  });
  const { platform: first, env: prepared, ...world } = begun;
  let platform = first;
  const withPlatform = () => ({ ...world, platform });
  const ground: Ground = {
    say,
    folder,
    world,
    platform: () => platform,
    async restart(meanwhile, env) {
      await platform.stop();
      await meanwhile();
      platform = await startFaultPlatform(folder, say, { env: { ...prepared, ...env } });
    },
    connect: (journal, signal) => connect(withPlatform(), journal, createRandom(1), signal),
    async load(journal, run, ms, meanwhile = async () => {}) {
      const patience = new AbortController();
      const clients = await ground.connect(journal, patience.signal);
      const enough = AbortSignal.timeout(ms);
      const traffic = { ...clients, journal, random: createRandom(1), run, busy: noBusyOrders() };
      const walks = Array.from({ length: CLIENTS }, (_, n) => walk(traffic, `${run}${n}`, enough));
      await Promise.all([meanwhile(clients), ...walks]);
      patience.abort();
      say(`${acknowledgedIn(journal).length} orders, ${journal.moves.length} moves`);
    },
    migrationUrl() {
      return databaseAddress(platform, 'guidepost_migration');
    },
    atEnd,
    admin: (...args) => operate(platform, args),
    async drained() {
      // The list of workflows that Temporal shows follows within moments.
      await sleep(1_000);
      const { fresh } = await ground.connect(createJournal(), AbortSignal.timeout(DRAIN_MS));
      const { database: databaseUrl, temporalAddress, temporalNamespace } = platform.info;
      const nudge = () => configure(world, fresh);
      const { left } = await drain({
        databaseUrl,
        temporalAddress,
        temporalNamespace,
        nudge,
        withinMs: DRAIN_MS,
      });
      return violations('everything under way ends', left === '' ? [] : [left]);
    },
    async close() {
      await platform.stop();
      await Promise.all(receiversOf(world).map((receiver) => receiver.close()));
      await clear();
    },
  };
  return ground;
}

/** The orders that clients know of. */
export function acknowledgedIn({ creates }: Journal): string[] {
  return creates.flatMap(({ outcome }) => (outcome.kind === 'acknowledged' ? [outcome.orderId] : []));
}

/**
 * `reconcile`, `reconcile --repair`, and `reconcile` once more when nothing is under way: it has to find nothing then.
 * @param taken orders of after the backup, all of which it has to list.
 */
export async function reconcile(
  { admin, drained, folder, say }: Ground,
  taken: readonly string[] = [],
): Promise<Violation[]> {
  const csv = join(folder, 'lost.csv');
  rmSync(csv, { force: true });
  say(countKinds(await admin('reconcile', '--csv', csv)));
  const listed = new Set(readFileSync(csv, 'utf8').match(/ORD\d+/g));
  say(`lost orders in the list: ${listed.size}`);
  const repaired = await admin('reconcile', '--repair', '--yes', '--max-terminations', '10000');
  say(`reconcile --repair: ${lastLine(repaired)}`);
  const left = await drained();
  const again = await admin('reconcile');
  say(`reconcile, once more: ${lastLine(again)}`);
  return [
    ...left,
    ...violations(
      'every order of after the backup is listed',
      taken.filter((id) => !listed.has(id)),
    ),
    ...violations('nothing is left to reconcile', /^0 disagreement/m.test(again) ? [] : [again]),
  ];
}

/** `reconcile: workflowMissing 19, stateDiffers 6; 25 disagreement(s)` */
function countKinds(report: string): string {
  const kinds = [...report.matchAll(/^(?:ORD|HLD|STL|EP|mk_)\S*\s+([a-z]+[A-Z]\w+)/gm)].map(
    ([, kind]) => kind as string,
  );
  const counts = [...Map.groupBy(kinds, (kind) => kind)].map(([kind, found]) => `${kind} ${found.length}`);
  return `reconcile: ${[...counts, ''].join(', ')}${lastLine(report)}`;
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? '';

/** With the environment of an operator of this platform; an exit code is part of the answer. */
async function operate({ info }: Platform, args: readonly string[]): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATABASE_URL: info.database,
    TEMPORAL_ADDRESS: info.temporalAddress,
    ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
  };
  const program = [join(CHECKOUT, 'admin/index.ts'), '--as', 'drill', ...args];
  return await new Promise((resolve) => {
    execFile(process.execPath, program, { env, maxBuffer: 2 ** 26 }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}
