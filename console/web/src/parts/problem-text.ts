/** What is wrong with one part of a request, as a sentence. */
import type { Refusal } from '../api/errors.ts';
import type { Texts } from '../texts/index.ts';

export type Problem = Refusal['details'][number];

/** In the reader's language where the reason is known, else the server's words. */
export function problemText({ reason, msg }: Pick<Problem, 'reason' | 'msg'>, texts: Texts): string {
  return (
    texts.frame.reasons[reason] ??
    `${msg.charAt(0).toUpperCase()}${msg.slice(1)}${/[.!?]$/.test(msg) ? '' : '.'}`
  );
}
