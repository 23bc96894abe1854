import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CallbackEndpoint, Merchant, Order, OrderChange, OrderMessage } from '../../db/entities/index.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { recordAudit } from '../../services/audit.ts';
import { noteActOfPerson } from '../../services/orders/noting.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../support/console/console-app.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';
import { orderService } from '../support/orders-app.ts';

let api: TestApp;
let console_: TestConsole;
let studio: { company: string; browser: Browser };
let agency: { company: string; browser: Browser };
let stranger: { company: string; browser: Browser };
const today = todayIn('Europe/Lisbon', new Date());
const ID = (number: number) => `ORD100000000000000000${number}`;
const SOON = ID(1);
const LATER = ID(2);
const CONFIRMED = ID(3);
const OTHER_GUIDE = ID(4);

beforeAll(async () => {
  api = await createTestApp();
  console_ = await createTestConsole(api, { orders: orderService(api) });
  await createMerchant(api, 'mk_stranger', { kind: 'studio' });
  await createGuide(api, { id: 'G1', name: 'Olívia Prado' });
  await createGuide(api, { id: 'G2', name: 'Rui Nunes' });
  studio = await side('studio', 'mk_sandbox_studio');
  agency = await side('agency', 'mk_sandbox_agency');
  stranger = await side('studio', 'mk_stranger');
  await createOrderRow(api, { id: LATER, guideId: 'G1', tripDate: addDays(today, 12), tripDays: 1 });
  await createOrderRow(api, { id: SOON, guideId: 'G1', tripDate: addDays(today, 10), tripDays: 1 });
  await createOrderRow(api, {
    id: CONFIRMED,
    guideId: 'G1',
    tripDate: addDays(today, 9),
    tripDays: 1,
    status: 'confirmed',
  });
  await createOrderRow(api, {
    id: OTHER_GUIDE,
    guideId: 'G2',
    tripDate: today,
    tripDays: 1,
    status: 'confirmed',
  });
});
afterAll(async () => {
  await console_.close();
  await api.close();
});

async function side(kind: 'agency' | 'studio', sandboxKey: string) {
  const company = await console_.company({ kind, sandboxKey });
  return { company, browser: await console_.member(company, 'operations') };
}

async function ask({ company, browser }: typeof studio, path: string) {
  return (await browser.send({ url: `/api/${company}/sandbox/console${path}` })).json();
}

test('the inbox has a studio’s orders to confirm, the earliest deadline first, with what else its guide has', async () => {
  const { orders } = (await ask(studio, '/inbox')).data;
  expect(orders.map(({ orderId }: { orderId: string }) => orderId)).toEqual([SOON, LATER]);
  expect(orders[0]).toMatchObject({ guideName: 'Olívia Prado', nextDeadline: { status: 'cancelled' } });
  const beside = (order: { neighbours: { orderId: string }[] }) =>
    order.neighbours.map(({ orderId }) => orderId);
  // The day before, and not the guide of another name.
  expect(orders.map(beside)).toEqual([[CONFIRMED], []]);
  expect((await ask(stranger, '/inbox')).data).toEqual({ orders: [], changes: [] });
});

test('a hold beside an order is shown without saying whose it is', async () => {
  const em = api.orm.em.fork();
  await em.execute('insert into reservation (id, guide_id, start_at, end_at) values (?, ?, ?, ?)', [
    'HLD1000000000000000001',
    'G1',
    `${addDays(today, 13)}T08:00:00Z`,
    `${addDays(today, 13)}T10:00:00Z`,
  ]);
  const { orders } = (await ask(studio, '/inbox')).data;
  expect(orders[1].neighbours).toMatchObject([{ orderId: null, status: null, guestCount: null }]);
});

