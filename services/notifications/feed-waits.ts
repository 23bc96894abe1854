/**
 * Requests that wait for events. One query a tick serves all of them, and no connection is held meanwhile.
 * What this rules out (test/api/event-feed.test.ts):
 *
 * - A merchant, or all of them, fill the process with waiting requests: they are counted before they wait.
 * - An event comes between a query that found nothing and the wait: each tick reads behind the position of that query.
 * - A request still waits although its client is gone, or the server stops: its signal, or the stop, ends it.
 */
import type { MikroORM } from '@mikro-orm/postgresql';
import { type FeedPosition, hasNews } from '../../db/queries/notifications/event-feed.ts';

const TICK_MS = 500;

export interface WaitLimits {
  readonly perMerchant: number;
  readonly perProcess: number;
}
const LIMITS: WaitLimits = { perMerchant: 2, perProcess: 200 };

interface Waiter {
  readonly merchantKey: string;
  readonly after: FeedPosition;
  readonly resolve: (isNews: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** What one request may do while it has a place. */
interface FeedWait {
  /** Resolves to true when there is something behind `after`; to false when the signal is aborted, or the server stops. */
  untilNews(after: FeedPosition, signal: AbortSignal): Promise<boolean>;
  end(): void;
}

export interface FeedWaits {
  /** A place to wait: `refused` where the merchant has all of its own, `full` where the process has none, or stops. */
  enter(merchantKey: string): FeedWait | 'refused' | 'full';
  /** Ends all waits; nobody waits from then on. */
  stop(): void;
}

export function createFeedWaits({ orm }: { orm: MikroORM }, limits: WaitLimits = LIMITS): FeedWaits {
  const stopping = new AbortController();
  const entered = new Map<string, number>();
  const waiting = new Set<Waiter>();
  let timer: NodeJS.Timeout | undefined;

  const countOf = (merchantKey: string) => entered.get(merchantKey) ?? 0;
  const total = () => [...entered.values()].reduce((sum, count) => sum + count, 0);

  function schedule(): void {
    if (waiting.size > 0) timer ??= setTimeout(() => void poll(), TICK_MS);
  }

  async function poll(): Promise<void> {
    const waiters = [...waiting];
    try {
      const news = await hasNews(orm.em.fork(), waiters);
      for (const [index, waiter] of waiters.entries()) if (news[index]) waiter.resolve(true);
    } catch (error) {
      for (const waiter of waiters) waiter.reject(error);
    }
    timer = undefined;
    schedule();
  }

  async function untilNews(merchantKey: string, after: FeedPosition, given: AbortSignal): Promise<boolean> {
    const signal = AbortSignal.any([given, stopping.signal]);
    if (signal.aborted) return false;
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const waiter = { merchantKey, after, resolve, reject };
    const giveUp = () => resolve(false);
    waiting.add(waiter);
    signal.addEventListener('abort', giveUp);
    schedule();
    try {
      return await promise;
    } finally {
      waiting.delete(waiter);
      signal.removeEventListener('abort', giveUp);
    }
  }

  function leave(merchantKey: string): void {
    const left = countOf(merchantKey) - 1;
    if (left > 0) entered.set(merchantKey, left);
    else entered.delete(merchantKey);
  }

  return {
    enter: (merchantKey) => {
      if (countOf(merchantKey) >= limits.perMerchant) return 'refused';
      if (stopping.signal.aborted || total() >= limits.perProcess) return 'full';
      entered.set(merchantKey, countOf(merchantKey) + 1);
      return {
        untilNews: (after, signal) => untilNews(merchantKey, after, signal),
        end: () => leave(merchantKey),
      };
    },
    stop: () => {
      stopping.abort();
      clearTimeout(timer);
    },
  };
}
