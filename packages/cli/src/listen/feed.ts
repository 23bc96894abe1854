import { setTimeout as sleep } from 'node:timers/promises';
import type { EventPage, Guidepost, GuidepostEvent, Query } from '@guidepost/sdk';
import { isPassing } from '../explain.ts';

/** Seconds; the platform waits up to 55, and some proxies give up after half a minute. */
const WAIT_SECONDS = 20;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

export interface FeedOptions {
  readonly guidepost: Pick<Guidepost, 'events'>;
  /** Where to begin, and what to leave out. */
  readonly query: Query<'listEvents'>;
  readonly signal: AbortSignal;
  /** Called once when the platform is not available, and when it is back. */
  readonly onTrouble?: (error: unknown) => void;
  readonly onRecovery?: () => void;
  /** Milliseconds before it asks again for the first time; doubled up to 15 s. */
  readonly firstPauseMs?: number;
}

export interface FeedBatch {
  readonly events: readonly GuidepostEvent[];
  /** Where to go on once they are handled; null where nothing has ever happened. */
  readonly cursor: string | null;
}

/**
 * The events there are and those that come, oldest first, until the signal is aborted. While the platform is not available it
 * asks again.
 * @throws what asking again does not mend: wrong credentials, a cursor of another merchant
 */
export async function* followFeed(options: FeedOptions): AsyncGenerator<FeedBatch, void, undefined> {
  const { signal, onTrouble = () => {}, onRecovery = () => {}, firstPauseMs = FIRST_PAUSE_MS } = options;
  // The first answer of a feed that begins now is the cursor: it is worth having at once.
  let query = options.query.from === undefined ? waiting(options.query) : options.query;
  let pauseMs = 0;
  while (!signal.aborted) {
    let page: EventPage;
    try {
      page = await options.guidepost.events.list(query, { signal, maxRetries: 0 });
    } catch (error) {
      if (signal.aborted) return;
      if (!isPassing(error)) throw error;
      if (pauseMs === 0) onTrouble(error);
      // So that it is known at once that it is back.
      query = { ...query, waitSeconds: 0 };
      pauseMs = Math.min(Math.max(pauseMs * 2, firstPauseMs), LONGEST_PAUSE_MS);
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
      continue;
    }
    if (pauseMs > 0) onRecovery();
    pauseMs = 0;
    yield { events: page.list, cursor: page.nextCursor };
    query = waiting(goingOn(query, page.nextCursor));
  }
}

function waiting(query: Query<'listEvents'>): Query<'listEvents'> {
  return { ...query, waitSeconds: WAIT_SECONDS };
}

/** Once there is a cursor, it says where to go on. Without one nothing has happened yet: what comes then is new. */
function goingOn(query: Query<'listEvents'>, cursor: string | null): Query<'listEvents'> {
  const { from: _, ...rest } = query;
  if (cursor === null) return rest;
  return { ...rest, cursor };
}
