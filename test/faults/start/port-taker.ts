import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readJson } from '../../../tools/embedded/os/files.ts';

const EVERY_MS = 2;
const HELD_AT_MOST_MS = 10_000;
const HELD_AT_ONCE = 3_000;
/** One of so many is a port that the platform has chosen: one in some seconds, or no start would be left one. */
const CHOSEN_ONE_OF = 1_500;

/**
 * Another program that takes ports at random, and now and then one that a platform has chosen, until `signal` aborts:
 * a port may be gone in the moment between its choice and its use. It gives each back after some seconds.
 * @param file the platform's ports.json.
 * @returns how often it took a port that the platform had chosen.
 */
export async function takePorts(file: string, signal: AbortSignal): Promise<number> {
  const held = new Set<Server>();
  let chosen = 0;
  while (!signal.aborted) {
    const wanted = Object.values(readJson<Record<string, number>>(file) ?? {});
    const isChosen = wanted.length > 0 && randomInt(CHOSEN_ONE_OF) === 0;
    const port = isChosen ? wanted[randomInt(wanted.length)]! : randomInt(1_024, 65_536);
    const server = held.size < HELD_AT_ONCE ? await listen(port) : undefined;
    if (server !== undefined) {
      if (isChosen) chosen++;
      held.add(server);
      setTimeout(() => {
        held.delete(server);
        server.close();
      }, randomInt(HELD_AT_MOST_MS));
    }
    await sleep(EVERY_MS);
  }
  for (const server of held) server.close();
  return chosen;
}

function listen(port: number): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1' }, () => resolve(server));
  });
}
