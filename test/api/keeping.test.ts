/** How much of a guide one agency keeps without a confirmed order (docs/decisions/0074). */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { AuditEntry, Company, Guide, Hold, Membership, Order, Person } from '../../db/entities/index.ts';
import { endDueHold } from '../../db/queries/orders/holds.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { orderService } from '../support/orders-app.ts';
import { askAgain } from '../support/waiting/ask-again.ts';

const NOW = new Date('2026-12-01T12:00:00Z');
const HOUR = 3_600_000;
const first = addDays(todayIn('Europe/Lisbon', NOW), 10);

let api: TestApp;
/** Two processes of the API: what one writes together, the other does not know of. */
let apps: FastifyInstance[];
let agency: ClientCredentials;
let other: ClientCredentials;
let guideId: string;
let guides = 100;
beforeAll(async () => {
  api = await createTestApp();
  apps = [await api.another({ orders: orderService(api) }), await api.another({ orders: orderService(api) })];
  agency = api.sandbox.agency;
  other = await createMerchant(api, 'mk_other');
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.now = NOW;
  guideId = `G${++guides}`;
  await createGuide(api, { id: guideId, maxUnconfirmedDays: 10, maxHeldHours: 72 });
});

interface Call {
  readonly client?: ClientCredentials;
  readonly app?: number;
  readonly key?: string;
}

async function post(path: string, payload: object, { client = agency, app = 0, key }: Call = {}) {
  const authorization = `Bearer ${await api.token(client)}`;
  const headers = { authorization, ...(key && { 'idempotency-key': key }) };
  const answer = await apps[app]!.inject({ method: 'POST', url: `/open/v1/order/${path}`, headers, payload });
  const { code, data } = answer.json();
  return { code, data, retryAfter: answer.headers['retry-after'], reason: data.details?.[0]?.reason };
}

const trip = (day: number, tripDays: number) => {
  return { guideId, tripDate: addDays(first, day), tripDays, guestCount: 2 };
};
const contact = { contactName: 'Ada', contactPhone: '+351912345678' };
const book = (day: number, days: number, call?: Call) =>
  post('create', { ...trip(day, days), ...contact }, call);
const hold = (day: number, days: number, holdSeconds = 900, call?: Call) =>
  post('hold', { ...trip(day, days), holdSeconds }, call);

async function keptDays(): Promise<number> {
  const [row] = await api.orm.em.fork().execute<{ days: number }[]>(
    `select coalesce(sum(days), 0)::int as days from (
       select trip_days as days from orders where guide_id = ? and status = 'pending'
       union all select (terms->>'tripDays')::int from hold where guide_id = ? and status = 'held') kept`,
    [guideId, guideId],
  );
  return row!.days;
}

test('held and pending days count together; the refusal says which limit, and when the first of them ends', async () => {
  expect((await book(0, 6)).code).toBe(200);
  expect((await hold(10, 3, 600)).code).toBe(200);
  const refused = {
    code: 42902,
    reason: 'guide_days_held',
    data: { maxUnconfirmedDays: 10 },
    retryAfter: '600',
  };
  expect(await book(20, 2)).toMatchObject(refused);
  expect(await hold(20, 2)).toMatchObject(refused);
  expect((await book(20, 1)).code).toBe(200);
  expect((await hold(30, 1)).code).toBe(42902);
  expect(await keptDays()).toBe(10);
  // Of a guide that somebody else has already is told that, not this.
  expect((await book(0, 1)).code).toBe(40902);
});

test('another agency has its own days, and so has another guide', async () => {
  expect((await book(0, 10)).code).toBe(200);
  expect((await book(20, 10, { client: other })).code).toBe(200);
  expect((await book(40, 1, { client: other })).code).toBe(42902);
  await createGuide(api, { id: `G${++guides}`, maxUnconfirmedDays: 10 });
  guideId = `G${guides}`;
  expect((await book(0, 10)).code).toBe(200);
});

