import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recreateSchedules, SCHEDULES } from '../../activities/schedules.ts';
import { findDisagreements, repairAll } from '../../admin/reconcile.ts';
import { Hold, Notification, Order, OrderChange } from '../../db/entities/index.ts';
import { SETTLEMENT_SCHEDULE } from '../../workflows/settlement-contract.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bookingIn, bookOrder } from '../support/booking.ts';
import { type CallbackReceiver, reactions, startCallbackReceiver } from '../support/callback-receiver.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide } from '../support/merchants.ts';
import { until } from '../support/until.ts';

/** Two Temporals are set up, one after the other. */

/** What there is when Temporal's whole database is lost; each has a day of its own. */
interface Open {
  readonly pending: string;
  /** With a change that waits for the studio. */
  readonly confirmed: string;
  /** The same, and nobody will answer. */
  readonly unanswered: string;
  readonly inProgress: string;
  /** Cancelled, and its merchant has not heard of it. */
  readonly unannounced: string;
  readonly hold: string;
}

const GUIDE = 'G8801';
const UNAVAILABLE = 50301;
const UNDER_WAY = 40904;
let app: TestApp;
let receiver: CallbackReceiver;
let open: Open;
let platform: LivePlatform;

beforeAll(async () => {
  app = await createTestApp();
  receiver = await startCallbackReceiver();
  await createGuide(app, { id: GUIDE });
  platform = await createLivePlatform({ over: app });
  await as(app.sandbox.agency, 'PUT', 'callback/config', { url: receiver.url });
  open = await openOrders();
  await platform.close();
  platform = await createLivePlatform({ over: app });
});
afterAll(async () => {
  await platform.close();
  await receiver.close();
  await app.close();
});

test('an empty Temporal has the database repaired into it, and every order goes on from where it stands', async () => {
  expect(new Map((await reconcile()).map(({ id, kind }) => [id, kind]))).toEqual(
    new Map([
      ...[open.pending, open.confirmed, open.unanswered, open.inProgress].map(
        (id) => [id, 'workflowMissing'] as const,
      ),
      [open.unannounced, 'deliveryMissing'],
      [open.hold, 'holdUnattended'],
    ]),
  );
  receiver.react(reactions.acknowledge);
  const sources = { ...world(), secondCheckMs: 300 };
  await repairAll(sources, await findDisagreements(sources));
  await until(async () => (await reconcile()).length === 0);
  await until(async () => (await em().count(Notification, { status: 'pending' })) === 0);
  const arrived = new Set(receiver.received.map(({ body }) => body.notificationId));
  const notified = await em().find(Notification, { merchantKey: 'mk_sandbox_agency' });
  expect(notified.filter(({ id }) => !arrived.has(id))).toEqual([]);

  // Whom it waited for may answer.
  await as(app.sandbox.studio, 'POST', `order/change-accept/${open.confirmed}`);
  expect(await em().count(OrderChange, { orderId: open.confirmed, status: 'applied' })).toBe(1);
  await as(app.sandbox.studio, 'POST', `order/complete/${open.inProgress}`);
  expect(await statusOf(open.inProgress)).toBe('completed');

  // Where nobody does, the clock goes on: the deadlines are those of before.
  const { status } = await em().findOneOrFail(Hold, open.hold);
  expect([await statusOf(open.pending), status]).toEqual(['pending', 'held']);
  await as(app.sandbox.agency, 'POST', 'sandbox/clock/advance', { days: 20 });
  await until(async () => (await statusOf(open.pending)) === 'cancelled');
  await until(async () => (await em().findOneOrFail(Hold, open.hold)).status === 'expired');
  await until(
    async () => (await em().count(OrderChange, { orderId: open.unanswered, status: 'expired' })) === 1,
  );
  expect(await statusOf(open.unanswered)).toBe('confirmed');
});

test('what a clock asks for is scheduled again, once, and a Schedule that is there is left alone', async () => {
  const { client } = platform.temporal;
  expect(await recreateSchedules(client, 'UTC')).toEqual(SCHEDULES.map(({ id }) => id));
  const schedule = client.schedule.getHandle(SETTLEMENT_SCHEDULE);
  await schedule.pause('a person did');
  expect(await recreateSchedules(client, 'Europe/Lisbon')).toEqual([]);
  const { state, spec } = await schedule.describe();
  expect([state.paused, spec.timezone]).toEqual([true, 'UTC']);
});

const em = () => app.orm.em.fork();
const world = () => ({ orm: app.orm, client: platform.temporal.client, now: platform.now });
const reconcile = () => findDisagreements({ ...world(), secondCheckMs: 300 });
const statusOf = async (id: string) => (await em().findOneOrFail(Order, id)).status;

/** A slow machine's "it is not known, ask again" is asked again. */
async function as(who: TestApp['sandbox']['agency'], method: 'POST' | 'PUT', path: string, payload = {}) {
  const headers = { 'idempotency-key': path };
  const answer = await until(async () => {
    const notified = (await platform.as(who, { method, url: `/open/v1/${path}`, payload, headers })).json();
    return notified.code !== UNAVAILABLE && notified.code !== UNDER_WAY && notified;
  });
  expect([path, answer.code]).toEqual([path, 200]);
  return answer.data;
}

async function openOrders(): Promise<Open> {
  const { agency, studio } = app.sandbox;
  const book = (day: number) => bookOrder(platform, agency, bookingIn(day, GUIDE));
  const confirm = async (id: string) => void (await as(studio, 'POST', `order/confirm/${id}`));
  const change = async (id: string, day: number) => {
    const { tripDate } = bookingIn(day, GUIDE);
    expect((await as(agency, 'POST', `order/change/${id}`, { tripDate })).change.status).toBe('requested');
  };
  const [pending, confirmed, unanswered] = [await book(60), await book(62), await book(64)];
  const [inProgress, unannounced] = [await book(66), await book(68)];
  for (const id of [confirmed, unanswered, inProgress]) await confirm(id);
  await change(confirmed, 72);
  await change(unanswered, 74);
  await as(studio, 'POST', `order/start/${inProgress}`);
  const { contactName, contactPhone, ...trip } = bookingIn(80, GUIDE);
  const { holdId } = await as(agency, 'POST', 'order/hold', { ...trip, holdSeconds: 172_800 });
  await until(async () => (await em().count(Notification, { status: 'pending' })) === 0);
  receiver.react(reactions.otherCode);
  await as(agency, 'POST', `order/cancel/${unannounced}`);
  await until(async () => (await em().count(Order, { workflowStartedAt: null })) === 0);
  await until(async () => (await em().count(Hold, { workflowStartedAt: null })) === 0);
  return { pending, confirmed, unanswered, inProgress, unannounced, hold: holdId };
}
