import { doubled } from './backoff.ts';

/** What the platform does by itself; docs/jobs.md says of each kind who adds it, who does it, and what happens when it fails. */
export const JOB_KINDS = [
  'calendar_import',
  'clock',
  'departure',
  'dispute_notice',
  'endpoint_notice',
  'endpoint_retry',
  'guide_index',
  'mail',
  'notice_mail',
  'notice_reminder',
  'order_follow',
  'push',
  'recovery',
  'waitlist_entry',
  'waitlist_time',
] as const;
export type JobKindName = (typeof JOB_KINDS)[number];

const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 3_600_000;

/** Milliseconds until a job that failed is tried again. @param attempt which one failed, from 1. */
export function jobRetryDelay(attempt: number): number {
  return doubled(attempt, FIRST_RETRY_MS, LONGEST_RETRY_MS);
}
