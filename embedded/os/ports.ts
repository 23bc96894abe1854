import { createServer } from 'node:net';
import getPort, { portNumbers } from 'get-port';

const NEARBY = 20;

export interface PortWish {
  /** The port of the run before, wanted first. */
  readonly previous?: number | undefined;
  /** The usual port; when it is taken, the next twenty are tried before any other. */
  readonly usual?: number | undefined;
  readonly host?: string;
}

/** A port that is kept from others until the program that it is meant for starts. */
export interface ReservedPort {
  readonly port: number;
  /** Frees it, at once before that program starts; later calls do nothing. */
  readonly release: () => Promise<void>;
}

/**
 * Chooses a port that nobody listens on and holds it: seconds pass until its program listens, and a second platform
 * that starts meanwhile must not choose the same.
 */
export async function reservePort({
  previous,
  usual,
  host = '127.0.0.1',
}: PortWish = {}): Promise<ReservedPort> {
  const nearby = usual === undefined ? [] : [...portNumbers(usual, usual + NEARBY)];
  const wanted = previous === undefined ? nearby : [previous, ...nearby];
  for (;;) {
    const port = await getPort({ port: wanted, host });
    const release = await hold(port, host);
    if (release) return { port, release };
  }
}

/** @returns undefined when someone else was faster. */
async function hold(port: number, host: string): Promise<ReservedPort['release'] | undefined> {
  const server = createServer((socket) => socket.destroy());
  const held = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => resolve(true));
  });
  if (!held) return undefined;
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}
