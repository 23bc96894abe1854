import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { ERRORS } from '../../domain/errors.ts';

/** Answers in the envelope even what Node's HTTP parser gave up on: broken framing, or headers that are too large. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { code, status, msg } = ERRORS.invalidParameter;
  const requestId = randomUUID();
  const reason = error.code === 'HPE_HEADER_OVERFLOW' ? 'is too large' : 'is not well-formed HTTP';
  const body = JSON.stringify({ code, msg, data: { requestId, details: [{ path: 'header', reason }] } });
  const head = [
    `HTTP/1.1 ${status} Bad Request`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
