/** What one tab of a browser does for all: of those that are seen one has its turn, and publishes what it finds to the others. */

/**
 * Works in turns, until `stop`: while this tab can be seen, and no other tab has the turn of that name. A turn ends when its tab is hidden or
 * closed. @param work goes on until its signal.
 */
export async function inTurns(
  name: string,
  work: (turn: AbortSignal) => Promise<void>,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    await untilVisible(stop);
    if (stop.aborted) return;
    const hidden = new AbortController();
    const onChange = () => document.hidden && hidden.abort();
    document.addEventListener('visibilitychange', onChange);
    const turn = AbortSignal.any([stop, hidden.signal]);
    try {
      await locked(name, turn, () => work(turn));
    } catch (error) {
      if (!turn.aborted) throw error;
    } finally {
      document.removeEventListener('visibilitychange', onChange);
    }
  }
}

/** Browsers have locks where a page came by https or from this machine; elsewhere each tab works for itself. */
async function locked(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined) await work();
  else await locks.request(name, { signal }, work);
}

/** One for each name: what is published does not come back. */
const channels = new Map<string, BroadcastChannel>();

function channelOf(name: string): BroadcastChannel {
  const known = channels.get(name);
  if (known !== undefined) return known;
  const channel = new BroadcastChannel(name);
  channels.set(name, channel);
  return channel;
}

/** To the other tabs of this browser. */
export function publish(name: string, news: unknown): void {
  channelOf(name).postMessage(news);
}

/** What other tabs publish. @returns ends it. */
export function subscribeTo<News>(name: string, onNews: (news: News) => void): () => void {
  const listener = ({ data }: MessageEvent<News>) => onNews(data);
  const channel = channelOf(name);
  channel.addEventListener('message', listener);
  return () => channel.removeEventListener('message', listener);
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

/** Resolves after that time, or when the signal comes. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
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
