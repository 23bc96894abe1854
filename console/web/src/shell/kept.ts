/** What is being typed is kept in the tab until it is sent: a reload, an ended session or a wrong click does not take it. */
import { useState } from 'react';
import { useMe } from './session.ts';

const PREFIX = 'guidepost.typed';
/** JSON has no number for "not typed yet". */
const NOT_A_NUMBER = '\u0000NaN';

interface Kept<Value> {
  readonly value: Value;
  readonly set: (value: Value) => void;
  /** It was sent, or given up. */
  readonly drop: () => void;
  /** It was typed before this page was opened. */
  readonly isRestored: boolean;
}

/** As useState. @param name of what is typed; each person has their own. */
export function useKept<Value>(name: string, first: () => Value): Kept<Value> {
  const key = `${PREFIX}/${useMe().person.id}/${name}`;
  const [found] = useState(() => read<Value>(key));
  const [value, setValue] = useState<Value>(() => found ?? first());
  return {
    value,
    set: (next) => {
      setValue(next);
      write(key, next);
    },
    drop: () => write(key, undefined),
    isRestored: found !== undefined,
  };
}

/** Signing out removes everything. */
export function dropAllKept(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

function read<Value>(key: string): Value | undefined {
  const text = sessionStorage.getItem(key);
  if (text === null) return undefined;
  return JSON.parse(text, (_, value) => (value === NOT_A_NUMBER ? Number.NaN : value)) as Value;
}

/** A tab that has no room, or may keep nothing, works all the same. */
function write(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else
      sessionStorage.setItem(
        key,
        JSON.stringify(value, (_, one) => (Number.isNaN(one) ? NOT_A_NUMBER : one)),
      );
  } catch {
    sessionStorage.removeItem(key);
  }
}
