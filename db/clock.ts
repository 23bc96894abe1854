/**
 * The platform's clock: the database's, as this process has measured it (docs/decisions/0128). All processes of a platform share
 * one database, so they agree about what has expired, however wrong their own clocks are.
 *
 * Between two measurements a clock that nobody can set (`performance.now()`) measures how much time has passed, so that a step of
 * this machine's own clock changes nothing. It may stop while a machine sleeps: the next reading notices that, and measures.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';

/** From so much difference on a process's clock is wrong: it writes a warning. */
export const WRONG_FROM_MS = 1_000;
const MEASURE_EVERY_MS = 30_000;
const RETRY_MS = 250;
/** A measurement is good enough when its answer took no longer. */
const SWIFT_MS = 20;
const TRIES = 3;

/** This machine's clocks, in milliseconds. */
interface LocalClock {
  /** Since 1970; may be wrong, and be set. */
  readonly wall: () => number;
  /** Since some moment; never set. */
  readonly steady: () => number;
}

// The one place that reads this machine's clock for the platform.
const MACHINE: LocalClock = { wall: () => Date.now(), steady: () => performance.now() };

export interface DatabaseClockOptions {
  readonly orm: MikroORM;
  /** Called when a difference of WRONG_FROM_MS or more is found, with the milliseconds that this machine's clock is ahead. */
  readonly onWrong?: ((aheadMs: number) => void) | undefined;
  /** For tests. */
  readonly local?: LocalClock;
}

export interface DatabaseClock {
  /** The database's time; this machine's until it has been measured. */
  readonly now: () => Date;
  /** Milliseconds that this machine's clock is ahead of the database's; undefined until that has been measured. */
  aheadMs(): number | undefined;
  /** Compares once. @throws the database's error; then what was known stays. */
  measure(): Promise<void>;
  /** Measures, until the database has answered once, and from then on every half minute until `stop`. */
  start(stop?: AbortSignal): Promise<void>;
  stop(): void;
}

/** What one answer of the database says. */
interface Measurement {
  /** The database's time when `steady` was 0. */
  readonly offset: number;
  /** It may be wrong by so much: half of the time that the answer took. */
  readonly error: number;
  /** How far `wall` was from `steady` then: another figure later means that one of them was set, or stopped. */
  readonly wallOffset: number;
}

export function createDatabaseClock({ orm, onWrong, local = MACHINE }: DatabaseClockOptions): DatabaseClock {
  const stopping = new AbortController();
  let known: Measurement | undefined;
  let isReported = false;
  let measuring: Promise<void> | undefined;
  const wallOffset = () => local.wall() - local.steady();
  const aheadMs = () => known && wallOffset() - known.offset;

  async function measureOnce(): Promise<void> {
    let found = await ask(orm, local);
    for (let tries = 1; tries < TRIES && found.error * 2 > SWIFT_MS; tries += 1)
      found = better(await ask(orm, local), found);
    if (known === undefined || isNews(found, known)) known = found;
    else known = { ...known, wallOffset: found.wallOffset };
    const ahead = aheadMs();
    if (isWrong(ahead) && !isReported) onWrong?.(Math.round(ahead!));
    isReported = isWrong(ahead);
  }

  /** Concurrent callers share the answer. */
  function measure(): Promise<void> {
    measuring ??= measureOnce().finally(() => {
      measuring = undefined;
    });
    return measuring;
  }

  return {
    now: () => {
      if (known === undefined) return new Date(local.wall());
      if (isWrong(wallOffset() - known.wallOffset)) measure().catch(() => undefined);
      return new Date(known.offset + local.steady());
    },
    aheadMs,
    measure,
    start: async (stop) => {
      while (known === undefined) {
        stop?.throwIfAborted();
        await measure().catch(() => sleep(RETRY_MS));
      }
      void repeat(measure, stopping.signal);
    },
    stop: () => stopping.abort(),
  };
}

async function repeat(measure: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(MEASURE_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    // Readiness reports a database that does not answer; its last known time goes on.
    if (!signal.aborted) await measure().catch(() => undefined);
  }
}

async function ask(orm: MikroORM, local: LocalClock): Promise<Measurement> {
  const before = local.steady();
  const [row] = await orm.em
    .fork()
    .execute<{ ms: number }[]>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms');
  const after = local.steady();
  return {
    offset: row!.ms - (before + after) / 2,
    error: (after - before) / 2,
    wallOffset: local.wall() - local.steady(),
  };
}

function better(one: Measurement, other: Measurement): Measurement {
  return one.error < other.error ? one : other;
}

/** It is surer than what is known, or contradicts it: clocks drift, and the database may have moved to another machine. */
function isNews(found: Measurement, known: Measurement): boolean {
  return found.error <= known.error || Math.abs(found.offset - known.offset) > found.error;
}

function isWrong(differenceMs: number | undefined): boolean {
  return differenceMs !== undefined && Math.abs(differenceMs) >= WRONG_FROM_MS;
}
