/** `npm run faults`: a seeded run of load and faults against a platform of its own. Entry file; `--help` says more. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { quietTemporal } from '../support/servers/quiet-temporal.ts';
import { runFaults } from './index.ts';
import { describe, summarize } from './report.ts';
import { excludedCommands } from './scenarios/excluded-commands.ts';
import { stuckOrder } from './scenarios/stuck-order.ts';

const DEFAULT_OUT = '.guidepost/faults.json';
/** Longer than everything waits that failed for as long as a fault lasts. */
const NUDGE_AFTER_MS = 180_000;

const program = new Command('faults')
  .description(
    'Kills, freezes and restarts the API, the order worker, the notification worker, Temporal and PostgreSQL, locks ' +
      'rows, slows commits, takes connections and fills the disk while clients load them; then checks everything ' +
      'against what the clients were answered.',
  )
  .option('--seed <number>', 'decides who is struck when', number, 1)
  .option('--minutes <number>', 'how long the chaos lasts', number, 1)
  .option('--clients <number>', 'merchants at once', number, 8)
  .option('--pause <seconds>', 'longest pause between two faults', number, 7)
  .option('--freeze <seconds>', 'longest freeze, and longest bad mood of a receiver', number, 15)
  .option('--drain <minutes>', 'how long what is under way may take to end', number, 10)
  .option(
    '--topology',
    'what docker-compose.yml describes, as processes (npm run topology); without the scenarios',
  )
  .option('--no-scenarios', 'only chaos: leave out the courses of events that once went wrong')
  .option('--out <file>', 'the result for machines', DEFAULT_OUT)
  .option('--heap <MiB>', 'heap of each Node process; by default as much as Node takes', number)
  .option('--keep <folder>', 'copy the data of the platform there at the end, logs included')
  .parse();

const { seed, minutes, clients, pause, freeze, drain, out, heap, keep, scenarios, topology } = program.opts();
quietTemporal();
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
const begun = Date.now();
const result = await runFaults({
  seed,
  minutes,
  clients,
  keep,
  heapMb: heap,
  rounds: minutes > 0 ? 1 : 0,
  topology,
  scenarios: scenarios && !topology ? [stuckOrder, excludedCommands] : [],
  pauseMs: [500, pause * 1_000],
  lastsMs: [500, freeze * 1_000],
  drainMinutes: drain,
  nudgeAfterMs: NUDGE_AFTER_MS,
  signal: stop.signal,
  say: (line) => console.error(`${((Date.now() - begun) / 1_000).toFixed(1).padStart(7)}  ${line}`),
});
console.log(describe(result));
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, `${JSON.stringify(summarize(result), null, 2)}\n`);
process.exit(result.violations.length === 0 ? 0 : 1);

function number(text: string): number {
  const value = Number(text);
  if (text !== '' && Number.isFinite(value) && value >= 0) return value;
  throw new InvalidArgumentError('A number, 0 or more.');
}
