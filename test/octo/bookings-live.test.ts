import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { OctoBooking } from '../../db/entities/index.ts';
import { endDueHold } from '../../db/queries/orders/holds.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide } from '../support/merchants.ts';
import { until } from '../support/until.ts';
import {
  createOctoGuides,
  expectRefusal,
  MORNING,
  OCTO_GUIDES,
  type OctoClient,
  octoClient,
} from './octo-app.ts';

const { mixed, byGuest } = OCTO_GUIDES;
let api: LivePlatform;
let octo: OctoClient;
let ahead = 20;

beforeAll(async () => {
  api = await createLivePlatform();
  octo = octoClient(api, api.app, api.sandbox.agency);
  await createOctoGuides(api, { changeRule: 'instant' });
  await createGuide(api, { id: 'G7020', instantConfirmation: true, changeRule: 'consent' });
});
afterAll(() => api.close());

/** The first start of a day that no other test has. */
async function reserve(productId: string, optionId = 'morning') {
  ahead += 2;
  const localDate = addDays(todayIn('Europe/Lisbon', new Date()), ahead);
  const [first] = (await octo.post('/availability', { productId, optionId, localDate })).json();
  const unitItems = [{ unitId: 'adult' }, { unitId: 'adult' }];
  const answer = await octo.post('/bookings', { productId, optionId, availabilityId: first.id, unitItems });
  expect([answer.statusCode, answer.json().status]).toEqual([200, 'ON_HOLD']);
  return answer.json();
}
const contact = { fullName: 'Ada Lovelace', emailAddress: 'ada@example.com' };
const confirm = async (uuid: string) => (await octo.post(`/bookings/${uuid}/confirm`, { contact })).json();
const get = async (uuid: string) => (await octo.get(`/bookings/${uuid}`)).json();
const studio = (path: string) =>
  api.as(api.sandbox.studio, { method: 'POST', url: `/open/v1/order/${path}`, payload: {} });

test('hold, confirm, cancel: with instant confirmation the answer is CONFIRMED, with the voucher', async () => {
  const { uuid } = await reserve(mixed);
  const booking = await confirm(uuid);
  expect(booking).toMatchObject({
    status: 'CONFIRMED',
    utcConfirmedAt: expect.stringMatching(/Z$/),
    cancellable: true,
    voucher: {
      redemptionMethod: 'MANIFEST',
      deliveryOptions: [{ deliveryFormat: 'QRCODE', deliveryValue: booking.supplierReference }],
    },
    unitItems: [{ status: 'CONFIRMED' }, { status: 'CONFIRMED' }],
  });
  const cancelled = (await octo.post(`/bookings/${uuid}/cancel`, { reason: 'Rain' })).json();
  expect(cancelled).toMatchObject({
    status: 'CANCELLED',
    cancellable: false,
    // More than seven days ahead.
    cancellation: { refund: 'FULL', reason: 'Rain' },
    voucher: { deliveryOptions: [] },
  });
  expect((await octo.post(`/bookings/${uuid}/cancel`, {})).json()).toEqual(cancelled);
  expectRefusal(await octo.patch(`/bookings/${uuid}`, { notes: 'x' }), 'UNPROCESSABLE_ENTITY');
});

test('where the studio has to agree: PENDING, then CONFIRMED, and REDEEMED once the trip is over', async () => {
  const { uuid } = await reserve(byGuest);
  const booking = await confirm(uuid);
  expect([booking.status, booking.utcConfirmedAt]).toEqual(['PENDING', null]);
  expect((await studio(`confirm/${booking.supplierReference}`)).statusCode).toBe(200);
  expect(await get(uuid)).toMatchObject({ status: 'CONFIRMED', utcConfirmedAt: expect.any(String) });
  expect((await studio(`start/${booking.supplierReference}`)).statusCode).toBe(200);
  expect(await get(uuid)).toMatchObject({ status: 'CONFIRMED', cancellable: false });
  expect((await studio(`complete/${booking.supplierReference}`)).statusCode).toBe(200);
  expect(await get(uuid)).toMatchObject({ status: 'REDEEMED', utcRedeemedAt: expect.any(String) });
  expectRefusal(await octo.post(`/bookings/${uuid}/cancel`, {}), 'UNPROCESSABLE_ENTITY');
});

