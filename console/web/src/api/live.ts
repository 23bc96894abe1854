/** Live pages: a long poll that tells which answers are old. */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { get } from './client.ts';

interface Feed {
  readonly list: readonly unknown[];
  readonly nextCursor: string | null;
}

/** How long the server holds a request in which nothing happens, in seconds. */
const WAIT_SECONDS = 25;

/** The pause before a feed is asked again that has failed, in ms. */
const RETRY_MS = 5_000;

/**
 * Follows a feed as `event/list` is one: `GET path?from=now&waitSeconds=25`, then with `cursor`; has the given answers asked for again
 * whenever something is in it. Pauses while the page is hidden.
 */
export function useLive(path: string | undefined, invalidates: readonly QueryKey[]): void {
  const client = useQueryClient();
  const keys = JSON.stringify(invalidates);
  useEffect(() => {
    if (path === undefined) return;
    const stop = new AbortController();
    const refresh = () => {
      for (const queryKey of JSON.parse(keys) as QueryKey[]) void client.invalidateQueries({ queryKey });
    };
    void follow(path, stop.signal, refresh);
    return () => stop.abort();
  }, [path, keys, client]);
}

async function follow(path: string, signal: AbortSignal, refresh: () => void): Promise<void> {
  let cursor: string | undefined;
  while (!signal.aborted) {
    await visible(signal);
    if (signal.aborted) return;
    try {
      const place = cursor === undefined ? { from: 'now' } : { cursor };
      const query = { ...place, waitSeconds: WAIT_SECONDS };
      const answer = await get<Feed>(path, query, { signal, timeoutMs: 60_000 });
      if (answer.list.length > 0) refresh();
      cursor = answer.nextCursor ?? cursor;
    } catch {
      await pause(RETRY_MS, signal);
    }
  }
}

function visible(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
