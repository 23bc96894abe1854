/** The thread in which an attacker runs (attacks/sockets.ts): what it costs is not part of what honest clients wait for. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { flood } from './open-sockets.ts';
import type { Flood } from './sockets.ts';

const { isDecoy, ...attack } = workerData as Flood & { readonly isDecoy: boolean };
const decoy = isDecoy ? await listening() : undefined;
const stop = new AbortController();
parentPort?.once('message', () => stop.abort());
const port = decoy === undefined ? attack.port : (decoy.address() as AddressInfo).port;
parentPort?.postMessage(await flood({ ...attack, port }, stop.signal));
decoy?.close();

/** Ends every connection with its first byte, as a server does that refuses all of them. */
async function listening(): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}