test('a studio that does not want it: REJECTED', async () => {
  const { uuid } = await reserve(byGuest);
  const { supplierReference } = await confirm(uuid);
  expect((await studio(`reject/${supplierReference}`)).statusCode).toBe(200);
  expect(await get(uuid)).toMatchObject({
    status: 'REJECTED',
    cancellable: false,
    cancellation: { refund: 'FULL' },
  });
});

test('a contact that is changed right before the order is made is the contact of the order', async () => {
  const { uuid } = await reserve(mixed);
  const patch = () => octo.patch(`/bookings/${uuid}`, { contact: { fullName: 'Ada King' } });
  const orders: typeof api.orders = {
    ...api.orders,
    async create(...request) {
      expect((await patch()).json().status).toBe('ON_HOLD');
      return await api.orders.create(...request);
    },
  };
  const slow = octoClient(api, await api.another({ orders }), api.sandbox.agency);
  expect((await slow.post(`/bookings/${uuid}/confirm`, { contact })).json().status).toBe('CONFIRMED');
  expect((await get(uuid)).contact).toMatchObject({ fullName: 'Ada King', emailAddress: 'ada@example.com' });
});

test('a contact that is changed while the order is written is refused, and is welcome behind it', async () => {
  const { uuid } = await reserve(mixed);
  const em = api.orm.em.fork();
  const waiting = async () => {
    const here =
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    return (await api.orm.em.fork().execute<unknown[]>(here)).length;
  };
  await em.begin();
  await em.execute('select from guide where id = ? for update', [mixed]);
  const confirmed = confirm(uuid);
  await until(async () => (await waiting()) === 1);
  const patch = () => octo.patch(`/bookings/${uuid}`, { contact: { fullName: 'Ada King' } });
  const patched = patch();
  await until(async () => (await waiting()) === 2);
  await em.rollback();

  expect((await confirmed).status).toBe('CONFIRMED');
  expectRefusal(await patched, 'UNPROCESSABLE_ENTITY');
  expect((await get(uuid)).contact.fullName).toBe('Ada Lovelace');
  expect((await patch()).json()).toMatchObject({ status: 'CONFIRMED', contact: { fullName: 'Ada King' } });
});

test('a confirmed booking is changed like any order: start, units, contact, notes', async () => {
  const { uuid, availabilityId } = await reserve(mixed);
  const { supplierReference } = await confirm(uuid);
  const next = availabilityId.replace('T09', 'T10');
  const changed = await octo.patch(`/bookings/${uuid}`, {
    availabilityId: next,
    unitItems: [
      { unitId: 'adult' },
      { unitId: 'adult' },
      { unitId: 'adult', contact: { fullName: 'Grace' } },
    ],
    contact: { fullName: 'Ada King', notes: 'In the lobby' },
    notes: 'Two dogs',
    resellerReference: 'R-9',
  });
  expect(changed.json()).toMatchObject({
    status: 'CONFIRMED',
    supplierReference,
    availabilityId: next,
    contact: { fullName: 'Ada King', emailAddress: 'ada@example.com', notes: 'In the lobby' },
    notes: 'Two dogs',
    resellerReference: 'R-9',
  });
  expect(
    changed.json().unitItems.map((item: { contact: { fullName: string } }) => item.contact.fullName),
  ).toEqual([null, null, 'Grace']);
  const url = `/open/v1/order/detail/${supplierReference}`;
  const { data } = (await api.as(api.sandbox.agency, { url })).json();
  expect(data).toMatchObject({
    startTime: '10:00',
    guestCount: 3,
    contactName: 'Ada King',
    remark: 'Two dogs\n\nIn the lobby',
    guestNames: ['Grace'],
  });
  // Nothing new is no change.
  expect((await octo.patch(`/bookings/${uuid}`, { notes: 'Two dogs' })).statusCode).toBe(200);
  // Another day: the list finds it there.
  const day = addDays(availabilityId.slice(0, 10), 1);
  const [tomorrow] = (
    await octo.post('/availability', { productId: mixed, optionId: 'morning', localDate: day })
  ).json();
  expect((await octo.patch(`/bookings/${uuid}`, { availabilityId: tomorrow.id })).statusCode).toBe(200);
  const found = (await octo.get(`/bookings?localDate=${day}`)).json();
  expect(found.map((one: { uuid: string }) => one.uuid)).toEqual([uuid]);
  expect((await octo.get(`/bookings?localDate=${availabilityId.slice(0, 10)}`)).json()).toEqual([]);
  expectRefusal(await octo.patch(`/bookings/${uuid}`, { productId: byGuest }), 'UNPROCESSABLE_ENTITY');
});

