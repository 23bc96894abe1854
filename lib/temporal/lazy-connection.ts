import { setTimeout as sleep } from 'node:timers/promises';
import {
  Connection,
  type ConnectionOptions,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
} from '@temporalio/client';

/** Timers are a little late at times. */
const LATE_MS = 50;

export interface LazyConnection {
  /** Its own `close` is not to be called. */
  readonly connection: Connection;
  /** Waits for calls that are about to be tried again, up to 6 s; nothing is tried again from then on. */
  close(): Promise<void>;
}

/**
 * A connection to Temporal that is made with the first call, and can be closed while calls fail: the client tries them again by a
 * timer, and on a closed channel that is an exception which nobody can catch, the process's end.
 */
export function connectLazily(options: ConnectionOptions): LazyConnection {
  const usual = defaultGrpcRetryOptions();
  let isClosing = false;
  let lastRetryAt = 0;
  const retries = makeGrpcRetryInterceptor({
    retryableDecider: (attempt, status) => !isClosing && usual.retryableDecider(attempt, status),
    delayFunction(attempt, status) {
      const delay = usual.delayFunction(attempt, status);
      lastRetryAt = Math.max(lastRetryAt, performance.now() + delay);
      return delay;
    },
  });
  const connection = Connection.lazy({ ...options, interceptors: [retries] });
  return {
    connection,
    async close() {
      isClosing = true;
      const pauseMs = lastRetryAt + LATE_MS - performance.now();
      if (pauseMs > 0) await sleep(pauseMs);
      await connection.close();
    },
  };
}
