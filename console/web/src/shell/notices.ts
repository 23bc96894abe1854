/** The reader's notices of their companies' orders and statements: how much is unread, what, and marking it as read. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '../api/client.ts';
import type { Refusal } from '../api/errors.ts';
import { useAction, usePages } from '../api/queries.ts';
import type { Answer } from '../api/routes.ts';
import type { Texts } from '../texts/index.ts';
import { inTurns, pause, publish, subscribeTo } from './one-tab.ts';

const LIST = 'GET /api/account/notices';
const UNREAD = 'GET /api/account/notices/unread';

type Unread = Answer<typeof UNREAD>;
export type Notice = Answer<typeof LIST>['list'][number];

const NOTICES = ['notices'] as const;
const UNREAD_KEY = [...NOTICES, 'unread'];
const LIST_KEY = [...NOTICES, 'list'];
/** What no event of the page's company goes before: another company's, another world's, a deadline's. */
const POLL_MS = 180_000;
const AFTER_EVENTS_MS = [3_000, 15_000, 60_000];

/** What the server's counting stops at (db/queries/notices/settings.ts). */
const MANY = 1_000;

/** That the session has ended is said where somebody does something, not here. */
export function useUnread(): number {
  const client = useQueryClient();
  const { data } = useQuery<Unread, Refusal>({
    queryKey: UNREAD_KEY,
    queryFn: async ({ signal }) => {
      const answer = await request(UNREAD, { signal, leadsToSignIn: false });
      publish(UNREAD, answer);
      return answer;
    },
    refetchOnWindowFocus: 'always',
  });
  const unread = data?.unread ?? 0;
  useEffect(() => void showOnIcon(unread), [unread]);
  // Another count, another list: an open one is read again, a closed one when it is opened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count is what it waits for
  useEffect(() => {
    void client.invalidateQueries({ queryKey: LIST_KEY }, { cancelRefetch: false });
  }, [client, unread]);
  return unread;
}

/** Keeps the count fresh while somebody can see the page: one tab of a browser asks, for all of them. */
export function useFreshUnread(): void {
  const client = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    const askAgain = async (turn: AbortSignal) => {
      for (;;) {
        await pause(POLL_MS, turn);
        if (turn.aborted) return;
        await refreshUnread(client);
      }
    };
    void inTurns(UNREAD, askAgain, stop.signal);
    const end = subscribeTo<Unread>(UNREAD, (answer) => client.setQueryData(UNREAD_KEY, answer));
    return () => {
      stop.abort();
      end();
    };
  }, [client]);
}

let soon: ReturnType<typeof setTimeout>[] = [];

/** After events: the job that writes notices follows them, mostly a second or two behind. */
export function refreshUnreadSoon(client: QueryClient): void {
  for (const timer of soon) clearTimeout(timer);
  soon = AFTER_EVENTS_MS.map((ms) => setTimeout(() => void refreshUnread(client), ms));
}

/** For all tabs; not where there is no bell. */
async function refreshUnread(client: QueryClient): Promise<void> {
  await client.refetchQueries({ queryKey: UNREAD_KEY, type: 'active' });
}

/** On the installed program's icon. */
export async function showOnIcon(unread: number): Promise<void> {
  // Some browsers have no number on it.
  await navigator.setAppBadge?.(unread).catch(() => undefined);
}

/** The newest first; `more` has the older ones. */
export function useNotices() {
  return usePages<Notice>(LIST_KEY, async (cursor, signal) => {
    const query = cursor === undefined ? {} : { before: Number(cursor) };
    const { list, hasMore } = await request(LIST, { query, signal });
    const last = list.at(-1);
    return { list, nextCursor: hasMore && last ? String(last.id) : null };
  });
}

export function useReadNotice() {
  const route = 'POST /api/account/notices/{noticeId}/read';
  return useAction((id: number) => request(route, { params: { noticeId: id } }), { invalidates: [NOTICES] });
}

/** All up to the newest that the reader has seen: what comes meanwhile stays unread. */
export function useReadAll() {
  const route = 'POST /api/account/notices/read';
  return useAction((upTo: number) => request(route, { body: { upTo } }), { invalidates: [NOTICES] });
}

/** The page of what notices are about reads them, however one came there; also what comes while it is open. */
export function useReadAbout(subjectId: string): void {
  const client = useQueryClient();
  const unread = useUnread();
  useEffect(() => {
    if (unread === 0) return;
    const body = { subjectId };
    request('POST /api/account/notices/read', { body, leadsToSignIn: false })
      .then(() => client.invalidateQueries({ queryKey: NOTICES }))
      // They stay unread: the page is what counts.
      .catch(() => undefined);
  }, [client, subjectId, unread]);
}

/** `3 unread`, for the bell's name and above the list. */
export function unreadText(words: Texts['notices'], unread: number): string {
  if (unread === 0) return words.noneUnread;
  return unread >= MANY ? words.manyUnread : words.unread(unread);
}

/** As a badge shows it; empty for none. */
export function shortCount(unread: number): string {
  if (unread === 0) return '';
  return unread > 99 ? '99+' : String(unread);
}
