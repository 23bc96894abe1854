import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection that writes what it likes and reads only when it is asked to. @param from one of this machine's addresses. */
export async function openRaw(address: string, from?: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect({ port: Number(port), host: hostname, ...(from && { localAddress: from }) });
  socket.on('error', () => undefined);
  socket.pause();
  await once(socket, 'connect');
  return socket;
}

export function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: api\r\n\r\n`;
}

/** One that says that a body will come; some of it may be there. */
export function post(path: string, bytes: number, begun = '', headers = ''): string {
  return `POST ${path} HTTP/1.1\r\nHost: api\r\nContent-Length: ${bytes}\r\n${headers}\r\n${begun}`;
}

/** Resolves when the other side has ended the connection, whatever was left to read. */
export async function ended(socket: Socket): Promise<void> {
  socket.resume();
  await closing(socket);
}

/** The same without reading: a byte that is written meets a reset. */
export async function endedUnread(socket: Socket): Promise<void> {
  const probe = setInterval(() => socket.write(get('/')), 50);
  await closing(socket);
  clearInterval(probe);
}

async function closing(socket: Socket): Promise<void> {
  if (socket.closed) return;
  // Not events.once, which an error before the end would reject.
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
}
