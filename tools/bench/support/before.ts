/**
 * docs/performance/before.json: the figures of an earlier commit, to be seen beside those of today; and what no scenario
 * measures, both values by hand.
 */
import { readFileSync } from 'node:fs';

export interface Before {
  readonly commit: string;
  /** By the figure's `what`. */
  readonly figures: Readonly<Record<string, { readonly value: number; readonly ratio?: number }>>;
  readonly byHand: readonly ByHand[];
}

interface ByHand {
  readonly what: string;
  readonly unit: string;
  readonly before: number;
  /** Not in the table without it. */
  readonly now?: number;
}

export function readBefore(path: string): Before {
  return JSON.parse(readFileSync(path, 'utf8'));
}
