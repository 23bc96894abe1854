import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { AuditEntry, Hold, Order, OrderEvent, Reservation } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createHoldRows } from '../support/data/holds.ts';
import { grantLink } from '../support/data/provider-links.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { orderService } from '../support/orders-app.ts';
import { askAgain } from '../support/waiting/ask-again.ts';

const NOW = new Date('2026-12-01T12:00:00Z');
const MINUTE = 60_000;

let api: TestApp;
let app: FastifyInstance;
let agency: ClientCredentials;
let other: ClientCredentials;
let provider: ClientCredentials;
beforeAll(async () => {
  api = await createTestApp();
  app = await api.another({ orders: orderService(api) });
  agency = api.sandbox.agency;
  other = await createMerchant(api, 'mk_other', { kind: 'agency', sandbox: true });
  provider = await createMerchant(api, 'mk_provider', { kind: 'provider' });
  await grantLink(api, agency.clientId, provider.clientId, ['order:read', 'order:write']);
  await createGuide(api, { id: 'G1' });
});
afterAll(() => api.close());

let tripDate: string;
let day = 0;
beforeEach(() => {
  api.clock.now = NOW;
  day += 3;
  tripDate = addDays(todayIn('Europe/Lisbon', NOW), 10 + day);
});

const contact = { contactName: 'Ada', contactPhone: '+351912345678' };
const trip = () => ({ guideId: 'G1', tripDate, tripDays: 2, guestCount: 2 });

