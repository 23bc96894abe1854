import { createSingleCall } from './probe.ts';

/** So long an answer is reused. */
const FRESH_MS = 5_000;

/**
 * Shares one answer among all who ask at the same time and for some seconds after. After a failure it asks again.
 * @returns a function that throws what the call throws, or a TimeoutError after two seconds.
 */
export function cached<Result>(
  call: () => Promise<Result>,
  now: () => number = () => performance.now(),
): () => Promise<Result> {
  const single = createSingleCall(call);
  let last: { readonly at: number; readonly result: Result } | undefined;
  return async () => {
    if (last !== undefined && now() - last.at < FRESH_MS) return last.result;
    const result = await single.ask();
    last = { at: now(), result };
    return result;
  };
}