test('a change that waits is in the inbox until its time to answer is over', async () => {
  const em = api.orm.em.fork();
  const change = {
    id: 'CHG1000000000000000001',
    orderId: CONFIRMED,
    status: 'requested',
    basedOn: 1,
    before: { guestCount: 2, totalAmount: 100 },
    after: { guestCount: 3, totalAmount: 150 },
    answerBy: new Date(api.clock.now.getTime() + 3_600_000),
  } as const;
  em.create(OrderChange, change);
  await em.flush();
  const { changes } = (await ask(studio, '/inbox')).data;
  expect(changes).toMatchObject([
    { order: { orderId: CONFIRMED }, change: { changeId: change.id, difference: 0.5, status: 'requested' } },
  ]);
  expect((await ask(agency, '/home')).data.changes).toEqual({
    count: 1,
    first: change.answerBy.toISOString(),
  });
  await em.nativeUpdate(OrderChange, { id: change.id }, { answerBy: api.clock.now });
  expect((await ask(studio, '/inbox')).data.changes).toEqual([]);
});

test('home has what waits: orders, messages of the other side, endpoints in trouble, trips of today', async () => {
  const em = api.orm.em.fork();
  const at = new Date(Date.now() - 60_000);
  em.create(OrderMessage, { orderId: SOON, senderKey: 'mk_sandbox_agency', text: 'Hello', createdAt: at });
  em.create(OrderMessage, { orderId: SOON, senderKey: 'mk_sandbox_studio', text: 'Own', createdAt: at });
  await em.nativeUpdate(
    CallbackEndpoint,
    { merchantKey: 'mk_sandbox_studio' },
    { url: 'https://hooks.example.com/secret-path', failingSince: at },
  );
  await em.flush();
  const home = (await ask(studio, '/home')).data;
  expect(home.pending.count).toBe(2);
  expect(home.unread).toMatchObject([{ order: { orderId: SOON, unread: 1 }, count: 1 }]);
  expect(home.endpoints).toMatchObject([{ host: 'hooks.example.com', state: 'failing', waiting: 0 }]);
  expect(JSON.stringify(home)).not.toContain('secret-path');
  expect(home.trips).toMatchObject([{ orderId: OTHER_GUIDE, contact: { contactName: expect.any(String) } }]);
  expect(home.days).toContainEqual({ day: addDays(today, 10), status: 'pending', count: 1 });
  expect(home.steps).toMatchObject({ hasGuide: true, hasOrder: true, hasEndpoint: true });
  const empty = (await ask(stranger, '/home')).data;
  expect([empty.pending.count, empty.unread, empty.trips, empty.days]).toEqual([0, [], [], []]);
});

