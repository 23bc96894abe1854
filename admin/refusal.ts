import { InvalidArgumentError } from 'commander';
import { ConfigError } from '../config.ts';
import { InstallationError } from '../db/installation.ts';
import { CorrectionRefused } from '../db/queries/corrections.ts';
import { PlatformError } from '../domain/errors.ts';
import { CommandRefusedError } from '../temporal/calling.ts';

/** What was asked for can't be done; the message is for the operator. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

const SAID_BY_US = [
  OperatorError,
  InstallationError,
  ConfigError,
  CommandRefusedError,
  CorrectionRefused,
  InvalidArgumentError,
];
const TABLE_MISSING = '42P01';

/** What an operator is told of an error. A database error quotes its statement with values; only its name is told. */
export function explain(error: unknown): string {
  if (error instanceof PlatformError) {
    return error.details.map(({ path, msg }) => `${path}: ${msg}`).join('\n') || error.message;
  }
  if (SAID_BY_US.some((type) => error instanceof type)) return (error as Error).message;
  const code = codeOf(error);
  if (code === TABLE_MISSING) return 'the database schema is out of date: run npm run migrate';
  return `failed: ${error instanceof Error ? `${error.name} ${code}`.trim() : 'unknown'}`;
}

/** An error's code, such as ECONNREFUSED; empty where it has none. */
export function codeOf(error: unknown): string {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error;
  return isCoded ? String(error.code) : '';
}