test('a booking shows the units that its order has been changed to, and keeps them with another start', async () => {
  const { uuid, availabilityId, unitItems } = await reserve(mixed);
  const { supplierReference } = await confirm(uuid);
  const change = (payload: object) =>
    api.as(api.sandbox.agency, {
      method: 'POST',
      url: `/open/v1/order/change/${supplierReference}`,
      payload,
    });
  const guests = async () => {
    const url = `/open/v1/order/detail/${supplierReference}`;
    return (await api.as(api.sandbox.agency, { url })).json().data.guestCount;
  };
  const uuidsOf = (items: { uuid: string }[]) => items.map((item) => item.uuid);
  expect((await change({ guestCount: 3 })).json()).toMatchObject({ code: 200 });
  const more = (await get(uuid)).unitItems;
  expect(uuidsOf(more).slice(0, 2)).toEqual(uuidsOf(unitItems));
  expect(new Set(uuidsOf(more)).size).toBe(3);
  expect((await get(uuid)).unitItems).toEqual(more);
  const moved = await octo.patch(`/bookings/${uuid}`, {
    availabilityId: availabilityId.replace('T09', 'T10'),
  });
  expect(moved.json()).toMatchObject({ status: 'CONFIRMED' });
  expect([uuidsOf(moved.json().unitItems), await guests()]).toEqual([uuidsOf(more), 3]);
  // What was made up is kept now, and is not made up again.
  expect((await octo.patch(`/bookings/${uuid}`, { unitItems: more.slice(1) })).statusCode).toBe(200);
  expect((await change({ guestCount: 3 })).json()).toMatchObject({ code: 200 });
  const again = (await get(uuid)).unitItems;
  expect(uuidsOf(again).slice(0, 2)).toEqual(uuidsOf(more).slice(1));
  expect(new Set(uuidsOf(again)).size).toBe(3);
  expect((await change({ guestCount: 1 })).json()).toMatchObject({ code: 200 });
  expect(uuidsOf((await get(uuid)).unitItems)).toEqual([unitItems[1].uuid]);
});

test('the days of an order that was made longer stay when its booking gets other units or another day', async () => {
  await createGuide(api, { id: 'G7021', instantConfirmation: true, changeRule: 'instant' });
  const { uuid, availabilityId } = await reserve('G7021', 'DEFAULT');
  const { supplierReference } = await confirm(uuid);
  const url = `/open/v1/order/change/${supplierReference}`;
  const longer = await api.as(api.sandbox.agency, { method: 'POST', url, payload: { tripDays: 3 } });
  expect(longer.json()).toMatchObject({ code: 200 });
  const detail = async () =>
    (await api.as(api.sandbox.agency, { url: `/open/v1/order/detail/${supplierReference}` })).json().data;
  await octo.patch(`/bookings/${uuid}`, { unitItems: [{ unitId: 'adult' }] });
  expect(await detail()).toMatchObject({ tripDays: 3, guestCount: 1 });
  const localDate = addDays(availabilityId.slice(0, 10), 1);
  const asked = { productId: 'G7021', optionId: 'DEFAULT', localDate };
  const [next] = (await octo.post('/availability', asked)).json();
  const id = next?.id ?? availabilityId.replace(/^[\d-]{10}/, localDate);
  await octo.patch(`/bookings/${uuid}`, { availabilityId: id });
  expect(await detail()).toMatchObject({ tripDays: 3, tripDate: localDate });
});

test('what the studio would have to agree to is refused, and the booking stays', async () => {
  const { uuid, availabilityId } = await reserve('G7020', 'DEFAULT');
  const booking = await confirm(uuid);
  const day = addDays(availabilityId.slice(0, 10), 1);
  const [other] = (
    await octo.post('/availability', { productId: 'G7020', optionId: 'DEFAULT', localDate: day })
  ).json();
  expectRefusal(await octo.patch(`/bookings/${uuid}`, { availabilityId: other.id }), 'UNPROCESSABLE_ENTITY');
  expect(await get(uuid)).toEqual(booking);
  // Contact and notes need nobody's consent.
  const renamed = await octo.patch(`/bookings/${uuid}`, { contact: { fullName: 'Ada King' } });
  expect(renamed.json().contact.fullName).toBe('Ada King');
});

