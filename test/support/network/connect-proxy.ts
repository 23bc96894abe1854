import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { startRaw } from '../receiver.ts';

/** What the proxy answers a CONNECT with: a tunnel to that port here, a status line with headers, or nothing. */
type Way = { readonly port: number } | { readonly refusal: string } | 'silent';

export interface ConnectProxy extends AsyncDisposable {
  readonly url: string;
  /** The targets that were asked for, `host:port`. */
  readonly asked: string[];
  /** Replace to make it answer otherwise. */
  way: Way;
  /** From now on it takes connections and says nothing, as a frozen process does. */
  freeze(): void;
}

/** A proxy of our own for what a real one can't be made to do (test/callbacks/egress.smokescreen.ts has a real one). */
export async function startConnectProxy(way: Way): Promise<ConnectProxy> {
  let isFrozen = false;
  const server = createServer((_request, response) => {
    if (!isFrozen) response.writeHead(400).end();
  });
  server.on('connect', (request, socket: Socket) => {
    proxy.asked.push(request.url ?? '');
    if (isFrozen || proxy.way === 'silent') return;
    if ('refusal' in proxy.way) {
      socket.end(`HTTP/1.1 ${proxy.way.refusal}\r\n\r\n`);
      return;
    }
    const target = connect(proxy.way.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    socket.on('close', () => target.destroy());
  });
  const raw = await startRaw(server);
  const proxy: ConnectProxy = {
    url: `http://127.0.0.1:${raw.port}`,
    asked: [],
    way,
    freeze: () => {
      isFrozen = true;
    },
    [Symbol.asyncDispose]: raw[Symbol.asyncDispose],
  };
  return proxy;
}
