import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A merchant's side: a real server on loopback that keeps what it received. */
export interface Receiver extends AsyncDisposable {
  readonly port: number;
  readonly received: Received[];
  /** Connections that were opened so far. */
  readonly connections: () => number;
}

/** `respond` is called with the body read; it may answer whatever, or never. */
export async function startReceiver(respond: RequestListener, tls?: ServerOptions): Promise<Receiver> {
  const received: Received[] = [];
  const listener: RequestListener = async (request, response) => {
    received.push({ headers: headersOf(request), body: await textOf(request) });
    respond(request, response);
  };
  const server: Server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  const raw = await startRaw(server);
  return { ...raw, received, [Symbol.asyncDispose]: raw[Symbol.asyncDispose] };
}

/** Listens on loopback, on a free port unless one is named; disposing it cuts every connection. */
export async function startRaw(server: NetServer, port = 0) {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Answers with a status, a body and headers. */
export function answering(
  status: number,
  body: string | Buffer,
  headers: Record<string, string> = {},
): RequestListener {
  return (_request, response) => response.writeHead(status, headers).end(body);
}

/** What acknowledges a callback (docs/notifications.md). */
export const acknowledging = answering(200, '{"code":200}', { 'content-type': 'application/json' });

function headersOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
