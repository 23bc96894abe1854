/**
 * Requests that wait for events. One query a tick serves all of them, and no connection is held meanwhile.
 * What this rules out (test/api/event-feed.test.ts):
 *
 * - Somebody, or all together, fill the process with waiting requests, each of which holds a connection: they are counted before they wait,
 *   and those at one place cost the query what one costs.
 * - An event comes between a query that found nothing and the wait: each tick reads behind the position of that query.
 * - A request still waits although its client is gone, or the server stops: its signal, or the stop, ends it.
 */
import type { MikroORM } from '@mikro-orm/postgresql';
import { type FeedPosition, hasNews } from '../../db/queries/notifications/event-feed.ts';

const TICK_MS = 500;

/** How many requests may wait at a time: a program's for its merchant; a person's, who has the pages open on several devices. */
const PLACES = { merchant: 2, person: 10 } as const;
/** In all, of the connections that a process takes (lib/admission/connection-limits.ts). */
const MOST = 400;

/** Who waits. */
export interface FeedReader {
  readonly kind: keyof typeof PLACES;
  readonly id: string;
}

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
  /** A place to wait for the merchant's events: `refused` where the reader has all of its own, `full` where all are taken, `stopping` where the server ends. */
  enter(reader: FeedReader, merchantKey: string): FeedWait | 'refused' | 'full' | 'stopping';
  /** Ends all waits; nobody waits from then on. */
  stop(): void;
}

export function createFeedWaits({ orm }: { orm: MikroORM }, most = MOST): FeedWaits {
  const stopping = new AbortController();
  const entered = new Map<string, number>();
  let total = 0;
  const waiting = new Set<Waiter>();
  let timer: NodeJS.Timeout | undefined;

  const countOf = (holder: string) => entered.get(holder) ?? 0;

  function schedule(): void {
    if (waiting.size > 0) timer ??= setTimeout(() => void poll(), TICK_MS);
  }

  async function poll(): Promise<void> {
    const groups = [...Map.groupBy(waiting, placeOf).values()];
    try {
      const news = await hasNews(
        orm.em.fork(),
        groups.map(([first]) => first!),
      );
      for (const waiter of groups.filter((_, index) => news[index]).flat()) waiter.resolve(true);
    } catch (error) {
      for (const waiter of groups.flat()) waiter.reject(error);
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

  function leave(holder: string): void {
    total -= 1;
    const left = countOf(holder) - 1;
    if (left > 0) entered.set(holder, left);
    else entered.delete(holder);
  }

  return {
    enter: ({ kind, id }, merchantKey) => {
      const holder = `${kind} ${id}`;
      if (countOf(holder) >= PLACES[kind]) return 'refused';
      if (stopping.signal.aborted) return 'stopping';
      if (total >= most) return 'full';
      total += 1;
      entered.set(holder, countOf(holder) + 1);
      return {
        untilNews: (after, signal) => untilNews(merchantKey, after, signal),
        end: () => leave(holder),
      };
    },
    stop: () => {
      stopping.abort();
      clearTimeout(timer);
    },
  };
}

/** Those that read on from one place of one feed learn the same. */
function placeOf({ merchantKey, after }: Waiter): string {
  return JSON.stringify([merchantKey, after.transactionId, after.subjectId, after.position]);
}
