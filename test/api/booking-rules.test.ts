import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { createOrderActivities } from '../../activities/transitions.ts';
import { Notification, Order } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { CANCELLATION_PRESETS } from '../../domain/cancellation.ts';
import type { OrderState } from '../../domain/order-state.ts';
import type { TestApp } from '../support/app.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { createOrdersApp } from '../support/orders-app.ts';

let api: TestApp;
let agency: ClientCredentials;
let studio: ClientCredentials;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;
let send: (client: ClientCredentials, options: InjectOptions) => Promise<LightMyRequestResponse>;

beforeAll(async () => {
  const made = await createOrdersApp();
  api = made.api;
  const { app } = made;
  api.clock.now = new Date('2026-12-01T12:00:00Z');
  ({ agency, studio } = api.sandbox);
  expectDescribed = await createConformance(app);
  send = async (client, options) =>
    app.inject({ ...options, headers: { authorization: `Bearer ${await api.token(client)}` } });
  await createGuide(api, {
    id: 'G1',
    dayRate: 10_000,
    restDays: 0b1000000,
    blocked: [{ startDate: '2027-03-10', endDate: '2027-03-11' }],
    seasonalRates: [{ startDate: '2027-03-20', endDate: '2027-03-25', dayRate: 15_050 }],
    guestSurcharge: { fromGuest: 3, amountPerDay: 1_025 },
  });
  await createGuide(api, { id: 'G2', visibility: 'partners' });
});
afterAll(() => api.close());

const TRIP = { guideId: 'G1', tripDate: '2027-03-18', tripDays: 3, guestCount: 4 };
const CONTACT = { contactName: 'Ada Lovelace', contactPhone: '+351912345678' };
const post = (path: string, payload: object, client = agency) =>
  send(client, { method: 'POST', url: `/open/v1/order/${path}`, payload });
const quote = async (changes: object = {}, client = agency) => {
  const answer = await post('quote', { ...TRIP, ...changes }, client);
  expectDescribed('POST', '/open/v1/order/quote', answer);
  return answer;
};
const get = (path: string, client = agency) =>
  send(client, { method: 'GET', url: `/open/v1/order/${path}` } as InjectOptions);
const create = (changes: object = {}, client = agency) =>
  post('create', { ...TRIP, ...CONTACT, ...changes }, client);

/** What the workflow would record. */
async function record(
  orderId: string,
  from: OrderState,
  to: OrderState,
  by: 'merchant' | 'studio' | 'platform',
) {
  const { sequence } = await api.orm.em.fork().findOneOrFail(Order, orderId);
  await createOrderActivities({ orm: api.orm }).recordTransition({
    orderId,
    sequence: sequence + 1,
    from,
    to,
    reason: to === 'cancelled' ? 'cancelled_by_merchant' : 'confirmed_by_studio',
    actor: { kind: by },
    occurredAt: api.clock.now.toISOString(),
  });
}

