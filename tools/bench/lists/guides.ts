/**
 * `npm run bench -- guides [--guides 1000000]`: the lists of cases.ts with 10,000 guides and with so many, one order of each, in turn. A million
 * guides take 10 GB and half an hour. The figures are in docs/performance/where-time-goes.md, "A million guides".
 */
import { parseArgs } from 'node:util';
import { onStopSignals } from '../../embedded/os/stop-signals.ts';
import { closeBackends, say } from '../support/backends.ts';
import { latenciesOf, shortly } from '../support/numbers.ts';
import { markdown } from '../support/table.ts';
import { CASES } from './cases.ts';
import { createListWorlds, timesInTurn } from './worlds.ts';

const FEW = 10_000;
const ROUNDS = 60;
const WARM_UP = 10;

const { values } = parseArgs({ options: { guides: { type: 'string', default: '1000000' } } });
const leave = () => closeBackends().finally(() => process.exit(1));
onStopSignals({ stop: leave, force: leave });
const many = Number(values.guides);
const worlds = await createListWorlds({
  small: { guides: FEW, orders: FEW },
  large: { guides: many, orders: many },
});
try {
  const rows = [];
  for (const [what, path] of CASES) {
    const times = await timesInTurn(worlds, path, { warmUp: WARM_UP, rounds: ROUNDS });
    const [one, other] = [latenciesOf(times.small).p50, latenciesOf(times.large).p50];
    rows.push([what, `${shortly(one)} ms`, `${shortly(other)} ms`, (other / one).toFixed(2)]);
    say(`  ${what}: ${(other / one).toFixed(2)}`);
  }
  console.log(markdown([['list', `${FEW} guides`, `${many} guides`, 'ratio'], ...rows]));
} finally {
  await worlds.close();
}
process.exit();
