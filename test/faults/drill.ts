/**
 * `npm run drill`: backup and restore, done for real (docs/operations.md). Orders, a cold copy of PostgreSQL's data,
 * more orders, the copy put back; then `reconcile --repair` and the checks. Entry file.
 */
import { execFile } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { preparePostgresHome } from '../../embedded/postgres/home.ts';
import { createRandom } from '../support/random.ts';
import { makeThrowawayFolder, removeThrowawayFolder } from '../support/throwaway-folder.ts';
import { checkLifecycles } from './checks/lifecycles.ts';
import { type Violation, violations } from './checks/violation.ts';
import { type Clients, configure, connect } from './clients.ts';
import { drain } from './drain.ts';
import { readBooks } from './facts.ts';
import { createJournal, type Journal } from './journal.ts';
import { noBusyOrders, walk } from './traffic.ts';
import { CHECKOUT, createFaultWorld, ENCRYPTION_KEY, receiversOf, startFaultPlatform } from './world.ts';

const LOAD_MS = 20_000;
const DRAIN_MS = 240_000;
const CLIENTS = 6;

const begun = Date.now();
const say = (line: string) =>
  console.log(`${((Date.now() - begun) / 1_000).toFixed(1).padStart(7)}  ${line}`);
const folder = makeThrowawayFolder('guidepost-drill-');
const world = await createFaultWorld({ say, folder });
let { platform } = world;
const [before, after] = [createJournal(), createJournal()];
try {
  await load(before, 'before');
  await backUp();
  await load(after, 'after');
  await restore();
  say((await admin('restored')).trim());
  const found = await reconcile();
  say(found);
  say(await reconcile('--repair', '--yes', '--max-terminations', '10000'));
  const left = await settle();
  const again = await reconcile();
  say(`reconcile, once more: ${again.trim().split('\n').at(-1)}`);
  const bad = [...violations('everything under way ends', left ? [left] : []), ...(await check(again))];
  for (const { rule, evidence } of bad) say(`FAILED: ${rule}: ${evidence}`);
  say(bad.length === 0 ? 'PASSED: both agree again' : 'FAILED');
  process.exitCode = bad.length === 0 ? 0 : 1;
} finally {
  await platform.stop();
  await Promise.all(receiversOf(world).map((receiver) => receiver.close()));
  removeThrowawayFolder(folder);
}
process.exit();

async function load(journal: Journal, run: string): Promise<void> {
  const patience = new AbortController();
  const random = createRandom(1);
  const clients: Clients = await connect({ ...world, platform }, journal, random, patience.signal);
  const enough = AbortSignal.timeout(LOAD_MS);
  const traffic = { ...clients, journal, random, run, busy: noBusyOrders() };
  const backedUp = run === 'after' ? moveBackedUp(clients) : undefined;
  await Promise.all([
    backedUp,
    ...Array.from({ length: CLIENTS }, (_, n) => walk(traffic, `${run}${n}`, enough)),
  ]);
  patience.abort();
  const orders = journal.creates.filter(({ outcome }) => outcome.kind === 'acknowledged').length;
  say(`${orders} orders, ${journal.moves.length} moves`);
}

/** Orders of the time before move on after the backup: confirmed or cancelled, by turns; some refuse. */
async function moveBackedUp({ agencies, studio }: Clients): Promise<void> {
  for (const [index, { agency, outcome }] of before.creates.entries()) {
    if (outcome.kind !== 'acknowledged') continue;
    const buyer = agencies.find(({ key }) => key === agency)?.client;
    const path = (move: string) => `/open/v1/order/${move}/${outcome.orderId}`;
    if (index % 2 === 0) await buyer?.send({ method: 'POST', path: path('cancel') });
    else await studio.send({ method: 'POST', path: path('confirm') });
  }
}

/** Stopped, PostgreSQL's data folder is a whole backup. */
async function backUp(): Promise<void> {
  await platform.stop();
  const { dir } = preparePostgresHome(folder, () => {});
  await execute('cp', ['-a', join(dir, 'data'), join(dir, 'backup')]);
  say('backed up');
  platform = await startFaultPlatform(folder, say);
}

/** PostgreSQL goes back, Temporal stays where it is. */
async function restore(): Promise<void> {
  await platform.stop();
  const { dir } = preparePostgresHome(folder, () => {});
  rmSync(join(dir, 'data'), { recursive: true });
  renameSync(join(dir, 'backup'), join(dir, 'data'));
  say('restored');
  platform = await startFaultPlatform(folder, say);
}

async function reconcile(...options: string[]): Promise<string> {
  return await admin('reconcile', ...options);
}

async function admin(...args: string[]): Promise<string> {
  return await execute(process.execPath, [join(CHECKOUT, 'admin/index.ts'), '--as', 'drill', ...args]);
}

/** With the environment of an operator of this platform; an exit code is part of the answer. */
async function execute(file: string, args: readonly string[]): Promise<string> {
  const { database, temporalAddress } = platform.info;
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATABASE_URL: database,
    TEMPORAL_ADDRESS: temporalAddress,
    ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
  };
  return await new Promise((resolve) => {
    execFile(file, [...args], { env, maxBuffer: 2 ** 26 }, (_, stdout, stderr) => resolve(stdout + stderr));
  });
}

async function settle(): Promise<string> {
  const { database: databaseUrl, temporalAddress, temporalNamespace } = platform.info;
  // The list of workflows that Temporal shows follows within moments.
  await sleep(1_000);
  const patient = await connect(
    { ...world, platform },
    createJournal(),
    createRandom(2),
    AbortSignal.timeout(DRAIN_MS),
  );
  const nudge = () => configure(world, patient.fresh);
  const { left } = await drain({
    databaseUrl,
    temporalAddress,
    temporalNamespace,
    nudge,
    withinMs: DRAIN_MS,
  });
  return left;
}

/** What the backup had is there and whole; everything was told. */
async function check(reconciled: string): Promise<Violation[]> {
  const books = await readBooks(platform.info.database);
  const told = before.creates.flatMap(({ outcome }) =>
    outcome.kind === 'acknowledged' ? [outcome.orderId] : [],
  );
  const silent = books.notifications.filter(({ status }) => status !== 'acknowledged');
  return [
    ...checkLifecycles(books),
    ...violations(
      'the backup has every order',
      told.filter((id) => !books.orders.has(id)),
    ),
    ...violations(
      'every notification is acknowledged',
      silent.map(({ id, status }) => `${id} ${status}`),
    ),
    ...violations('nothing is left to reconcile', /^0 disagreement/m.test(reconciled) ? [] : [reconciled]),
  ];
}
