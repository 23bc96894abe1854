import { type ErrorDetail, InvalidParameter, PlatformError } from '../../domain/errors.ts';
import type { RefusalReason } from '../../domain/refusal-reasons.ts';

/** 40400; also for another company's, so that nobody learns which there are. */
export class VerificationNotFound extends PlatformError {
  constructor(what: 'document' | 'submission') {
    super('endpointNotFound', `there is no such ${what}`);
  }
}

/** One thing that is wrong. @param path as the page names it: `body.taxId`, `submission`. */
export function refuse(path: string, reason: RefusalReason, msg: string): InvalidParameter {
  const only: ErrorDetail = { path, reason, msg };
  return new InvalidParameter([only]);
}
