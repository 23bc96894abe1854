/** `npm run proof -- fuzz`: schemathesis against a platform that is started for it. Entry file; `--help` says more. */
import { Command, InvalidArgumentError } from 'commander';
import { fuzz } from './index.ts';
import { tableOf } from './totals.ts';

const program = new Command('fuzz')
  .description(
    'Sends made up requests to every operation and checks every answer against the OpenAPI document.',
  )
  .argument('[tags...]', 'groups of operations; all without any')
  .option('--cases <number>', 'at least so many in each group', number, 2_000)
  .option('--quick', 'each group only as the merchant that it is mostly for', false)
  .option('--seed <number>', 'decides what is sent', number, 1)
  .parse();

const { cases, seed, quick } = program.opts();
const begun = Date.now();
const elapsed = () => `${((Date.now() - begun) / 1_000).toFixed(1)} s`;
const giveUp = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => giveUp.abort());
try {
  const { totals, groups } = await fuzz({
    cases,
    seed,
    isQuick: quick,
    tags: program.args,
    signal: giveUp.signal,
    say: (line) => console.error(`${elapsed().padStart(9)}  ${line}`),
  });
  for (const failure of totals.failures) console.log(failure);
  console.log(tableOf(totals, groups));
  const found = totals.failures.length === 0 ? 'nothing found' : 'see the failures above';
  console.log(`schemathesis: ${found}, in ${elapsed()}`);
  process.exit(totals.failures.length === 0 ? 0 : 1);
} catch (error) {
  console.error(`fuzz: ${(error as Error).message}`);
  process.exit(1);
}

function number(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError('A whole number, 1 or more.');
}
