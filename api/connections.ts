import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { UnreadAnswers } from './unread-answers.ts';

/**
 * What one client may hold of the process (docs/decisions/0054). Node reads up to 64 KiB from a socket at once and
 * hands out every request in it, and it keeps every answer that nobody fetches; so here:
 *
 * - a connection has one request under way: the next one begins when the answer before has left the process,
 *   and what waits is bounded. A connection therefore holds one answer at most.
 * - an answer that nobody reads ends its connection, after a silence, in all, or when all together hold too much.
 * - when connections run out, the one that was idle the longest makes room, also one that never finishes its headers.
 */
export interface ConnectionLimits {
  /** Open at once. */
  readonly connections: number;
  /** Requests that wait behind the one under way, on one connection. */
  readonly waitingRequests: number;
  /** Of answers that were written and not fetched, over all connections. */
  readonly unreadBytes: number;
  /** To send the headers, and the whole request. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** Between two requests. */
  readonly keepAliveMs: number;
  /** Without a byte in either direction while a request is under way. */
  readonly silenceMs: number;
  /** From the request to the last byte of its answer. */
  readonly answerMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  connections: 1_000,
  waitingRequests: 16,
  unreadBytes: 64 * 1024 * 1024,
  headersMs: 10_000,
  requestMs: 15_000,
  keepAliveMs: 72_000,
  silenceMs: 30_000,
  answerMs: 120_000,
};

/** How often requests that take too long are looked for. */
const CHECK_MS = 2_000;

type Exchange = readonly [request: IncomingMessage, response: ServerResponse];
interface Connection {
  isBusy: boolean;
  readonly waiting: Exchange[];
}

/** An HTTP server that holds these limits. */
export function createBoundedServer(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  limits: ConnectionLimits = CONNECTION_LIMITS,
): Server {
  // The one that was used last is the last.
  const open = new Map<Socket, Connection>();
  const unread = new UnreadAnswers(limits.unreadBytes);

  function take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = open.get(socket);
    // The rest of what was read from a connection that is destroyed already.
    if (connection === undefined || socket.destroyed) return;
    if (!connection.isBusy) begin(connection, [request, response]);
    else if (connection.waiting.length < limits.waitingRequests) connection.waiting.push([request, response]);
    else socket.destroy();
  }

  function begin(connection: Connection, [request, response]: Exchange): void {
    const { socket } = request;
    connection.isBusy = true;
    const deadline = setTimeout(() => socket.destroy(), limits.answerMs);
    response.once('prefinish', () => unread.add(response, socket));
    response.once('close', () => {
      clearTimeout(deadline);
      unread.delete(response);
      if (open.has(socket)) goOn(connection, socket);
    });
    handle(request, response);
  }

  function goOn(connection: Connection, socket: Socket): void {
    connection.isBusy = false;
    open.delete(socket);
    open.set(socket, connection);
    const next = connection.waiting.shift();
    if (next !== undefined && !socket.destroyed) begin(connection, next);
  }

  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: Math.min(CHECK_MS, limits.headersMs),
    },
    take,
  );
  server.setTimeout(limits.silenceMs);
  server.on('connection', (socket) => {
    if (open.size >= limits.connections && !dropIdle(open)) return void socket.destroy();
    open.set(socket, { isBusy: false, waiting: [] });
    socket.once('close', () => open.delete(socket));
  });
  return server;
}

/** Ends the connection that was idle the longest; false where all are busy. */
function dropIdle(open: Map<Socket, Connection>): boolean {
  for (const [socket, { isBusy }] of open) {
    if (isBusy) continue;
    open.delete(socket);
    socket.destroy();
    return true;
  }
  return false;
}
