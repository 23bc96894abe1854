import { isNativeError } from 'node:util/types';
import { isGrpcServiceError, ServiceError } from '@temporalio/client';
import { CommanderError, InvalidArgumentError } from 'commander';
import { databaseFailure } from '../db/failures.ts';
import { InstallationError } from '../db/installation.ts';
import { CorrectionRefused } from '../db/queries/money/corrections.ts';
import { SchemaMismatchError } from '../db/schema.ts';
import { PlatformError } from '../domain/errors.ts';
import { ConfigError } from '../lib/config.ts';
import { CommandRefusedError } from '../lib/temporal/calling.ts';
import { ReleaseRefused } from '../services/operators/releases.ts';
import type { ExitName } from './exit-codes.ts';

/** The command can't be carried out; the message is for the operator. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly exit: ExitName;

  constructor(message: string, { exit = 'refused', cause }: { exit?: ExitName; cause?: unknown } = {}) {
    super(message, { cause });
    this.exit = exit;
  }
}

const TABLE_MISSING = '42P01';
/** "There is no such …", in the words of services that have no error class for it. */
const UNKNOWN = /there is no such|does not exist/;
/** Nothing can be written: a standby, or a server or database that was made read-only. */
const READ_ONLY = '25006';

/** The message of an error for an operator. A database error quotes its statement with values, so only its name is shown. */
export function explain(error: unknown): string {
  if (error instanceof PlatformError) {
    return error.details.map(({ path, msg }) => `${path}: ${msg}`).join('\n') || error.message;
  }
  const exit = exitOf(error);
  if (exit === 'unavailable' && !(error instanceof OperatorError)) {
    if (codeOf(error) === READ_ONLY) return 'the database is read-only (25006): nothing was changed';
    const part = isTemporals(error) ? 'Temporal' : 'the database';
    return `${part} does not answer (${codeOf(error) || 'no answer in time'})`;
  }
  if (exit !== 'fault') return (error as Error).message;
  const code = codeOf(error);
  if (code === TABLE_MISSING) return 'the database schema is out of date: run npm run migrate';
  return `failed: ${isNativeError(error) ? `${error.name} ${code}`.trim() : 'unknown'}`;
}

/** With what the program ends. */
export function exitOf(error: unknown): ExitName {
  if (error instanceof OperatorError) return error.exit;
  if (error instanceof InvalidArgumentError || error instanceof ConfigError) return 'usage';
  if (error instanceof CommanderError) return error.exitCode === 0 ? 'done' : 'usage';
  if (error instanceof InstallationError || error instanceof SchemaMismatchError) return 'foreign';
  if (error instanceof PlatformError) return exitOfPlatform(error);
  if (error instanceof CommandRefusedError || error instanceof ReleaseRefused) return 'refused';
  if (error instanceof CorrectionRefused) return UNKNOWN.test(error.message) ? 'notFound' : 'refused';
  return isTemporals(error) || isDatabases(error) ? 'unavailable' : 'fault';
}

function exitOfPlatform({ code, message, details }: PlatformError): ExitName {
  if (code === 50301) return 'unavailable';
  const isUnknown = [message, ...details.map(({ msg }) => msg)].some((text) => UNKNOWN.test(text));
  return isUnknown ? 'notFound' : 'refused';
}

const isTemporals = (error: unknown) => isGrpcServiceError(error) || error instanceof ServiceError;

/** pg's own time limits have a message only. */
const isDatabases = (error: unknown) =>
  databaseFailure(error) !== undefined || (isNativeError(error) && /timeout/i.test(error.message));

/** An error's code, such as ECONNREFUSED; empty where it has none. */
export function codeOf(error: unknown): string {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error;
  return isCoded ? String(error.code) : '';
}
