import { isNativeError } from 'node:util/types';
import { ApplicationFailure } from '@temporalio/common';

/**
 * A failure ends up in histories and logs in plain text. A database error may quote the row, and with it a contact's
 * name or what a merchant wrote: only its kind is passed on. Our own failures stay as they are.
 * @param what the first words of the message.
 */
export function redacted(what: string, error: unknown): ApplicationFailure {
  if (error instanceof ApplicationFailure) return error;
  const kind = isNativeError(error) ? error.name : typeof error;
  return ApplicationFailure.retryable(`${what}: ${kind}`, 'internal');
}
