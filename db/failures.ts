import { isNativeError } from 'node:util/types';

/**
 * What an error of the database means for the caller, by its SQLSTATE (PostgreSQL, appendix A).
 *
 * - `unavailable`: it can't be reached, or has no room, memory or connection left. Repeating helps when somebody helped it.
 * - `busy`: another transaction has what this one needs, for longer than it may wait. Repeating helps soon.
 *
 * Everything else is a fault of ours.
 */
export type DatabaseFailure = 'unavailable' | 'busy';

/** Errors of the socket below the connection, as Node names them. */
const SOCKET_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
];
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** A whole class by its first two characters, single conditions in full; the longer one wins. */
const FAILURES: Readonly<Record<string, DatabaseFailure>> = {
  // Connection exceptions.
  '08': 'unavailable',
  // A write on a standby that took over, and has to become the primary first.
  '25006': 'unavailable',
  // The session waited for its client, or its transaction took too long; this one is rolled back.
  '25P03': 'busy',
  '25P04': 'busy',
  // Rolled back so that another transaction goes through: serialization failures, deadlocks.
  '40001': 'busy',
  '40P01': 'busy',
  // Disk full, out of memory, too many connections.
  '53': 'unavailable',
  // lock_timeout; statement_timeout, which most often waited for a lock.
  '55P03': 'busy',
  '57014': 'busy',
  // Shut down, crashed, starting, dropped.
  '57P': 'unavailable',
  // Errors of the system below it: I/O, files.
  '58': 'unavailable',
  // A damaged file: its machine is at fault, and no statement of ours.
  XX001: 'unavailable',
  XX002: 'unavailable',
};

/** pg reports these without any code. */
const POOL_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|not queryable|pool after calling end|query read timeout/i;

const MAX_CAUSES = 5;

/** What the error, or its cause, says about the database; undefined: nothing, it is a fault of ours. */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  let current = error;
  for (let depth = 0; depth < MAX_CAUSES && isNativeError(current); depth++) {
    const code = 'code' in current && typeof current.code === 'string' ? current.code : '';
    const failure = SOCKET_CODES.includes(code) ? 'unavailable' : failureOf(code);
    if (failure !== undefined) return failure;
    if (POOL_MESSAGES.test(current.message)) return 'unavailable';
    current = current.cause;
  }
  return undefined;
}

function failureOf(code: string): DatabaseFailure | undefined {
  if (!SQLSTATE.test(code)) return undefined;
  return FAILURES[code] ?? FAILURES[code.slice(0, 3)] ?? FAILURES[code.slice(0, 2)];
}
