import type { Groups } from './groups.ts';
import type { Outcome } from './schemathesis.ts';

/** What all runs together sent and found. */
export interface Totals {
  readonly failures: readonly string[];
  add(outcome: Outcome): void;
  /** Cases of a group; `status` is how theirs begins. */
  cases(tag: string, status?: string): number;
}

export function createTotals(): Totals {
  const counts = new Map<string, number>();
  const failures: string[] = [];
  return {
    failures,
    add(outcome) {
      for (const [key, count] of Object.entries(outcome.counts))
        counts.set(key, (counts.get(key) ?? 0) + count);
      if (outcome.failure !== undefined) failures.push(outcome.failure);
    },
    cases(tag, status = '') {
      const own = [...counts].filter(([key]) => key.startsWith(`${tag} ${status}`));
      return own.reduce((sum, [, count]) => sum + count, 0);
    },
  };
}

/** A line for each group. */
export function tableOf(totals: Totals, groups: Groups): string {
  const rows = [...groups.keys()].map((tag) => [
    tag,
    ...['', '2', '4', '5'].map((status) => totals.cases(tag, status)),
  ]);
  return [['group', 'cases', '2xx', '4xx', '5xx'], ...rows]
    .map(([tag, ...numbers]) => `${tag}`.padEnd(16) + numbers.map((one) => `${one}`.padStart(7)).join(''))
    .join('\n');
}
