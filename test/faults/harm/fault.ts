import type { Random } from '../../support/random.ts';

/** One way to do harm. */
export interface Fault {
  /** As it is counted: `kill api`. */
  readonly name: string;
  /**
   * Does it, and has it undone later; resolves when it has begun.
   * @returns what was done, for people; undefined where there was nothing to strike at.
   */
  strike(strike: Strike): Promise<string | undefined>;
}

export interface Strike {
  /** Milliseconds, where it is something that lasts. */
  readonly lasts: number;
  readonly random: Random;
  /** Undone after so many milliseconds, or when everything is healed, whichever comes first. */
  readonly later: (ms: number, undo: () => Promise<void>) => void;
}
