/**
 * How `deliver` fails. Temporal stores messages and stack traces in plain text: they hold the fixed words
 * of domain/notification.ts and the HTTP status, nothing of the merchant's answer or address, and no SQL.
 */
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { retryDelay } from '../../domain/notification.ts';
import type { Later } from './decision.ts';

/** The delays of what is our fault stop doubling here: 40 s. */
const LAST_DOUBLING = 4;

/** `http_status 503` */
export function causeOf({ reason, httpStatus }: Pick<Later, 'reason' | 'httpStatus'>): string {
  return httpStatus === null ? reason : `${reason} ${httpStatus}`;
}

/** It is tried again later. Benign: the worker's own health is not in question. */
export function laterFailure(later: Later): ApplicationFailure {
  return ApplicationFailure.create({
    message: causeOf(later),
    type: later.reason,
    category: ApplicationFailureCategory.BENIGN,
    nextRetryDelay: later.waitMs,
  });
}

/** Our fault (the database is unavailable, a secret can't be read): tried again soon. */
export function internalFailure(activityAttempt: number, random: number): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'internal',
    type: 'internal',
    nextRetryDelay: retryDelay(Math.min(activityAttempt, LAST_DOUBLING), random),
  });
}
