/** What merchants see of changes: by HTTP, through real workflows. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import {
  Guide,
  IdempotencyKey,
  Notification,
  Order,
  OrderChange,
  Reservation,
} from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { until } from '../support/until.ts';

const GUIDE = 'G1';
const INSTANT = 'G3';
const HOUR_MS = 3_600_000;

let platform: LivePlatform;
let agency: ClientCredentials;
let studio: ClientCredentials;
let stranger: ClientCredentials;
beforeAll(async () => {
  platform = await createLivePlatform();
  ({ agency, studio } = platform.sandbox);
  stranger = await createMerchant(platform, 'mk_stranger');
  const terms = { maxGuests: 5, dayRate: 10_000, confirmationHours: 24 };
  await createGuide(platform, { id: GUIDE, ...terms });
  await createGuide(platform, { id: INSTANT, ...terms, changeRule: 'instant' });
});
afterAll(() => platform.close());

const today = todayIn('Europe/Lisbon', new Date());
/** Each test books days of its own. */
let nextDay = 40;
function freshDate(days = 1): string {
  nextDay += days;
  return addDays(today, nextDay - days);
}

const post = (url: string, payload: object, client = agency, headers: InjectOptions['headers'] = {}) =>
  platform.as(client, { method: 'POST', url: `/open/v1/order/${url}`, payload, headers });
const get = async (url: string, client = agency) =>
  (await platform.as(client, { method: 'GET', url: `/open/v1/order/${url}` })).json();

async function book(changes: object = {}): Promise<string> {
  const trip = { guideId: GUIDE, tripDate: freshDate(), tripDays: 1, guestCount: 2 };
  const contact = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };
  const answer = await post('create', { ...trip, ...contact, ...changes });
  expect(answer.json()).toMatchObject({ code: 200 });
  return answer.json().data.orderId;
}

async function bookConfirmed(changes: object = {}): Promise<string> {
  const orderId = await book(changes);
  expect((await post(`confirm/${orderId}`, {}, studio)).json()).toMatchObject({ code: 200 });
  return orderId;
}

const change = async (orderId: string, payload: object, client = agency, headers = {}) =>
  (await post(`change/${orderId}`, payload, client, headers)).json();
const answer = async (orderId: string, step: string, payload: object = {}, client = studio, headers = {}) =>
  (await post(`change-${step}/${orderId}`, payload, client, headers)).json();
const orderRow = (orderId: string) => platform.orm.em.fork().findOneOrFail(Order, orderId);
const reservation = (orderId: string) => platform.orm.em.fork().findOneOrFail(Reservation, orderId);
const notified = async (orderId: string) =>
  await platform.orm.em.fork().find(Notification, { orderId }, { orderBy: { position: 'asc' } });

