import { PlatformError } from '../../domain/errors.ts';

/** 40400; also for another company's, so that nobody learns which there are. */
export class VerificationNotFound extends PlatformError {
  constructor(what: 'document' | 'submission') {
    super('endpointNotFound', `there is no such ${what}`);
  }
}
