/**
 * `npm start` on a data folder that is there already: how long until it says that it is ready, until the first order
 * is accepted, and until it is confirmed, which takes API, worker, Temporal and PostgreSQL together.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDevFile } from '../../embedded/dev-file.ts';
import { removePostgresHome } from '../../embedded/postgres/home.ts';
import { firstOrder } from '../starts/first-order.ts';
import { npmStart } from '../starts/npm-start.ts';
import { CHECKOUT, say } from '../support/backends.ts';
import type { Scenario } from '../support/figures.ts';
import { latenciesOf, shortly } from '../support/numbers.ts';

const STARTS = 7;
const FEWEST = 2;

export const run: Scenario = async (scale) => {
  // It would write its address over the other one's.
  if (readDevFile(join(CHECKOUT, '.guidepost', 'dev.json')))
    throw new Error('a platform runs from this checkout: stop it first');
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-bench-'));
  // For root: PostgreSQL's account has to get through.
  chmodSync(folder, 0o711);
  const seconds = { ready: [] as number[], accepted: [] as number[], confirmed: [] as number[] };
  try {
    const starts = Math.max(FEWEST, Math.round(STARTS * scale));
    for (let start = 0; start <= starts; start++) {
      const begin = performance.now();
      const since = () => (performance.now() - begin) / 1_000;
      const platform = await npmStart(folder);
      try {
        const ready = since();
        const order = await firstOrder(platform.info, start);
        const accepted = since();
        await order.confirm();
        const confirmed = since();
        say(`  ${start === 0 ? 'first start' : `start ${start}`}: ready after ${shortly(ready)} s`);
        // The first one creates the database.
        if (start === 0) continue;
        seconds.ready.push(ready);
        seconds.accepted.push(accepted);
        seconds.confirmed.push(confirmed);
      } finally {
        await platform.stop();
      }
    }
  } finally {
    removePostgresHome(folder);
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    figures: [
      figureOf('second `npm start` until ready', seconds.ready),
      figureOf('second `npm start` until the first order is accepted', seconds.accepted),
      figureOf('second `npm start` until the first order is confirmed', seconds.confirmed),
    ],
  };
};

function figureOf(what: string, values: readonly number[]) {
  const { p50, max, count } = latenciesOf(values);
  return { what, value: p50, unit: 's', note: `median of ${count}, at most ${shortly(max)} s` };
}