describe('a pending order', () => {
  test('does not become longer than its agency may keep the guide', async () => {
    const guideId = 'G9';
    await createGuide(platform, { id: guideId, maxUnconfirmedDays: 5 });
    const orderId = await book({ guideId });
    await book({ guideId, tripDate: freshDate(2), tripDays: 2 });
    const tripDate = freshDate(30);
    const refused = await change(orderId, { tripDate, tripDays: 4 });
    expect(refused).toMatchObject({ code: 40902, data: { details: [{ reason: 'guide_days_held' }] } });
    expect(await orderRow(orderId)).toMatchObject({ tripDays: 1, sequence: 1 });
    expect(await change(orderId, { tripDate, tripDays: 3 })).toMatchObject({ code: 200 });
  });

  test('of two that become longer at once, one goes beyond the limit and is refused', async () => {
    const guideId = 'G10';
    await createGuide(platform, { id: guideId, maxUnconfirmedDays: 4 });
    const orders = [
      await book({ guideId, tripDate: freshDate(9) }),
      await book({ guideId, tripDate: freshDate(9) }),
    ];
    const answers = await Promise.all(orders.map((orderId) => change(orderId, { tripDays: 3 })));
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 40902]);
    const refused = answers.find(({ code }) => code === 40902);
    expect(refused.data.details).toMatchObject([{ reason: 'guide_days_held' }]);
  });

  test('is changed at once: trip, price, contact; in history, notifications and reservation', async () => {
    const orderId = await book();
    const tripDate = freshDate(3);
    const answer = await change(orderId, {
      tripDate,
      tripDays: 2,
      guestCount: 3,
      contactName: 'Grace Hopper',
      contactPhone: '+351 913 000 000',
      contactEmail: 'grace@example.com',
      guestNames: ['Grace'],
      remark: 'no stairs',
      reason: 'the flight was moved',
    });
    expect(answer).toMatchObject({
      code: 200,
      data: {
        change: { status: 'applied', difference: 100, changeFee: 0, currency: 'EUR', sequence: 2 },
        order: {
          ...{ tripDate, tripDays: 2, guestCount: 3, totalAmount: 200, status: 'pending' },
          ...{ contactName: 'Grace Hopper', contactPhone: '+351913000000', guestNames: ['Grace'] },
          openChange: null,
        },
      },
    });
    const { history, tripStartAt, tripEndAt } = answer.data.order;
    expect(history.at(-1)).toMatchObject({
      ...{ sequence: 2, previousStatus: 'pending', status: 'pending', reason: 'changed_by_merchant' },
      ...{ actor: 'merchant', note: 'the flight was moved' },
    });
    const { startAt, endAt } = await reservation(orderId);
    expect([startAt.toISOString(), endAt.toISOString()]).toEqual([tripStartAt, tripEndAt]);

    const bodies = (await notified(orderId)).filter(({ type }) => type === 'order.changed');
    expect(new Set(bodies.map(({ merchantKey }) => merchantKey))).toEqual(
      new Set([agency.clientId, studio.clientId]),
    );
    for (const { body } of bodies) {
      expect(body).not.toMatch(/Grace|grace@|913000000|stairs/);
      expect(JSON.parse(body!).change.fields).toEqual(expect.arrayContaining(['tripDate', 'contactName']));
    }
  });

  test("has the studio's time anew, and expires by the new deadline: never after the new start", async () => {
    const orderId = await book();
    const before = await orderRow(orderId);
    await change(orderId, { tripDate: addDays(today, 2) });
    const after = await orderRow(orderId);
    expect(after.confirmBy.getTime()).toBeGreaterThanOrEqual(before.confirmBy.getTime());
    expect(after.confirmBy.getTime()).toBeLessThanOrEqual(after.tripStartAt.getTime());
    expect(after.policyDate).toBeNull();
    await until(async () => (await deadlineOfWorkflow(orderId)).includes(after.confirmBy.toISOString()));
  });

  test('is confirmed after a change, and the studio sees contact data only then', async () => {
    const orderId = await book();
    await change(orderId, { contactName: 'Grace Hopper' });
    const [hidden] = (await get(`changes/${orderId}`, studio)).data.list;
    expect(hidden).toMatchObject({ fields: ['contactName'], before: {}, after: {} });
    await post(`confirm/${orderId}`, {}, studio);
    const [shown] = (await get(`changes/${orderId}`, studio)).data.list;
    expect(shown).toMatchObject({
      before: { contactName: 'Ada Lovelace' },
      after: { contactName: 'Grace Hopper' },
    });
  });
});

/** What operators see of its deadline. */
async function deadlineOfWorkflow(orderId: string): Promise<string> {
  const { client } = platform.temporal;
  const handle = client.workflow.getHandle(orderId);
  return JSON.stringify(await handle.query('__temporal_workflow_metadata'));
}

