/** A value outside of React that components follow. */
import { useSyncExternalStore } from 'react';

interface Store<Value> {
  readonly get: () => Value;
  /** Setting what it is already changes nothing. */
  readonly set: (next: Value) => void;
  /** For components. */
  readonly use: () => Value;
}

export function createStore<Value>(first: Value): Store<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}
