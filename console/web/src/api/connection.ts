/** Whether the server can be reached; while it cannot, since when what is shown is known. */
import { createStore } from '../parts/store.ts';

export interface Connection {
  readonly isAway: boolean;
  /** When the oldest of what this device has shown since then was read; undefined: nothing of it. */
  readonly readAt?: Date | undefined;
}

const THERE: Connection = { isAway: false };

const connection = createStore(THERE);

/** A request had an answer of the server. */
export function noteReached(): void {
  connection.set(THERE);
}

/** A request had none. @param readAt of what is shown in its place. */
export function noteAway(readAt?: Date): void {
  const { isAway, readAt: known } = connection.get();
  const isOlder = readAt !== undefined && (known === undefined || readAt < known);
  if (!isAway || isOlder) connection.set({ isAway: true, readAt: isOlder ? readAt : known });
}

export const useConnection = connection.use;
