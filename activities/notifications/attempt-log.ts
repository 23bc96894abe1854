import type { AttemptError } from '../../domain/notification.ts';

interface Notification {
  readonly notificationId: string;
  readonly subjectId: string;
  readonly sequence: number;
  readonly type: string;
  readonly merchantKey: string;
  readonly endpointId: string;
}

interface FailedAttempt extends Notification {
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
  /** One line where the way out was the trouble, and not the receiver. @param why a fixed word */
  unsent(notification: Notification & { readonly why: string }): void;
}

interface Logger {
  warn(fields: object, message: string): void;
}

/** Writes ids, fixed words and numbers: nothing of the address, the body or the answer. */
export function createAttemptLog(logger: Logger): AttemptLog {
  return {
    failed: (failed) => {
      const { attempt, status, error, durationMs, nextAttemptAt } = failed;
      logger.warn(
        { ...fieldsOf(failed), attempt, status, error, durationMs, nextAttemptAt },
        'a notification was not acknowledged',
      );
    },
    unsent: (notification) =>
      logger.warn(
        { ...fieldsOf(notification), error: 'egress_unavailable', why: notification.why },
        'a notification was not sent: the egress proxy is unavailable, and nothing is known of the receiver',
      ),
  };
}

function fieldsOf({ notificationId, subjectId, sequence, type, merchantKey, endpointId }: Notification) {
  const what = { requestId: notificationId, subject: subjectId, sequence, type };
  return { ...what, merchant: merchantKey, endpoint: endpointId };
}