describe('a quote', () => {
  test('tells price, breakdown, availability and what a cancellation will cost, and books nothing', async () => {
    const { data } = (await quote()).json();
    expect(data).toMatchObject({
      available: true,
      obstacles: [],
      totalAmount: 412,
      currency: 'EUR',
      priceBreakdown: [
        {
          kind: 'day_rate',
          startDate: '2027-03-18',
          endDate: '2027-03-19',
          days: 2,
          unitAmount: 100,
          amount: 200,
        },
        {
          kind: 'seasonal_rate',
          startDate: '2027-03-20',
          days: 1,
          guests: null,
          unitAmount: 150.5,
          amount: 150.5,
        },
        { kind: 'guest_surcharge', days: 3, guests: 2, unitAmount: 10.25, amount: 61.5 },
      ],
      cancellationPolicy: { preset: 'moderate' },
      cancellationTerms: [
        { until: '2027-03-11T00:00:00.000Z', refund: 412, fee: 0 },
        { until: '2027-03-16T00:00:00.000Z', refund: 206, fee: 206 },
        { until: null, refund: 0, fee: 412 },
      ],
    });
    expect(await api.orm.em.fork().count(Order)).toBe(0);
  });

  test.each([
    ['a rest day', { tripDate: '2027-03-06', tripDays: 2 }, /2027-03-07/],
    ['a blocked day', { tripDate: '2027-03-08', tripDays: 3 }, /2027-03-10/],
  ])('over %s is not available, and the booking is refused with 40902', async (_what, changes, days) => {
    const { data } = (await quote(changes)).json();
    expect(data.available).toBe(false);
    expect(data.obstacles.join()).toMatch(days);
    const refused = await create(changes);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 40902]);
    const [{ reason, days: inTheWay }] = refused.json().data.details;
    expect([reason, inTheWay.join()]).toEqual(['day_off', expect.stringMatching(days)]);
    expect(data.obstacleDetails).toEqual(refused.json().data.details);
  });

  test.each([
    [{ guestCount: 6 }, 40001],
    [{ tripDate: '2026-11-01' }, 40001],
    [{ tripDate: '2027-02-30' }, 40001],
    [{ guideId: 'G999999' }, 40004],
    [{ guideId: 'G2' }, 40003],
  ])('of %j is refused with %i, as the booking is', async (changes, code) => {
    expect((await quote(changes)).json().code).toBe(code);
    expect((await create(changes)).json().code).toBe(code);
  });

  test("a partners' guide is quoted and booked by a linked merchant", async () => {
    const friend = await createMerchant(api, 'mk_friend');
    await send(studio, { method: 'PUT', url: '/open/v1/partner/link/mk_friend' });
    expect((await quote({ guideId: 'G2' }, friend)).json().data.available).toBe(true);
    expect((await create({ guideId: 'G2' }, friend)).json().code).toBe(200);
    expect((await create({ guideId: 'G2' }, agency)).json().code).toBe(40003);
  });
});

describe('a booking', () => {
  test('costs what was quoted, keeps its breakdown when the guide changes, and takes the days', async () => {
    const { orderId, totalAmount } = (await create()).json().data;
    expect(totalAmount).toBe(412);
    const change = { dayRate: 999, seasonalRates: [], cancellationPolicy: { preset: 'strict' } };
    await send(studio, { method: 'PUT', url: '/open/v1/guide/update/G1', payload: change });

    const { data } = (await get(`detail/${orderId}`)).json();
    expect(data).toMatchObject({ totalAmount: 412, cancellationPolicy: { preset: 'moderate' } });
    expect(data.priceBreakdown.map(({ amount }: { amount: number }) => amount)).toEqual([200, 150.5, 61.5]);
    const taken = (await quote({ tripDays: 1 })).json().data;
    expect(taken).toMatchObject({ available: false, totalAmount: 1_019.5 });
    expect(taken.obstacles).toEqual(['the guide is booked on 2027-03-18']);
    await api.orm.em
      .fork()
      .execute(`update guide set day_rate = 10000, cancellation_policy = ?::jsonb where id = 'G1'`, [
        JSON.stringify(CANCELLATION_PRESETS.moderate),
      ]);
  });
});

describe('a cancellation', () => {
  test('is quoted beforehand with its next change, and refunds what was quoted', async () => {
    const { orderId } = (await create({ tripDate: '2027-04-20', guestCount: 1 })).json().data;
    const read = async (client = agency) => {
      const answer = await get(`cancel-quote/${orderId}`, client);
      expectDescribed('GET', '/open/v1/order/cancel-quote/{orderId}', answer);
      return answer.json().data;
    };
    expect(await read()).toMatchObject({ cancellable: true, refund: 300, fee: 0, nextChange: null });

    await record(orderId, 'pending', 'confirmed', 'studio');
    expect(await read()).toMatchObject({
      refund: 300,
      refundPercent: 100,
      nextChange: { at: '2027-04-12T23:00:00.000Z', refund: 150, fee: 150 },
    });
    expect(await read(studio)).toMatchObject({ cancellable: true, refund: 300, fee: 0, nextChange: null });

    api.clock.now = new Date('2027-04-13T12:00:00Z');
    const quoted = await read();
    expect(quoted).toMatchObject({ refund: 150, nextChange: { at: '2027-04-17T23:00:00.000Z', refund: 0 } });
    await record(orderId, 'confirmed', 'cancelled', 'merchant');
    const { refund } = (await get(`detail/${orderId}`)).json().data;
    expect(refund).toEqual({ amount: quoted.refund, fee: quoted.fee, currency: 'EUR' });
    expect(await read()).toMatchObject({ status: 'cancelled', cancellable: false, refund: null, fee: null });
    api.clock.now = new Date('2026-12-01T12:00:00Z');
  });

  test("of another merchant's order is not quoted: 40005", async () => {
    const stranger = await createMerchant(api, 'mk_stranger');
    const { orderId } = (await create({ tripDate: '2027-05-03' })).json().data;
    expect((await get(`cancel-quote/${orderId}`, stranger)).json().code).toBe(40005);
  });
});

