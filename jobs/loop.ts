import { setTimeout as sleep } from 'node:timers/promises';

export interface Loop {
  /** There is something to do: the pause under way ends. */
  runNow(): void;
  /** Resolves when the round under way has ended. */
  stop(): Promise<void>;
}

/** Milliseconds between two rounds of a loop that is started when there is work (runner.ts). */
export const IDLE_POLL_MS = 60_000;

export interface LoopOptions {
  /** Milliseconds between the end of one round and the next. */
  readonly everyMs: number;
  /** One round. True when it left work that was ready: the next one follows at once. */
  readonly round: (stopping: AbortSignal) => Promise<unknown>;
  /** Gets the error of a round that failed; the next round comes at its usual time. */
  readonly onError: (error: unknown) => void;
}

/**
 * Does something again and again until it is stopped. What must run in each process is of this kind; it leaves nothing
 * behind when it is killed, and leases in the database keep processes apart. What only a clock asks for is a Schedule (activities/schedules.ts).
 * `runNow` during a round is not lost: the next one follows at once (test/jobs/loop.test.ts).
 */
export function startLoop({ everyMs, round, onError }: LoopOptions): Loop {
  const stopping = new AbortController();
  let pause = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      pause = new AbortController();
      const isMore = await round(stopping.signal).catch(onError);
      if (isMore === true || pause.signal.aborted) continue;
      const signal = AbortSignal.any([pause.signal, stopping.signal]);
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    runNow: () => pause.abort(),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
