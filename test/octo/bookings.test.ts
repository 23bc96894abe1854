import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { Hold, OctoBooking, Order, Reservation } from '../../db/entities/index.ts';
import { endDueHold } from '../../db/queries/orders/holds.ts';
import { addDays } from '../../domain/trip.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { orderService } from '../support/orders-app.ts';
import { until } from '../support/until.ts';
import {
  createOctoGuides,
  expectRefusal,
  MORNING,
  OCTO_GUIDES,
  type OctoClient,
  octoClient,
  PRICING,
} from './octo-app.ts';

const { mixed, byGuest, asking } = OCTO_GUIDES;
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const NOW = new Date('2027-05-03T09:30:00Z');

let api: TestApp;
let app: FastifyInstance;
let octo: OctoClient;
let localDate: string;
let day = 0;

beforeAll(async () => {
  api = await createTestApp();
  app = await api.another({ orders: orderService(api) });
  octo = octoClient(api, app, api.sandbox.agency);
  // Studios confirm: without workers nobody else does.
  await createOctoGuides(api, { instantConfirmation: false });
});
afterAll(() => api.close());
beforeEach(() => {
  api.clock.now = NOW;
  day += 2;
  localDate = addDays('2027-05-05', day);
});

const start = (time = '09:00') => `${localDate}T${time}:00+01:00`;
const adults = (count: number) => Array(count).fill({ unitId: 'adult' });
const morning = (more: object = {}) => ({
  productId: mixed,
  optionId: 'morning',
  availabilityId: start(),
  unitItems: adults(2),
  ...more,
});
const reserved = async (more: object = {}) => {
  const answer = await octo.post('/bookings', morning(more));
  expect([answer.statusCode, answer.json().status]).toEqual([200, 'ON_HOLD']);
  return answer.json();
};
const ada = { contact: { fullName: 'Ada Lovelace', phoneNumber: '+351912345678' } };
const rowOf = (uuid: string) => api.orm.em.fork().findOneOrFail(OctoBooking, { uuid });
const isTaken = async (booking: { uuid: string }) => {
  const { holdId } = await rowOf(booking.uuid);
  return (await api.orm.em.fork().count(Reservation, { id: holdId })) > 0;
};

