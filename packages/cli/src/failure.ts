import { EXIT, type ExitCode } from './exit-codes.ts';

/** What was asked for can't be done; the message is for whoever typed the command. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: ExitCode;
  /** What to do about it, a sentence. */
  readonly remedy: string | undefined;

  constructor(message: string, exitCode: ExitCode, remedy?: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.exitCode = exitCode;
    this.remedy = remedy;
  }
}

/** A wrong option or argument that commander could not know of. */
export function misused(message: string, remedy?: string): CommandFailure {
  return new CommandFailure(message, EXIT.usage, remedy);
}
