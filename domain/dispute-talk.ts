/**
 * What a merchant and the operators write to each other about a disputed line (docs/settlement.md, "Disputes"). Pure, so that
 * the console's pages use it too.
 */
import type { DisputeState } from './settlement.ts';

/** Who writes: somebody of the merchant, or of the platform. */
export const TALK_SIDES = ['merchant', 'operator'] as const;
export type TalkSide = (typeof TALK_SIDES)[number];

/** Of one dispute, of both sides together. */
const MAX_TALK_MESSAGES = 200;
/** Characters. */
export const MAX_TALK_TEXT = 2_000;
/** Of one message. */
export const MAX_TALK_FILES = 5;
/** Of one dispute. */
export const MAX_DISPUTE_FILES = 40;
export const MAX_TALK_FILE_BYTES = 5 * 1024 * 1024;
export const TALK_FILE_TYPES = ['application/pdf', 'image/png', 'image/jpeg', 'text/csv'] as const;

/** How long after the operator's answer both may still write: for a question about it. */
const TALK_DAYS = 30;
const DAY_MS = 86_400_000;

/** What deciding who may write needs to know of a dispute. */
export interface TalkFacts {
  readonly status: DisputeState;
  readonly resolvedAt?: Date | null | undefined;
}

/** Until when both sides may write; null while the dispute waits for its answer. */
export function talkUntil({ status, resolvedAt }: TalkFacts): Date | null {
  if (status === 'open' || !resolvedAt) return null;
  return new Date(resolvedAt.getTime() + TALK_DAYS * DAY_MS);
}

/** Why nobody may write any more; undefined where they may. @param count of its messages so far. */
export function talkRefusal(dispute: TalkFacts, count: number, now: Date): string | undefined {
  const until = talkUntil(dispute);
  if (until !== null && now >= until) return `both sides may write until ${TALK_DAYS} days after the answer`;
  if (count >= MAX_TALK_MESSAGES)
    return `the dispute has ${MAX_TALK_MESSAGES} messages, and there are no more`;
  return undefined;
}
