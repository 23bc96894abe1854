import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const NEARBY = 20;
/** Below what Linux (32768), macOS and Windows (49152) hand out to whoever asks for any port, and what Kubernetes does (30000). */
const DRAWN_FROM = 20_000;
const DRAWN_BELOW = 30_000;
const DRAWS = 200;

export interface PortWish {
  /** The port of the run before, wanted first. */
  readonly previous?: number | undefined;
  /** The usual port; when it is taken, the next twenty are tried before any other. */
  readonly usual?: number | undefined;
  readonly host?: string;
  /** Called when another program took the port before ours could listen on it, and a new one was drawn. */
  readonly onMove?: (move: { readonly from: number; readonly to: number }) => void;
}

/** A port that is kept from others until the program that it is meant for starts. */
export interface ReservedPort {
  /** It changes where `handOver()` has to draw another. */
  readonly port: number;
  /** Frees it; later calls do nothing. */
  readonly release: () => Promise<void>;
  /**
   * Frees it for the program that starts now. Where another program has taken it since, another one is drawn first,
   * unless the port is fixed.
   */
  readonly handOver: () => Promise<void>;
  /** From now on others know the port: no new one is drawn. */
  readonly fix: () => void;
}

type Held = Pick<ReservedPort, 'port' | 'release'>;

/**
 * Chooses a port that nobody listens on and holds it: seconds pass until its program listens, and a second platform
 * that starts meanwhile must not choose the same.
 */
export async function reservePort(wish: PortWish = {}): Promise<ReservedPort> {
  let held = await holdOne(wish);
  let isHeld = true;
  let isFixed = false;
  const release = async () => {
    isHeld = false;
    await held.release();
  };
  const holdAgain = async () => {
    const { port: from } = held;
    held = await holdOne({ ...wish, previous: from });
    if (held.port !== from) wish.onMove?.({ from, to: held.port });
  };
  return {
    get port() {
      return held.port;
    },
    release,
    handOver: async () => {
      if (!isHeld && !isFixed) await holdAgain();
      await release();
    },
    fix: () => {
      isFixed = true;
    },
  };
}

/** @throws when no port at all can be had. */
async function holdOne({ previous, usual, host = '127.0.0.1' }: PortWish): Promise<Held> {
  for (const port of candidates(previous, usual)) {
    const release = await hold(port, host);
    if (release) return { port, release };
  }
  throw new Error(`no port of ${host} could be had: ${DRAWS} were tried`);
}

function* candidates(previous: number | undefined, usual: number | undefined): Generator<number> {
  if (previous !== undefined) yield previous;
  if (usual !== undefined) for (let port = usual; port <= usual + NEARBY; port++) yield port;
  for (let draw = 0; draw < DRAWS; draw++) yield randomInt(DRAWN_FROM, DRAWN_BELOW);
}

/** @returns undefined when someone else has it. */
async function hold(port: number, host: string): Promise<Held['release'] | undefined> {
  const server = createServer((socket) => socket.destroy());
  const held = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => resolve(true));
  });
  if (!held) return undefined;
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}