test('the only trip may have any length', async () => {
  expect((await book(0, 30)).code).toBe(200);
  expect((await hold(40, 1)).code).toBe(42902);
});

test('what is confirmed, cancelled, released or over makes room; a hold that is booked keeps what it kept', async () => {
  const held = await hold(0, 10);
  expect((await post('create', { holdId: held.data.holdId, ...contact })).code).toBe(200);
  expect((await book(20, 1)).code).toBe(42902);
  await api.orm.em.fork().nativeUpdate(Order, { guideId }, { status: 'confirmed' });
  const next = await hold(20, 10);
  expect(next.code).toBe(200);
  expect((await book(40, 1)).code).toBe(42902);
  await post(`hold/release/${next.data.holdId}`, {});
  expect((await hold(40, 10)).code).toBe(200);
  api.clock.now = new Date(NOW.getTime() + HOUR);
  expect((await book(60, 10)).code).toBe(200);
});

test('orders that are confirmed at once neither count nor are counted', async () => {
  await api.orm.em.fork().nativeUpdate(Guide, guideId, { instantConfirmation: true });
  expect((await book(0, 10)).code).toBe(200);
  expect((await book(20, 10)).code).toBe(200);
  expect((await hold(40, 10)).code).toBe(200);
  expect((await hold(60, 1)).code).toBe(42902);
});

test('a repeat under its key gets its answer, also where the days are full by now', async () => {
  const created = await book(0, 10, { key: 'full' });
  expect(await book(0, 10, { key: 'full' })).toMatchObject({ code: 200, data: created.data });
});

test.each(['orders', 'holds', 'both'])(
  'twenty requests at once, through two processes, keep no day too much: %s',
  async (kind) => {
    const ask = (index: number) => {
      const call = { app: index % 2 };
      const isHold = kind === 'holds' || (kind === 'both' && index % 4 < 2);
      return isHold ? hold(index * 3, 2, 900, call) : book(index * 3, 2, call);
    };
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => askAgain(() => ask(index))));
    expect(answers.map(({ code }) => code).toSorted()).toEqual([
      ...Array(5).fill(200),
      ...Array(15).fill(42902),
    ]);
    expect(await keptDays()).toBe(10);
  },
);

test('one person’s companies are one agency', async () => {
  const sister = await createMerchant(api, `mk_sister_${guideId}`);
  const companies = { CO77: other.clientId, CO78: sister.clientId };
  await api.orm.em.fork().transactional(async (em) => {
    const personId = await em.insert(Person, { email: 'ada@example.com', name: 'Ada' });
    for (const [companyId, sandboxKey] of Object.entries(companies)) {
      await em.insert(Company, { id: companyId, name: 'Ours', kind: 'agency', country: 'PT', sandboxKey });
      await em.insert(AuditEntry, { action: 'member.added', subject: `company:${companyId}`, actor: 'test' });
      await em.insert(Membership, { companyId, personId, role: 'owner' });
    }
  });
  expect((await book(0, 10, { client: other })).code).toBe(200);
  expect((await book(20, 1, { client: sister })).code).toBe(42902);
  expect((await book(20, 1)).code).toBe(200);
});

test('a time that holds kept for nothing can be held no more for a while, but be booked, and held by others', async () => {
  const again = async (hours: number) => {
    const answer = await hold(0, 2, hours * 3_600);
    api.clock.now = new Date(api.clock.now.getTime() + hours * HOUR);
    await expire();
    return answer;
  };
  expect((await again(48)).code).toBe(200);
  expect((await again(24)).code).toBe(200);
  const refused = await hold(1, 1);
  // The first hold is forgotten 30 days after it was made, 72 h ago.
  expect(refused).toMatchObject({
    ...{ code: 42902, reason: 'held_too_long', data: { maxHeldHours: 72 } },
    retryAfter: String((30 * 24 - 72) * 3_600),
  });
  expect((await hold(2, 2)).code).toBe(200);
  expect((await hold(0, 1, 900, { client: other })).code).toBe(200);
  expect((await book(1, 1)).code).toBe(200);
});

