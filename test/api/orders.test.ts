import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import type { OrderList } from '../../contract/schemas/orders.ts';
import { Guide, IdempotencyKey, Notification, Order, OrderEvent } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';

let platform: LivePlatform;
let agency: ClientCredentials;
let studio: ClientCredentials;
let stranger: ClientCredentials;

beforeAll(async () => {
  platform = await createLivePlatform();
  ({ agency, studio } = platform.sandbox);
  stranger = await createMerchant(platform, 'mk_stranger');
  await createGuide(platform, { id: 'G1', maxGuests: 5, dayRate: 12_345 });
});
afterAll(async () => {
  await platform.close();
});

const today = todayIn('Europe/Lisbon', new Date());
/** Each test books days of its own. */
let nextDay = 2;
function freshDate(days = 1): string {
  nextDay += days;
  return addDays(today, nextDay - days);
}

function booking(changes: Record<string, unknown> = {}) {
  return {
    guideId: 'G1',
    tripDate: freshDate(),
    tripDays: 1,
    guestCount: 2,
    contactName: 'Ada Lovelace',
    contactPhone: '+351912345678',
    ...changes,
  };
}

async function create(body: object, client = agency, headers: InjectOptions['headers'] = {}) {
  return await platform.as(client, { method: 'POST', url: '/open/v1/order/create', payload: body, headers });
}

async function createdOrder(changes: Record<string, unknown> = {}): Promise<string> {
  const answer = await create(booking(changes));
  expect(answer.json()).toMatchObject({ code: 200 });
  return answer.json().data.orderId;
}

/** As after a 50301: what was asked for may be done, and nobody was told. */
async function loseAnswers(): Promise<void> {
  const everything = { answer: null, leasedUntil: new Date(0) };
  await platform.orm.em.fork().nativeUpdate(IdempotencyKey, { leasedUntil: { $ne: null } }, everything);
}

async function move(action: string, orderId: string, client = studio, payload?: object) {
  const url = `/open/v1/order/${action}/${orderId}`;
  return await platform.as(client, { method: 'POST', url, ...(payload ? { payload } : {}) });
}

async function detail(orderId: string, client = agency) {
  return await platform.as(client, { method: 'GET', url: `/open/v1/order/detail/${orderId}` });
}

async function list(query: string, client = agency) {
  return await platform.as(client, { method: 'GET', url: `/open/v1/order/list${query}` });
}

