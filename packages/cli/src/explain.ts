import {
  AuthenticationError,
  ConnectionError,
  type ErrorDetail,
  GuidepostError,
  PermissionError,
  RateLimitError,
  ServerError,
} from '@guidepost/sdk';
import { InvalidArgumentError } from 'commander';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { CommandFailure } from './failure.ts';

/** What is shown of an error. */
export interface Explained {
  readonly exitCode: ExitCode;
  readonly message: string;
  readonly remedy?: string | undefined;
  /** The platform's code, such as 40901. */
  readonly code?: number | undefined;
  readonly details?: readonly ErrorDetail[];
  readonly requestId?: string | undefined;
  readonly docUrl?: string | undefined;
}

/** An error as it is shown. Of unexpected errors the stack is left out: it may contain secrets. */
export function explain(error: unknown): Explained {
  if (error instanceof CommandFailure) {
    return { exitCode: error.exitCode, message: error.message, remedy: error.remedy };
  }
  if (error instanceof GuidepostError) {
    const { msg: message, code, details, requestId, docUrl } = error;
    return {
      exitCode: exitCodeOf(error),
      message,
      remedy: remedyOf(error),
      code,
      details,
      requestId,
      docUrl,
    };
  }
  if (error instanceof InvalidArgumentError) return { exitCode: EXIT.usage, message: error.message };
  const name = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
  return { exitCode: EXIT.fault, message: `a fault of this program (${name})` };
}

/** Whether the same request may succeed later. */
export function isPassing(error: unknown): boolean {
  return error instanceof GuidepostError && exitCodeOf(error) === EXIT.unavailable;
}

function exitCodeOf(error: GuidepostError): ExitCode {
  if (error instanceof AuthenticationError || error instanceof PermissionError) return EXIT.credentials;
  const passes = [ConnectionError, RateLimitError, ServerError].some((kind) => error instanceof kind);
  return passes ? EXIT.unavailable : EXIT.refused;
}

function remedyOf(error: GuidepostError): string | undefined {
  if (error instanceof AuthenticationError)
    return 'Run "guidepost login" with the merchant key and app_secret of this platform.';
  if (error instanceof ConnectionError)
    return 'Is the address right, and the platform up? "guidepost whoami" shows the address.';
  if (error.retryAfter !== undefined) return `Try again in ${error.retryAfter} s.`;
  return undefined;
}