describe('a confirmed order', () => {
  test('has contact data, names, e-mail and remark changed at once, and its price stays', async () => {
    const orderId = await bookConfirmed();
    const { data } = await change(orderId, { contactEmail: 'ada@example.com', remark: 'vegan' });
    expect(data.change).toMatchObject({ status: 'applied', difference: 0, answerBy: null });
    expect(data.order).toMatchObject({
      status: 'confirmed',
      contactEmail: 'ada@example.com',
      remark: 'vegan',
    });
  });

  test('waits for the studio with another trip, which takes it as it was asked for', async () => {
    const orderId = await bookConfirmed();
    const tripDate = freshDate(2);
    const asked = await change(orderId, { tripDate, tripDays: 2 });
    expect(asked.data).toMatchObject({
      change: { status: 'requested', difference: 100 },
      order: { totalAmount: 100, openChange: { status: 'requested', after: { tripDate } } },
    });
    expect((await get(`detail/${orderId}`, studio)).data.openChange).toMatchObject({ status: 'requested' });
    // A dearer guide since then does not matter.
    await platform.orm.em.fork().nativeUpdate(Guide, GUIDE, { dayRate: 99_000 });
    const accepted = await answer(orderId, 'accept', { changeId: asked.data.change.changeId });
    await platform.orm.em.fork().nativeUpdate(Guide, GUIDE, { dayRate: 10_000 });
    expect(accepted.data).toMatchObject({
      change: { status: 'applied', sequence: 4 },
      order: { tripDate, tripDays: 2, totalAmount: 200, openChange: null },
    });
    expect(accepted.data.order.history.map(({ reason }: { reason: string }) => reason)).toEqual([
      ...['created', 'confirmed_by_studio', 'change_requested_by_merchant', 'change_accepted_by_studio'],
    ]);
    const row = await orderRow(orderId);
    expect((await reservation(orderId)).startAt).toEqual(row.tripStartAt);
    await until(async () => (await deadlineOfWorkflow(orderId)).includes(row.tripStartAt.toISOString()));
  });

  test('stays as it is where the studio declines, or the merchant withdraws', async () => {
    const orderId = await bookConfirmed();
    const { tripDate } = await orderRow(orderId);
    await change(orderId, { guestCount: 3, tripDate: freshDate() });
    const declined = await answer(orderId, 'decline', { reason: 'on holiday' });
    expect(declined.data).toMatchObject({
      change: { status: 'declined', answer: 'on holiday' },
      order: { tripDate, guestCount: 2, openChange: null },
    });
    await change(orderId, { guestCount: 4 });
    const withdrawn = await answer(orderId, 'withdraw', {}, agency);
    expect(withdrawn.data).toMatchObject({ change: { status: 'withdrawn' }, order: { guestCount: 2 } });
    expect(await answer(orderId, 'accept')).toMatchObject({ code: 40901 });
    const types = (await notified(orderId)).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['order.change_declined', 'order.change_withdrawn']));
  });

  test('a further request takes the place of the one that waits, and only that one can be accepted', async () => {
    const orderId = await bookConfirmed();
    const first = await change(orderId, { guestCount: 3 });
    const second = await change(orderId, { guestCount: 4 });
    const { changeId } = first.data.change;
    expect(await answer(orderId, 'accept', { changeId })).toMatchObject({ code: 40901 });
    expect((await answer(orderId, 'accept')).data.order).toMatchObject({ guestCount: 4 });
    const { list } = (await get(`changes/${orderId}`)).data;
    expect(list.map(({ status }: { status: string }) => status)).toEqual(['applied', 'withdrawn']);
    expect(list[0].changeId).toBe(second.data.change.changeId);
  });

  test('is changed at once where the guide allows it', async () => {
    const orderId = await bookConfirmed({ guideId: INSTANT });
    const tripDate = freshDate();
    const { data } = await change(orderId, { tripDate });
    expect(data).toMatchObject({ change: { status: 'applied' }, order: { tripDate } });
  });

  test('gives back of a lower price what the policy gives, and the rest is a line of the price', async () => {
    // Moderate: 100 % until seven days before, 50 % until two.
    const guideId = 'G77';
    const policy = {
      preset: 'moderate',
      tiers: [
        { daysBefore: 60, refundShare: 10_000 },
        { daysBefore: 2, refundShare: 5_000 },
      ],
    };
    await createGuide(platform, {
      id: guideId,
      dayRate: 10_000,
      changeRule: 'instant',
      cancellationPolicy: policy as never,
    });
    const tripDate = freshDate(3);
    const orderId = await bookConfirmed({ guideId, tripDate, tripDays: 3 });
    const quoted = (await post(`change-quote/${orderId}`, { tripDays: 1 })).json().data;
    const far = nextDay - 3 > 60;
    expect(quoted).toMatchObject({
      possible: true,
      needsConsent: false,
      previousTotal: 300,
      refundPercent: far ? 100 : 50,
    });
    const { data } = await change(orderId, { tripDays: 1, expectedTotal: quoted.totalAmount });
    expect(data.order.totalAmount).toBe(quoted.totalAmount);
    expect(data.change.changeFee).toBe(quoted.changeFee);
    const lines = data.order.priceBreakdown as { kind: string; amount: number }[];
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(data.order.totalAmount);
    if (!far) expect(lines.at(-1)).toMatchObject({ kind: 'change_fee', amount: 100 });
  });

  test('moved far away is cancelled as if it had stayed', async () => {
    const guideId = 'G78';
    const policy = { preset: 'custom', tiers: [{ daysBefore: 30, refundShare: 10_000 }] };
    await createGuide(platform, {
      id: guideId,
      dayRate: 10_000,
      changeRule: 'instant',
      cancellationPolicy: policy as never,
    });
    const orderId = await bookConfirmed({ guideId, tripDate: addDays(today, 5) });
    const quoted = (await post(`change-quote/${orderId}`, { tripDate: addDays(today, 300) })).json().data;
    expect(quoted.policyDate).toBe(addDays(today, 5));
    await change(orderId, { tripDate: addDays(today, 300) });
    expect((await get(`cancel-quote/${orderId}`)).data).toMatchObject({ refund: 0, fee: 100 });
    expect((await post(`cancel/${orderId}`, {})).json().data.refund).toMatchObject({ amount: 0, fee: 100 });
  });

  test('moved to a later hour of its day is cancelled as if it had stayed, where the policy counts in hours', async () => {
    const guideId = 'G79';
    const [tripDate, early] = [addDays(today, 5), new Date(`${addDays(today, 5)}T08:00:00Z`)];
    const hoursBefore = Math.ceil((early.getTime() - Date.now()) / HOUR_MS) + 1;
    const walk = { tripKindId: 'walk', name: 'A walk', durationMinutes: 60, price: 10_000 };
    await createGuide(platform, {
      ...{ id: guideId, changeRule: 'instant', timeZone: 'UTC' },
      tripKinds: [{ ...walk, startTimes: ['08:00', '20:00'] }],
      cancellationPolicy: {
        preset: 'custom',
        tiers: [{ daysBefore: Math.floor(hoursBefore / 24), hoursBefore, refundShare: 10_000 }],
      },
    });
    const trip = { guideId, tripDate, tripDays: undefined, tripKindId: 'walk' };
    const orderId = await bookConfirmed({ ...trip, startTime: '08:00' });
    expect((await get(`detail/${orderId}`)).data.cancellationPolicy.tiers).toMatchObject([{ hoursBefore }]);
    expect((await get(`cancel-quote/${orderId}`)).data).toMatchObject({ refund: 0, fee: 100 });
    expect(await change(orderId, { startTime: '20:00' })).toMatchObject({ code: 200 });
    expect((await get(`cancel-quote/${orderId}`)).data).toMatchObject({ refund: 0, fee: 100 });
    const other = await bookConfirmed({ ...trip, startTime: '08:00' });
    expect((await get(`cancel-quote/${other}`)).data).toMatchObject({ refund: 0 });
    const late = await bookConfirmed({ ...trip, startTime: '20:00', tripDate: addDays(tripDate, 1) });
    expect((await get(`cancel-quote/${late}`)).data).toMatchObject({ refund: 100, fee: 0 });
  });
});

