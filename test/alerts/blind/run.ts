/**
 * `npm run proof -- blind`: each part of the topology is frozen, and killed, in turn, on a quiet night and under a load of orders; production's
 * rules, at production's pace, have to page with exactly the alert that its runbook names, within two minutes. `--only 'one API,redis' --how
 * frozen --load quiet` for some; `--minutes 15` keeps them away for longer. Needs `prometheus` on PATH. Entry file.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { findProgram } from '../../../tools/embedded/os/find-program.ts';
import { quietTemporal } from '../../support/servers/quiet-temporal.ts';
import { startPrometheus } from '../prometheus.ts';
import { type Case, casesOf, PARTS } from './cases.ts';
import { startBlindGround } from './ground.ts';
import { createInhibition } from './inhibition.ts';
import { createWatch, untilQuiet, type Watched } from './watch.ts';

const DEPLOY = new URL('../../../deploy/observability/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, DEPLOY), 'utf8');
/** What its end sets off would be sent within that. */
const AFTERWARDS_MS = 45_000;
const LOADS = ['quiet', 'orders'] as const;

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { only: text, how: text, load: text, minutes: { ...text, default: '2.5' } },
});
const cases = casesOf(values.only, values.how);
const loads = LOADS.filter((load) => (values.load ?? load) === load);
const awayMs = Number(values.minutes) * 60_000;
const file = findProgram('prometheus', process.env.PATH);
if (file === undefined || cases.length === 0 || loads.length === 0 || !(awayMs > 0)) {
  console.error(
    file === undefined
      ? 'prometheus is not on PATH: nothing was tried'
      : `--only: ${Object.keys(PARTS).join(', ')}; --how: frozen, killed, …; --load: ${LOADS.join(', ')}; --minutes`,
  );
  process.exit(2);
}
const program = file;

interface Result extends Case, Watched {
  readonly load: string;
  /** Of the machine, at the end. */
  readonly busy: number;
}

quietTemporal();
const begun = Date.now();
const say = (line: string) =>
  console.log(`${((Date.now() - begun) / 1_000).toFixed(1).padStart(7)}  ${line}`);
const loud = createInhibition(read('alertmanager.yml'));
const folder = mkdtempSync(join(tmpdir(), 'guidepost-blind-'));
const ground = await startBlindGround(join(folder, 'data'), say);
const { scrape_interval, scrape_timeout, evaluation_interval } = parse(read('prometheus.yml')).global;
const results: Result[] = [];
try {
  for (const load of loads) {
    const enough = new AbortController();
    if (load === 'orders') await ground.load(enough.signal);
    for (const one of cases) results.push(await tryOne(one, load));
    enough.abort();
  }
} finally {
  await ground.close();
  rmSync(folder, { recursive: true, force: true });
}
console.log('| part | how | load | page | firing after | sent besides | load of the machine |');
console.log('|---|---|---|---|---|---|---|');
for (const result of results) console.log(rowOf(result));
process.exit(
  results.every(({ firingAfter, others }) => firingAfter !== undefined && others.length === 0) ? 0 : 1,
);

/** With a Prometheus of its own: what an earlier failure left in its windows is of no account. */
async function tryOne(one: Case, load: string): Promise<Result> {
  const own = mkdtempSync(join(folder, 'prometheus-'));
  const prometheus = await startPrometheus({
    ...{ file: program, folder: own, rules: parse(read('rules.yml')) },
    ...{ targets: ground.targets, jobOf: ground.jobOf },
    pace: { scrape_interval, scrape_timeout, evaluation_interval },
  });
  try {
    await untilQuiet(prometheus);
    say(`${one.part}: ${one.how} (${load})`);
    const watch = createWatch(prometheus, loud, one.page);
    const heal = await ground.strike(one);
    try {
      await watch.during(awayMs);
    } finally {
      await heal();
    }
    const busy = loadavg()[1]!;
    await watch.during(AFTERWARDS_MS);
    const result = { ...one, load, busy, ...watch.result() };
    say(rowOf(result));
    return result;
  } finally {
    await prometheus.close();
    rmSync(own, { recursive: true, force: true });
  }
}

function rowOf({ part, how, load, page, firingAfter, others, busy }: Result): string {
  const after = firingAfter === undefined ? 'NEVER' : `${firingAfter.toFixed(0)} s`;
  return `| ${[part, how, load, page.alert, after, others.join(', ') || '–', busy.toFixed(0)].join(' | ')} |`;
}
