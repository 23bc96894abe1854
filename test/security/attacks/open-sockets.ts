import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Flood } from './sockets.ts';

const TICK_MS = 50;

/** Keeps so many unfinished requests open until it is asked to stop. @returns how many it had to open. */
export async function flood(
  { port, sockets, addresses, perSecond, begun }: Flood,
  stop: AbortSignal,
): Promise<number> {
  const open = new Set<Socket>();
  const sent = Buffer.from(begun);
  let opened = 0;
  while (!stop.aborted) {
    const most = Math.ceil((perSecond * TICK_MS) / 1_000);
    for (let n = 0; n < most && open.size < sockets; n++) {
      const socket = connect({
        port,
        host: '127.0.0.1',
        localAddress: `127.0.0.${2 + (opened % addresses)}`,
      });
      opened++;
      open.add(socket);
      socket.once('connect', () => socket.write(sent));
      socket.once('close', () => open.delete(socket));
      socket.on('error', () => undefined).resume();
    }
    await sleep(TICK_MS, undefined, { signal: stop }).catch(() => undefined);
  }
  for (const socket of open) socket.destroy();
  return opened;
}