test('what is released soon counts for as long as it was held; a hold is not extended past the limit', async () => {
  for (let round = 0; round < 4; round++) {
    const { data } = await hold(0, 2, 48 * 3_600);
    api.clock.now = new Date(api.clock.now.getTime() + HOUR);
    expect((await post(`hold/release/${data.holdId}`, {})).code).toBe(200);
  }
  await api.orm.em.fork().nativeUpdate(Guide, guideId, { maxHeldHours: 5 });
  const { code, data } = await hold(0, 2, 3_600);
  expect(code).toBe(200);
  expect(await post(`hold/extend/${data.holdId}`, { holdSeconds: 2 * 3_600 })).toMatchObject({
    ...{ code: 42902, reason: 'held_too_long' },
  });
  expect((await post(`hold/extend/${data.holdId}`, { holdSeconds: 600 })).code).toBe(200);
});

test('a hold that is moved away has kept its time for nothing; guests count for nothing, and it is moved so often at most', async () => {
  const move = (holdId: string, payload: object) => post(`hold/change/${holdId}`, payload);
  for (const day of [10, 20]) {
    const { data } = await hold(0, 2, 36 * 3_600);
    api.clock.now = new Date(api.clock.now.getTime() + 35 * HOUR);
    expect(await move(data.holdId, { guestCount: 1 })).toMatchObject({ code: 200 });
    expect((await move(data.holdId, { tripDate: addDays(first, day) })).code).toBe(200);
    expect((await post(`hold/release/${data.holdId}`, {})).code).toBe(200);
  }
  // 70 hours by two holds, of which each was given back when it kept other days.
  expect(await hold(1, 1, 3 * 3_600)).toMatchObject({ code: 42902, reason: 'held_too_long' });
  const { data: elsewhere } = await hold(30, 1, 3 * 3_600);
  expect(await move(elsewhere.holdId, { tripDate: addDays(first, 1) })).toMatchObject({
    ...{ code: 42902, reason: 'held_too_long' },
  });
  for (let moves = 1; moves <= 20; moves++)
    expect((await move(elsewhere.holdId, { tripDate: addDays(first, 30 + (moves % 2)) })).code).toBe(200);
  const once = await move(elsewhere.holdId, { tripDate: addDays(first, 40) });
  expect(once).toMatchObject({ code: 42902, reason: 'limit_reached' });
  expect((await move(elsewhere.holdId, { guestCount: 3 })).code).toBe(200);
});

test('a studio sets both limits of its guides, within bounds', async () => {
  const authorization = `Bearer ${await api.token(api.sandbox.studio)}`;
  const update = (payload: object) =>
    apps[0]!.inject({
      method: 'PUT',
      url: `/open/v1/guide/update/${guideId}`,
      headers: { authorization },
      payload,
    });
  const answer = (await update({ maxUnconfirmedDays: 2, maxHeldHours: 1 })).json();
  expect(answer).toMatchObject({ code: 200, data: { maxUnconfirmedDays: 2, maxHeldHours: 1 } });
  expect((await book(0, 2)).code).toBe(200);
  expect((await book(10, 1)).code).toBe(42902);
  for (const bad of [{ maxUnconfirmedDays: 0 }, { maxUnconfirmedDays: 3_651 }, { maxHeldHours: 721 }]) {
    expect((await update(bad)).json().code).toBe(40001);
  }
});

/** As the holds' workflows do. */
async function expire(): Promise<void> {
  const em = api.orm.em.fork();
  const due = await em.find(Hold, { status: 'held', expiresAt: { $lte: api.clock.now } });
  for (const { id } of due) await endDueHold(em, id, api.clock.now, false);
}
