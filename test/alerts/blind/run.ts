/**
 * `npm run proof -- blind`: each part of the topology is frozen, and killed, in turn; production's rules, at production's pace, have to page
 * with exactly the alert that its runbook names, within two minutes. `--only api --how frozen` for one. Needs `prometheus` on PATH. Entry file.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { findProgram } from '../../../tools/embedded/os/find-program.ts';
import { type Alert, type Prometheus, startPrometheus } from '../prometheus.ts';
import { type Strike, startBlindGround } from './ground.ts';
import { createInhibition } from './inhibition.ts';
import { type BlindPart, PAGES } from './parts.ts';

const DEPLOY = new URL('../../../deploy/observability/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, DEPLOY), 'utf8');
const WITHIN_MS = 120_000;
/** Alertmanager's `group_wait`: what is inhibited by then was never sent. */
const GROUP_WAIT_MS = 30_000;
const POLL_MS = 2_000;
const QUIET_WITHIN_MS = 300_000;

const { values } = parseArgs({ options: { only: { type: 'string' }, how: { type: 'string' } } });
const parts = (Object.keys(PAGES) as BlindPart[]).filter((part) => (values.only ?? part) === part);
const ways = (['frozen', 'killed'] as const).filter((how) => (values.how ?? how) === how);
const file = findProgram('prometheus', process.env.PATH);
if (file === undefined || parts.length === 0 || ways.length === 0) {
  console.error(
    file === undefined
      ? 'prometheus is not on PATH: nothing was tried'
      : `--only: ${Object.keys(PAGES).join(', ')}; --how: frozen, killed`,
  );
  process.exit(2);
}

interface Result {
  readonly part: BlindPart;
  readonly how: Strike;
  readonly firingAfter: number | undefined;
  /** What else was sent. */
  readonly others: readonly string[];
}

const begun = Date.now();
const say = (line: string) =>
  console.log(`${((Date.now() - begun) / 1_000).toFixed(1).padStart(7)}  ${line}`);
const loud = createInhibition(read('alertmanager.yml'));
const folder = mkdtempSync(join(tmpdir(), 'guidepost-blind-'));
const ground = await startBlindGround(join(folder, 'data'), say);
const { scrape_interval, scrape_timeout, evaluation_interval } = parse(read('prometheus.yml')).global;
const prometheus = await startPrometheus({
  ...{ file, folder, rules: parse(read('rules.yml')), targets: ground.targets, jobOf: ground.jobOf },
  pace: { scrape_interval, scrape_timeout, evaluation_interval },
});
const results: Result[] = [];
try {
  for (const part of parts) for (const how of ways) results.push(await tryOne(part, how));
} finally {
  await prometheus.close();
  await ground.close();
  rmSync(folder, { recursive: true, force: true });
}
console.log('| part | how | page | firing after | sent besides |\n|---|---|---|---|---|');
for (const { part, how, firingAfter, others } of results)
  console.log(
    `| ${part} | ${how} | ${PAGES[part].alert} | ${firingAfter === undefined ? 'NEVER' : `${firingAfter.toFixed(0)} s`} | ${others.join(', ') || '–'} |`,
  );
process.exit(
  results.every(({ firingAfter, others }) => firingAfter !== undefined && others.length === 0) ? 0 : 1,
);

async function tryOne(part: BlindPart, how: Strike): Promise<Result> {
  await untilQuiet(prometheus);
  say(`${part} is ${how}`);
  const heal = await ground.strike(part, how);
  const result = await watch(part);
  await heal();
  say(
    `  ${result.firingAfter === undefined ? 'its page never came' : `its page fires after ${result.firingAfter.toFixed(0)} s`}; besides: ${result.others.join(', ') || 'nothing'}`,
  );
  return { part, how, ...result };
}

/** Longer than the page may take: what follows from the failure must stay quiet behind it. */
async function watch(part: BlindPart): Promise<Pick<Result, 'firingAfter' | 'others'>> {
  const struck = Date.now();
  const loudSince = new Map<string, number>();
  const others = new Set<string>();
  let firingAfter: number | undefined;
  while (Date.now() < struck + WITHIN_MS + GROUP_WAIT_MS) {
    await sleep(POLL_MS);
    const at = Date.now();
    const pages = await pagesNow();
    const names = pages.map(({ name }) => name);
    for (const name of loudSince.keys()) if (!names.includes(name)) loudSince.delete(name);
    for (const page of pages) {
      const since = loudSince.get(page.name) ?? at;
      loudSince.set(page.name, since);
      if (isExpected(page, part)) {
        if (at <= struck + WITHIN_MS) firingAfter ??= (at - struck) / 1_000;
      } else if (at - since >= GROUP_WAIT_MS) others.add(nameOf(page));
    }
  }
  return { firingAfter, others: [...others] };
}

function isExpected({ name, labels }: Alert, part: BlindPart): boolean {
  const { alert, label } = PAGES[part];
  return name === alert && (label === undefined || labels[label[0]] === label[1]);
}

/** With what distinguishes it. */
function nameOf({ name, labels }: Alert): string {
  const { part, job, role, queue, kind, work } = labels;
  return `${name} ${part ?? role ?? queue ?? kind ?? work ?? job ?? ''}`.trim();
}

/** Those that somebody is paged for. */
async function pagesNow(): Promise<Alert[]> {
  const firing = (await prometheus.alerts()).filter(({ state }) => state === 'firing');
  return loud(firing).filter(({ labels }) => labels.severity === 'page');
}

async function untilQuiet({ alerts }: Prometheus): Promise<void> {
  const by = Date.now() + QUIET_WITHIN_MS;
  // A first scrape of each has to be there.
  await sleep(GROUP_WAIT_MS);
  for (;;) {
    await ground.forgetKilled().catch(() => undefined);
    const left = (await alerts()).filter(({ labels }) => labels.severity === 'page');
    if (left.length === 0) return;
    if (Date.now() > by) throw new Error(`not quiet: ${[...new Set(left.map(nameOf))].join(', ')}`);
    await sleep(POLL_MS);
  }
}
