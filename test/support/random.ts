/** Chance that a seed decides: the same seed, the same sequence of choices. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  shuffled<T>(items: readonly T[]): T[];
  /** A stream of its own: what others draw does not shift it. */
  fork(name: string): Random;
}

/** mulberry32: small, and good enough to choose who is killed next. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (from) => from[between(0, from.length - 1)] as (typeof from)[number],
    shuffled: (items) => {
      const rest = [...items];
      return items.map(() => rest.splice(between(0, rest.length - 1), 1)[0] as (typeof items)[number]);
    },
    fork: (name) => createRandom(seed ^ hashOf(name)),
  };
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