describe('a reservation', () => {
  test('holds the start, for nobody else', async () => {
    const uuid = randomUUID();
    const booking = await reserved({
      uuid,
      resellerReference: 'R-1',
      notes: 'Two dogs',
      expirationMinutes: 30,
    });
    expect(booking).toEqual({
      id: uuid,
      uuid,
      testMode: true,
      resellerReference: 'R-1',
      supplierReference: null,
      status: 'ON_HOLD',
      utcCreatedAt: '2027-05-03T09:30:00Z',
      utcUpdatedAt: expect.stringMatching(/^20\d\d-.*Z$/),
      utcExpiresAt: '2027-05-03T10:00:00Z',
      utcRedeemedAt: null,
      utcConfirmedAt: null,
      productId: mixed,
      optionId: 'morning',
      cancellable: true,
      cancellation: null,
      freesale: false,
      availabilityId: start(),
      availability: {
        id: start(),
        localDateTimeStart: start(),
        localDateTimeEnd: start('12:00'),
        allDay: false,
        openingHours: [],
      },
      contact: { ...NOBODY },
      notes: 'Two dogs',
      deliveryMethods: ['VOUCHER'],
      voucher: { redemptionMethod: 'MANIFEST', utcRedeemedAt: null, deliveryOptions: [] },
      unitItems: Array(2).fill({
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        resellerReference: null,
        supplierReference: null,
        unitId: 'adult',
        status: 'ON_HOLD',
        utcRedeemedAt: null,
        contact: { ...NOBODY },
        ticket: null,
      }),
    });
    expect((await octo.get(`/bookings/${uuid}`)).json()).toEqual(booking);
    const stranger = octoClient(api, app, await createMerchant(api, `mk_octo_${day}`));
    expectRefusal(
      await stranger.post('/bookings', morning({ availabilityId: start('10:00') })),
      'UNPROCESSABLE_ENTITY',
    );
    const [seen] = (
      await octo.post('/availability', { productId: mixed, optionId: 'morning', localDate })
    ).json();
    expect(seen).toMatchObject({ status: 'SOLD_OUT', available: false });
  });

  test('of a whole day', async () => {
    const booking = await reserved({
      optionId: 'DEFAULT',
      availabilityId: start('00:00'),
      unitItems: adults(4),
    });
    expect(booking).toMatchObject({
      optionId: 'DEFAULT',
      availability: { allDay: true, localDateTimeEnd: `${addDays(localDate, 1)}T00:00:00+01:00` },
    });
    const priced = (await octo.get(`/bookings/${booking.uuid}`, PRICING)).json();
    expect(priced.pricing).toMatchObject({ retail: 14_345, net: 14_345, currency: 'EUR' });
    expect(priced.unitItems[0].pricing).toBeUndefined();
  });

  test('by units that have their prices', async () => {
    const unitItems = [...adults(2), { unitId: 'child' }];
    const answer = await octo.post('/bookings', morning({ productId: byGuest, unitItems }), PRICING);
    const { pricing, unitItems: items } = answer.json();
    expect(pricing.retail).toBe(6_000);
    const prices = items.map((item: { pricing: { retail: number } }) => item.pricing.retail);
    expect(prices.toSorted()).toEqual([1_000, 2_500, 2_500]);
    const hold = await api.orm.em.fork().findOneOrFail(Hold, (await rowOf(answer.json().uuid)).holdId);
    expect(hold.terms.trip?.guests).toEqual([
      { kind: 'adult', count: 2 },
      { kind: 'child', count: 1 },
    ]);
  });

  test('under the same uuid is the same one, also at once, and with another body it is refused', async () => {
    const uuid = randomUUID().toUpperCase();
    const twins = await Promise.all([1, 2, 3].map(() => octo.post('/bookings', morning({ uuid }))));
    expect(twins.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(new Set(twins.map(({ body }) => body)).size).toBe(1);
    expect(await api.orm.em.fork().count(OctoBooking, { uuid: uuid.toLowerCase() })).toBe(1);
    const other = await octo.post('/bookings', morning({ uuid, unitItems: adults(1) }));
    expectRefusal(other, 'INVALID_BOOKING_UUID', { uuid: uuid.toLowerCase() });
    // Another merchant's uuids are its own.
    const stranger = octoClient(api, app, await createMerchant(api, `mk_octo_twin`));
    const own = await stranger.post('/bookings', morning({ uuid, availabilityId: start('15:00') }));
    expect([own.statusCode, own.json().availabilityId]).toEqual([200, start('15:00')]);
  });

  test('of one start by two resellers: one has it', async () => {
    const other = octoClient(api, app, await createMerchant(api, 'mk_octo_rival'));
    const answers = await Promise.all([
      octo.post('/bookings', morning()),
      other.post('/bookings', morning({ availabilityId: start('10:00') })),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
  });

  test.each<[string, object, string, object?]>([
    ['no product', { productId: undefined }, 'INVALID_PRODUCT_ID', { productId: '' }],
    ['one that asks questions', { productId: asking }, 'INVALID_PRODUCT_ID', { productId: asking }],
    ['another option', { optionId: 'x' }, 'INVALID_OPTION_ID', { optionId: 'x' }],
    ['no start', { availabilityId: undefined }, 'INVALID_AVAILABILITY_ID', { availabilityId: '' }],
    [
      'a time that is no start',
      { availabilityId: '2027-06-01T11:00:00+01:00' },
      'INVALID_AVAILABILITY_ID',
      { availabilityId: '2027-06-01T11:00:00+01:00' },
    ],
    [
      'a start with the offset of another place',
      { availabilityId: '2027-06-01T09:00:00+02:00' },
      'INVALID_AVAILABILITY_ID',
      { availabilityId: '2027-06-01T09:00:00+02:00' },
    ],
    [
      'a start that is over',
      { availabilityId: '2027-05-01T09:00:00+01:00' },
      'INVALID_AVAILABILITY_ID',
      { availabilityId: '2027-05-01T09:00:00+01:00' },
    ],
    ['no units', { unitItems: undefined }, 'UNPROCESSABLE_ENTITY'],
    ['no unit', { unitItems: [] }, 'UNPROCESSABLE_ENTITY'],
    ['another unit', { unitItems: [{ unitId: 'dog' }] }, 'INVALID_UNIT_ID', { unitId: 'dog' }],
    ['too many units', { unitItems: adults(4) }, 'UNPROCESSABLE_ENTITY'],
    ['a uuid that is none', { uuid: 'mine' }, 'BAD_REQUEST'],
    ['an e-mail address that is none', { contact: { emailAddress: 'x' } }, 'BAD_REQUEST'],
    ['controls in a name', { contact: { fullName: 'A\u0007' } }, 'BAD_REQUEST'],
    ['no time to hold', { expirationMinutes: 0 }, 'BAD_REQUEST'],
    ['another currency', { currency: 'USD' }, 'BAD_REQUEST'],
  ])('is refused with %s', async (_, more, error, members = {}) => {
    const before = await api.orm.em.fork().count(Hold);
    expectRefusal(await octo.post('/bookings', morning(more)), error, members);
    expect(await api.orm.em.fork().count(Hold)).toBe(before);
  });

  test('as long as holds last at most, whatever is asked for', async () => {
    const { utcExpiresAt } = await reserved({ expirationMinutes: 999_999 });
    expect(utcExpiresAt).toBe('2027-05-05T09:30:00Z');
  });

  test('is for who books', async () => {
    const studio = octoClient(api, app, api.sandbox.studio);
    expectRefusal(await studio.post('/bookings', morning()), 'FORBIDDEN');
  });
});

describe('before the confirmation', () => {
  test('it is extended, and expires', async () => {
    const { uuid } = await reserved();
    const longer = await octo.post(`/bookings/${uuid}/extend`, { expirationMinutes: 60 });
    expect(longer.json()).toMatchObject({ status: 'ON_HOLD', utcExpiresAt: '2027-05-03T10:30:00Z' });
    api.clock.now = new Date('2027-05-03T10:30:00Z');
    const expired = (await octo.get(`/bookings/${uuid}`)).json();
    expect(expired).toMatchObject({ status: 'EXPIRED', cancellable: false, cancellation: null });
    expectRefusal(await octo.post(`/bookings/${uuid}/extend`), 'UNPROCESSABLE_ENTITY');
    expectRefusal(await octo.post(`/bookings/${uuid}/confirm`, ada), 'INVALID_BOOKING_UUID', { uuid });
    expectRefusal(await octo.post(`/bookings/${uuid}/cancel`), 'UNPROCESSABLE_ENTITY');
    expectRefusal(await octo.patch(`/bookings/${uuid}`, { notes: 'x' }), 'UNPROCESSABLE_ENTITY');
  });

  test('it is given back, once, and nobody’s name is kept', async () => {
    const booking = await reserved({
      ...ada,
      unitItems: [{ unitId: 'adult', contact: { fullName: 'Grace' } }],
    });
    const answers = [];
    for (let i = 0; i < 2; i++) {
      answers.push(
        (await octo.post(`/bookings/${booking.uuid}/cancel`, { reason: 'They changed plans' })).json(),
      );
    }
    expect(answers[0]).toMatchObject({
      status: 'CANCELLED',
      cancellable: false,
      utcExpiresAt: null,
      cancellation: { refund: 'FULL', reason: 'They changed plans', utcCancelledAt: expect.any(String) },
    });
    expect(answers[1]).toEqual(answers[0]);
    expect(await isTaken(booking)).toBe(false);
    expect(JSON.stringify(await rowOf(booking.uuid))).not.toMatch(/Ada|Grace|\+351/);
    expectRefusal(await octo.post(`/bookings/${booking.uuid}/confirm`, ada), 'UNPROCESSABLE_ENTITY');
    expect((await octo.post('/bookings', morning())).statusCode).toBe(200);
  });

  test('with the time that is over goes what is kept of people', async () => {
    const { uuid } = await reserved({
      ...ada,
      notes: 'Ada has two dogs',
      unitItems: [{ unitId: 'adult', contact: { fullName: 'Grace' } }],
    });
    const { holdId } = await rowOf(uuid);
    await endDueHold(api.orm.em.fork(), holdId, new Date('2027-05-03T10:30:00Z'), false);
    expect(JSON.stringify(await rowOf(uuid))).not.toMatch(/Ada|Grace|\+351|dogs/);
    const { unitItems, contact } = (await octo.get(`/bookings/${uuid}`)).json();
    expect([unitItems[0].unitId, contact]).toEqual(['adult', NOBODY]);
  });

  test('another start, even one that overlaps, takes the place of the first', async () => {
    const booking = await reserved();
    const { holdId } = await rowOf(booking.uuid);
    const moved = await octo.patch(`/bookings/${booking.uuid}`, {
      availabilityId: start('10:00'),
      unitItems: adults(3),
    });
    expect(moved.json()).toMatchObject({
      uuid: booking.uuid,
      status: 'ON_HOLD',
      availabilityId: start('10:00'),
      // It is not held longer for that.
      utcExpiresAt: booking.utcExpiresAt,
      utcCreatedAt: booking.utcCreatedAt,
    });
    expect(moved.json().unitItems).toHaveLength(3);
    const old = await api.orm.em.fork().findOneOrFail(Hold, holdId);
    expect(old.status).toBe('released');
    expect(await isTaken(booking)).toBe(true);
  });

  test('a change that cannot be had leaves the booking as it was', async () => {
    const booking = await reserved();
    const taken = await octo.post('/bookings', morning({ availabilityId: start('15:00') }));
    expect(taken.statusCode).toBe(200);
    expectRefusal(
      await octo.patch(`/bookings/${booking.uuid}`, { availabilityId: start('15:00') }),
      'UNPROCESSABLE_ENTITY',
    );
    expectRefusal(await octo.patch(`/bookings/${booking.uuid}`, { optionId: 'x' }), 'INVALID_OPTION_ID', {
      optionId: 'x',
    });
    expect((await octo.get(`/bookings/${booking.uuid}`)).json()).toEqual(booking);
    expect(await isTaken(booking)).toBe(true);
  });

  test('another product takes the place of the first', async () => {
    const booking = await reserved();
    const moved = await octo.patch(`/bookings/${booking.uuid}`, {
      productId: byGuest,
      optionId: 'morning',
      availabilityId: start('15:00'),
      unitItems: [{ unitId: 'child' }],
    });
    expect(moved.json()).toMatchObject({
      productId: byGuest,
      availabilityId: start('15:00'),
      status: 'ON_HOLD',
    });
    expect((await octo.post('/bookings', morning())).statusCode).toBe(200);
  });

  test('contact, notes, reference and units are kept as they are sent', async () => {
    const booking = await reserved({
      unitItems: [{ unitId: 'adult', resellerReference: 'U-1' }, { unitId: 'adult' }],
    });
    const [first, second] = booking.unitItems;
    const contact = {
      firstName: 'Ada',
      lastName: 'Lovelace',
      emailAddress: 'ada@example.com',
      phoneNumber: '+00000000',
      country: 'GB',
      notes: 'In the lobby',
      locales: ['en'],
    };
    const changed = await octo.patch(`/bookings/${booking.uuid}`, {
      contact,
      notes: 'Two dogs',
      resellerReference: 'R-2',
      unitItems: [
        { uuid: second.uuid, unitId: 'adult', contact: { fullName: 'Grace' } },
        { uuid: first.uuid, unitId: 'adult' },
      ],
    });
    expect(changed.json()).toMatchObject({
      contact: { ...NOBODY, ...contact, fullName: 'Ada Lovelace' },
      notes: 'Two dogs',
      resellerReference: 'R-2',
      unitItems: [
        { uuid: second.uuid, contact: { fullName: 'Grace' } },
        { uuid: first.uuid, resellerReference: 'U-1' },
      ],
    });
    // What is not sent stays; null takes away.
    const again = await octo.patch(`/bookings/${booking.uuid}`, {
      contact: { firstName: 'Augusta', country: null },
      notes: null,
    });
    expect(again.json()).toMatchObject({
      contact: { fullName: 'Augusta Lovelace', emailAddress: 'ada@example.com', country: null },
      notes: null,
      resellerReference: 'R-2',
    });
  });
});

describe('the confirmation', () => {
  test('makes an order of the hold, which its studio has to confirm: PENDING, the same however often it is asked for', async () => {
    const booking = await reserved({ notes: 'Two dogs', resellerReference: 'R-3' });
    const contact = {
      firstName: 'John',
      lastName: 'Doe',
      fullName: 'John Doe',
      emailAddress: 'john@example.com',
      phoneNumber: '912 345 678',
      locales: ['pt'],
      notes: 'In the lobby',
    };
    const unitItems = [{ unitId: 'adult' }, { unitId: 'adult', contact: { firstName: 'Jane' } }];
    const confirmed = await octo.post(`/bookings/${booking.uuid}/confirm`, {
      contact,
      unitItems,
      resellerReference: 'R-4',
    });
    const supplierReference = expect.stringMatching(/^ORD\d+$/);
    expect(confirmed.json()).toMatchObject({
      uuid: booking.uuid,
      status: 'PENDING',
      resellerReference: 'R-4',
      supplierReference,
      utcExpiresAt: null,
      utcConfirmedAt: null,
      cancellable: true,
      contact: { ...contact, phoneNumber: '+351912345678', country: null, postalCode: null },
      notes: 'Two dogs',
      voucher: { deliveryOptions: [] },
      unitItems: [{ contact: { fullName: null } }, { contact: { fullName: 'Jane' } }],
    });
    const order = await api.orm.em.fork().findOneOrFail(Order, confirmed.json().supplierReference);
    expect(order).toMatchObject({
      contactName: 'John Doe',
      contactPhone: '+351912345678',
      remark: 'Two dogs\n\nIn the lobby',
      clientReference: 'R-4',
      travellers: { contactEmail: 'john@example.com', guestNames: ['Jane'] },
      guestCount: 2,
    });
    // Names stand in the order, and nowhere else.
    expect(JSON.stringify(await rowOf(booking.uuid))).not.toMatch(/John|Doe|Jane|example|lobby|dogs/);
    expect((await octo.post(`/bookings/${booking.uuid}/confirm`, ada)).json()).toEqual(confirmed.json());
    expectRefusal(await octo.post(`/bookings/${booking.uuid}/extend`), 'UNPROCESSABLE_ENTITY');
  });

  test('with other units changes what is held first', async () => {
    const booking = await reserved();
    const confirmed = await octo.post(`/bookings/${booking.uuid}/confirm`, { ...ada, unitItems: adults(3) });
    expect(confirmed.json().unitItems).toHaveLength(3);
    const order = await api.orm.em.fork().findOneOrFail(Order, confirmed.json().supplierReference);
    expect(order.guestCount).toBe(3);
  });

  test('many times at once makes one order', async () => {
    const { uuid } = await reserved();
    const same = Array.from({ length: 12 }, () => octo.post(`/bookings/${uuid}/confirm`, ada));
    const answers = await Promise.all(same);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map((answer) => answer.json().supplierReference)).size).toBe(1);
  });

  test('is answered with the order that a twin made after this one had read the hold', async () => {
    const { uuid } = await reserved();
    const { supplierReference } = (await octo.post(`/bookings/${uuid}/confirm`, ada)).json();
    const { holdId } = await rowOf(uuid);
    const em = api.unbounded.em.fork();
    const write = (status: string, orderId: string | null) =>
      em.execute('update hold set status = ?, order_id = ? where id = ?', [status, orderId, holdId]);
    await write('held', null);
    // The twin has booked the hold, and its transaction is about to end.
    await em.begin();
    await write('booked', supplierReference);
    const later = octo.post(`/bookings/${uuid}/confirm`, ada);
    await until(async () => (await em.fork().execute(WAITING)).length > 0);
    await em.commit();
    expect((await later).json()).toMatchObject({ uuid, supplierReference, status: 'PENDING' });
  });

  test('needs a name; a phone number that is sent has to be one, but none is needed', async () => {
    const { uuid } = await reserved();
    expectRefusal(await octo.post(`/bookings/${uuid}/confirm`), 'UNPROCESSABLE_ENTITY');
    const wrong = { contact: { fullName: 'Ada', phoneNumber: '+00000000' } };
    const refused = await octo.post(`/bookings/${uuid}/confirm`, wrong);
    expect([refused.statusCode, refused.json().errorMessage]).toEqual([
      400,
      expect.stringContaining('contact.phoneNumber must be'),
    ]);
    expectRefusal(
      await octo.post(`/bookings/${uuid}/confirm`, { ...ada, unitItems: [{ unitId: 'dog' }] }),
      'INVALID_UNIT_ID',
      { unitId: 'dog' },
    );
    const bare = await octo.post(`/bookings/${uuid}/confirm`, {
      contact: { fullName: 'Ada', phoneNumber: null },
    });
    expect(bare.json()).toMatchObject({ status: 'PENDING', contact: { ...NOBODY, fullName: 'Ada' } });
    const headers = { authorization: `Bearer ${await api.token(api.sandbox.agency)}` };
    const url = `/open/v1/order/detail/${bare.json().supplierReference}`;
    expect((await app.inject({ url, headers })).json().data.contactPhone).toBe('');
  });
});

test('an order whose tidying was lost is tidied by the same confirmation', async () => {
  const { uuid } = await reserved({ ...ada, notes: 'Ada has dogs' });
  const untidy = await rowOf(uuid);
  const confirmed = (await octo.post(`/bookings/${uuid}/confirm`)).json();
  const { contact, notes } = untidy;
  await api.orm.em.fork().nativeUpdate(OctoBooking, { uuid }, { contact, notes });
  expect((await octo.post(`/bookings/${uuid}/confirm`)).json()).toEqual(confirmed);
  expect(JSON.stringify(await rowOf(uuid))).not.toMatch(/Ada|\+351/);
});

test('bodies that are nested without end are refused, not followed', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const answer = await app.inject({
    method: 'POST',
    url: '/octo/v1/bookings',
    headers: {
      authorization: `Bearer ${await api.token(api.sandbox.agency)}`,
      'content-type': 'application/json',
    },
    payload: `{"productId": "${mixed}", "offers": ${deep}}`,
  });
  expectRefusal(answer, 'BAD_REQUEST');
});