test('a live home has what is live and nothing of the sandbox, by the real time; the sandbox nothing of what is live', async () => {
  const [sandboxKey, liveKey] = ['mk_ahead', 'mk_live_studio'];
  await createMerchant(api, sandboxKey, { kind: 'studio' });
  await createMerchant(api, liveKey, { kind: 'studio', sandbox: false });
  const company = await console_.company({ kind: 'studio', sandboxKey, liveKey });
  const browser = await console_.member(company, 'operations');
  const home = async (world: 'live' | 'sandbox') =>
    (await browser.send({ url: `/api/${company}/${world}/console/home` })).json().data;
  const em = api.orm.em.fork();
  const aheadMs = 10 * 86_400_000;
  await em.nativeUpdate(Merchant, { key: sandboxKey }, { clockAheadMs: aheadMs });
  await createGuide(api, { id: 'G8', studioKey: sandboxKey });
  const tried = { guideId: 'G8', tripDate: addDays(today, 20), tripDays: 1, studioKey: sandboxKey };
  await createOrderRow(api, { ...tried, id: ID(7) });

  const steps = { hasGuide: false, hasOrder: false, hasKey: false, hasEndpoint: false };
  expect(await home('live')).toEqual({
    now: api.clock.now.toISOString(),
    pending: { count: 0, first: null },
    changes: { count: 0, first: null },
    ...{ unread: [], statements: [], endpoints: [], trips: [], days: [] },
    steps,
  });
  const before = await home('sandbox');
  expect(before).toMatchObject({
    pending: { count: 1 },
    steps: { ...steps, hasGuide: true, hasOrder: true },
  });
  expect(Date.parse(before.now) - api.clock.now.getTime()).toBe(aheadMs);

  await createMerchant(api, 'mk_live_agency', { sandbox: false });
  await createGuide(api, { id: 'G9', name: 'Live Lisboa', studioKey: liveKey, sandbox: false });
  const parties = { studioKey: liveKey, merchantKey: 'mk_live_agency', sandbox: false };
  const order = { guideId: 'G9', tripDays: 1, ...parties };
  await createOrderRow(api, { ...order, id: ID(8), tripDate: addDays(today, 3) });
  await createOrderRow(api, { ...order, id: ID(9), tripDate: today, status: 'confirmed' });
  const failingSince = new Date(Date.now() - 60_000);
  const message = { orderId: ID(8), senderKey: 'mk_live_agency', text: 'Hi', createdAt: failingSince };
  em.create(OrderMessage, message);
  await em.flush();
  const endpoint = { url: 'https://live.example.com/hook', failingSince };
  await em.nativeUpdate(CallbackEndpoint, { merchantKey: liveKey, isFirst: true }, endpoint);
  const shown = await home('live');
  expect(shown).toMatchObject({
    pending: { count: 1 },
    unread: [{ order: { orderId: ID(8), guideName: 'Live Lisboa' }, count: 1 }],
    endpoints: [{ host: 'live.example.com', state: 'failing', waiting: 0 }],
    trips: [{ orderId: ID(9) }],
    steps: { ...steps, hasGuide: true, hasOrder: true, hasEndpoint: true },
  });
  expect(shown.days).toEqual([
    { day: today, status: 'confirmed', count: 1 },
    { day: addDays(today, 3), status: 'pending', count: 1 },
  ]);
  expect(await home('sandbox')).toEqual(before);
});

test('orders are found by their id, their reference, their guide, and by their contact where one may see it', async () => {
  const em = api.orm.em.fork();
  await em.nativeUpdate(Order, { id: LATER }, { clientReference: 'B-100%', contactName: 'Grace Hopper' });
  const found = async (who: typeof studio, query: string) =>
    (await ask(who, `/orders?${query}`)).data.list.map(({ orderId }: { orderId: string }) => orderId);
  expect(await found(agency, `text=${SOON.slice(-6)}`)).toEqual([SOON]);
  expect(await found(agency, 'text=b-100%25')).toEqual([LATER]);
  // A percent sign is a character like any other.
  expect(await found(agency, 'text=%25%25')).toEqual([]);
  expect(await found(studio, 'text=nunes')).toEqual([OTHER_GUIDE]);
  expect(await found(agency, 'text=hopper')).toEqual([LATER]);
  expect(await found(studio, 'text=hopper')).toEqual([]);
  expect(await found(studio, 'text=prado&status=confirmed')).toEqual([CONFIRMED]);
  expect(await found(stranger, 'text=prado')).toEqual([]);
});

test('the list goes on by cursor, and a cursor is of use to its owner only', async () => {
  const first = (await ask(studio, '/orders?size=3')).data;
  expect(first.list).toHaveLength(3);
  const cursor = encodeURIComponent(first.nextCursor);
  const rest = (await ask(studio, `/orders?size=3&cursor=${cursor}`)).data;
  expect(rest.list.map(({ orderId }: { orderId: string }) => orderId)).toEqual([SOON]);
  expect(rest.nextCursor).toBeNull();
  expect((await ask(agency, `/orders?size=3&cursor=${cursor}`)).code).toBe(40001);
});

