import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { AddressOf } from './client-address.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.ts';
import { Holders } from './holders.ts';
import { UnreadAnswers } from './unread-answers.ts';

/** How often requests that take too long are searched. */
const CHECK_MS = 2_000;

type Exchange = readonly [request: IncomingMessage, response: ServerResponse];
type Handle = (...exchange: Exchange) => void;
interface Connection {
  isBusy: boolean;
  readonly waiting: Exchange[];
}

/**
 * What one client may hold of the process (docs/decisions/0054, 0134), before a body is read. Node reads up to 64 KiB from a socket
 * at once and hands out every request in it, and it keeps every answer that nobody fetches; so here (test/admission/connections.test.ts):
 *
 * - a connection has one request under way: the next one begins when the answer before has left the process,
 *   and what waits is bounded. A connection therefore holds one answer at most.
 * - an answer that nobody reads ends its connection, after a silence, in all, or when all together hold too much.
 * - when connections run out, or those of one address, the holder of the most loses one: first an unfinished one.
 * - bodies on their way are bounded in number by whose they are, and in bytes by that and in all.
 * - a request that was answered before its body was there has a second for the rest; then its connection ends.
 */
export class Connections {
  readonly #addressOf: AddressOf;
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<Socket, Connection>();
  readonly #holders: Holders<Socket>;
  readonly #unread: UnreadAnswers;

  constructor(addressOf: AddressOf, limits: ConnectionLimits = CONNECTION_LIMITS) {
    this.#addressOf = addressOf;
    this.#limits = limits;
    this.#holders = new Holders(limits.graceMs);
    this.#unread = new UnreadAnswers(limits.unreadBytes);
  }

  /** An HTTP server that holds the limits. */
  serve(handle: Handle): Server {
    const server = createServer(timeouts(this.#limits), (...exchange) => this.#take(exchange, handle));
    server.setTimeout(this.#limits.silenceMs);
    server.on('connection', (socket) => this.#accept(socket));
    return server;
  }

  /** The request under way on that socket turns out to be that person's or merchant's: it counts for them, too. */
  claim(socket: Socket, holder: string): void {
    this.#holders.claim(socket, holder);
    this.#endWhatIsTooMuch(socket);
  }

  #accept(socket: Socket): void {
    const { address, isProxy } = this.#addressOf.peer(socket.remoteAddress);
    const holders = this.#holders;
    const { connections } = this.#limits;
    if (!isProxy && holders.connectionsOf(address) >= connections / 2) {
      const first = holders.firstOf(address);
      if (first === undefined) return void socket.destroy();
      this.#end(first);
    }
    if (holders.size >= connections) this.#end(holders.first());
    if (holders.size >= connections) return void socket.destroy();
    this.#open.set(socket, { isBusy: false, waiting: [] });
    holders.open(socket, address);
    socket.once('close', () => this.#forget(socket));
  }

  #end(socket: Socket | undefined): void {
    if (socket === undefined) return;
    this.#forget(socket);
    socket.destroy();
  }

  #forget(socket: Socket): void {
    this.#open.delete(socket);
    this.#holders.close(socket);
  }

  #take(exchange: Exchange, handle: Handle): void {
    const [{ socket }] = exchange;
    const connection = this.#open.get(socket);
    // The rest of what was read from a connection that is destroyed already.
    if (connection === undefined || socket.destroyed) return;
    if (!connection.isBusy) this.#begin(connection, exchange, handle);
    else if (connection.waiting.length < this.#limits.waitingRequests) connection.waiting.push(exchange);
    else socket.destroy();
  }

  #begin(connection: Connection, [request, response]: Exchange, handle: Handle): void {
    const { socket } = request;
    connection.isBusy = true;
    this.#holders.serve(socket);
    this.#holders.claim(socket, this.#addressOf.client(request));
    // Not before what came with the headers was read: most bodies are whole by then.
    if (hasBody(request)) setImmediate(() => this.#expectBody([request, response]));
    const deadline = setTimeout(() => socket.destroy(), this.#limits.answerMs);
    response.once('prefinish', () => {
      this.#unread.add(response, socket);
      this.#holders.wait(socket);
    });
    response.once('close', () => {
      clearTimeout(deadline);
      this.#unread.delete(response);
      if (!this.#open.has(socket)) return;
      if (request.complete) this.#goOn(connection, socket, handle);
      else this.#linger(connection, request, handle);
    });
    handle(request, response);
  }

  #expectBody([request, response]: Exchange): void {
    const { socket } = request;
    const isWhole = () => request.complete;
    if (isWhole() || !this.#open.get(socket)?.isBusy) return;
    this.#holders.expect(socket, announcedBytes(request, this.#limits.bodyBytes), isWhole);
    request.once('end', () => {
      if (this.#open.get(socket)?.isBusy && !response.writableFinished) this.#holders.serve(socket);
    });
    this.#endWhatIsTooMuch(socket);
  }

  #endWhatIsTooMuch(socket: Socket): void {
    const holders = this.#holders;
    const { unfinishedBodies, unfinishedBytes, unfinishedBytesOfOne } = this.#limits;
    for (const holder of holders.holdersOf(socket)) {
      this.#end(holders.overdueOf(holder, unfinishedBodies));
      if (holders.bytesOf(holder) > unfinishedBytesOfOne) this.#end(holders.unfinishedOf(holder));
    }
    if (holders.bytes > unfinishedBytes) this.#end(holders.unfinished());
  }

  /** Node reads and drops the rest; to end at once could take the answer from its client. */
  #linger(connection: Connection, request: IncomingMessage, handle: Handle): void {
    const { socket } = request;
    this.#holders.expect(socket, 0, () => request.complete);
    const deadline = setTimeout(() => this.#end(socket), this.#limits.lingerMs);
    request.once('close', () => {
      clearTimeout(deadline);
      if (!this.#open.has(socket)) return;
      if (request.complete) this.#goOn(connection, socket, handle);
      else this.#end(socket);
    });
  }

  #goOn(connection: Connection, socket: Socket, handle: Handle): void {
    connection.isBusy = false;
    this.#holders.rest(socket);
    const next = connection.waiting.shift();
    if (next !== undefined && !socket.destroyed) this.#begin(connection, next, handle);
  }
}

function timeouts(limits: ConnectionLimits) {
  return {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: Math.min(CHECK_MS, limits.headersMs),
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** One that does not say is taken for the largest. */
function announcedBytes({ headers }: IncomingMessage, most: number): number {
  return Math.min(Number(headers['content-length'] ?? most), most);
}
