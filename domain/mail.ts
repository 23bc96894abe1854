import { doubled } from './backoff.ts';

/** How often and how long e-mails are sent (docs/notifications.md, "When an endpoint has trouble"). */

/** A merchant is sent at most so many in 24 hours; its events are written all the same. */
export const MAILS_PER_DAY = 10;
/** Hours between two mails about a failing endpoint, so that one which fails every other hour does not fill an inbox. */
export const FAILING_MAIL_EVERY_HOURS = 24;
/** An endpoint that has failed so long is worth a word to its owner. */
export const FAILING_AFTER_MS = 3_600_000;
/** A mail that no server took in this time is given up. */
export const MAIL_GIVEN_UP_AFTER_MS = 2 * 86_400_000;

const FIRST_RETRY_MS = 60_000;
const MAX_RETRY_MS = 4 * 3_600_000;

/** Milliseconds until the attempt after number `attempt` (1 is the first): a minute, doubling, at most 4 h. */
export function mailDelay(attempt: number): number {
  return doubled(attempt, FIRST_RETRY_MS, MAX_RETRY_MS);
}

/** What an e-mail says; plain text. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** Who the mails come from; and a mail server, or a folder in its place. */
export type MailSettings = { readonly from: string } & (
  | { readonly smtpUrl: string }
  | { readonly outbox: string }
);