test('an order names one’s own people and never those of the other side', async () => {
  const speaker = (who: typeof studio, key: string, kind: 'agency' | 'studio') => ({
    ...{ key, kind, status: 'active' as const, country: 'PT', sandbox: true },
    via: { personId: who.browser.personId, address: '192.0.2.1', requestId: 'r1' },
  });
  const ofAgency = speaker(agency, 'mk_sandbox_agency', 'agency');
  const ofStudio = speaker(studio, 'mk_sandbox_studio', 'studio');
  await noteActOfPerson(api.orm, ofAgency, 'order.created', SOON);
  await noteActOfPerson(api.orm, ofStudio, 'order.confirmed', SOON);
  const [message] = await api.orm.em.fork().find(OrderMessage, { senderKey: 'mk_sandbox_agency' });
  await recordAudit(api.orm.em.fork(), ofAgency, {
    action: 'message.sent',
    subject: `message:MSG${message!.id}`,
  });
  const acts = async (who: typeof studio) =>
    (await ask(who, `/orders/${SOON}/people`)).data.list.map(({ action }: { action: string }) => action);
  expect(await acts(agency)).toEqual(['order.created', 'message.sent']);
  expect(await acts(studio)).toEqual(['order.confirmed']);
  expect((await ask(stranger, `/orders/${SOON}/people`)).code).toBe(40005);
});

test('a program’s own act is not noted a second time', async () => {
  const program = {
    key: 'mk_sandbox_studio',
    kind: 'studio',
    status: 'active',
    country: 'PT',
    sandbox: true,
  } as const;
  await noteActOfPerson(api.orm, program, 'order.rejected', LATER);
  expect((await ask(studio, `/orders/${LATER}/people`)).data.list).toEqual([]);
});

test('an order is found behind a thousand newer ones, by each of its words, in pages, and by nobody else', async () => {
  const em = api.unbounded.em.fork();
  await em.nativeUpdate(Order, { id: CONFIRMED }, { clientReference: 'Quinta-9', contactName: 'Zoë Quill' });
  await em.execute(
    `insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', 'ORD2' || lpad(n::text, 18, '0'), 'guide_id', 'G2',
       'status', 'cancelled', 'client_reference', 'many-' || n, 'contact_name', 'Ida Many'))).*
     from orders o, generate_series(1, 1100) n where o.id = ?`,
    [OTHER_GUIDE],
  );
  const list = async (who: typeof studio, query: string) => (await ask(who, `/orders?${query}`)).data;
  const found = async (who: typeof studio, query: string) =>
    (await list(who, query)).list.map(({ orderId }: { orderId: string }) => orderId);
  for (const text of ['quinta', 'QUILL', 'zoë q', CONFIRMED, CONFIRMED.slice(-9), CONFIRMED.toLowerCase()])
    expect([text, await found(agency, `text=${encodeURIComponent(text)}&status=confirmed`)]).toEqual([
      text,
      [CONFIRMED],
    ]);
  expect(await found(studio, 'text=prado')).toEqual([CONFIRMED, LATER, SOON]);
  expect(await found(studio, 'text=prado&status=confirmed')).toEqual([CONFIRMED]);
  // What is not confirmed tells the studio no name.
  expect(await found(studio, 'text=hopper')).toEqual([]);
  expect(await found(stranger, 'text=quill')).toEqual([]);
  for (const text of ['x%_y', "' or 1=1", 'b\\', 'ord%'])
    expect([text, await found(agency, `text=${encodeURIComponent(text)}`)]).toEqual([text, []]);

  const first = await list(agency, 'text=ida%20many&size=100');
  const ids = first.list.map(({ orderId }: { orderId: string }) => orderId);
  const second = await found(agency, `text=ida%20many&size=100&cursor=${first.nextCursor}`);
  expect(ids).toHaveLength(100);
  expect(second).toHaveLength(100);
  expect(second[0] < ids.at(-1)).toBe(true);

  const count = async (who: typeof studio, query: string) => (await ask(who, `/orders/count?${query}`)).data;
  for (const query of ['', 'text=ida%20many', 'status=cancelled'])
    expect([query, await count(agency, query)]).toEqual([query, { count: 1_000, isMore: true }]);
  expect(await count(studio, 'text=prado')).toEqual({ count: 3, isMore: false });
  expect(await count(studio, 'text=hopper')).toEqual({ count: 0, isMore: false });
  expect(await count(stranger, '')).toEqual({ count: 0, isMore: false });
});

