/**
 * Live pages: follows the merchant's event feed, and reads what is on the screen and the count of unread notices again when something
 * happens.
 * What this rules out:
 *
 * - An event comes between the page's first answers and the feed's start: the feed starts before them, further than clocks differ.
 * - An event comes while another page is opened: the position in the feed is kept, and the feed continues from there.
 * - A tab was hidden for long, and a thousand events wait: an old position is dropped, the page's answers are read again by
 *   Query when the tab is seen, and the feed starts again.
 * - Many tabs: one tab of a browser follows the feed for all that are seen, with one request a minute while nothing happens.
 * - Whoever is refused, or has no answer, asks again and again: each time later, and not all at the same time.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, type Place } from '../api/client.ts';
import { refusalOf } from '../api/errors.ts';
import { refreshUnreadSoon } from './notices.ts';
import { inTurns, pause, publish, subscribeTo } from './one-tab.ts';

/** The platform's longest wait (contract/schemas/events.ts). */
const WAIT_SECONDS = 55;
/** What an answer may take beyond that, ms. */
const ANSWER_MS = 15_000;
/** Between two polls where a link gives no events, and the longest pause after failures, ms. */
const LONGEST_PAUSE_MS = 60_000;
/** After the first failure, ms. */
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
  'listWaitlist',
  'listHolds',
];

/** Keeps the page's answers fresh while somebody can see it; without a company's place there is nothing to follow. */
export function useFeed({ company, world }: Partial<Place>): void {
  const client = useQueryClient();
  useEffect(() => {
    if (company === undefined || world === undefined) return;
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
  let pauseMs = PAUSE_MS;
  while (!turn.aborted) {
    try {
      await poll(place, client, turn);
      pauseMs = PAUSE_MS;
    } catch (error) {
      if (!turn.aborted) pauseMs = await afterFailure(place, client, { error, pauseMs }, turn);
    }
  }
}

/** One request: it waits until there are events. */
async function poll(place: Place, client: QueryClient, signal: AbortSignal) {
  const name = nameOf(place);
  const asked = Date.now();
  const query = { ...startOf(left.get(name)), waitSeconds: WAIT_SECONDS };
  const timeoutMs = WAIT_SECONDS * 1_000 + ANSWER_MS;
  const { list, nextCursor } = await call(place, 'listEvents', { query, signal, timeoutMs });
  if (nextCursor !== null) {
    const news: FeedPlace = { cursor: nextCursor, seenAt: Date.now() };
    left.set(name, news);
    if (list.length > 0) publish(name, news);
  }
  if (list.length > 0) {
    refreshUnreadSoon(client);
    await refresh(place, client);
  }
  // A server that ends lets nobody wait.
  if (list.length === 0 && Date.now() < asked + PAUSE_MS) await pause(PAUSE_MS, signal);
}

function startOf(known: FeedPlace | undefined): { cursor: string } | { since: string } {
  const oldest = Date.now() - REACH_MS;
  return known !== undefined && known.seenAt > oldest
    ? { cursor: known.cursor }
    : { since: new Date(oldest).toISOString() };
}

interface Failure {
  readonly error: unknown;
  readonly pauseMs: number;
}

/** Waits between one and two times as long as the pause. @returns the pause after the next failure, ms. */
async function afterFailure(
  place: Place,
  client: QueryClient,
  { error, pauseMs }: Failure,
  stop: AbortSignal,
): Promise<number> {
  const { status } = refusalOf(error);
  // For a link without events, or a person with more devices than may wait: what is shown is read again from time to time.
  const isRefused = status === 403 || status === 429;
  if (isRefused) await refresh(place, client);
  await pause((isRefused ? LONGEST_PAUSE_MS : pauseMs) * (1 + Math.random()), stop);
  return Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
}

async function refresh(place: Place, client: QueryClient): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey: [company, world, name] }) =>
      company === place.company && world === place.world && OLD_AFTER_EVENTS.includes(name),
  });
}