/** Which days, and not whose. */
const takenOn = (...days: string[]) => ({
  code: 40902,
  data: { details: [{ path: 'body.tripDate', reason: 'already_booked', days }] },
});

describe('refused', () => {
  test('days that somebody else has: 40902, at once and on acceptance; nothing is changed', async () => {
    const [tripDate, other] = [freshDate(), freshDate()];
    const orderId = await bookConfirmed({ tripDate });
    const taken = await book({ tripDate: other });
    expect(await change(orderId, { tripDate: other })).toMatchObject(takenOn(other));
    await post(`cancel/${taken}`, {});
    expect(await change(orderId, { tripDate: other })).toMatchObject({ code: 200 });
    await book({ tripDate: other });
    expect(await answer(orderId, 'accept')).toMatchObject(takenOn(other));
    expect((await get(`detail/${orderId}`)).data).toMatchObject({
      tripDate,
      openChange: { status: 'requested' },
    });
    const quote = (await post(`change-quote/${orderId}`, { tripDate: other })).json().data;
    expect(quote).toMatchObject({
      possible: false,
      obstacles: [expect.stringContaining(other)],
      obstacleDetails: takenOn(other).data.details,
    });
  });

  test('its own days are no obstacle: a trip may grow over them', async () => {
    const tripDate = freshDate(3);
    const orderId = await book({ tripDate });
    expect((await change(orderId, { tripDays: 2 })).data.order).toMatchObject({ tripDays: 2 });
  });

  test('another total than was expected: 40908 with the price', async () => {
    const orderId = await book();
    const refused = await change(orderId, { tripDays: 2, expectedTotal: 1 });
    expect(refused).toMatchObject({ code: 40908, data: { totalAmount: 200, currency: 'EUR' } });
    expect(await platform.orm.em.fork().count(OrderChange, { orderId })).toBe(0);
  });

  test.each([
    ['nothing', {}],
    ['a reason only', { reason: 'because' }],
    ['what it is already', { guestCount: 2 }],
    ['too many guests', { guestCount: 6 }],
    ['no guests', { guestCount: 0 }],
    ['a day that is over', { tripDate: '2020-01-01' }],
    ['a day that does not exist', { tripDate: '2027-02-30' }],
    ['a day in a thousand years', { tripDate: '2999-01-01' }],
    ['no phone number', { contactPhone: 'call me' }],
    ['a start time without a trip of hours', { startTime: '09:00' }],
    ['a trip kind that nobody offers', { tripKindId: 'half-day' }],
    ['a language that the guide does not speak', { language: 'tlh' }],
    ['more names than guests', { guestNames: ['a', 'b', 'c'] }],
    ['a question that nobody asks', { answers: [{ questionId: 'diet', answer: 'vegan' }] }],
    ['another guide', { guideId: INSTANT }],
  ])('%s: 40001', async (_, payload) => {
    const orderId = await book();
    expect(await change(orderId, payload)).toMatchObject({ code: 40001 });
    expect((await get(`detail/${orderId}`)).data.history).toHaveLength(1);
  });

  test('days that begin today, where the studio would have to agree or to confirm: 40902, and the order stays', async () => {
    const guideId = 'G20';
    await createGuide(platform, { id: guideId, timeZone: 'Europe/Lisbon' });
    const [pending, confirmed] = [await book({ guideId }), await bookConfirmed({ guideId })];
    const update = (members: object) => platform.orm.em.fork().nativeUpdate(Guide, guideId, members);
    const cannotWait = { code: 40902, data: { details: [{ reason: 'needs_instant_confirmation' }] } };
    const tripDate = todayIn('Europe/Lisbon', new Date());
    await update({ instantConfirmation: true });
    expect(await change(confirmed, { tripDate })).toMatchObject(cannotWait);
    await update({ changeRule: 'instant' });
    expect(await change(pending, { tripDate })).toMatchObject(cannotWait);
    expect(await orderRow(pending)).toMatchObject({ status: 'pending', sequence: 1 });
    expect(await change(confirmed, { tripDate })).toMatchObject({ code: 200 });
  });

  test('strangers find no order, studios may not change, merchants may not accept', async () => {
    const orderId = await bookConfirmed();
    expect(await change(orderId, { guestCount: 3 }, stranger)).toMatchObject({ code: 40005 });
    expect(await change(orderId, { guestCount: 3 }, studio)).toMatchObject({ code: 40006 });
    await change(orderId, { guestCount: 3 });
    for (const step of ['accept', 'decline']) {
      expect(await answer(orderId, step, {}, agency)).toMatchObject({ code: 40006 });
      expect(await answer(orderId, step, {}, stranger)).toMatchObject({ code: 40005 });
    }
    expect(await answer(orderId, 'withdraw', {}, studio)).toMatchObject({ code: 40006 });
    expect(await get(`changes/${orderId}`, stranger)).toMatchObject({ code: 40005 });
    expect((await get(`detail/${orderId}`)).data.guestCount).toBe(2);
  });

  test('once the trip goes on or the order is closed: 40901', async () => {
    const orderId = await bookConfirmed();
    await change(orderId, { guestCount: 3 });
    await post(`start/${orderId}`, {}, studio);
    expect(await change(orderId, { remark: 'late' })).toMatchObject({ code: 40901 });
    expect(await answer(orderId, 'accept')).toMatchObject({ code: 40901 });
    expect((await get(`changes/${orderId}`)).data.list[0]).toMatchObject({ status: 'expired' });
    expect((await post(`change-quote/${orderId}`, { tripDays: 2 })).json().data).toMatchObject({
      possible: false,
    });
    const cancelled = await book();
    await post(`cancel/${cancelled}`, {});
    expect(await change(cancelled, { guestCount: 3 })).toMatchObject({ code: 40901 });
  });
});

