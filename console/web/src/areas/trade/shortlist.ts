/** Guides that a person has put aside to compare: kept on the device, for each person, company and world. */
import { useMemo } from 'react';
import { createStore } from '../../parts/store.ts';
import { useHere, useMe } from '../../shell/session.ts';

/** More columns nobody compares; contract/schemas of the shared page take as many. */
export const LONGEST_SHORTLIST = 12;

/** Counts changes of this tab and others. */
const changes = createStore(0);
window.addEventListener('storage', () => changes.set(changes.get() + 1));

export interface Shortlist {
  readonly ids: readonly string[];
  readonly isFull: boolean;
  readonly toggle: (guideId: string) => void;
  readonly clear: () => void;
}

export function useShortlist(): Shortlist {
  const { company, world } = useHere();
  const key = `guidepost.shortlist/${useMe().person.id}/${company}/${world}`;
  const version = changes.use();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again with each change
  const ids = useMemo(() => read(key), [key, version]);
  const write = (next: readonly string[]) => {
    keep(key, next);
    changes.set(changes.get() + 1);
  };
  return {
    ids,
    isFull: ids.length >= LONGEST_SHORTLIST,
    toggle: (guideId) =>
      write(ids.includes(guideId) ? ids.filter((id) => id !== guideId) : [...ids, guideId]),
    clear: () => write([]),
  };
}

function read(key: string): readonly string[] {
  return idsIn(localStorage.getItem(key) ?? '');
}

/** The ids of guides in a text, each once. */
export function idsIn(text: string): readonly string[] {
  const ids = text.split(',').filter((id) => /^G[0-9]{1,18}$/.test(id));
  return [...new Set(ids)].slice(0, LONGEST_SHORTLIST);
}

function keep(key: string, ids: readonly string[]): void {
  if (ids.length === 0) localStorage.removeItem(key);
  else localStorage.setItem(key, ids.join(','));
}