describe('a review', () => {
  async function completed(tripDate: string): Promise<string> {
    const { orderId } = (await create({ tripDate, tripDays: 1 })).json().data;
    await api.orm.em.fork().nativeUpdate(Order, orderId, { status: 'completed' });
    return orderId;
  }
  const review = async (orderId: string, body: object, client = agency) => {
    const answer = await post(`review/${orderId}`, body, client);
    expectDescribed('POST', '/open/v1/order/review/{orderId}', answer);
    return answer;
  };

  test('of a completed order, once: list and detail follow in the same moment', async () => {
    const orders = await Promise.all(['2027-06-01', '2027-06-02', '2027-06-03'].map(completed));
    const ratings = [5, 4, 4];
    const answers = await Promise.all(
      orders.map((orderId, i) => review(orderId, { rating: ratings[i], text: 'Knew every corner.' })),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);

    const again = await review(orders[0]!, { rating: 1 });
    expect([again.statusCode, again.json().code]).toEqual([409, 40901]);
    const detail = await send(agency, { method: 'GET', url: '/open/v1/guide/detail/G1' });
    expect(detail.json().data).toMatchObject({
      rating: 4.33,
      reviewCount: 3,
      reviewStatistics: { count: 3, averageRating: 4.33, distribution: { 1: 0, 2: 0, 3: 0, 4: 2, 5: 1 } },
    });
    const list = await send(agency, { method: 'GET', url: '/open/v1/guide/list?minRating=4.33&area=Porto' });
    expect(list.json().data).toMatchObject({ total: 1, list: [{ guideId: 'G1', rating: 4.33 }] });
  });

  test('goes to both sides, in their feeds, and its deliveries are to be woken', async () => {
    const orderId = await completed('2027-06-05');
    await review(orderId, { rating: 2, text: 'Late.' });
    await review(orderId, { rating: 5 });
    const notified = await api.orm.em.fork().find(Notification, { orderId, type: 'review.created' });
    expect(notified.map(({ merchantKey }) => merchantKey).sort()).toEqual([agency.clientId, studio.clientId]);
    for (const { id, inFeed, wakeAt, body } of notified) {
      expect([id.includes('-1r'), inFeed, wakeAt]).toEqual([true, true, expect.any(Date)]);
      expect(JSON.parse(body)).toMatchObject({ type: 'review.created', orderId, rating: 2, text: 'Late.' });
    }
  });

  test('before completion is refused with 40901, by the studio with 40006, by strangers with 40005', async () => {
    const { orderId } = (await create({ tripDate: '2027-06-10', tripDays: 1 })).json().data;
    expect((await review(orderId, { rating: 5 })).json().code).toBe(40901);
    expect((await review(orderId, { rating: 5 }, studio)).json().code).toBe(40006);
    const other = await createMerchant(api, 'mk_passer_by');
    expect((await review(orderId, { rating: 5 }, other)).json().code).toBe(40005);
  });

  test.each([{ rating: 0 }, { rating: 6 }, { rating: 4.5 }, {}, { rating: 5, stars: 5 }])(
    '%j is refused with 40001',
    async (body) => {
      expect((await review('ORD123', body)).json().code).toBe(40001);
    },
  );
});
