import type { AttemptError } from '../domain/notification.ts';

/**
 * A request went wrong in a way that has one of the fixed words. The word is all that leaves this folder; the cause
 * may hold addresses and is for a debugger only.
 */
export class AttemptFailed extends Error {
  override readonly name = 'AttemptFailed';
  readonly word: AttemptError;

  constructor(word: AttemptError, cause?: unknown) {
    super(word, cause === undefined ? undefined : { cause });
    this.word = word;
  }
}
