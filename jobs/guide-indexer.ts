import type { MikroORM } from '@mikro-orm/postgresql';
import { type SetAside, updateGuideIndex } from '../db/queries/guides/guide-index.ts';
import { LOOKS_ITSELF_MS, type Loop, startLoop } from './loop.ts';

const FIRST_BREAK_MS = 60_000;
const LONGEST_BREAK_MS = 3_600_000;

/** Brings the guide index up to date. The list is right without it, only slower (docs/decisions/0011). */
export function startGuideIndexer(deps: {
  readonly orm: MikroORM;
  readonly onError: (error: unknown) => void;
}): Loop {
  const { orm, onError } = deps;
  const setAside = createSetAside({ now: () => performance.now(), onError });
  return startLoop({ everyMs: LOOKS_ITSELF_MS, round: () => updateGuideIndex(orm, setAside), onError });
}

/**
 * Guides that can't be indexed, each left out for a minute, then two, at most an hour. Kept in memory: a process that
 * starts anew tries them once more.
 * @param onError is told of each guide that is set aside, every time.
 */
export function createSetAside({
  now,
  onError,
}: {
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}): SetAside {
  const breaks = new Map<string, { readonly until: number; readonly length: number }>();
  return {
    current: () => [...breaks].filter(([, { until }]) => now() < until).map(([id]) => id),
    add(id, failure) {
      const last = breaks.get(id)?.length ?? FIRST_BREAK_MS / 2;
      const length = Math.min(LONGEST_BREAK_MS, last * 2);
      breaks.set(id, { until: now() + length, length });
      onError(
        new Error(`guide ${id} is left out of the guide index for ${length / 1_000} s`, { cause: failure }),
      );
    },
    remove: (ids) => {
      for (const id of ids) breaks.delete(id);
    },
  };
}
