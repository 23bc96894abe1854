/**
 * `npm run proof -- ramp`: a bad release is tried at 5 % beside the running one, under load (docs/upgrades.md, "A trial"). It is withdrawn by
 * the command, with the worker that takes its orders over killed at that moment; then, tried again, by the platform itself. Entry file.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import pg from 'pg';
import { runsOf } from '../../../lib/temporal/programs.ts';
import { queueOf } from '../../../workflows/contract.ts';
import { createRandom } from '../../support/random.ts';
import { quietTemporal } from '../../support/servers/quiet-temporal.ts';
import { checkChanges } from '../checks/changes.ts';
import { checkClients } from '../checks/clients.ts';
import { checkDeliveries } from '../checks/deliveries.ts';
import { checkHolds } from '../checks/holds.ts';
import { checkLifecycles } from '../checks/lifecycles.ts';
import { type Violation, violations } from '../checks/violation.ts';
import { createGround, type Ground } from '../drills/drill.ts';
import { readBooks, withTemporal } from '../facts.ts';
import { createJournal } from '../journal.ts';
import { environmentOf, metricsOf, pidOf, send } from '../parts.ts';
import { inquire } from '../phases.ts';
import type { Receipt } from '../receiver.ts';
import { receiversOf } from '../world.ts';
import { makeBadRelease, startOrderWorkers, TRIED } from './bad-release.ts';

const PERCENT = 5;
const LOAD_MS = 280_000;
const SHOWN_WITHIN_MS = 150_000;
/** "Gone in a minute." */
const GONE_WITHIN_S = 60;
const POLL_MS = 250;

const begun = Date.now();
const say = (line: string) =>
  console.log(`${((Date.now() - begun) / 1_000).toFixed(1).padStart(7)}  ${line}`);
const since = (at: number) => (Date.now() - at) / 1_000;
const found: Violation[] = [];
quietTemporal();
const ground = await createGround(say);
try {
  found.push(...(await trial(ground)));
} finally {
  await ground.close();
}
for (const { rule, evidence } of found) say(`FAILED: ${rule}: ${evidence}`);
say(found.length === 0 ? 'PASSED' : 'FAILED');
process.exit(found.length === 0 ? 0 : 1);

async function trial(ground: Ground): Promise<Violation[]> {
  const folder = join(ground.folder, 'bad-release');
  mkdirSync(folder);
  const release = makeBadRelease(folder);
  // Again where the machine was too busy to answer.
  const ramp = () =>
    eventually(async () => {
      const answer = await ground.admin('release', 'ramp', `${TRIED}`, '--percent', `${PERCENT}`);
      return /state: tried/.test(answer) ? answer : undefined;
    });
  // Before its workers start: else they would take all over.
  say(inOneLine(await ramp()));
  const pid = await pidOf(ground.folder, 'order-worker');
  const bad = await startOrderWorkers(release, environmentOf(pid));
  const journal = createJournal();
  await ground.load(journal, 'ramp', LOAD_MS, async () => {
    await withdrawnByCommand(ground);
    say(inOneLine(await ramp()));
    await withdrawnByItself(ground);
  });
  const early = await ground.admin('release', 'end');
  found.push(
    ...violations(
      'a trial does not end while the bad release runs',
      /stop them first/.test(early) ? [] : [early],
    ),
  );
  await bad.stop();
  const ended = await eventually(async () => {
    const answer = await ground.admin('release', 'end');
    return /state: none/.test(answer) ? answer : undefined;
  });
  say(inOneLine(ended));
  await inquire({ ...ground.world, platform: ground.platform() }, journal, createRandom(2));
  return await consequences(ground, journal);
}

/** From the first of its orders to the metric, from the command to the last order that goes on. */
async function withdrawnByCommand(ground: Ground): Promise<void> {
  await eventually(async () => (await ordersOf(ground)) > 0);
  const first = Date.now();
  await eventually(async () => (await failing(ground)) > 0);
  say(
    `the metric shows failing orders ${since(first).toFixed(1)} s after the first order began with the bad release`,
  );
  const commanded = Date.now();
  const answer = await eventually(async () => {
    const said = await ground.admin('release', 'stop');
    return /state: withdrawn/.test(said) ? said : undefined;
  });
  say(`${inOneLine(answer)}; the process of the command took ${since(commanded).toFixed(1)} s`);
  const stopped = Date.now();
  // Who takes them over: killed before it is done, and started again by its supervisor.
  send([await pidOf(ground.folder, 'order-worker')], 'SIGKILL');
  await untilGone(ground, stopped, 'the command has answered');
}

