import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openInstallation } from '../../db/installation.ts';
import { createOrm } from '../../db/orm.ts';
import { claimNamespace } from '../../lib/operations/temporal-identity.ts';
import { findLostOrders } from '../../services/reconcile/lost-orders.ts';
import { lostOrderRows } from '../../services/reconcile/lost-orders-csv.ts';
import { ENCRYPTION_KEY, type TestApp } from '../support/app.ts';
import { bookingIn, bookOrder } from '../support/booking.ts';
import { type CallbackReceiver, reactions, startCallbackReceiver } from '../support/callback-receiver.ts';
import { createMerchant } from '../support/merchants.ts';
import { startAdmin } from '../support/platform/admin.ts';
import { copyDatabase, type TestDatabase } from '../support/servers/database.ts';
import { until } from '../support/until.ts';
import { untilStarted } from '../support/waiting/until-waiting.ts';
import { createReconcileWorld, type ReconcileWorld } from './reconcile-world.ts';

const [AGENCY, STUDIO, OTHER] = ['mk_sandbox_agency', 'mk_sandbox_studio', 'mk_test_other'] as const;
/** Another try may be answered: the command's fate is not known, or it is under way. */
const ASK_AGAIN = [50301, 40904];

/** Each command is a process, and connects to both. */

let world: ReconcileWorld;
let receiver: CallbackReceiver;
let restored: TestDatabase;
let folder: string;
let lost: Record<'pending' | 'confirmed' | 'rejected' | 'cancelled' | 'silent' | 'failing', string>;
let before: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidepost-lost-'));
  world = await createReconcileWorld();
  receiver = await startCallbackReceiver();
  await claimNamespace(world.temporal.client, await openInstallation(world.orm.em.fork(), world.cipher));
  before = [await world.book(1), await world.book(2)];
  await move(before[1]!, 'reject');
  for (const id of before) await until(() => world.arrivalsOf(id).length > 0);
  await world.workflow(before[1]!).result();
  restored = await copyDatabase(world.databaseUrl);
  lost = await takeOrders();
});
afterAll(async () => {
  await world.close();
  await receiver.close();
  await restored.drop();
  rmSync(folder, { recursive: true });
});

test('all orders of after a restored backup are listed by merchant, ended ones too, and none of before it', async () => {
  const rows = await listed();
  const ordersOf = (merchant: string) =>
    rows.filter((row) => row.merchant === merchant).map(({ order }) => order);
  const { silent, failing, ...ours } = lost;
  expect([...new Set(rows.map(({ merchant }) => merchant))]).toEqual([AGENCY, STUDIO, OTHER]);
  expect(ordersOf(AGENCY).sort()).toEqual(Object.values(ours).sort());
  expect(ordersOf(OTHER).sort()).toEqual([silent, failing].sort());
  expect(ordersOf(STUDIO).sort()).toEqual(Object.values(lost).sort());
  expect(rows.filter(({ order }) => before.includes(order))).toEqual([]);

  const ended = rows.filter(({ endedAt }) => endedAt !== '').map(({ order }) => order);
  expect(new Set(ended)).toEqual(new Set([lost.rejected, lost.cancelled]));
  const rowOf = (order: string) => rows.find((row) => row.order === order && row.merchant === AGENCY);
  expect(rowOf(lost.pending)).toMatchObject({
    ...{ party: 'agency', status: 'pending', workflow: 'running', guide: 'G7001' },
    tripDate: bookingIn(40, '').tripDate,
  });
  expect(rowOf(lost.confirmed)).toMatchObject({ status: 'confirmed', workflow: 'running' });
  expect(rowOf(lost.rejected)).toMatchObject({ status: 'cancelled', workflow: 'completed' });
});

