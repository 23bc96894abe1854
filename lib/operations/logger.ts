import { hostname } from 'node:os';
import { DriverException } from '@mikro-orm/core';
import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';

export interface ProcessLoggerOptions {
  readonly level: string;
  /** What this process does: `api`, `console`, or a worker's roles. */
  readonly role: string;
  readonly serializers?: NonNullable<LoggerOptions['serializers']>;
  /** The process's standard output by default. */
  readonly destination?: DestinationStream | undefined;
}

/**
 * A process's logger; each line says which process of which host wrote it. Logs say who, what and how long; never a header, a body, a
 * query string or a secret. Personal data comes only in those (docs/architecture.md, "How data flows").
 */
export function createProcessLogger({
  level,
  role,
  serializers = {},
  destination,
}: ProcessLoggerOptions): Logger {
  const options = {
    level,
    base: { role, host: hostname(), process: process.pid },
    serializers: { ...serializers, err: describeError },
    redact: { paths: SECRETS, censor: '[redacted]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Nothing logs these; should something begin to, it stays unread. */
const SECRETS = [
  'authorization',
  'headers',
  '*.authorization',
  '*.headers',
  '*.client_secret',
  '*.access_token',
  '*.secret',
  '*.password',
];

/**
 * An error for the log. The database's errors carry the statement with its values in their message, so of
 * those only what names the rule that was broken is kept, and the stack without its first lines.
 */
function describeError(error: Error) {
  if (!(error instanceof DriverException)) return stdSerializers.err(error);
  const { code, constraint, table } = error as DriverException & { constraint?: string; table?: string };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { type: error.name, message: 'database error', stack: frames.join('\n'), code, constraint, table };
}