describe('somebody else’s booking, and one that is none,', () => {
  test.each(['GET', 'PATCH', 'confirm', 'extend', 'cancel'])('look alike to %s', async (verb) => {
    const { uuid } = await reserved();
    const stranger = octoClient(api, app, await createMerchant(api, `mk_octo_${verb}`));
    const ask = (id: string) => {
      if (verb === 'GET') return stranger.get(`/bookings/${id}`);
      return verb === 'PATCH'
        ? stranger.patch(`/bookings/${id}`, { notes: 'x' })
        : stranger.post(`/bookings/${id}/${verb}`, ada);
    };
    const before = (await octo.get(`/bookings/${uuid}`)).json();
    for (const id of [uuid, randomUUID(), 'invalidUUID', "'%20or%201=1"]) {
      expectRefusal(await ask(id), 'INVALID_BOOKING_UUID', { uuid: decodeURIComponent(id) });
    }
    expect((await octo.get(`/bookings/${uuid}`)).json()).toEqual(before);
  });
});

describe('the list', () => {
  test('by reference, by order and by day, of one’s own only', async () => {
    const held = await reserved({ resellerReference: 'L-1' });
    api.clock.now = new Date(NOW.getTime() + 1_000);
    const { uuid } = await reserved({ availabilityId: start('15:00'), resellerReference: 'L-1' });
    const booked = (await octo.post(`/bookings/${uuid}/confirm`, ada)).json();
    const uuids = async (query: string, client = octo) =>
      (await client.get(`/bookings?${query}`)).json().map((one: { uuid: string }) => one.uuid);
    expect(await uuids('resellerReference=L-1')).toEqual([held.uuid, uuid]);
    expect(await uuids(`supplierReference=${booked.supplierReference}`)).toEqual([uuid]);
    expect(await uuids(`localDate=${localDate}`)).toEqual([held.uuid, uuid]);
    const range = `localDateStart=${localDate}&localDateEnd=${localDate}`;
    expect(await uuids(`${range}&productId=${mixed}&optionId=morning`)).toEqual([held.uuid, uuid]);
    expect(await uuids(`${range}&optionId=DEFAULT`)).toEqual([]);
    expect(await uuids(`${range}&resellerReference=other`)).toEqual([]);
    expect(await uuids(`localDate=${addDays(localDate, 1)}`)).toEqual([]);
    const stranger = octoClient(api, app, await createMerchant(api, 'mk_octo_list'));
    expect(await uuids('resellerReference=L-1', stranger)).toEqual([]);
    expect(await uuids(`supplierReference=${booked.supplierReference}`, stranger)).toEqual([]);
  });

  test('goes on behind what was seen', async () => {
    const { uuid } = await reserved({ resellerReference: 'PAGE' });
    await api.orm.em.fork().execute(
      `with many as (
         insert into hold (id, merchant_key, studio_key, guide_id, trip_start_at, trip_end_at, terms, expires_at, status)
         select 'HLD17952300007' || lpad(n::text, 5, '0'), h.merchant_key, h.studio_key, h.guide_id, h.trip_start_at, h.trip_end_at,
           h.terms, h.expires_at, 'released'
         from generate_series(1, 150) n, octo_booking b join hold h on h.id = b.hold_id where b.uuid = ?
         returning id, merchant_key)
       insert into octo_booking (merchant_key, uuid, hold_id, local_date, reseller_reference, unit_items)
       select merchant_key, gen_random_uuid(), id, '2027-05-05', 'PAGE', '[]' from many`,
      [uuid],
    );
    const first = await octo.get('/bookings?resellerReference=PAGE');
    expect(first.json()).toHaveLength(100);
    const next = /<[^>]*\/octo\/v1(\/bookings\?[^>]*)>; rel="next"/.exec(String(first.headers.link))?.[1];
    const rest = await octo.get(next!);
    expect([rest.json().length, rest.headers.link]).toEqual([51, undefined]);
    const all = [...first.json(), ...rest.json()].map((one: { uuid: string }) => one.uuid);
    expect(new Set(all).size).toBe(151);
  });

  test.each([
    '',
    'productId=G7001',
    'localDateStart=2027-05-05',
    'localDate=2027-02-30',
    'cursor=x&localDate=2027-05-05',
  ])('is refused with “%s”', async (query) => {
    expectRefusal(await octo.get(`/bookings?${query}`), 'BAD_REQUEST');
  });
});

