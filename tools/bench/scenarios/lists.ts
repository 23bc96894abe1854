/**
 * The lists at 100,000 guides and 1,000,000 orders against 1,000 and 10,000: over HTTP, both worlds in one run, request
 * by request in turn. `npm run bench -- explain` prints the plans.
 */
import { CASES } from '../lists/cases.ts';
import { createListWorlds, sizesAt, type Times, timesInTurn } from '../lists/worlds.ts';
import type { Figure, Scenario } from '../support/figures.ts';
import { latenciesOf, shortly } from '../support/numbers.ts';

const ROUNDS = 300;
const FEWEST_ROUNDS = 50;
const WARM_UP = 20;

export const run: Scenario = async (scale) => {
  const worlds = await createListWorlds(sizesAt(scale));
  try {
    const rounds = Math.max(FEWEST_ROUNDS, Math.round(ROUNDS * scale));
    const figures: Figure[] = [];
    for (const [what, path] of CASES)
      figures.push(figureOf(what, await timesInTurn(worlds, path, { warmUp: WARM_UP, rounds })));
    return { figures };
  } finally {
    await worlds.close();
  }
};

function figureOf(what: string, times: Times): Figure {
  const [small, large] = [latenciesOf(times.small), latenciesOf(times.large)];
  return {
    what: `${what}, p50`,
    value: large.p50,
    unit: 'ms',
    limit: { what: 'a hundredth of the data', value: small.p50 },
    bar: { atMost: 2 },
    note: `p99 ${shortly(large.p99)} ms against ${shortly(small.p99)} ms`,
  };
}
