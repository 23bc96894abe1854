/** What connections may use of a process; by address, and while a request is under way also by its caller. */
export interface ConnectionLimits {
  /** Open at once; at most half of them from one address. */
  readonly connections: number;
  /** Requests that wait behind the one under way, on one connection. */
  readonly waitingRequests: number;
  /** Requests of one address, person or merchant whose bodies have been on their way for longer than `graceMs`. */
  readonly unfinishedBodies: number;
  /** Announced bytes of bodies on their way, over all connections, and for one address, person or merchant. */
  readonly unfinishedBytes: number;
  readonly unfinishedBytesOfOne: number;
  /** The most that a body counts for: larger ones have a budget of uploads (lib/admission/uploads.ts). */
  readonly bodyBytes: number;
  /** Bytes of answers that were written and not fetched, over all connections. */
  readonly unreadBytes: number;
  /** What is unfinished for no longer than that is not ended as long as there is something else to end. */
  readonly graceMs: number;
  /** For the rest of a body whose request was answered before it was there. */
  readonly lingerMs: number;
  /** Time to send the headers, and the whole request. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** Between two requests. */
  readonly keepAliveMs: number;
  /** Without a byte in either direction while a request is under way. */
  readonly silenceMs: number;
  /** From the request to the last byte of its answer. */
  readonly answerMs: number;
}

const MEBIBYTE = 1_024 * 1_024;

export const CONNECTION_LIMITS: ConnectionLimits = {
  connections: 1_000,
  waitingRequests: 16,
  unfinishedBodies: 100,
  unfinishedBytes: 32 * MEBIBYTE,
  unfinishedBytesOfOne: 8 * MEBIBYTE,
  bodyBytes: 65_536,
  unreadBytes: 64 * MEBIBYTE,
  graceMs: 1_000,
  lingerMs: 1_000,
  headersMs: 10_000,
  requestMs: 15_000,
  keepAliveMs: 72_000,
  silenceMs: 30_000,
  answerMs: 120_000,
};