async function withdrawnByItself(ground: Ground): Promise<void> {
  await eventually(async () => (await failing(ground)) > 0);
  const shown = Date.now();
  await eventually(async () => (await percentOf(ground)) === 0);
  say(
    `the platform withdrew it by itself ${since(shown).toFixed(1)} s after the metric showed the first failing order`,
  );
  await untilGone(ground, Date.now(), 'that');
}

async function untilGone(ground: Ground, from: number, what: string): Promise<void> {
  await eventually(
    async () => (await inTemporal(ground, ({ workflow }) => workflow.count(runsOf(TRIED)))).count === 0,
    2 * GONE_WITHIN_S * 1_000,
  );
  const seconds = since(from);
  say(`every order goes on with the good release ${seconds.toFixed(1)} s after ${what}`);
  const late = seconds > GONE_WITHIN_S ? [`${seconds} s after ${what}`] : [];
  found.push(...violations('the bad release is gone in a minute', late));
}

async function consequences(ground: Ground, journal: ReturnType<typeof createJournal>): Promise<Violation[]> {
  const left = await ground.drained();
  const books = await readBooks(ground.platform().info.database);
  const receipts = receiversOf(ground.world).flatMap((receiver) => receiver.receipts);
  const affected = await ordersOf(ground);
  say(`${affected} of ${books.orders.size} orders began with the bad release`);
  const again = await ground.admin('reconcile');
  return [
    ...left,
    ...violations('reconcile finds nothing', /^0 disagreement/m.test(again) ? [] : [again]),
    ...violations('some orders began with the bad release', affected > 0 ? [] : ['none']),
    ...checkClients(journal, books),
    ...checkLifecycles(books),
    ...checkHolds(journal, books),
    ...checkChanges(journal, books),
    ...checkDeliveries(books, receipts),
    ...violations('a notification that comes again says the same', differing(receipts)),
  ];
}

/** Notifications that came twice, and said something else. */
function differing(receipts: readonly Receipt[]): string[] {
  const said = ({ type, orderId, sequence, status }: Receipt) => [type, orderId, sequence, status].join(' ');
  return [...Map.groupBy(receipts, ({ notificationId }) => notificationId)].flatMap(([id, own]) =>
    new Set(own.map(said)).size > 1 ? [id] : [],
  );
}

async function inTemporal<T>({ platform }: Ground, ask: (client: Client) => Promise<T>): Promise<T> {
  return await withTemporal(platform().info, ask);
}

/** @throws when it has not come within that time. */
async function eventually<T>(look: () => Promise<T>, withinMs = SHOWN_WITHIN_MS): Promise<NonNullable<T>> {
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(POLL_MS)) {
    const seen = await look();
    if (seen !== undefined && seen !== null && seen !== false) return seen as NonNullable<T>;
  }
  throw new Error(`it did not come within ${withinMs / 1_000} s: ${look}`);
}

/** Orders that ever ran by the bad release. */
async function ordersOf(ground: Ground): Promise<number> {
  return await inTemporal(ground, async ({ workflow }) => {
    const ids = new Set<string>();
    const query = `TaskQueue = '${queueOf('orders', TRIED)}' and WorkflowType = 'order'`;
    for await (const { workflowId } of workflow.list({ query })) ids.add(workflowId);
    return ids.size;
  });
}

/** What the alert goes by. */
async function failing({ folder }: Ground): Promise<number> {
  const text = await metricsOf(await pidOf(folder, 'order-worker'));
  return Number(/^guidepost_release_failing_orders\{[^}]*\} (\d+)/m.exec(text)?.[1] ?? 0);
}

async function percentOf({ platform }: Ground): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: platform().info.database });
  await client.connect();
  try {
    return (await client.query('select ramp_percent from installation')).rows[0]?.ramp_percent;
  } finally {
    await client.end();
  }
}

function inOneLine(text: string): string {
  return text.trim().split('\n').join(', ');
}
