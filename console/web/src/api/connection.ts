/** Whether the server can be reached; while it cannot, since when what is shown is known. */
import { useSyncExternalStore } from 'react';

export interface Connection {
  readonly isAway: boolean;
  /** When the oldest of what this device has shown since then was read; undefined: nothing of it. */
  readonly readAt?: Date | undefined;
}

const THERE: Connection = { isAway: false };

let state: Connection = THERE;
const listeners = new Set<() => void>();

function change(next: Connection): void {
  if (next.isAway === state.isAway && next.readAt?.getTime() === state.readAt?.getTime()) return;
  state = next;
  for (const listener of listeners) listener();
}

/** A request had an answer of the server. */
export function noteReached(): void {
  change(THERE);
}

/** A request had none. @param readAt of what is shown in its place. */
export function noteAway(readAt?: Date): void {
  const known = state.readAt;
  const isOlder = readAt !== undefined && (known === undefined || readAt < known);
  change({ isAway: true, readAt: isOlder ? readAt : known });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => state);
}
