/**
 * `npm run proof -- drill`: losses and the ways back from them, done for real (docs/recovery.md). Each drill has a
 * platform of its own. Entry file; `npm run proof -- drill temporal-lost` does one of them.
 */
import { Argument, Command } from 'commander';
import type { Say } from '../../tools/embedded/os/terminal.ts';
import { quietTemporal } from '../support/servers/quiet-temporal.ts';
import { clockJump } from './drills/clock-jump.ts';
import { coldCopy } from './drills/cold-copy.ts';
import { diskFull } from './drills/disk-full.ts';
import { createGround, type Ground, type Plan, Skipped } from './drills/drill.ts';
import { logicalRestore } from './drills/logical-restore.ts';
import { pointInTime } from './drills/point-in-time.ts';
import { temporalLost } from './drills/temporal-lost.ts';

type Result = 'passed' | 'failed' | 'skipped';

const DRILLS: Readonly<Record<string, Plan>> = {
  'clock-jump': clockJump(),
  'cold-copy': { drill: coldCopy },
  'disk-full': diskFull(),
  'logical-restore': { drill: logicalRestore },
  'point-in-time': pointInTime(),
  'temporal-lost': { drill: temporalLost },
};

const names = new Argument('[drills...]', 'default: all').choices(Object.keys(DRILLS));
const program = new Command('drill').addArgument(names).parse();
quietTemporal();
const results = new Map<string, Result>();
for (const name of program.args.length > 0 ? program.args : Object.keys(DRILLS)) {
  results.set(name, await play(name));
}
for (const [name, result] of results) console.log(`${result.toUpperCase()}: ${name}`);
const failed = [...results.values()].filter((result) => result === 'failed');
process.exit(failed.length === 0 ? 0 : 1);

async function play(name: string): Promise<Result> {
  const { drill, prepare } = DRILLS[name] as Plan;
  const begun = Date.now();
  const say: Say = (line) =>
    console.log(`${((Date.now() - begun) / 1_000).toFixed(1).padStart(7)}  ${name}: ${line}`);
  let ground: Ground | undefined;
  try {
    ground = await createGround(say, prepare);
    const bad = await drill(ground);
    for (const { rule, evidence } of bad) say(`FAILED: ${rule}: ${evidence}`);
    return bad.length === 0 ? 'passed' : 'failed';
  } catch (error) {
    say(error instanceof Skipped ? `SKIPPED: ${error.message}` : `FAILED: ${(error as Error).stack}`);
    return error instanceof Skipped ? 'skipped' : 'failed';
  } finally {
    await ground?.close();
  }
}