test('a studio sees whom to call on a trip once it has confirmed, an agency at once', async () => {
  const meetingPoint = { text: 'Fountain on Rossio square' };
  await createOrderRow(api, { id: ID(6), guideId: 'G2', tripDate: addDays(today, 1), tripDays: 1 });
  const said = { trip: { meetingPoint }, remark: 'Slowly, please' };
  await api.orm.em.fork().nativeUpdate(Order, { id: ID(6) }, said);
  const tripOf = async (who: typeof studio) =>
    (await ask(who, '/home')).data.trips.find(({ orderId }: { orderId: string }) => orderId === ID(6));
  expect(await tripOf(studio)).toMatchObject({ meetingPoint, contact: null });
  expect(JSON.stringify(await tripOf(studio))).not.toContain('Slowly');
  expect(await tripOf(agency)).toMatchObject({ meetingPoint, contact: { remark: 'Slowly, please' } });
  await api.orm.em.fork().nativeUpdate(Order, { id: ID(6) }, { status: 'confirmed' });
  expect(await tripOf(studio)).toMatchObject({ contact: { remark: 'Slowly, please' } });
});

test('orders that were chosen are downloaded as CSV, those that one sees, sorted as the list', async () => {
  const get = ({ company, browser }: typeof studio, query: string) =>
    browser.send({ url: `/api/${company}/sandbox/console/orders.csv?${query}` });
  const idsOf = async (who: typeof studio, query: string) =>
    (await get(who, query)).body
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[0]!.replaceAll('"', ''));
  const chosen = `orderIds=${ID(1)},${CONFIRMED},ORD1`;
  const found = [ID(1), CONFIRMED].toSorted().toReversed();
  expect(await idsOf(studio, chosen)).toEqual(found);
  expect(await idsOf(studio, `${chosen}&status=confirmed`)).toEqual([CONFIRMED]);
  expect(await idsOf(stranger, chosen)).toEqual([]);
  for (const wrong of ['orderIds=', 'orderIds=G1', `orderIds=${Array(101).fill('ORD1').join(',')}`])
    expect((await get(studio, wrong)).json().code).toBe(40001);
});

test('orders are downloaded as CSV as the filters take them, without whoever travels and without formulas', async () => {
  const em = api.orm.em.fork();
  await em.nativeUpdate(Order, { id: CONFIRMED }, { clientReference: '=HYPERLINK("https://x.example")' });
  const get = ({ company, browser }: typeof studio, query: string) =>
    browser.send({ url: `/api/${company}/sandbox/console/orders.csv?${query}` });
  const answer = await get(studio, 'guideId=G1&status=confirmed');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="orders-mk_sandbox_studio.csv"',
    'cache-control': 'no-store',
  });
  const [head, ...rows] = answer.body.trim().split('\r\n');
  expect(head).toContain('"orderId","status","clientReference"');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain(`"${CONFIRMED}","confirmed","'=HYPERLINK(""https://x.example"")"`);
  expect(answer.body).not.toContain((await em.findOneOrFail(Order, CONFIRMED)).contactName);
  const all = (await get(studio, '')).body.trim().split('\r\n').slice(1);
  expect(all.length).toBeGreaterThan(200);
  expect(new Set(all.map((row) => row.split(',')[0])).size).toBe(all.length);
  expect((await get(stranger, '')).body.trim().split('\r\n')).toHaveLength(1);
  expect((await get(studio, 'status=lost')).json().code).toBe(40001);
});