describe('asked for more than once', () => {
  /** As after a 50301: what was asked for may be done, and nobody was told. */
  async function loseAnswers(): Promise<void> {
    const everything = { answer: null, leasedUntil: new Date(0) };
    await platform.orm.em.fork().nativeUpdate(IdempotencyKey, { leasedUntil: { $ne: null } }, everything);
  }

  test('under one key it is changed once, also where the answer was lost', async () => {
    const orderId = await book();
    const headers = { 'idempotency-key': `change-${orderId}` };
    const tripDate = freshDate();
    const first = await change(orderId, { tripDate }, agency, headers);
    expect(await change(orderId, { tripDate }, agency, headers)).toEqual(first);
    await loseAnswers();
    const again = await change(orderId, { tripDate }, agency, headers);
    expect(again.data.change.changeId).toBe(first.data.change.changeId);
    expect(again.data.order.history).toHaveLength(2);
  });

  test('an acceptance, too', async () => {
    const orderId = await bookConfirmed();
    await change(orderId, { guestCount: 3 });
    const headers = { 'idempotency-key': `accept-${orderId}` };
    expect(await answer(orderId, 'accept', {}, studio, headers)).toMatchObject({ code: 200 });
    await loseAnswers();
    const again = await answer(orderId, 'accept', {}, studio, headers);
    expect(again.data.change.status).toBe('applied');
    expect(again.data.order.history).toHaveLength(4);
  });

  test('two at once: both are carried out, one after the other, or one is asked to look again', async () => {
    const orderId = await book();
    const answers = await Promise.all([
      change(orderId, { guestCount: 3 }),
      change(orderId, { remark: 'two' }),
      change(orderId, { tripDate: freshDate() }),
    ]);
    const done = answers.filter(({ code }) => code === 200).length;
    expect(answers.every(({ code }) => code === 200 || code === 40901)).toBe(true);
    const { history } = (await get(`detail/${orderId}`)).data;
    expect(history).toHaveLength(1 + done);
    expect(await platform.orm.em.fork().count(OrderChange, { orderId })).toBe(done);
  });

  test('two orders that want the same days: one gets them', async () => {
    const tripDate = freshDate();
    const orders = await Promise.all([book(), book(), book()]);
    const answers = await Promise.all(orders.map((orderId) => change(orderId, { tripDate })));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 40902, 40902]);
    for (const refused of answers.filter(({ code }) => code === 40902))
      expect(refused).toMatchObject(takenOn(tripDate));
  });
});