describe('creating an order', () => {
  test('answers as the specification shows it, and books order, event and notification', async () => {
    const answer = await create(booking({ tripDate: freshDate(2), tripDays: 2, clientReference: 'REF-1' }));

    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      code: 200,
      msg: 'success',
      data: {
        orderId: expect.stringMatching(/^ORD\d+$/),
        status: 'pending',
        totalAmount: 246.9,
        currency: 'EUR',
      },
    });
    const { orderId } = answer.json().data;
    const em = platform.orm.em.fork();
    expect(await em.count(OrderEvent, { orderId })).toBe(1);
    const notification = await em.findOne(Notification, {
      orderId,
      merchantKey: platform.sandbox.agency.clientId,
    });
    expect(JSON.parse(notification!.body)).toMatchObject({
      type: 'order.status_changed',
      sequence: 1,
      previousStatus: null,
      status: 'pending',
      reason: 'created',
      clientReference: 'REF-1',
      order: { orderId, availableActions: ['cancel'] },
    });
    expect(notification!.body).not.toMatch(/Lovelace|912345678/);
  });

  test.each([
    ['guideId missing', { guideId: undefined }, 'body.guideId'],
    ['guideId malformed', { guideId: 'X1' }, 'body.guideId'],
    ['a day that does not exist', { tripDate: '2027-02-30' }, 'body.tripDate'],
    ['a day in the past', { tripDate: '2020-01-01' }, 'body.tripDate'],
    ['a day too far ahead', { tripDate: addDays(today, 600) }, 'body.tripDate'],
    ['no days', { tripDays: 0 }, 'body.tripDays'],
    ['too many days', { tripDays: 61 }, 'body.tripDays'],
    ['days as text', { tripDays: '2' }, 'body.tripDays'],
    ['no guests', { guestCount: 0 }, 'body.guestCount'],
    ['more guests than the guide takes', { guestCount: 6 }, 'body.guestCount'],
    ['an empty name', { contactName: '' }, 'body.contactName'],
    ['a phone number that is none', { contactPhone: '12345' }, 'body.contactPhone'],
    ['an endless remark', { remark: 'x'.repeat(1_001) }, 'body.remark'],
    ['an unknown member', { coupon: 'FREE' }, 'body.coupon'],
    ['a NUL byte', { remark: 'a\u0000b' }, 'body.remark'],
  ])('with %s is refused with 40001 that names %j', async (_what, changes, path) => {
    const before = await platform.orm.em.fork().count(Order);
    const answer = await create(booking(changes));

    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 40001, data: { requestId: expect.any(String) } });
    expect(answer.json().data.details.map((detail: { path: string }) => detail.path)).toContain(path);
    expect(await platform.orm.em.fork().count(Order)).toBe(before);
  });

  test('for an unknown guide, or one of the other world, is refused with 40004', async () => {
    await createGuide(platform, { id: 'G2', sandbox: false });
    for (const guideId of ['G999999', 'G2']) {
      const answer = await create(booking({ guideId }));
      expect(answer.statusCode).toBe(404);
      expect(answer.json().code).toBe(40004);
    }
  });

  test("for a partners' guide is refused with 40003", async () => {
    await createGuide(platform, { id: 'G3', visibility: 'partners' });
    const answer = await create(booking({ guideId: 'G3' }));
    expect(answer.statusCode).toBe(403);
    expect(answer.json().code).toBe(40003);
  });

  test('by a studio is refused with 40006', async () => {
    const answer = await create(booking(), studio);
    expect(answer.statusCode).toBe(403);
    expect(answer.json().code).toBe(40006);
  });

  test('for a guide that takes no bookings, or for today without instant confirmation, is refused', async () => {
    await createGuide(platform, { id: 'G4', status: 'paused' });
    expect((await create(booking({ guideId: 'G4' }))).json().code).toBe(40902);
    expect((await create(booking({ tripDate: today }))).json().code).toBe(40902);
  });

  test('a guide with instant confirmation is confirmed, and a trip of today begins', async () => {
    await createGuide(platform, { id: 'G5', instantConfirmation: true });
    const orderId = await createdOrder({ guideId: 'G5', tripDate: today });
    let reasons: string[] = [];
    while (reasons.length < 3) {
      const { data } = (await detail(orderId)).json();
      reasons = data.history.map(({ reason }: { reason: string }) => reason);
    }
    expect(reasons).toEqual(['created', 'instant', 'trip_started']);
  });

  test('a price that changes between reading and writing is never booked', async () => {
    await createGuide(platform, { id: 'G6' });
    const orders = Array.from({ length: 10 }, (_, i) => ({ tripDate: addDays(today, 30 + i) }));
    const changes = orders.map(async (_, i) => {
      const values = { dayRate: 20_000 + i, version: 2 + i };
      await platform.orm.em.fork().nativeUpdate(Guide, { id: 'G6' }, values);
    });
    await Promise.all([
      ...orders.map((changed) => create(booking({ guideId: 'G6', ...changed }))),
      ...changes,
    ]);
    const prices = await platform.orm.em.fork().find(Order, { guideId: 'G6' });
    expect(prices).toHaveLength(10);
    for (const { totalAmount } of prices) expect(totalAmount).toBeGreaterThanOrEqual(12_345);
  });
});

describe('overlapping bookings', () => {
  test('a second booking of the same days is refused, and the first stands', async () => {
    const tripDate = freshDate(3);
    const orderId = await createdOrder({ tripDate, tripDays: 3 });

    const second = await create(booking({ tripDate: addDays(tripDate, 2) }), stranger);

    expect(second.statusCode).toBe(409);
    expect(second.json().code).toBe(40902);
    expect(JSON.stringify(second.json())).not.toContain(orderId);
    expect((await detail(orderId)).json().data.status).toBe('pending');
  });

  test('days of a cancelled order are free again', async () => {
    const tripDate = freshDate();
    const orderId = await createdOrder({ tripDate });
    await move('cancel', orderId, agency);
    await createdOrder({ tripDate });
  });
});

