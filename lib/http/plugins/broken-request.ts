import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorDetail } from '../../../domain/errors.ts';
import { docUrlOf } from './errors.ts';

type BrokenRequestHandler = (error: Error & { code?: string }, socket: Socket) => void;

/**
 * Answers in the envelope even what Node's HTTP parser gave up on: broken framing, or headers that are too large. What never sent a
 * byte gets no answer: browsers open connections ahead, and would take it for that of their first request (RFC 9112, 9.5).
 */
export function createBrokenRequestHandler(publicBaseUrl: string): BrokenRequestHandler {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0) {
      endUnused(socket);
      return;
    }
    const { code, status, msg } = ERRORS.invalidParameter;
    const requestId = randomUUID();
    const data = { requestId, docUrl: docUrlOf(publicBaseUrl, code), details: [detailOf(error.code)] };
    const body = JSON.stringify({ code, msg, data });
    const head = [
      `HTTP/1.1 ${status} Bad Request`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
}

/** Where the process was busy, a request is there by now that was not read yet: it comes first. */
function endUnused(socket: Socket): void {
  setImmediate(() => {
    if (socket.bytesRead === 0) socket.destroy();
  });
}

function detailOf(code: string | undefined): ErrorDetail {
  return code === 'HPE_HEADER_OVERFLOW'
    ? { path: 'header', reason: 'headers_too_large', msg: 'is too large' }
    : { path: 'header', reason: 'malformed_http', msg: 'is not well-formed HTTP' };
}
