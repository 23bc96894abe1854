/**
 * What a merchant and the operators write to each other about a disputed line (docs/settlement.md, "Disputes"). Pure, so that
 * the console's pages use it too.
 */
import type { DisputeState } from './settlement.ts';

/** Who writes: somebody of the merchant, or of the platform. */
export const THREAD_SIDES = ['merchant', 'operator'] as const;
export type ThreadSide = (typeof THREAD_SIDES)[number];

/** For one dispute, both sides together. */
const MAX_THREAD_MESSAGES = 200;

/** How long after the operator's answer both may still write: for a question about it. */
const THREAD_DAYS = 30;
const DAY_MS = 86_400_000;

/** What deciding who may write needs to know of a dispute. */
export interface ThreadFacts {
  readonly status: DisputeState;
  readonly resolvedAt?: Date | null | undefined;
}

/** Until when both sides may write; null while the dispute waits for its answer. */
export function threadOpenUntil({ status, resolvedAt }: ThreadFacts): Date | null {
  if (status === 'open' || !resolvedAt) return null;
  return new Date(resolvedAt.getTime() + THREAD_DAYS * DAY_MS);
}

/** Why nobody may write any more; undefined where they may. @param count of its messages so far. */
export function threadRefusal(dispute: ThreadFacts, count: number, now: Date): string | undefined {
  const until = threadOpenUntil(dispute);
  if (until !== null && now >= until)
    return `both sides may write until ${THREAD_DAYS} days after the answer`;
  if (count >= MAX_THREAD_MESSAGES)
    return `the dispute has ${MAX_THREAD_MESSAGES} messages, which is the limit`;
  return undefined;
}