const NOBODY = {
  fullName: null,
  firstName: null,
  lastName: null,
  emailAddress: null,
  phoneNumber: null,
  locales: [],
  postalCode: null,
  country: null,
  notes: null,
};

test('a shared start that the studio has guaranteed has no least number of guests; others have', async () => {
  const shared = { capacity: 8, leastGuestsToGo: 4, decideHoursBefore: 24 };
  const guaranteedStarts = [{ tripDate: localDate, startTime: '09:00' }];
  const tour = { ...MORNING, ...shared, tripKindId: 'tour', guaranteedStarts };
  await createGuide(api, { id: 'G7005', instantConfirmation: true, tripKinds: [tour] });
  const book = async (time: string) => {
    const asked = { productId: 'G7005', optionId: 'tour', availabilityId: start(time), unitItems: adults(2) };
    const { uuid } = (await octo.post('/bookings', asked)).json();
    const { supplierReference } = (await octo.post(`/bookings/${uuid}/confirm`, ada)).json();
    return (await api.orm.em.fork().findOneOrFail(Order, { id: supplierReference })).trip;
  };
  expect(await book('15:00')).toMatchObject(shared);
  const guaranteed = await book('09:00');
  expect(guaranteed).toMatchObject({ capacity: 8 });
  expect(guaranteed).not.toHaveProperty('leastGuestsToGo');
});
