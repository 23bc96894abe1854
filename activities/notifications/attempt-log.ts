import type { AttemptError } from '../../domain/notification.ts';

interface FailedAttempt {
  readonly notificationId: string;
  readonly subjectId: string;
  readonly sequence: number;
  readonly type: string;
  readonly merchantKey: string;
  readonly endpointId: string;
  /** Its number. */
  readonly attempt: number;
  readonly status: number | null;
  readonly error: AttemptError | null;
  readonly durationMs: number;
  readonly nextAttemptAt: Date | null;
}

export interface AttemptLog {
  /** One line for each attempt that was not acknowledged. */
  failed(attempt: FailedAttempt): void;
}

interface Logger {
  warn(fields: object, message: string): void;
}

/** Writes ids, fixed words and numbers: nothing of the address, the body or the answer. */
export function createAttemptLog(logger: Logger): AttemptLog {
  return {
    failed: ({ notificationId, subjectId, sequence, type, merchantKey, endpointId, attempt, ...went }) => {
      const { status, error, durationMs, nextAttemptAt } = went;
      const what = { requestId: notificationId, subject: subjectId, sequence, type };
      const where = { merchant: merchantKey, endpoint: endpointId };
      logger.warn(
        { ...what, ...where, attempt, status, error, durationMs, nextAttemptAt },
        'a notification was not acknowledged',
      );
    },
  };
}
