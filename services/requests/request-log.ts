import type { MikroORM } from '@mikro-orm/postgresql';
import { insertRequests, type LoggedRequest } from '../../db/queries/platform/request-log.ts';

/** Between two writes, so that what comes together is written together. */
const PAUSE_MS = 1_000;
/** At most so many wait for a write; further ones are dropped. */
const MAX_WAITING = 1_000;

export interface RequestLog {
  /** Takes a failed request down. Never waits and never throws. */
  note(request: LoggedRequest): void;
  /** Writes what was noted and not yet written. */
  flush(): Promise<void>;
}

/**
 * Queues merchants' failed requests for the table, so that no request waits for the write. One write at a time; while the database
 * is slow the queue fills up and the rest is dropped and counted; what can't be written is dropped and counted too, since
 * a log of failures must add no load to a database that fails.
 * @param deps.onDropped is called with how many were lost.
 */
export function createRequestLog(deps: {
  readonly orm: MikroORM;
  readonly onError: (error: unknown) => void;
  readonly onDropped: (count: number) => void;
}): RequestLog {
  let waiting: LoggedRequest[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await insertRequests(deps.orm.em.fork(), batch);
      } catch (error) {
        deps.onDropped(batch.length);
        deps.onError(error);
      }
    }
  }
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
    return writing;
  }
  return {
    note(request) {
      if (waiting.length >= MAX_WAITING) return deps.onDropped(1);
      waiting.push(request);
      timer ??= setTimeout(() => void flush(), PAUSE_MS).unref();
    },
    flush,
  };
}
