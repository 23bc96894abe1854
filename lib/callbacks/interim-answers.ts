import type { Socket } from 'node:net';
import { isNativeError } from 'node:util/types';
import { AttemptFailed } from './attempt.ts';

/** The start of a status line says enough: `HTTP/1.1 1`, and two more digits. */
const STATUS_LINE = /^HTTP\/1\.[01] (\d{3})/;
const STATUS_LINE_BYTES = 12;
const SWITCHING_PROTOCOLS = '101';
const END = '\r\n\r\n';

/**
 * Takes interim answers (1xx) out of what a connection receives. A client must be able to read them and may ignore them,
 * also unasked ones (RFC 9110, 15.2); undici ends the connection at a 100. 101 is left in: nobody asked to switch.
 * Between a request and its answer's own status line; what follows passes untouched.
 * @param limit bytes of interim answers to one request.
 */
export function withoutInterimAnswers<S extends Socket>(socket: S, limit: number): S {
  const filter = createFilter(limit);
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  // undici pulls by `read`, and never has two requests on one connection at once: each begins with a write.
  socket.read = (size) => {
    for (let chunk = read(size); chunk !== null; chunk = read(size)) {
      const rest = filter.pass(chunk);
      if (rest === undefined) {
        socket.destroy(new AttemptFailed('answer_too_large'));
        return null;
      }
      if (rest.length > 0) return rest;
    }
    return null;
  };
  socket.write = (...args: unknown[]) => {
    filter.begin();
    return write(...args);
  };
  // undici fails the request with this very error.
  socket.on('error', (error) => {
    if (filter.isUnanswered()) unanswered.add(error);
  });
  return socket;
}

const unanswered = new WeakSet<Error>();

/**
 * Whether it ended a connection that had served before, and not one byte of an answer had come: most likely the other side
 * had closed it as idle just when the request was sent, and never read that.
 */
export function hasLostReusedConnection(error: unknown): boolean {
  return isNativeError(error) && unanswered.has(error);
}

function createFilter(limit: number) {
  let isAtHead = true;
  let hasServed = false;
  let held: Buffer = Buffer.alloc(0);
  let skipped = 0;
  return {
    /** A request begins. */
    begin(): void {
      isAtHead = true;
      skipped = 0;
    },
    /** It has answered before, and said nothing since. */
    isUnanswered: () => hasServed && isAtHead && held.length === 0 && skipped === 0,
    /** What of it belongs to the answer; undefined when there were too many interim ones. */
    pass(chunk: Buffer): Buffer | undefined {
      if (!isAtHead) return chunk;
      held = Buffer.concat([held, chunk]);
      for (;;) {
        if (skipped + held.length > limit && isInterim(held)) return undefined;
        if (held.length < STATUS_LINE_BYTES) return Buffer.alloc(0);
        if (!isInterim(held)) break;
        const end = held.indexOf(END);
        if (end < 0) return Buffer.alloc(0);
        skipped += end + END.length;
        held = held.subarray(end + END.length);
      }
      const rest = held;
      held = Buffer.alloc(0);
      isAtHead = false;
      hasServed = true;
      return rest;
    },
  };
}

function isInterim(head: Buffer): boolean {
  const status = STATUS_LINE.exec(head.toString('latin1', 0, STATUS_LINE_BYTES))?.[1];
  return status?.startsWith('1') === true && status !== SWITCHING_PROTOCOLS;
}
