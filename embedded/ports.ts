import getPort, { portNumbers } from 'get-port';

const NEARBY = 20;

export interface PortWish {
  /** The port of the run before, wanted first. */
  readonly previous?: number | undefined;
  /** The usual port; when it is taken, the next twenty are tried before any other. */
  readonly usual?: number | undefined;
  /** Ports promised to others that don't listen yet. */
  readonly exclude?: readonly number[];
  readonly host?: string;
}

/** Chooses a port that nobody listens on at the moment. */
export async function choosePort({
  previous,
  usual,
  exclude = [],
  host = '127.0.0.1',
}: PortWish): Promise<number> {
  const nearby = usual === undefined ? [] : [...portNumbers(usual, usual + NEARBY)];
  const wanted = previous === undefined ? nearby : [previous, ...nearby];
  return getPort({ port: wanted, host, exclude });
}