test('a hold that nobody confirms frees the start by itself', async () => {
  const { uuid, productId, availabilityId } = await reserve(mixed);
  const { holdId } = await api.orm.em.fork().findOneOrFail(OctoBooking, { uuid });
  await api.orm.em
    .fork()
    .execute(`update hold set expires_at = now() - interval '1 second' where id = ?`, [holdId]);
  expect((await get(uuid)).status).toBe('EXPIRED');
  await endDueHold(api.orm.em.fork(), holdId, new Date(), false);
  const again = await octo.post('/bookings', {
    productId,
    optionId: 'morning',
    availabilityId,
    unitItems: [{ unitId: 'adult' }],
  });
  expect(again.json().status).toBe('ON_HOLD');
});

test('a departure is sold to several parties until it is full, and its places follow holds, changes and cancellations', async () => {
  const TOUR = { ...MORNING, tripKindId: 'tour', capacity: 8, maxGuests: 6 };
  const id = 'G7040';
  await createGuide(api, {
    id,
    instantConfirmation: true,
    changeRule: 'instant',
    maxGuests: 8,
    tripKinds: [TOUR],
  });
  const localDate = addDays(todayIn('Europe/Lisbon', new Date()), 300);
  const asked = { productId: id, optionId: 'tour' };
  const start = async (quantity = 1) =>
    (await octo.post('/availability', { ...asked, localDate, units: [{ id: 'adult', quantity }] })).json()[0];
  const adults = (count: number) => Array.from({ length: count }, () => ({ unitId: 'adult' }));
  const hold = async (count: number) =>
    octo.post('/bookings', { ...asked, availabilityId: (await start()).id, unitItems: adults(count) });

  expect(await start(6)).toMatchObject({
    available: true,
    status: 'AVAILABLE',
    vacancies: 8,
    capacity: 8,
    maxUnits: 6,
  });
  const { uuid: first } = (await hold(2)).json();
  const { uuid: second } = (await hold(3)).json();
  expect(await start(3)).toMatchObject({ available: true, status: 'LIMITED', vacancies: 3, capacity: 8 });
  expect(await start(4)).toMatchObject({ available: false, status: 'LIMITED', vacancies: 3 });
  expectRefusal(await hold(4), 'UNPROCESSABLE_ENTITY');
  expect((await octo.patch(`/bookings/${first}`, { unitItems: adults(5) })).json()).toMatchObject({
    status: 'ON_HOLD',
  });
  expect(await start()).toMatchObject({ available: false, status: 'SOLD_OUT', vacancies: 0 });
  const days = await octo.post('/availability/calendar', {
    ...asked,
    localDateStart: localDate,
    localDateEnd: localDate,
  });
  expect(days.json()).toMatchObject([{ status: 'AVAILABLE', vacancies: 8, capacity: 8 }]);

  expect((await confirm(first)).status).toBe('CONFIRMED');
  expect(await start()).toMatchObject({ status: 'SOLD_OUT', vacancies: 0 });
  expect((await octo.patch(`/bookings/${first}`, { unitItems: adults(1) })).json()).toMatchObject({
    status: 'CONFIRMED',
  });
  expect(await start()).toMatchObject({ status: 'AVAILABLE', vacancies: 4 });
  expectRefusal(await octo.patch(`/bookings/${first}`, { unitItems: adults(6) }), 'UNPROCESSABLE_ENTITY');
  await octo.post(`/bookings/${second}/cancel`, {});
  expect((await octo.post(`/bookings/${first}/cancel`, {})).json()).toMatchObject({ status: 'CANCELLED' });
  expect(await start()).toMatchObject({ status: 'AVAILABLE', vacancies: 8 });
});

test('what is held by OCTO is not changed past it', async () => {
  const { uuid } = await reserve(mixed);
  const { holdId } = await api.orm.em.fork().findOneOrFail(OctoBooking, { uuid });
  const url = `/open/v1/order/hold/change/${holdId}`;
  const answer = await api.as(api.sandbox.agency, { method: 'POST', url, payload: { guestCount: 3 } });
  expect(answer.json()).toMatchObject({ code: 40907, data: { status: 'held', orderId: null } });
  expect((await get(uuid)).unitItems).toHaveLength(2);
});
