import { InvalidArgumentError } from 'commander';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { CommandFailure } from './failure.ts';

/** What is told of an error. */
export interface Explained {
  readonly exitCode: ExitCode;
  readonly message: string;
  readonly remedy?: string | undefined;
  /** The platform's code, such as 40901. */
  readonly code?: number;
  readonly details?: readonly { readonly path: string; readonly reason: string; readonly msg?: string }[];
  readonly requestId?: string | undefined;
  readonly docUrl?: string | undefined;
}

/** An error as it is told. Of those that are nobody's, the stack is left out: it may hold what is secret. */
export function explain(error: unknown): Explained {
  if (error instanceof CommandFailure) {
    return { exitCode: error.exitCode, message: error.message, remedy: error.remedy };
  }
  if (error instanceof InvalidArgumentError) return { exitCode: EXIT.usage, message: error.message };
  const name = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
  return { exitCode: EXIT.fault, message: `a fault of this program (${name})` };
}
