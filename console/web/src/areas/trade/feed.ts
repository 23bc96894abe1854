/**
 * Live pages: follows the merchant's event feed and reads what is on the screen again when something happens.
 * What this rules out:
 *
 * - An event comes between the page's first answers and the feed's start: the feed starts before them, further than clocks differ.
 * - An event comes while another page is opened: the position in the feed is kept, and the feed continues from there.
 * - A tab was hidden for long, and a thousand events wait: an old position is dropped, the page's answers are read again by
 *   Query when the tab is seen, and the feed starts again.
 * - Many tabs take the two waits that a merchant has: a tab without one asks every few seconds, without waiting.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, type Place } from '../../api/client.ts';
import { refusalOf } from '../../api/errors.ts';

const WAIT_SECONDS = 20;
/** Between two polls where a link gives no events, ms. */
const WITHOUT_EVENTS_MS = 60_000;
/** Between two polls without waiting, and after a failure, ms. */
const PAUSE_MS = 5_000;

/** How far before now a feed starts, and how long its place is worth keeping, ms. */
const REACH_MS = 120_000;

interface FeedPlace {
  readonly cursor: string;
  readonly seenAt: number;
}

/** Each merchant's position in its feed. */
const left = new Map<string, FeedPlace>();

/** Answers that events of the feed make old, by the third part of their key. */
const OLD_AFTER_EVENTS: readonly unknown[] = [
  'trade',
  'getOrder',
  'listOrderChanges',
  'listMessages',
  'listNotifications',
  'quoteCancellation',
  'getGuideCalendars',
];

/** Keeps the page's answers fresh while somebody can see it. */
export function useFeed(place: Place): void {
  const client = useQueryClient();
  const { company, world } = place;
  useEffect(() => {
    const stop = new AbortController();
    void follow({ company, world }, client, stop.signal);
    return () => stop.abort();
  }, [company, world, client]);
}

async function follow(place: Place, client: QueryClient, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await untilVisible(stop);
    if (stop.aborted) return;
    const hidden = new AbortController();
    const onChange = () => document.hidden && hidden.abort();
    document.addEventListener('visibilitychange', onChange);
    try {
      await poll(place, client, AbortSignal.any([stop, hidden.signal]));
    } catch (error) {
      if (!hidden.signal.aborted && !stop.aborted) await afterFailure(place, client, error, stop);
    } finally {
      document.removeEventListener('visibilitychange', onChange);
    }
  }
}

/** One request: it waits for events where there is a place to wait. */
async function poll(place: Place, client: QueryClient, signal: AbortSignal, waitSeconds = WAIT_SECONDS) {
  const key = `${place.company}/${place.world}`;
  const start = startOf(left.get(key));
  const { list, nextCursor } = await call(place, 'listEvents', { query: { ...start, waitSeconds }, signal });
  if (nextCursor !== null) left.set(key, { cursor: nextCursor, seenAt: Date.now() });
  if (list.length > 0) await refresh(place, client);
  // Nothing has ever happened: there is nothing to wait behind.
  if (nextCursor === null) await pause(PAUSE_MS, signal);
}

function startOf(known: FeedPlace | undefined): { cursor: string } | { since: string } {
  const oldest = Date.now() - REACH_MS;
  return known !== undefined && known.seenAt > oldest
    ? { cursor: known.cursor }
    : { since: new Date(oldest).toISOString() };
}

async function afterFailure(place: Place, client: QueryClient, error: unknown, stop: AbortSignal) {
  const { status } = refusalOf(error);
  if (status === 429) await poll(place, client, stop, 0).catch(() => undefined);
  // For a link without events: what is shown is read again from time to time.
  if (status === 403) await refresh(place, client);
  await pause(status === 403 ? WITHOUT_EVENTS_MS : PAUSE_MS, stop);
}

async function refresh(place: Place, client: QueryClient): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey: [company, world, name] }) =>
      company === place.company && world === place.world && OLD_AFTER_EVENTS.includes(name),
  });
}

function untilVisible(stop: AbortSignal): Promise<void> {
  if (!document.hidden || stop.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      document.removeEventListener('visibilitychange', done);
      stop.removeEventListener('abort', done);
      resolve();
    };
    document.addEventListener('visibilitychange', done);
    stop.addEventListener('abort', done);
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
