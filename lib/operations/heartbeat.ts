/**
 * A process's heartbeat: a row of its own, written every few seconds in one statement (db/queries/platform/heartbeats.ts). Status, metrics and
 * alerts see by it who runs. Nothing waits for it: a process whose database is unavailable goes on with what it does, and is silent.
 * A process that is frozen, or whose event loop is, writes none.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import { SCHEMA_NEEDED } from '../../db/migrations/names.ts';
import { endBeat, forgetKilled, writeBeat } from '../../db/queries/platform/heartbeats.ts';
import { BEAT_EVERY_MS, type ProcessRole, type WorkKind } from '../../domain/heartbeat.ts';
import { createSingleCall, inTime } from './probe.ts';
import { RELEASE } from './release.ts';

export interface HeartbeatOptions {
  readonly orm: MikroORM;
  readonly roles: readonly ProcessRole[];
  /** What the process can't work without and has not, in words. */
  readonly missing: () => Promise<readonly string[]>;
  /** Temporal's task queues that it polls at this moment. */
  readonly taskQueues?: () => readonly string[];
  /** How far its machine's clock is ahead of the database's, in milliseconds. */
  readonly clockAheadMs: () => number | undefined;
}

export interface Heartbeat {
  /** The process has done something of this kind, just now. */
  noteWork(kind: WorkKind): void;
  /** Writes no more, and takes the row away: the process ends in order. */
  stop(): Promise<void>;
}

/** Begins at once, also before the database answers. */
export function startHeartbeat({ orm, roles, missing, ...now }: HeartbeatOptions): Heartbeat {
  const stopping = new AbortController();
  const worked = new Map<WorkKind, number>();
  const self = { id: randomUUID(), roles, host: hostname(), pid: process.pid, release: RELEASE };
  const beat = async () => {
    const misses = await missing();
    if (stopping.signal.aborted) return;
    const silent = await writeBeat(orm.em.fork(), {
      ...self,
      schemaNeeded: SCHEMA_NEEDED,
      taskQueues: now.taskQueues?.() ?? [],
      missing: misses,
      workAgesMs: agesOf(worked),
      clockAheadMs: rounded(now.clockAheadMs()),
    });
    // Nobody else can see whether they are frozen or have ended: those of another machine are known for a while.
    const killed = silent.filter(({ pid }) => !isRunning(pid));
    if (killed.length > 0) await forgetKilled(orm.em.fork(), killed);
  };
  const { ask } = createSingleCall(beat);
  const running = repeat(ask, stopping.signal);
  return {
    noteWork: (kind) => void worked.set(kind, performance.now()),
    stop: async () => {
      stopping.abort();
      await running;
      // One that can't be deleted gets old.
      await inTime(endBeat(orm.em.fork(), self.id)).catch(() => undefined);
    },
  };
}

async function repeat(beat: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Readiness and its own silence report a database that is unavailable.
    await beat().catch(() => undefined);
    await sleep(BEAT_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

function agesOf(worked: ReadonlyMap<WorkKind, number>): Partial<Record<WorkKind, number>> {
  const at = performance.now();
  return Object.fromEntries([...worked].map(([kind, since]) => [kind, Math.round(at - since)]));
}

const rounded = (ms: number | undefined) => (ms === undefined ? null : Math.round(ms));

/** A signal that does nothing is refused for a number that no process of this machine has. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
