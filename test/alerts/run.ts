/**
 * `npm run proof -- alerts`: each alert of deploy/observability/rules.yml, fired by a real failure of a real platform that a real
 * Prometheus scrapes, and silent once that is mended; with shortened waits. Needs `prometheus` on PATH. `--only TEXT`: the
 * failures whose name has it. With `--pictures`: draws the dashboards of that run. Entry file.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findProgram } from '../../tools/embedded/os/find-program.ts';
import { createJournal } from '../faults/journal.ts';
import { quietTemporal } from '../support/servers/quiet-temporal.ts';
import type { Failure } from './failure.ts';
import { failuresOf } from './failures.ts';
import { createAlertGround } from './ground.ts';
import { drawDashboards } from './pictures.ts';
import { type Prometheus, startPrometheus } from './prometheus.ts';
import { quicken } from './quick-rules.ts';
import { startTraffic } from './traffic.ts';

const RULES = new URL('../../deploy/observability/rules.yml', import.meta.url);
/** These have their drill in rules.test.yml alone. */
const NOT_CAUSED = [
  // 256 deliveries that hang.
  'GuidepostNoSlots',
  // It is expected where NODE_ENV is `production`.
  'GuidepostBackupMissing',
  // Reported by exporters, which this run has not.
  ...['GuidepostCertificateExpires', 'GuidepostDiskFills'],
  ...['GuidepostConnectionsNearLimit', 'GuidepostReplicaBehind'],
];
const WITHIN_MS = 90_000;
/** Endpoints are tried again, and windows of rates run out. */
const SILENT_WITHIN_MS = 150_000;
const POLL_MS = 500;
/** Until rates have something to rate. */
const CALM_MS = 15_000;

const { only, pictures } = parseArgs({
  options: { only: { type: 'string', default: '' }, pictures: { type: 'boolean', default: false } },
}).values;
const begun = Date.now();
const say = (line: string) =>
  console.log(`${((Date.now() - begun) / 1_000).toFixed(1).padStart(7)}  ${line}`);
const file = findProgram('prometheus', process.env.PATH);
if (file === undefined) {
  console.error('prometheus is not on PATH: nothing was tried');
  process.exit(2);
}
quietTemporal();
const ground = await createAlertGround(say);
const rules = quicken(readFileSync(RULES, 'utf8'));
const prometheus = await startPrometheus({ file, rules, ...ground });
const scrapedFrom = Date.now() / 1_000;
const stop = new AbortController();
const enough = new AbortController();
let active: ReadonlySet<string> = new Set();
interface Fired {
  readonly by: string;
  readonly pendingAfter: number;
  readonly firingAfter: number;
  /** Once its failure was mended; undefined: it goes on. */
  silentAfter?: number;
}
const fired = new Map<string, Fired>();
const causes: string[] = [];
try {
  const journal = createJournal();
  const clients = await ground.connect(journal, stop.signal);
  startTraffic(clients, journal, enough.signal);
  await sleep(CALM_MS);
  active = await firing(prometheus);
  say(`fires already: ${[...active].join(', ') || 'nothing'}`);
  for (const failure of failuresOf(ground, clients).filter(({ name }) => name.includes(only))) {
    causes.push(...failure.alerts);
    await cause(failure);
  }
  // On a machine that has too much to do requests fail all the time: these end with the load.
  enough.abort();
  await watchSilence([...fired.keys()]);
  if (pictures) {
    await sleep(CALM_MS);
    const drawn = await drawDashboards(prometheus, scrapedFrom, Date.now() / 1_000);
    say(`drawn: ${drawn.join(', ')}`);
  }
} finally {
  stop.abort();
  await prometheus.close();
  await ground.close();
}
const missing = rules.groups
  .flatMap((group) => group.rules.map(({ alert }) => alert))
  .filter((name) => !fired.has(name) && !NOT_CAUSED.includes(name) && (only === '' || causes.includes(name)));
const seconds = (value: number | undefined) => (value === undefined ? 'NEVER' : `${value.toFixed(1)} s`);
console.log('| alert | caused by | pending after | firing after | silent after |\n|---|---|---|---|---|');
for (const [name, { by, pendingAfter, firingAfter, silentAfter }] of fired)
  console.log(
    `| ${[name, by, seconds(pendingAfter), seconds(firingAfter), seconds(silentAfter)].join(' | ')} |`,
  );
const goingOn = [...fired].filter(([, { silentAfter }]) => silentAfter === undefined).map(([name]) => name);
console.log(missing.length === 0 ? 'every one fired' : `NEVER FIRED: ${missing.join(', ')}`);
console.log(goingOn.length === 0 ? 'every one went silent' : `NEVER SILENT: ${goingOn.join(', ')}`);
process.exit(missing.length + goingOn.length === 0 ? 0 : 1);

/** Until each of its alerts fires, which none of them does before, and is silent again when it is mended. */
async function cause({ name, alerts, strike }: Failure): Promise<void> {
  const quietBy = Date.now() + WITHIN_MS;
  while (Date.now() < quietBy && alerts.some((alert) => active.has(alert))) {
    await sleep(POLL_MS);
    active = await firing(prometheus);
  }
  say(name);
  const struck = Date.now();
  let by = Number.POSITIVE_INFINITY;
  const watching = watch(name, alerts, struck, () => by);
  const heal = await strike();
  by = Date.now() + WITHIN_MS;
  await watching;
  await heal();
  await watchSilence(alerts);
}

async function watchSilence(alerts: readonly string[]): Promise<void> {
  const mended = Date.now();
  const left = () => alerts.filter((name) => fired.has(name) && fired.get(name)?.silentAfter === undefined);
  while (Date.now() < mended + SILENT_WITHIN_MS && left().length > 0) {
    await sleep(POLL_MS);
    active = await firing(prometheus);
    for (const name of left().filter((each) => !active.has(each)))
      fired.get(name)!.silentAfter = (Date.now() - mended) / 1_000;
  }
  if (left().length > 0) say(`  still not silent: ${left().join(', ')}`);
}

async function watch(
  by: string,
  alerts: readonly string[],
  struck: number,
  until: () => number,
): Promise<void> {
  const pending = new Map<string, number>();
  while (Date.now() < until() && !alerts.every((alert) => fired.has(alert))) {
    await sleep(POLL_MS);
    const seconds = (Date.now() - struck) / 1_000;
    for (const { name, state } of await prometheus.alerts()) {
      if (!alerts.includes(name) || fired.has(name)) continue;
      if (!pending.has(name)) pending.set(name, seconds);
      if (state !== 'firing') continue;
      fired.set(name, { by, pendingAfter: pending.get(name) ?? seconds, firingAfter: seconds });
      say(`  ${name} fires after ${seconds.toFixed(1)} s`);
    }
  }
}

async function firing({ alerts }: Prometheus): Promise<ReadonlySet<string>> {
  return new Set((await alerts()).map(({ name }) => name));
}
