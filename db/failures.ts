/**
 * What an error of the database means to whoever waits for an answer, by its SQLSTATE (PostgreSQL, appendix A).
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
export const FAILURES: Readonly<Record<string, DatabaseFailure>> = {
  // Connection exceptions.
  '08': 'unavailable',
  // A write on a standby that took over, and has to become the primary first.
  '25006': 'unavailable',
  // The session waited for its client, or its transaction took too long; this one is rolled back.
  '25P03': 'busy',
  '25P04': 'busy',
  // Rolled back so that another transaction goes through: serialization failures, deadlocks.
  '40': 'busy',
  // Stays our fault: a constraint that is checked at the end.
  '53': 'unavailable', // disk full, out of memory, too many connections
  '55P03': 'busy', // lock_timeout
  '57014': 'busy', // statement_timeout: most often it waited for a lock
  '57P': 'unavailable', // shut down, crashed, starting, database dropped
  '58': 'unavailable', // I/O errors of its system
  // A damaged file: its machine is at fault, and no statement of ours.
  XX001: 'unavailable',
  XX002: 'unavailable',
};

/** pg reports these without any code. */
const POOL_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|not queryable|pool after calling end|query read timeout/i;

const MAX_CAUSES = 5;

/** What the error, or one that caused it, tells of the database; undefined: nothing, it is a fault of ours. */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  let current = error;
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth++) {
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
