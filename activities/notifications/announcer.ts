import { setTimeout as sleep } from 'node:timers/promises';
import type { Announce } from './announcing.ts';

/** What merchants may take of a worker whose first work is to move orders. */
const ANNOUNCER_LIMITS = {
  /** Orders, or statements, that are announced at once. */
  atOnce: 64,
  /** That wait for their turn. */
  waiting: 10_000,
  /** Milliseconds for what waits when the worker ends. */
  closeMs: 5_000,
} as const;

/** Announces orders and statements behind the write, awaited by nobody. What a worker loses with its end is found as stalled (jobs/unattended.ts). */
export interface Announcer {
  /** There is something new of an order or a statement. */
  announce(subjectId: string): void;
  /** Ends when all was announced, or its time is over. */
  close(): Promise<void>;
}

export interface AnnouncerOptions {
  readonly announce: Announce;
  readonly onError: (error: unknown) => void;
  readonly limits?: Partial<Record<keyof typeof ANNOUNCER_LIMITS, number>>;
}

/**
 * What this rules out (test/activities/notifications/announcer.test.ts):
 *
 * - Two announcements of one subject at once, which would find each other's attempts under way, and leave them to a delivery.
 * - One that is lost: what is added while its subject is announced is announced after that.
 */
export function createAnnouncer({ announce, onError, limits = {} }: AnnouncerOptions): Announcer {
  const { atOnce, waiting: most, closeMs } = { ...ANNOUNCER_LIMITS, ...limits };
  const waiting = new Set<string>();
  const running = new Map<string, Promise<void>>();

  function goOn(): void {
    for (const subjectId of waiting) {
      if (running.size >= atOnce) return;
      if (running.has(subjectId)) continue;
      waiting.delete(subjectId);
      running.set(subjectId, run(subjectId));
    }
  }

  async function run(subjectId: string): Promise<void> {
    try {
      await announce(subjectId);
    } catch (error) {
      onError(error);
    }
    running.delete(subjectId);
    goOn();
  }

  async function untilIdle(): Promise<void> {
    while (running.size > 0) await Promise.race(running.values());
  }

  return {
    announce: (subjectId) => {
      if (waiting.size >= most) return;
      waiting.add(subjectId);
      goOn();
    },
    close: async () => {
      const over = new AbortController();
      const limit = sleep(closeMs, undefined, { signal: over.signal }).catch(() => undefined);
      await Promise.race([untilIdle(), limit]);
      over.abort();
    },
  };
}
