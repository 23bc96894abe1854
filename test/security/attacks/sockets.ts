import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface Flood {
  readonly port: number;
  /** Held open at once; what the server ends is opened anew. */
  readonly sockets: number;
  /** Of this machine (127.0.0.2 and on), in turns. */
  readonly addresses: number;
  /** Opened in a second, at most. */
  readonly perSecond: number;
  /** Sent on each, and nothing more; whatever the server answers is read and dropped. */
  readonly begun: Uint8Array | string;
}

export interface Attack {
  /** @returns how many connections it had to open. */
  stop(): Promise<number>;
}

/**
 * An attacker in a thread of its own.
 *
 * @param isDecoy it attacks a port of its own that refuses everything: what it takes of the machine, and nothing else.
 */
export function attackWith(flood: Flood, { isDecoy }: { isDecoy: boolean }): Attack {
  const thread = new Worker(new URL('./flooding.ts', import.meta.url), { workerData: { ...flood, isDecoy } });
  return {
    async stop() {
      const opened = once(thread, 'message');
      thread.postMessage('stop');
      const [count] = (await opened) as [number];
      await thread.terminate();
      return count;
    },
  };
}