test('a change that nobody answers expires by the clock, and both sides hear of it', async () => {
  const orderId = await bookConfirmed();
  const { data } = await change(orderId, { guestCount: 3 });
  const { changeId, answerBy } = data.change;
  expect(Date.parse(answerBy) - Date.now()).toBeGreaterThan(23 * HOUR_MS);
  const handle = platform.temporal.client.workflow.getHandle(orderId);
  // The deadline is brought near in the books; whoever catches up goes by them.
  const soon = new Date(Date.now() + 300);
  await platform.orm.em.fork().nativeUpdate(OrderChange, changeId, { answerBy: soon });
  await handle.signal('catchUp');
  await until(async () => (await get(`changes/${orderId}`)).data.list[0].decidedAt !== null);
  expect((await get(`detail/${orderId}`)).data.history.at(-1)).toMatchObject({
    reason: 'change_expired',
    actor: 'platform',
  });
  await until(async () => (await notified(orderId)).some(({ type }) => type === 'order.change_expired'));
  expect(await answer(orderId, 'accept')).toMatchObject({ code: 40901 });
});

test('the code of an offer stays with its order through changes, and counts where the offer holds', async () => {
  const offers = [{ name: 'Couples', code: 'TWO-10', percent: 10, maxGuests: 2 }];
  await createGuide(platform, { id: 'G12', dayRate: 10_000, changeRule: 'instant', offers });
  const orderId = await bookConfirmed({ guideId: 'G12', tripDate: freshDate(2), offerCode: 'two-10' });
  const changed = async (payload: object) => {
    const { data } = await change(orderId, payload);
    const { totalAmount, offerCode, priceBreakdown } = data.order;
    const names = priceBreakdown.flatMap(({ offerName }: { offerName?: string }) => offerName ?? []);
    return [totalAmount, offerCode, names];
  };
  expect(await changed({ tripDays: 2 })).toEqual([180, 'TWO-10', ['Couples']]);
  expect(await changed({ guestCount: 3 })).toEqual([200, 'TWO-10', []]);
  // Cheaper again, under a policy that gives everything back by then.
  expect(await changed({ guestCount: 1 })).toEqual([180, 'TWO-10', ['Couples']]);
  expect((await get(`changes/${orderId}`)).data.list).toHaveLength(3);
});