test('each merchant has what its own endpoints were notified of, also what a delivery brought later', async () => {
  const rows = await listed();
  const rowOf = (merchant: string, order: string) =>
    rows.find((row) => row.merchant === merchant && row.order === order)!;
  expect(rowOf(AGENCY, lost.cancelled)).toMatchObject({
    events: '#1 pending; #2 cancelled',
    deliveredLater: expect.stringMatching(/EP\d+ #2 acknowledged$/),
    waiting: '',
  });
  expect(rowOf(STUDIO, lost.rejected)).toMatchObject({
    ...{ events: '#1 pending; #2 cancelled', waiting: '' },
  });
  expect(rowOf(OTHER, lost.failing)).toMatchObject({
    ...{ events: '#1 pending', deliveredLater: '', waiting: expect.stringMatching(/^EP\d+$/) },
  });
  const owners = new Map<string, string>();
  const ownerOf = (endpoint: string, merchant: string) => {
    if (!owners.has(endpoint)) owners.set(endpoint, merchant);
    return owners.get(endpoint);
  };
  for (const { merchant, deliveredLater, waiting } of rows)
    for (const [endpoint] of `${deliveredLater} ${waiting}`.matchAll(/EP\d+/g))
      expect([endpoint, ownerOf(endpoint, merchant)]).toEqual([endpoint, merchant]);
  expect(owners.size).toBeGreaterThan(1);
});

test('reconcile --csv writes the list into a new private file, and leaves one that is there', async () => {
  const path = join(folder, 'lost.csv');
  const { code, stdout } = await admin('reconcile', '--csv', path);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/^lost: 6$/m)]);
  const text = readFileSync(path, 'utf8');
  const [header, ...lines] = text.trim().split('\r\n');
  expect(header).toContain('"merchant","party","order","status"');
  expect(lines).toHaveLength(12);
  for (const id of Object.values(lost)) expect(text).toContain(id);
  expect(text).not.toMatch(/Lovelace|351912345678|127\.0\.0\.1/);
  expect(statSync(path).mode & 0o077).toBe(0);

  const again = await admin('reconcile', '--csv', path);
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('is there already')]);
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test('a repair lists them before it ends their workflows, and they are known afterwards', async () => {
  const [first, second] = [join(folder, 'before.csv'), join(folder, 'after.csv')];
  const repaired = await admin('reconcile', '--repair', '--yes', '--csv', first);
  expect([repaired.code, repaired.stdout]).toEqual([0, expect.stringMatching(/^lost: 6$/m)]);
  const ids = (path: string) => new Set(readFileSync(path, 'utf8').match(/ORD\d+/g));
  expect(readFileSync(first, 'utf8')).toContain('"running"');
  expect((await admin('reconcile', '--csv', second)).stdout).toMatch(/^lost: 6$/m);
  expect(ids(second)).toEqual(ids(first));
  expect(readFileSync(second, 'utf8')).toContain('"terminated"');
});

/** The rows, once Temporal's list has all of them, as they are. */
async function listed() {
  const orm = createOrm({ databaseUrl: restored.url, poolMax: 2 });
  try {
    return await until(async () => {
      const found = await findLostOrders({ orm, client: world.temporal.client });
      const isEnded = found.filter(({ endedAt }) => endedAt !== null).length === 2;
      // On a slow machine others were late as well.
      const isWaiting = (order: string) =>
        found.find(({ id }) => id === order)?.deliveries.map((delivery) => delivery.isWaiting) ?? [];
      const isResolved = isWaiting(lost.cancelled).length > 0 && !isWaiting(lost.cancelled).includes(true);
      const isKnown = isEnded && isResolved && isWaiting(lost.failing).includes(true);
      return found.length === 6 && isKnown ? lostOrderRows(found) : undefined;
    });
  } finally {
    await orm.close();
  }
}

const admin = async (...args: string[]) =>
  await startAdmin(
    {
      DATABASE_URL: restored.url,
      ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
      TEMPORAL_ADDRESS: world.temporal.address,
      TEMPORAL_NAMESPACE: world.temporal.namespace,
    },
    args,
  ).ended;

/** Six, of which two have ended: one of them with a notification that was acknowledged at the second attempt. */
async function takeOrders(): Promise<typeof lost> {
  const { agency } = world.sandbox;
  const other = await createMerchant(world, OTHER);
  const [pending, confirmed, rejected] = [await world.book(10), await world.book(11), await world.book(12)];
  const cancelled = await world.book(13);
  await move(confirmed, 'confirm');
  await move(rejected, 'reject');
  for (const id of [confirmed, rejected]) await until(() => world.arrivalsOf(id).includes(2));
  await until(() => world.arrivalsOf(cancelled).length === 1);
  world.react(reactions.otherCode, reactions.acknowledge);
  await move(cancelled, 'cancel', agency);
  await until(() => world.arrivalsOf(cancelled).length === 3);
  const silent = await bookOrder(world, other, bookingIn(44, 'G7001'));
  await untilStarted(world.workflow(silent));
  receiver.react(reactions.otherCode);
  await answered(other, { method: 'PUT', url: '/open/v1/callback/config', payload: { url: receiver.url } });
  const failing = await bookOrder(world, other, bookingIn(45, 'G7001'));
  await until(() => receiver.received.some(({ body }) => body.orderId === failing));
  for (const id of [rejected, cancelled]) await world.workflow(id).result();
  return { pending, confirmed, rejected, cancelled, silent, failing };
}

const move = async (id: string, action: string, who = world.sandbox.studio) =>
  await answered(who, { method: 'POST', url: `/open/v1/order/${action}/${id}` });

/** A slow machine is asked again, under the same key. */
async function answered(who: TestApp['sandbox']['agency'], request: Parameters<TestApp['as']>[1]) {
  const headers = { 'idempotency-key': String(request.url) };
  const answer = await until(async () => {
    const { code } = (await world.as(who, { ...request, headers })).json();
    return ASK_AGAIN.includes(code) ? undefined : { code };
  });
  expect([request.url, answer.code]).toEqual([request.url, 200]);
}
