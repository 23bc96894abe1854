/** Errors of the connection to PostgreSQL and of the socket below it, as Node and pg name them. */
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
/** SQLSTATE: connection exceptions; too many connections; shut down, starting, cancelled; deadlock, lock not had. */
const PASSING_SQLSTATES = /^(08\w{3}|53300|57P0[1-5]|57014|40001|40P01|55P03)$/;
/** pg reports these without any code. */
const POOL_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|not queryable|pool after calling end/i;

const MAX_CAUSES = 5;

/** True when the error says that the database can't be reached now, or asks to try again. */
export function isDatabaseAway(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth++) {
    const code = 'code' in current && typeof current.code === 'string' ? current.code : '';
    const isPassing = SOCKET_CODES.includes(code) || PASSING_SQLSTATES.test(code);
    if (isPassing || POOL_MESSAGES.test(current.message)) return true;
    current = current.cause;
  }
  return false;
}