describe('places of a departure', () => {
  const TOUR = {
    tripKindId: 'tour',
    name: 'Together',
    durationMinutes: 60,
    startTimes: ['10:00', '15:00'],
    price: 0,
  };
  const SHARED = 'G11';
  const tour = (tripDate: string, guestCount: number, startTime = '10:00') =>
    book({ guideId: SHARED, tripDate, tripDays: undefined, tripKindId: 'tour', startTime, guestCount });
  const left = async (tripDate: string, startTime = '10:00') => {
    const trip = { guideId: SHARED, tripDate, tripKindId: 'tour', startTime, guestCount: 1 };
    return (await post('quote', trip)).json().data.placesLeft;
  };
  beforeAll(() =>
    createGuide(platform, {
      id: SHARED,
      maxGuests: 8,
      changeRule: 'instant',
      tripKinds: [{ ...TOUR, capacity: 8 }],
    }),
  );

  test('follow the guests of a change, and its start', async () => {
    const tripDate = freshDate();
    const [one, two] = [await tour(tripDate, 3), await tour(tripDate, 3)];
    const refused = await change(one, { guestCount: 6 });
    expect(refused).toMatchObject({ code: 40902, data: { details: [{ reason: 'too_few_places' }] } });
    expect(await change(one, { guestCount: 5 })).toMatchObject({ code: 200 });
    expect(await left(tripDate)).toBe(0);
    expect(await change(two, { startTime: '15:00', guestCount: 2 })).toMatchObject({ code: 200 });
    expect([await left(tripDate), await left(tripDate, '15:00')]).toEqual([3, 6]);
    expect(await reservation(two)).toMatchObject({ places: 2, capacity: 8 });
    expect((await post(`cancel/${one}`, {})).json()).toMatchObject({ code: 200 });
    expect(await left(tripDate)).toBe(8);
  });

  test('are not given twice to two changes at once', async () => {
    const tripDate = freshDate();
    const orders = [await tour(tripDate, 2), await tour(tripDate, 2), await tour(tripDate, 2)];
    const answers = await Promise.all(orders.map((orderId) => change(orderId, { guestCount: 4 })));
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(await left(tripDate)).toBe(0);
  });

  test('that are kept for another agency are given to none of two changes at once, but by the studio', async () => {
    const guideId = 'G13';
    const allotments = [{ agencies: ['mk_stranger'], places: 4, releaseDaysBefore: 1 }];
    const terms = { offersWholeDays: false, tripKinds: [{ ...TOUR, capacity: 8 }], allotments };
    await createGuide(platform, { id: guideId, maxGuests: 8, changeRule: 'instant', ...terms });
    const tripDate = freshDate();
    const trip = { guideId, tripDate, tripDays: undefined, tripKindId: 'tour', startTime: '10:00' };
    const orders = [
      await bookConfirmed({ ...trip, guestCount: 1 }),
      await bookConfirmed({ ...trip, guestCount: 1 }),
    ];
    const answers = await Promise.all(orders.map((orderId) => change(orderId, { guestCount: 3 })));
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 40902]);
    const smaller = orders[answers.findIndex(({ code }) => code === 40902)]!;
    expect(await change(smaller, { startTime: '15:00', guestCount: 5 })).toMatchObject({ code: 40902 });
    await platform.orm.em.fork().nativeUpdate(Guide, guideId, { changeRule: 'consent', allotments: [] });
    expect(await change(smaller, { guestCount: 3 })).toMatchObject({ code: 200 });
    // What the studio agrees to although it is kept by then, is its own to give.
    await platform.orm.em.fork().nativeUpdate(Guide, guideId, { allotments });
    expect(await answer(smaller, 'accept')).toMatchObject({ code: 200 });
    expect(await reservation(smaller)).toMatchObject({ places: 3 });
  });

  test('one that was alone joins others, and the other way round where nobody else is there', async () => {
    const tripDate = freshDate();
    const whole = await book({ guideId: SHARED, tripDate });
    expect(await change(whole, { tripKindId: 'tour', startTime: '10:00' })).toMatchObject({ code: 200 });
    expect(await left(tripDate)).toBe(6);
    const second = await tour(tripDate, 1);
    expect(await change(whole, { tripKindId: null, tripDays: 1 })).toMatchObject({ code: 40902 });
    expect((await post(`cancel/${second}`, {})).json()).toMatchObject({ code: 200 });
    expect(await change(whole, { tripKindId: null, tripDays: 1 })).toMatchObject({ code: 200 });
    expect(await reservation(whole)).toMatchObject({ departure: null, places: null, capacity: null });
  });
});
