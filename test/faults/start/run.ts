/** `npm run proof -- faults:start`: starts that are killed, and files that are cut in half. Entry file; `--help` says more. */
import { Command, InvalidArgumentError } from 'commander';
import { runStartWalks } from './index.ts';

const program = new Command('faults:start')
  .description(
    'Kills supervisor and guard of `npm start`, kills starts at points of their way, takes their ports, and cuts their files in half; ' +
      'each time the next start must become ready and go on with its orders, or say what is damaged.',
  )
  .option('--points <number>', 'so many points at which a start is killed', number, 12)
  .option('--starts <number>', 'so many starts beside a program that takes ports at random', number, 10)
  .option('--only <text>', 'only walks whose name has this in it')
  .parse();

const begun = Date.now();
const { points, starts, only } = program.opts();
const results = await runStartWalks({
  points,
  starts,
  only,
  say: (line) => console.log(`${((Date.now() - begun) / 1_000).toFixed(1).padStart(7)}  ${line}`),
});
const failed = results.filter(({ hasFailed }) => hasFailed).length;
console.log(
  failed === 0 ? `PASSED: ${results.length} walks` : `FAILED: ${failed} of ${results.length} walks`,
);
process.exit(failed === 0 ? 0 : 1);

function number(text: string): number {
  const value = Number(text);
  if (text !== '' && Number.isInteger(value) && value >= 0) return value;
  throw new InvalidArgumentError('A whole number, 0 or more.');
}
