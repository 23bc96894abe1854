import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

interface StoppingOptions {
  readonly log: Logger;
  /** Between "not ready" and the closed listener: so long balancers need to notice. Milliseconds. */
  readonly delayMs: number;
  /** What takes longer than this to end is stuck. Milliseconds. */
  readonly timeoutMs: number;
}

/** The end of a process that serves requests. */
export interface Stopping {
  /** Aborted with the first SIGTERM or SIGINT: readiness says so from then on. */
  readonly signal: AbortSignal;
  /** Has SIGTERM and SIGINT end the process in order; a second one of the same kind ends it at once. */
  onSignal(close: () => Promise<void>): void;
}

/** First not ready, then, after the delay, `close`: the listener, and what is behind it. */
export function createStopping({ log, delayMs, timeoutMs }: StoppingOptions): Stopping {
  const stopped = new AbortController();
  return {
    signal: stopped.signal,
    onSignal: (close) => {
      const stop = async (signal: string) => {
        if (stopped.signal.aborted) return;
        log.info({ signal, delayMs }, 'stopping');
        stopped.abort();
        setTimeout(() => process.exit(1), delayMs + timeoutMs).unref();
        if (delayMs > 0) await sleep(delayMs);
        await close();
      };
      for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, stop);
    },
  };
}
