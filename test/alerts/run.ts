/**
 * `npm run proof -- alerts`: each alert of deploy/observability/rules.yml, fired by a real failure of a real platform that a real
 * Prometheus scrapes; with shortened waits. Needs `prometheus` on PATH. With `--pictures`: draws the dashboards of that run. Entry file.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '../../tools/embedded/os/find-program.ts';
import { createJournal } from '../faults/journal.ts';
import { quietTemporal } from '../support/servers/quiet-temporal.ts';
import { type Failure, failuresOf } from './failures.ts';
import { createAlertGround } from './ground.ts';
import { drawDashboards } from './pictures.ts';
import { type Prometheus, startPrometheus } from './prometheus.ts';
import { quicken } from './quick-rules.ts';

const RULES = new URL('../../deploy/observability/rules.yml', import.meta.url);
/**
 * No failure of seconds takes every slot of a worker, sets a machine's clock, or fills a disk: these have their drill in rules.test.yml alone.
 * What is frozen or killed is caused by `npm run proof -- blind`.
 */
const NOT_CAUSED = [
  ...['GuidepostNoSlots', 'GuidepostClockWrong', 'GuidepostCertificateExpires', 'GuidepostDiskFills'],
  ...[
    'GuidepostConnectionsNearLimit',
    'GuidepostReplicaBehind',
    'GuidepostBackupOld',
    'GuidepostBackupMissing',
  ],
  ...['GuidepostProcessDown', 'GuidepostProcessSilent', 'GuidepostRoleMissing', 'GuidepostQueueUnpolled'],
  ...[
    'GuidepostOutsideFails',
    'GuidepostDeadlinesOverdue',
    'GuidepostWorkStands',
    'GuidepostAcknowledgementsBurn',
    // By `npm run proof -- ramp`.
    'GuidepostReleaseFails',
    'GuidepostReleaseWithdrawn',
  ],
];
const WITHIN_MS = 75_000;
const POLL_MS = 500;
const LOAD_MS = 20 * 60_000;
/** Until rates have something to rate. */
const CALM_MS = 15_000;

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
const prometheus = await startPrometheus({ file, folder: ground.folder, rules, targets: ground.targets });
const scrapedFrom = Date.now() / 1_000;
const stop = new AbortController();
let active: ReadonlySet<string> = new Set();
const fired = new Map<string, { by: string; pendingAfter: number; firingAfter: number }>();
try {
  const clients = await ground.connect(createJournal(), stop.signal);
  void ground.load(createJournal(), 'alerts', LOAD_MS).catch(() => {});
  await sleep(CALM_MS);
  active = await firing(prometheus);
  say(`fires already: ${[...active].join(', ') || 'nothing'}`);
  for (const failure of failuresOf(ground, clients)) await cause(failure);
  if (process.argv.includes('--pictures')) {
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
  .filter((name) => !fired.has(name) && !NOT_CAUSED.includes(name));
console.log('| alert | caused by | pending after | firing after |\n|---|---|---|---|');
for (const [name, { by, pendingAfter, firingAfter }] of fired)
  console.log(`| ${name} | ${by} | ${pendingAfter.toFixed(1)} s | ${firingAfter.toFixed(1)} s |`);
console.log(missing.length === 0 ? 'every one fired' : `NEVER FIRED: ${missing.join(', ')}`);
process.exit(missing.length === 0 ? 0 : 1);

/** Until each of its alerts fires, which none of them does before: what an earlier failure has set off ends first. */
async function cause({ name, alerts, strike }: Failure): Promise<void> {
  const quietBy = Date.now() + WITHIN_MS;
  while (Date.now() < quietBy && alerts.some((alert) => active.has(alert))) {
    await sleep(POLL_MS);
    active = await firing(prometheus);
  }
  say(name);
  const struck = Date.now();
  const watching = watch(name, alerts, struck);
  const heal = await strike();
  await watching;
  await heal();
  active = await firing(prometheus);
}

async function watch(by: string, alerts: readonly string[], struck: number): Promise<void> {
  const pending = new Map<string, number>();
  while (Date.now() < struck + WITHIN_MS && !alerts.every((alert) => fired.has(alert))) {
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
