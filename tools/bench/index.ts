/**
 * `npm run bench [-- [--scale 0.1] scenario …]`: every figure of docs/performance/details.md, each held against a limit that is
 * measured in the same run. Without names all scenarios run, one after the other; each brings up what it needs, on
 * loopback and in a temporary folder, and takes it down again.
 */
import { parseArgs } from 'node:util';
import { onStopSignals } from '../embedded/os/stop-signals.ts';
import { closeBackends, say } from './support/backends.ts';
import type { Scenario } from './support/figures.ts';
import { killProcesses } from './support/process.ts';
import { printResult, writeResult } from './support/report.ts';
import { SCENARIOS } from './support/scenarios.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { scale: { type: 'string', default: '1' } },
});
const scale = Number(values.scale);
const names = positionals.length > 0 ? positionals : SCENARIOS;
const unknown = names.filter((name) => !SCENARIOS.includes(name));
if (unknown.length > 0 || !(scale > 0)) {
  say(`usage: npm run bench -- [--scale 0.1] [${SCENARIOS.join(' | ')} …]`);
  process.exit(2);
}

let isInterrupted = false;
onStopSignals({
  stop: async () => {
    isInterrupted = true;
    killProcesses();
    await closeBackends().finally(() => process.exit(1));
  },
  force: async () => process.exit(1),
});

for (const name of names) {
  say(`${name} …`);
  const { run }: { run: Scenario } = await import(`./scenarios/${name}.ts`);
  const result = await run(scale).catch((error) => {
    // Without its backends a scenario fails, and has then cleared up.
    if (isInterrupted) process.exit(1);
    throw error;
  });
  printResult(name, result);
  // A run at a smaller scale gives no figure to quote.
  if (scale === 1) await writeResult(name, result);
}
process.exit();