async function call(
  method: 'GET' | 'POST',
  path: string,
  payload?: object,
  { client = agency, key }: { client?: ClientCredentials; key?: string } = {},
) {
  const options: InjectOptions = {
    method,
    url: `/open/v1/order/${path}`,
    headers: {
      authorization: `Bearer ${await api.token(client)}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(payload && { payload }),
  };
  const answer = await app.inject(options);
  const { code, data } = answer.json();
  return { code, data, status: answer.statusCode, headers: answer.headers };
}

const hold = async (changes: object = {}, as = {}) =>
  await call('POST', 'hold', { ...trip(), ...changes }, as);
const create = async (body: object, as = {}) => await call('POST', 'create', { ...contact, ...body }, as);
const later = (milliseconds: number) => {
  api.clock.now = new Date(api.clock.now.getTime() + milliseconds);
};
const em = () => api.orm.em.fork();

test('a hold keeps days and price; nobody else gets them, and what it keeps is told', async () => {
  const { code, data } = await hold();
  expect(code).toBe(200);
  expect(data).toMatchObject({
    holdId: expect.stringMatching(/^HLD[0-9]+$/),
    status: 'held',
    expiresAt: new Date(NOW.getTime() + 15 * MINUTE).toISOString(),
    orderId: null,
    ...trip(),
    currency: 'EUR',
    timeZone: 'Europe/Lisbon',
    createdAt: NOW.toISOString(),
  });
  const quote = await call('POST', 'quote', { ...trip(), guestCount: 2 });
  for (const member of ['totalAmount', 'priceBreakdown', 'tripStartAt', 'tripEndAt', 'cancellationPolicy'])
    expect(data[member]).toEqual(quote.data[member]);
  expect(quote.data).toMatchObject({ available: false });
  expect(quote.data.obstacles.join()).toContain(tripDate);

  const [again, booked] = [await hold({}, { client: other }), await create(trip(), { client: other })];
  expect([again.code, booked.code]).toEqual([40902, 40902]);
  const days = `${tripDate}, ${addDays(tripDate, 1)}`;
  const taken = { path: 'body.tripDate', reason: 'already_booked', msg: `the guide is booked on ${days}` };
  expect(again.data.details).toEqual([{ ...taken, days: days.split(', ') }]);
  expect(booked.data.details).toEqual(again.data.details);
  expect((await call('GET', `hold/detail/${data.holdId}`)).data).toEqual(data);
  const slots = await app.inject({
    url: '/open/v1/guide/detail/G1',
    headers: { authorization: `Bearer ${await api.token(other)}` },
  });
  const free = slots.json().data.timeSlots as { startDate: string; endDate: string }[];
  expect(free.some(({ startDate, endDate }) => startDate <= tripDate && tripDate <= endDate)).toBe(false);
});

test('what order/create refuses, a hold is refused', async () => {
  const refusals: [number, object][] = [
    [40004, { guideId: 'G999' }],
    [40001, { guestCount: 100 }],
    [40001, { tripDate: '2026-11-01' }],
    [40001, { tripKindId: 'half-day' }],
    [40001, { holdSeconds: 59 }],
    [40001, { holdSeconds: 172_801 }],
    [40001, { holdSeconds: 60.5 }],
    [40001, { expectedTotal: -1 }],
    [40001, { expectedTotal: '240' }],
    [40001, { contactName: 'Ada' }],
    [40902, { tripDate: '2026-12-01' }],
  ];
  for (const [code, changes] of refusals)
    expect([(await hold(changes)).code, changes]).toEqual([code, changes]);
  const { tripDays: _days, ...without } = trip();
  expect((await call('POST', 'hold', without)).data.details).toEqual([
    { path: 'body.tripDays', reason: 'missing', msg: 'is missing' },
  ]);
  expect((await hold({}, { client: api.sandbox.studio })).code).toBe(40006);
});

test('an order from a hold takes its terms over word for word, also when the guide has changed', async () => {
  const held = await hold({ holdSeconds: 3_600 });
  const { terms } = await em().findOneOrFail(Hold, held.data.holdId);
  await em().execute(
    `update guide set day_rate = day_rate * 2, status = 'paused', confirmation_hours = 1, version = version + 1 where id = 'G1'`,
  );
  const { code, data } = await create({ holdId: held.data.holdId, remark: 'by the river' });
  await em().execute(
    `update guide set day_rate = day_rate / 2, status = 'active', confirmation_hours = 24, version = version + 1 where id = 'G1'`,
  );
  expect(code).toBe(200);
  expect(data.totalAmount).toBe(held.data.totalAmount);
  const order = await em().findOneOrFail(Order, data.orderId);
  const { confirmationHours, ...taken } = terms;
  expect(order).toMatchObject(taken);
  expect(order.confirmBy.getTime()).toBe(NOW.getTime() + confirmationHours * 60 * MINUTE);
  expect(await em().count(OrderEvent, { orderId: order.id })).toBe(1);
  expect(await em().find(Reservation, { startAt: order.tripStartAt, guideId: 'G1' })).toMatchObject([
    { id: order.id, endAt: order.tripEndAt },
  ]);
  const after = await call('GET', `hold/detail/${held.data.holdId}`);
  expect(after.data).toMatchObject({ status: 'booked', orderId: order.id });
  const again = await create({ holdId: held.data.holdId });
  expect(again).toMatchObject({ code: 40907, data: { status: 'booked', orderId: order.id } });
});

test('with a hold the trip may be said again as it is held, and not otherwise', async () => {
  const { holdId } = (await hold()).data;
  const wrong = await create({ holdId, ...trip(), tripDays: 3, guideId: 'G2', language: 'pt' });
  expect(wrong.code).toBe(40001);
  expect(wrong.data.details.map(({ path }: { path: string }) => path)).toEqual([
    'body.guideId',
    'body.tripDays',
    'body.language',
  ]);
  expect((await create({ holdId, ...trip() })).code).toBe(200);
  const { details } = (await create({})).data;
  expect(details.map(({ path }: { path: string }) => path)).toEqual([
    'body.guideId',
    'body.tripDate',
    'body.tripDays',
    'body.guestCount',
  ]);
});

test('of bookings of one hold at once one wins; repeats under its key get its answer', async () => {
  const { holdId } = (await hold()).data;
  const rivals = await Promise.all(Array.from({ length: 8 }, () => askAgain(() => create({ holdId }))));
  expect(rivals.map(({ code }) => code).toSorted()).toEqual([200, ...Array(7).fill(40907)]);

  day += 3;
  tripDate = addDays(tripDate, 3);
  const next = (await hold()).data;
  const twins = await Promise.all(
    Array.from({ length: 8 }, () => askAgain(() => create({ holdId: next.holdId }, { key: `twins-${day}` }))),
  );
  expect(new Set(twins.map(({ code, data }) => `${code} ${data.orderId}`)).size).toBe(1);
  expect(twins[0]!.code).toBe(200);
  expect((await create({ holdId: next.holdId, remark: 'x' }, { key: `twins-${day}` })).code).toBe(40903);
});

test('a hold is made once under a key, whatever became of it', async () => {
  const key = `hold-${day}`;
  const twins = await Promise.all(Array.from({ length: 6 }, () => askAgain(() => hold({}, { key }))));
  expect(new Set(twins.map(({ data }) => data.holdId)).size).toBe(1);
  await call('POST', `hold/release/${twins[0]!.data.holdId}`);
  const again = await hold({}, { key });
  expect(again.data).toEqual(twins[0]!.data);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(await em().count(Hold, { guideId: 'G1', tripStartAt: new Date(again.data.tripStartAt) })).toBe(1);
  expect((await hold({ guestCount: 1 }, { key })).code).toBe(40903);
});

test('of holds and bookings of one day at once exactly one succeeds', async () => {
  const answers = await Promise.all([
    hold(),
    create(trip()),
    hold({}, { client: other }),
    create(trip(), { client: other }),
  ]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 40902, 40902, 40902]);
});

test('another price than the expected one is told, and nothing changes', async () => {
  const { totalAmount, priceBreakdown, currency } = (await call('POST', 'quote', trip())).data;
  const price = { totalAmount, priceBreakdown, currency };
  for (const expectedTotal of [totalAmount + 0.01, totalAmount + 0.001, 0, 1e15]) {
    for (const refused of [await hold({ expectedTotal }), await create({ ...trip(), expectedTotal })])
      expect(refused).toMatchObject({ code: 40908, status: 409, data: price });
  }
  const held = await hold({ expectedTotal: totalAmount });
  const { holdId } = held.data;
  expect(await create({ holdId, expectedTotal: 1 })).toMatchObject({ code: 40908, data: price });
  expect((await call('GET', `hold/detail/${holdId}`)).data.status).toBe('held');
  expect((await create({ holdId, expectedTotal: totalAmount })).code).toBe(200);
  tripDate = addDays(tripDate, 2);
  day += 2;
  expect((await create({ ...trip(), expectedTotal: totalAmount })).code).toBe(200);
});

test('extended from now on, never shorter, never beyond 48 h in all or the start of the trip', async () => {
  const { holdId } = (await hold({ holdSeconds: 600 })).data;
  const until = async (body?: object) =>
    (Date.parse((await call('POST', `hold/extend/${holdId}`, body)).data.expiresAt) - NOW.getTime()) / 1_000;
  later(5 * MINUTE);
  expect(await until({ holdSeconds: 60 })).toBe(600);
  expect(await until()).toBe(300 + 900);
  expect(await until({ holdSeconds: 172_800 })).toBe(172_800);
  api.clock.now = new Date(NOW.getTime() + 172_800_000);
  expect((await call('POST', `hold/extend/${holdId}`)).code).toBe(40907);

  api.clock.now = NOW;
  const tomorrow = addDays(todayIn('Europe/Lisbon', NOW), 1);
  const near = await hold({ tripDate: tomorrow, holdSeconds: 172_800 });
  expect(near.data.expiresAt).toBe(near.data.tripStartAt);
});

test('a hold whose time is over is expired to everybody, before anything has ended it', async () => {
  const { holdId } = (await hold()).data;
  later(15 * MINUTE);
  expect((await call('GET', `hold/detail/${holdId}`)).data.status).toBe('expired');
  for (const refused of [
    await create({ holdId }),
    await call('POST', `hold/extend/${holdId}`),
    await call('POST', `hold/release/${holdId}`),
  ])
    expect(refused).toMatchObject({ code: 40907, status: 409, data: { status: 'expired', orderId: null } });
  const ids = async (status: string) =>
    (await call('GET', `hold/list?size=100&status=${status}`)).data.list.map(
      (one: { holdId: string }) => one.holdId,
    );
  expect(await ids('expired')).toContain(holdId);
  expect(await ids('held')).not.toContain(holdId);
  expect((await em().findOneOrFail(Hold, holdId)).status).toBe('held');
});

test('what is released is free at once; releasing it again changes nothing', async () => {
  const { holdId } = (await hold()).data;
  const released = await call('POST', `hold/release/${holdId}`);
  expect(released).toMatchObject({ code: 200, data: { status: 'released' } });
  expect((await call('POST', `hold/release/${holdId}`)).data).toEqual(released.data);
  expect((await create({ holdId })).code).toBe(40907);
  const { orderId } = (await create(trip())).data;
  expect(orderId).toMatch(/^ORD/);
});

test("another merchant's hold is none", async () => {
  const { holdId } = (await hold()).data;
  for (const client of [other, api.sandbox.studio]) {
    const answers = [
      await call('GET', `hold/detail/${holdId}`, undefined, { client }),
      await call('POST', `hold/extend/${holdId}`, {}, { client }),
      await call('POST', `hold/release/${holdId}`, undefined, { client }),
    ];
    if (client === other) answers.push(await create({ holdId }, { client }));
    expect(answers.map(({ code, status }) => [code, status])).toEqual(answers.map(() => [40013, 404]));
  }
  const { list } = (await call('GET', 'hold/list?size=100', undefined, { client: other })).data;
  expect(list.map((one: { holdId: string }) => one.holdId)).not.toContain(holdId);
  expect((await call('GET', `hold/detail/${holdId}`)).data.status).toBe('held');
});

test('the list goes page by page, newest first; a cursor is for its owner and its filter', async () => {
  const made: string[] = [];
  for (let index = 0; index < 5; index++) {
    later(1);
    made.push((await hold({ tripDate: addDays(tripDate, 100 + index), tripDays: 1 })).data.holdId);
  }
  for (const filter of ['', '&status=held']) {
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { data } = await call('GET', `hold/list?size=2${filter}${cursor}`);
      seen.push(...data.list.map((one: { holdId: string }) => one.holdId));
      if (data.nextCursor === null) break;
      const stolen = await call('GET', `hold/list?size=2${filter}&cursor=${data.nextCursor}`, undefined, {
        client: other,
      });
      expect(stolen.code).toBe(40001);
      cursor = `&cursor=${data.nextCursor}`;
    }
    expect(seen.filter((id) => made.includes(id))).toEqual(made.toReversed());
    expect(seen).toEqual(seen.toSorted().toReversed());
  }
  expect((await call('GET', 'hold/list?status=none')).code).toBe(40001);
});

test('a guide that is held can neither be deleted nor blocked', async () => {
  await createGuide(api, { id: 'G50', studioKey: api.sandbox.studio.clientId });
  const { holdId } = (await hold({ guideId: 'G50' })).data;
  const studio = { authorization: `Bearer ${await api.token(api.sandbox.studio)}` };
  const remove = () => app.inject({ method: 'DELETE', url: '/open/v1/guide/delete/G50', headers: studio });
  const block = (guideId: string) =>
    app.inject({
      method: 'PUT',
      url: `/open/v1/guide/availability/${guideId}`,
      headers: studio,
      payload: { blocked: [{ startDate: tripDate, endDate: tripDate }] },
    });
  expect((await block('G50')).json().code).toBe(40902);
  expect((await remove()).json().code).toBe(40901);
  await call('POST', `hold/release/${holdId}`);
  expect((await block('G50')).json().code).toBe(200);
  expect((await remove()).json().code).toBe(200);
});

test('a hundred open holds are enough, also when they come at once; one that ends makes room', async () => {
  const crowded = await createMerchant(api, 'mk_crowded', { kind: 'agency', sandbox: true });
  await createGuide(api, { id: 'G60' });
  await createHoldRows(api, { merchantKey: 'mk_crowded', guideId: 'G60', count: 98 });
  await em().execute(`update hold set expires_at = ? where merchant_key = 'mk_crowded'`, [
    new Date(NOW.getTime() + 90_000),
  ]);
  const ask = (index: number) =>
    hold({ tripDate: addDays(tripDate, index * 2), guideId: 'G60' }, { client: crowded });
  const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => askAgain(() => ask(index))));
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 200, ...Array(4).fill(42902)]);
  const refused = answers.find(({ code }) => code === 42902)!;
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '90']);
  later(90_000);
  expect((await ask(10)).code).toBe(200);
});

test('what a provider does with holds is recorded with both', async () => {
  const authorization = `Bearer ${await api.token(provider)}`;
  const headers = { authorization, 'on-behalf-of': agency.clientId };
  const post = (path: string, payload = {}) =>
    app.inject({ method: 'POST', url: `/open/v1/order/${path}`, headers, payload });
  const held = await post('hold', trip());
  expect(held.json().code).toBe(200);
  const { holdId } = held.json().data;
  await post(`hold/change/${holdId}`, { guestCount: 1 });
  await post(`hold/extend/${holdId}`);
  await post(`hold/release/${holdId}`);
  const entries = await em().find(AuditEntry, { subject: `hold:${holdId}` }, { orderBy: { id: 'asc' } });
  expect(entries.map(({ action, actor, onBehalfOf }) => [action, actor, onBehalfOf])).toEqual(
    ['hold.made', 'hold.changed', 'hold.extended', 'hold.released'].map((action) => [
      action,
      provider.clientId,
      agency.clientId,
    ]),
  );
  expect((await em().findOneOrFail(Hold, holdId)).actingKey).toBe(provider.clientId);
  expect((await call('POST', 'hold', trip(), { client: provider })).code).toBe(40006);
});
