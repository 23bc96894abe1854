/**
 * `npm run drill`: losses and the ways back from them, done for real (docs/operations.md, "Restore a backup"). Each drill has a
 * platform of its own. Entry file; `npm run drill -- temporal-lost` does one of them.
 */
import { Argument, Command } from 'commander';
import type { Say } from '../../embedded/os/terminal.ts';
import { quietTemporal } from '../support/quiet-temporal.ts';
import { violations } from './checks/violation.ts';
import { coldCopy } from './drills/cold-copy.ts';
import { createGround, type Drill } from './drills/drill.ts';
import { temporalLost } from './drills/temporal-lost.ts';

const DRILLS: Readonly<Record<string, Drill>> = {
  'cold-copy': coldCopy,
  'temporal-lost': temporalLost,
};

const names = new Argument('[drills...]', 'default: all').choices(Object.keys(DRILLS));
const program = new Command('drill').addArgument(names).parse();
quietTemporal();
const failed: string[] = [];
for (const name of program.args.length > 0 ? program.args : Object.keys(DRILLS)) {
  if (!(await passes(name, DRILLS[name] as Drill))) failed.push(name);
}
console.log(failed.length === 0 ? 'PASSED' : `FAILED: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);

async function passes(name: string, drill: Drill): Promise<boolean> {
  const begun = Date.now();
  const say: Say = (line) =>
    console.log(`${((Date.now() - begun) / 1_000).toFixed(1).padStart(7)}  ${name}: ${line}`);
  const ground = await createGround(say);
  try {
    const bad = await drill(ground).catch((error: Error) =>
      violations('the drill comes to its end', [`${error.stack}`]),
    );
    for (const { rule, evidence } of bad) say(`FAILED: ${rule}: ${evidence}`);
    if (bad.length === 0) say('passed');
    return bad.length === 0;
  } finally {
    await ground.close();
  }
}
