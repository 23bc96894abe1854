import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import { familyOf } from '../../../test/faults/parts.ts';
import { usageOf } from '../support/process.ts';

const SAMPLE_EVERY_MS = 10_000;
export const NOTIFICATION = 'notification';

/** What was seen in one window of time. */
export interface Sample {
  /** The end of the window, since the load began. */
  readonly minutes: number;
  /** By part. */
  readonly memoryMiB: Readonly<Record<string, number>>;
  /** Milliseconds of each call by kind, and under NOTIFICATION from event to acknowledgement. */
  readonly times: ReadonlyMap<string, readonly number[]>;
  /** 0 to 1, of all cores: the load and whatever else runs here included. */
  readonly busy: number;
}

export interface Sampled {
  readonly orm: MikroORM;
  /** Pids by name; of `families` the children count as well. */
  readonly processes: Readonly<Record<string, number>>;
  readonly families: Readonly<Record<string, number>>;
  readonly merchantKey: string;
  readonly takeTimes: () => Map<string, number[]>;
  readonly onSample: (sample: Sample) => void;
}

/** A sample every SAMPLE_EVERY_MS until `signal`. @throws when a process has gone. */
export async function sampleUntil(signal: AbortSignal, sampled: Sampled): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  const begin = performance.now();
  let before = cpuTimes();
  for (let next = 1; ; next++) {
    const pause = begin + next * SAMPLE_EVERY_MS - performance.now();
    await sleep(Math.max(0, pause), undefined, { signal }).catch(() => {});
    if (signal.aborted) return samples;
    const now = cpuTimes();
    const times = sampled.takeTimes();
    times.set(NOTIFICATION, await notificationTimes(sampled));
    const sample: Sample = {
      minutes: (next * SAMPLE_EVERY_MS) / 60_000,
      memoryMiB: memoryOf(sampled),
      times,
      busy: (now.busy - before.busy) / (now.all - before.all),
    };
    before = now;
    samples.push(sample);
    sampled.onSample(sample);
  }
}

/**
 * Of the events of the window before the last one, so that each had its time. The index of a merchant's notifications
 * by time finds them: looking costs the same in the last minute as in the first.
 */
async function notificationTimes({ orm, merchantKey }: Sampled): Promise<number[]> {
  const window = SAMPLE_EVERY_MS / 1_000;
  const rows = await orm.em.fork().execute<{ ms: number }[]>(
    `select (extract(epoch from coalesce(acknowledged_at, now()) - created_at) * 1000)::float8 as ms from notification
     where merchant_key = ? and created_at > now() - make_interval(secs => ?)
       and created_at <= now() - make_interval(secs => ?)`,
    [merchantKey, 2 * window, window],
  );
  return rows.map(({ ms }) => ms);
}

function memoryOf({ processes, families }: Sampled): Record<string, number> {
  const one = Object.entries(processes).map(([name, pid]) => [name, usageOf(pid).memoryMiB] as const);
  const many = Object.entries(families).map(([name, pid]) => [name, sharedFairly(familyOf(pid))] as const);
  return Object.fromEntries([...one, ...many]);
}

/** MiB of processes that share memory: each page counted once, as Linux's proportional set size does. */
function sharedFairly(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      // A connection that was closed meanwhile.
      return 0;
    }
  });
  return Math.round(kilobytes.reduce((sum, one) => sum + one, 0) / 1_024);
}

function cpuTimes(): { busy: number; all: number } {
  const times = cpus().map(({ times }) => times);
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { busy: all - times.reduce((sum, { idle }) => sum + idle, 0), all };
}