test('order/create answers the order as order/detail does', async () => {
  const { data } = (await create(booking({ remark: 'No stairs', clientReference: 'B-1' }))).json();
  const url = `/open/v1/order/detail/${data.orderId}`;
  const detail = (await platform.as(agency, { method: 'GET', url })).json().data;
  expect(data).toEqual(detail);
  expect(data).toMatchObject({ status: 'pending', remark: 'No stairs', availableActions: ['cancel'] });
});

describe('an idempotency key', () => {
  test('makes a repeated request answer what the first did, and book once', async () => {
    const body = booking();
    const first = await create(body, agency, { 'idempotency-key': 'once-1' });
    const second = await create(body, agency, { 'idempotency-key': 'once-1' });

    expect(second.json()).toEqual(first.json());
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  test('keeps nothing of people, and answers as at first whatever has become of the order', async () => {
    const questionId = 'diet';
    await createGuide(platform, {
      id: 'G77',
      questions: [{ questionId, text: 'What do you not eat?', required: false }],
    });
    const body = booking({
      guideId: 'G77',
      contactPhone: '912 345 678',
      contactEmail: 'ada@example.com',
      guestNames: ['Ada', 'Grace'],
      answers: [{ questionId, answer: 'Cod' }],
      remark: 'One of us walks slowly',
    });
    const first = await create(body, agency, { 'idempotency-key': 'kept' });
    expect(first.json()).toMatchObject({
      code: 200,
      data: { contactPhone: '+351912345678', answers: [{ question: 'What do you not eat?', answer: 'Cod' }] },
    });
    const { orderId } = first.json().data;
    await move('cancel', orderId, agency);
    const again = await create(body, agency, { 'idempotency-key': 'kept' });
    expect([again.json(), again.headers['idempotent-replayed']]).toEqual([first.json(), 'true']);

    const kept = await platform.orm.em.fork().findOneOrFail(IdempotencyKey, { key: 'kept' });
    const text = JSON.stringify(kept.answer);
    for (const own of ['Ada', '912345678', 'ada@', 'Grace', 'Cod', 'slowly']) expect(text).not.toContain(own);
  });

  test('from before the whole order was answered still gets what was answered then', async () => {
    const body = booking();
    const first = await create(body, agency, { 'idempotency-key': 'old' });
    const { orderId, status, totalAmount, currency } = first.json().data;
    const answer = { orderId, status, totalAmount, currency };
    await platform.orm.em.fork().nativeUpdate(IdempotencyKey, { key: 'old' }, { answer });
    await move('cancel', orderId, agency);
    const again = await create(body, agency, { 'idempotency-key': 'old' });
    expect(again.json()).toMatchObject({ code: 200, data: { ...answer, tripDate: body.tripDate } });
  });

  test('used again with another body is refused with 40903', async () => {
    await create(booking(), agency, { 'idempotency-key': 'once-2' });
    const other = await create(booking(), agency, { 'idempotency-key': 'once-2' });
    expect(other.statusCode).toBe(409);
    expect(other.json().code).toBe(40903);
  });

  test("is each merchant's own", async () => {
    const first = await create(booking(), agency, { 'idempotency-key': 'once-3' });
    const other = await create(booking(), stranger, { 'idempotency-key': 'once-3' });
    expect(other.json().data.orderId).not.toBe(first.json().data.orderId);
  });

  test('of three requests at once books one order', async () => {
    const body = booking();
    const answers = await Promise.all(
      [1, 2, 3].map(() => create(body, agency, { 'idempotency-key': 'once-4' })),
    );
    expect(new Set(answers.map((answer) => answer.json().data.orderId)).size).toBe(1);
  });
});

describe('moving an order', () => {
  test('the studio confirms, starts and completes; each answer shows what is possible next', async () => {
    const orderId = await createdOrder();

    const confirmed = await move('confirm', orderId, studio, { reason: 'Meet me at the station' });
    expect(confirmed.json().data).toMatchObject({
      status: 'confirmed',
      availableActions: ['start', 'cancel'],
    });
    expect(confirmed.json().data.history[1]).toMatchObject({
      previousStatus: 'pending',
      status: 'confirmed',
      reason: 'confirmed_by_studio',
      actor: 'studio',
      note: 'Meet me at the station',
    });
    expect((await move('start', orderId)).json().data).toMatchObject({ availableActions: ['complete'] });
    expect((await move('complete', orderId)).json().data).toMatchObject({
      status: 'completed',
      availableActions: [],
      nextDeadline: null,
      commission: { rate: 1_000, amount: 12.34 },
    });
  });

  test('the merchant cancels and is told the refund', async () => {
    const orderId = await createdOrder({ tripDate: addDays(today, 40) });
    await move('confirm', orderId);
    const { data } = (await move('cancel', orderId, agency)).json();
    expect(data).toMatchObject({ status: 'cancelled', refund: { amount: 123.45, fee: 0, currency: 'EUR' } });
  });

  test('a studio that cancels a confirmed order withdraws', async () => {
    const orderId = await createdOrder();
    await move('confirm', orderId);
    const { data } = (await move('cancel', orderId)).json();
    expect(data.history.at(-1)).toMatchObject({ reason: 'withdrawn_by_studio', actor: 'studio' });
  });

  test.each([
    [
      'confirmed, started, completed',
      [
        ['confirm', 'studio'],
        ['start', 'studio'],
        ['complete', 'studio'],
      ],
    ],
    ['rejected', [['reject', 'studio']]],
    ['cancelled while pending', [['cancel', 'agency']]],
    [
      'cancelled when it costs something',
      [
        ['confirm', 'studio'],
        ['cancel', 'agency'],
      ],
    ],
    [
      'withdrawn',
      [
        ['confirm', 'studio'],
        ['cancel', 'studio'],
      ],
    ],
  ] as const)('what is answered is what the caller reads then: %s', async (_name, moves) => {
    const orderId = await createdOrder();
    for (const [action, side] of moves) {
      const { data } = (await move(action, orderId, platform.sandbox[side], { reason: 'So be it' })).json();
      expect(data).toEqual((await detail(orderId, platform.sandbox[side])).json().data);
    }
  });

  test('that the state does not allow is refused with 40901 and says what is possible', async () => {
    const orderId = await createdOrder();
    const early = await move('complete', orderId);
    expect(early.statusCode).toBe(409);
    expect(early.json()).toMatchObject({
      code: 40901,
      data: { status: 'pending', availableActions: ['confirm', 'reject'] },
    });
    await move('reject', orderId);
    const late = await move('confirm', orderId);
    expect(late.json()).toMatchObject({ code: 40901, data: { status: 'cancelled', availableActions: [] } });
    expect((await detail(orderId)).json().data.history).toHaveLength(2);
  });

  test.each(['confirm', 'reject', 'start', 'complete'])(
    'the ordering merchant may not %s',
    async (action) => {
      const orderId = await createdOrder();
      const answer = await move(action, orderId, agency);
      expect(answer.statusCode).toBe(403);
      expect(answer.json().code).toBe(40006);
    },
  );

  test('the same confirmation under the same idempotency key is carried out once', async () => {
    const orderId = await createdOrder();
    const request = {
      method: 'POST',
      url: `/open/v1/order/confirm/${orderId}`,
      headers: { 'idempotency-key': 'confirm-1' },
    } as const;
    const answers = await Promise.all([platform.as(studio, request), platform.as(studio, request)]);
    expect(answers.map((answer) => answer.json().code)).toEqual([200, 200]);
    expect((await detail(orderId)).json().data.history).toHaveLength(2);
  });

  test('the sandbox advances an order by its next timed step', async () => {
    const orderId = await createdOrder();
    await move('confirm', orderId);
    const advance = { method: 'POST', url: `/open/v1/sandbox/order/advance/${orderId}` } as const;
    expect((await platform.as(agency, advance)).json().data.status).toBe('in_progress');
    expect((await platform.as(agency, advance)).json().data.status).toBe('completed');
    expect((await platform.as(agency, advance)).json().code).toBe(40901);
  });

  test('a step of the sandbox whose answer was lost is not taken twice when it is repeated under its key', async () => {
    const orderId = await createdOrder();
    await move('confirm', orderId);
    const advance = async (key: string) => {
      const url = `/open/v1/sandbox/order/advance/${orderId}`;
      return (await platform.as(agency, { method: 'POST', url, headers: { 'idempotency-key': key } })).json();
    };
    expect((await advance('step-1')).data.status).toBe('in_progress');
    await loseAnswers();
    expect(await advance('step-1')).toMatchObject({ code: 200, data: { status: 'in_progress' } });
    expect(await advance('step-2')).toMatchObject({ code: 200, data: { status: 'completed' } });
    await loseAnswers();
    expect(await advance('step-2')).toMatchObject({ code: 200, data: { status: 'completed' } });
    expect((await detail(orderId)).json().data.history).toHaveLength(4);
  });

  test('a production merchant may not advance', async () => {
    const production = await createMerchant(platform, 'mk_production', { sandbox: false });
    await createGuide(platform, { id: 'G8', sandbox: false });
    const order = await create(booking({ guideId: 'G8' }), production);
    const url = `/open/v1/sandbox/order/advance/${order.json().data.orderId}`;
    expect((await platform.as(production, { method: 'POST', url })).json().code).toBe(40006);
  });
});

describe("another merchant's order", () => {
  test.each(['detail', 'confirm', 'cancel'])('does not exist for %s: 40005', async (action) => {
    const orderId = await createdOrder();
    const answers = [orderId, 'ORD1000'].map(async (id) =>
      action === 'detail' ? await detail(id, stranger) : await move(action, id, stranger),
    );
    const [others, none] = await Promise.all(answers);
    expect(others!.statusCode).toBe(404);
    expect(others!.json().code).toBe(40005);
    expect(others!.json().msg).toBe(none!.json().msg);
  });
});

describe('order detail', () => {
  test('shows contact data to the studio from the confirmation on', async () => {
    const orderId = await createdOrder({ remark: 'slowly, please' });
    const hidden = { contactName: null, contactPhone: null, remark: null };
    const shown = { contactName: 'Ada Lovelace', contactPhone: '+351912345678', remark: 'slowly, please' };

    expect((await detail(orderId, studio)).json().data).toMatchObject(hidden);
    expect((await detail(orderId, agency)).json().data).toMatchObject(shown);
    await move('confirm', orderId);
    expect((await detail(orderId, studio)).json().data).toMatchObject(shown);
  });

  test('normalises a national phone number by the country of the merchant', async () => {
    const orderId = await createdOrder({ contactPhone: '912 345 678' });
    expect((await detail(orderId)).json().data.contactPhone).toBe('+351912345678');
  });
});

describe('order list', () => {
  test('pages through all of the orders, newest first, each once', async () => {
    const buyer = await createMerchant(platform, 'mk_buyer');
    const placed: string[] = [];
    for (let i = 0; i < 5; i++) placed.push((await create(booking(), buyer)).json().data.orderId);

    const seen: string[] = [];
    for (let query: string | undefined = '?size=2'; query !== undefined; ) {
      const page: OrderList = (await list(query, buyer)).json().data;
      seen.push(...page.list.map(({ orderId }) => orderId));
      query = page.nextCursor === null ? undefined : `?size=2&cursor=${page.nextCursor}`;
    }
    expect(seen).toEqual(placed.sort().reverse());
  });

  test('filters by status, guide, reference and trip dates', async () => {
    const buyer = await createMerchant(platform, 'mk_filtering');
    const body = booking({ clientReference: 'find-me' });
    const { orderId } = (await create(body, buyer)).json().data;
    await create(booking(), buyer);
    const found = async (query: string) =>
      (await list(query, buyer)).json().data.list.map((order: { orderId: string }) => order.orderId);

    expect(await found('?clientReference=find-me')).toEqual([orderId]);
    expect(await found(`?tripDateFrom=${body.tripDate}&tripDateTo=${body.tripDate}`)).toEqual([orderId]);
    expect(await found('?status=completed')).toEqual([]);
    expect(await found('?guideId=G1&status=pending')).toHaveLength(2);
    expect(await found('?guideId=G7')).toEqual([]);
  });

  test('shows a studio the orders of its guides', async () => {
    const orderId = await createdOrder();
    const { data } = (await list('?size=1', studio)).json();
    expect(data.list[0].orderId).toBe(orderId);
  });
});

describe('while no worker answers', () => {
  test('orders are accepted, a move is refused with 50301 and Retry-After, and nothing changes', async () => {
    await platform.stopWorkers();
    const orderId = await createdOrder();

    const answer = await move('confirm', orderId);

    expect(answer.statusCode).toBe(503);
    expect(answer.json().code).toBe(50301);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await detail(orderId)).json().data.status).toBe('pending');
    await platform.startWorkers();
  });
});
