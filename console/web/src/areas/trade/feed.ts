/**
 * Live pages: follows the merchant's event feed and reads what is on the screen again when something happens.
 * What this rules out:
 *
 * - An event comes between the page's first answers and the feed's start: the feed starts before them, further than clocks differ.
 * - An event comes while another page is opened: the position in the feed is kept, and the feed continues from there.
 * - A tab was hidden for long, and a thousand events wait: an old position is dropped, the page's answers are read again by
 *   Query when the tab is seen, and the feed starts again.
 * - Many tabs take the two waits that a merchant has: one tab of a browser follows the feed for all that are seen. Where others of the
 *   merchant's people have the waits, it asks every few seconds, without waiting.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, type Place } from '../../api/client.ts';
import { refusalOf } from '../../api/errors.ts';
import { inTurns, pause, publish, subscribeTo } from '../../shell/one-tab.ts';

const WAIT_SECONDS = 20;
/** Between two polls where a link gives no events, ms. */
const WITHOUT_EVENTS_MS = 60_000;
/** Between two polls without waiting, and after a failure, ms. */
const PAUSE_MS = 5_000;

/** Within which tabs read their pages again when another one publishes that something happened, ms. */
const JITTER_MS = 500;

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
    const here = { company, world };
    void inTurns(nameOf(here), (turn) => follow(here, client, turn), stop.signal);
    const end = subscribeTo<FeedPlace>(nameOf(here), (news) => {
      left.set(nameOf(here), news);
      // Not all tabs at once. A hidden one reads its page again when it is seen.
      if (!document.hidden) setTimeout(() => void refresh(here, client), Math.random() * JITTER_MS);
    });
    return () => {
      stop.abort();
      end();
    };
  }, [company, world, client]);
}

/** One tab of a browser follows a merchant's feed. */
const nameOf = ({ company, world }: Place) => `feed ${company}/${world}`;

async function follow(place: Place, client: QueryClient, turn: AbortSignal): Promise<void> {
  while (!turn.aborted) {
    try {
      await poll(place, client, turn);
    } catch (error) {
      if (!turn.aborted) await afterFailure(place, client, error, turn);
    }
  }
}

/** One request: it waits for events where there is a place to wait. */
async function poll(place: Place, client: QueryClient, signal: AbortSignal, waitSeconds = WAIT_SECONDS) {
  const name = nameOf(place);
  const start = startOf(left.get(name));
  const { list, nextCursor } = await call(place, 'listEvents', { query: { ...start, waitSeconds }, signal });
  if (nextCursor !== null) {
    const news: FeedPlace = { cursor: nextCursor, seenAt: Date.now() };
    left.set(name, news);
    if (list.length > 0) publish(name, news);
  }
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
