import { setTimeout as sleep } from 'node:timers/promises';
import { InstallationError } from '../../db/installation.ts';
import { UnusableDatabaseError } from '../../db/unusable.ts';

/** Nobody who asks waits longer. */
const PATIENCE_MS = 2_000;
/** So long an answer is reused. */
const FRESH_MS = 1_000;
/** A check that hangs (a frozen server, a lost packet) is started again after this time, and holds a connection until then. */
const GIVEN_UP_MS = 30_000;

/** What a probe says of a part that can't be reached; anything else it says somebody has to put right. */
export const NO_ANSWER = 'does not answer';

/** Asks a part whether it can be used. @returns undefined when it can; otherwise why not, in words. Never rejects. */
export type Probe = () => Promise<string | undefined>;

/** One call at a time, however many ask. */
export interface SingleCall<Result> {
  /** The call under way, or a new one. @throws what it throws, or a TimeoutError after `PATIENCE_MS`. */
  ask(): Promise<Result>;
}

/** Shares one call among all who ask at the same time: a frozen server is asked once, not by each scrape. */
export function createSingleCall<Result>(call: () => Promise<Result>): SingleCall<Result> {
  let underWay: { readonly since: number; readonly result: Promise<Result> } | undefined;
  return {
    async ask() {
      if (underWay === undefined || performance.now() - underWay.since > GIVEN_UP_MS) {
        const mine = { since: performance.now(), result: call() };
        const forget = () => {
          if (underWay === mine) underWay = undefined;
        };
        mine.result.then(forget, forget);
        underWay = mine;
      }
      return await inTime(underWay.result);
    },
  };
}

/** @param check throws where the part can't be used. */
export function createProbe(check: () => Promise<unknown>): Probe {
  const call = createSingleCall(check);
  let last: { readonly at: number; readonly why: string | undefined } | undefined;
  return async () => {
    if (last !== undefined && performance.now() - last.at < FRESH_MS) return last.why;
    const why = await call.ask().then(() => undefined, reasonOf);
    last = { at: performance.now(), why };
    return why;
  };
}

/** Why a part can't be used, in words: the message of what somebody has to put right, else that it does not answer. */
export function reasonOf(error: unknown): string {
  const isSaid = error instanceof InstallationError || error instanceof UnusableDatabaseError;
  return isSaid ? error.message : NO_ANSWER;
}

/** @throws TimeoutError after two seconds. */
export async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const stop = new AbortController();
  const timeout = sleep(PATIENCE_MS, undefined, { signal: stop.signal }).then(
    () => Promise.reject(new DOMException(NO_ANSWER, 'TimeoutError')),
    // The work was quicker.
    () => work,
  );
  try {
    return await Promise.race([work, timeout]);
  } finally {
    stop.abort();
  }
}
