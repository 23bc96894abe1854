/** What agency, studio and a provider hear of each other, through real receivers. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { bookingIn, bookOrder } from '../support/booking.ts';
import { type CallbackReceiver, reactions, startCallbackReceiver } from '../support/callback-receiver.ts';
import { grantLink } from '../support/data/provider-links.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { until } from '../support/until.ts';

const AGENCY = 'mk_sandbox_agency';

let platform: LivePlatform;
let agency: ClientCredentials;
let studio: ClientCredentials;
let provider: ClientCredentials;
/** Of the studio, and of the agency's provider. */
let operators: CallbackReceiver;
let office: CallbackReceiver;
beforeAll(async () => {
  [platform, operators, office] = await Promise.all([
    createLivePlatform(),
    startCallbackReceiver(),
    startCallbackReceiver(),
  ]);
  ({ agency, studio } = platform.sandbox);
  provider = await createMerchant(platform, 'mk_provider', { kind: 'provider' });
  const scopes = ['order:read', 'order:write'] as const;
  await grantLink(platform, AGENCY, 'mk_provider', scopes);
  await createGuide(platform, { id: 'G1' });
  await ask(studio, 'PUT', '/open/v1/callback/config', { url: operators.url });
  await ask(provider, 'PUT', '/open/v1/callback/config', { url: office.url });
});
afterAll(async () => {
  await platform.close();
  await Promise.all([operators.close(), office.close()]);
});

async function ask(client: ClientCredentials, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const answer = await platform.as(client, { method, url, ...(payload && { payload }) });
  expect(answer.json()).toMatchObject({ code: 200 });
  return answer.json().data;
}
const bodiesOf = (receiver: CallbackReceiver, type: string) =>
  receiver.received.map(({ body }) => body).filter((body) => body.type === type);
const write = (client: ClientCredentials, orderId: string, text: string) =>
  ask(client, 'POST', `/open/v1/order/messages/${orderId}`, { text });

test('messages arrive in order, where the link leads to them, and wait for nothing of the order', async () => {
  operators.react(reactions.otherCode);
  const orderId = await bookOrder(platform, agency, bookingIn(20, 'G1'));
  await until(() => bodiesOf(operators, 'order.status_changed').length > 0);
  // The order's own notification is not acknowledged; the first message is not either, at first.
  operators.react((response, { body }) => {
    const isAccepted = body.type === 'message.received' && bodiesOf(operators, 'message.received').length > 1;
    if (isAccepted) reactions.acknowledge(response);
    else reactions.otherCode(response);
  });
  for (const text of ['one', 'two', 'three']) await write(agency, orderId, text);
  await until(() => bodiesOf(operators, 'message.received').some(({ sequence }) => sequence === 3));
  operators.react(reactions.acknowledge);
  const numbers = bodiesOf(operators, 'message.received').map(({ sequence }) => sequence);
  expect([numbers[0], ...new Set(numbers)]).toEqual([1, 1, 2, 3]);
  expect(operators.received.some(({ text }) => text.includes('three'))).toBe(false);
  const [{ link } = { link: '' }] = bodiesOf(operators, 'message.received');
  const { list } = await ask(studio, 'GET', String(link));
  expect(list.map(({ text }: { text: string }) => text)).toEqual(['one', 'two', 'three']);
});

test("a provider is notified of its merchant's, and has one sent again by hand", async () => {
  const orderId = await bookOrder(platform, agency, bookingIn(30, 'G1'));
  await write(agency, orderId, 'ours');
  await write(studio, orderId, 'theirs');
  await until(() => bodiesOf(office, 'message.received').length > 0);
  const [body] = bodiesOf(office, 'message.received');
  expect(body).toMatchObject({ orderId, sender: 'studio', sequence: 2 });
  // One that is still under way would only be tried at once.
  const detail = `/open/v1/notification/detail/${body!.notificationId}`;
  await until(async () => (await ask(provider, 'GET', detail)).status === 'acknowledged');
  await ask(provider, 'POST', `/open/v1/notification/redeliver/${body!.notificationId}`);
  await until(() => bodiesOf(office, 'message.received').length > 1);
  expect(bodiesOf(office, 'message.received')).toEqual([body, body]);
});

test('who waits is notified when a hold is released, and books', async () => {
  await ask(agency, 'PUT', '/open/v1/callback/config', { url: office.url });
  const { contactName: _, contactPhone: __, ...trip } = bookingIn(40, 'G1');
  const { guestCount: ___, ...waited } = trip;
  const { holdId } = await ask(agency, 'POST', '/open/v1/order/hold', trip);
  const { entryId } = await ask(agency, 'POST', '/open/v1/waitlist/create', waited);
  await ask(agency, 'POST', `/open/v1/order/hold/release/${holdId}`);
  await until(() => bodiesOf(office, 'guide.available').length > 0);
  expect(bodiesOf(office, 'guide.available')).toMatchObject([{ ...waited, entryId, sequence: 1 }]);
  // From a hold that becomes an order nothing is given back.
  const second = await ask(agency, 'POST', '/open/v1/order/hold', trip);
  const order = { holdId: second.holdId, contactName: 'Ada', contactPhone: '+351912345678' };
  const { orderId } = await ask(agency, 'POST', '/open/v1/order/create', order);
  await ask(agency, 'POST', `/open/v1/order/cancel/${orderId}`);
  await until(() => bodiesOf(office, 'guide.available').length > 1);
  expect(bodiesOf(office, 'guide.available').map(({ sequence }) => sequence)).toEqual([1, 2]);
});

test('of a guide with a window the turn that a moved clock has ended is passed on to the next who waits, who books by it', async () => {
  const next = await createMerchant(platform, 'mk_next');
  const before = await createMerchant(platform, 'mk_before');
  await createGuide(platform, { id: 'G2', waitlistWindowMinutes: 60 });
  const { contactName, contactPhone, ...trip } = bookingIn(50, 'G2');
  const { guestCount: _, ...waited } = trip;
  const held = async (client: ClientCredentials) =>
    (await ask(client, 'GET', '/open/v1/order/hold/list?status=held')).list.filter(
      ({ guideId }: { guideId: string }) => guideId === 'G2',
    );
  const { holdId } = await ask(before, 'POST', '/open/v1/order/hold', trip);
  const { entryId } = await ask(agency, 'POST', '/open/v1/waitlist/create', waited);
  await ask(next, 'POST', '/open/v1/waitlist/create', waited);
  await ask(before, 'POST', `/open/v1/order/hold/release/${holdId}`);
  const turn = () => bodiesOf(office, 'guide.available').find((body) => body.entryId === entryId);
  await until(() => turn() !== undefined);
  expect(await held(agency)).toMatchObject([
    { holdId: turn()!.holdId, expiresAt: turn()!.expiresAt, entryId },
  ]);
  expect(await held(next)).toEqual([]);
  await ask(agency, 'POST', '/open/v1/sandbox/clock/advance', { minutes: 61 });
  await until(async () => (await held(next)).length > 0);
  const [second] = await held(next);
  const order = { holdId: second.holdId, contactName, contactPhone };
  expect(await ask(next, 'POST', '/open/v1/order/create', order)).toMatchObject({ status: 'pending' });
});
