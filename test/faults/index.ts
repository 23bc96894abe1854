import { once } from 'node:events';
import type { Say } from '../../tools/embedded/os/terminal.ts';
import { createRandom } from '../support/random.ts';
import type { FaultTally } from './chaos.ts';
import { checkMix } from './checks/mix.ts';
import { checkStrikes } from './checks/strikes.ts';
import type { Violation } from './checks/violation.ts';
import { connect } from './clients.ts';
import { createJournal, type Journal } from './journal.ts';
import { check, inquire, load, settle } from './phases.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { createFaultWorld, type FaultWorld } from './world.ts';

export interface FaultOptions {
  readonly seed: number;
  readonly minutes: number;
  /** Every fault is made so often at least, however long that takes. */
  readonly rounds: number;
  readonly clients: number;
  readonly pauseMs: readonly [number, number];
  readonly lastsMs: readonly [number, number];
  /** How long what is under way may take to end when everything is healed. */
  readonly drainMinutes: number;
  /** Until then no merchant saves its address again, which would have everything sent at once. */
  readonly nudgeAfterMs?: number;
  /** What is left of the data folder is copied there. */
  readonly keep?: string | undefined;
  /** Each Node process may have so many MiB of heap. */
  readonly heapMb?: number | undefined;
  /** Of what docker-compose.yml describes, as processes, in place of what `npm start` starts. */
  readonly topology?: boolean | undefined;
  /** Played one after the other before the chaos. */
  readonly scenarios?: readonly Scenario[];
  /** Gives up, and leaves nothing behind. */
  readonly signal?: AbortSignal;
  readonly say: Say;
}

export interface FaultResult {
  readonly seed: number;
  readonly seconds: number;
  readonly faults: FaultTally;
  readonly journal: Journal;
  readonly orders: number;
  readonly notifications: { readonly events: number; readonly received: number };
  /** Turns of waitlists, those that were booked, and orders that were called off. */
  readonly offers: { readonly turns: number; readonly booked: number; readonly calledOff: number };
  readonly replayed: number;
  readonly drainSeconds: number;
  readonly violations: readonly Violation[];
}

/** Loads a platform of its own while parts of it die, heals it, and checks everything against what clients know. */
export async function runFaults(options: FaultOptions): Promise<FaultResult> {
  const { signal = new AbortController().signal } = options;
  const world = await createFaultWorld(options);
  const patience = new AbortController();
  const givenUp = once(signal, 'abort').then(() => Promise.reject(new Error('given up')));
  try {
    return await Promise.race([givenUp, runIn(world, options, patience)]);
  } finally {
    patience.abort();
    await world.close();
  }
}

async function runIn(
  world: FaultWorld,
  options: FaultOptions,
  patience: AbortController,
): Promise<FaultResult> {
  const { seed, say, scenarios = [] } = options;
  const begun = Date.now();
  const random = createRandom(seed);
  const journal = createJournal();
  const clients = await connect(world, journal, random, patience.signal);
  const played: Violation[] = [];
  for (const scenario of scenarios) played.push(...(await scenario({ world, clients, journal, say })));
  say('the chaos begins');
  const faults = await load(options, { world, clients, journal, random, patience });
  say('everything is healed; what nobody knows the end of is asked for again');
  await inquire(world, journal, random.fork('inquiries'));
  say('what is under way may end');
  const { unsettled, drainSeconds } = await settle(world, clients, options);
  say(`drained in ${drainSeconds.toFixed(1)} s; checking`);
  const checked = await check(world, clients, journal);
  return {
    seed,
    seconds: (Date.now() - begun) / 1_000,
    faults,
    journal,
    drainSeconds,
    ...checked,
    violations: [
      ...played,
      ...checkStrikes(faults),
      ...checkMix(journal),
      ...unsettled,
      ...checked.violations,
    ],
  };
}
