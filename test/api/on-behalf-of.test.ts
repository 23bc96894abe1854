import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import { AuditEntry, Notification, OrderEvent } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { bookingIn, bookOrder } from '../support/booking.ts';
import { reactions, startCallbackReceiver } from '../support/callback-receiver.ts';
import { grantLink } from '../support/data/provider-links.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';

const AGENCY = 'mk_sandbox_agency';
const STUDIO = 'mk_sandbox_studio';
let platform: LivePlatform;
/** One acts for the agency, the other for the studio. */
let booker: ClientCredentials;
let confirmer: ClientCredentials;

beforeAll(async () => {
  platform = await createLivePlatform();
  booker = await createMerchant(platform, 'mk_booker', { kind: 'provider' });
  confirmer = await createMerchant(platform, 'mk_confirmer', { kind: 'provider' });
  await grantLink(platform, AGENCY, 'mk_booker', ['order:read', 'order:write', 'notification']);
  await grantLink(platform, STUDIO, 'mk_confirmer', ['order:read', 'order:write']);
  await createGuide(platform, { id: 'G8001' });
});
afterAll(() => platform.close());

let day = 30;
const book = (client: ClientCredentials, headers: InjectOptions['headers'] = {}) =>
  bookOrder(platform, client, bookingIn(day++, 'G8001'), headers);

const ACTS = ['order.advanced', 'notification.redelivered', 'notification.recovered', 'callback.tested'];
const forMerchant = (key: string) => ({ 'on-behalf-of': key });
const bookFor = () => book(booker, forMerchant(AGENCY));
const confirmFor = (orderId: string) =>
  platform.as(confirmer, {
    method: 'POST',
    url: `/open/v1/order/confirm/${orderId}`,
    headers: forMerchant(STUDIO),
  });
const detail = (orderId: string, client: ClientCredentials, headers: InjectOptions['headers'] = {}) =>
  platform.as(client, { url: `/open/v1/order/detail/${orderId}`, headers });

/** Who acted for whom, as that client reads it. */
async function actors(orderId: string, client: ClientCredentials, headers: InjectOptions['headers'] = {}) {
  const { history } = (await detail(orderId, client, headers)).json().data;
  return history.map(({ actor, actedBy }: { actor: string; actedBy: string | null }) => [actor, actedBy]);
}

test('what a provider does with an order is recorded with both', async () => {
  const orderId = await bookFor();
  expect((await confirmFor(orderId)).statusCode).toBe(200);
  const events = await platform.orm.em.fork().find(OrderEvent, { orderId }, { orderBy: { sequence: 'asc' } });
  expect(events.map(({ actorKey, actingKey }) => [actorKey, actingKey])).toEqual([
    [AGENCY, 'mk_booker'],
    [STUDIO, 'mk_confirmer'],
  ]);
});

test('each side reads which provider acted for it, and not which one acts for the other', async () => {
  const orderId = await bookFor();
  const confirmed = await confirmFor(orderId);
  const forAgency = [
    ['merchant', 'mk_booker'],
    ['studio', null],
  ];
  const forStudio = [
    ['merchant', null],
    ['studio', 'mk_confirmer'],
  ];
  const { agency, studio } = platform.sandbox;
  expect(await actors(orderId, agency)).toEqual(forAgency);
  expect(await actors(orderId, booker, forMerchant(AGENCY))).toEqual(forAgency);
  expect(await actors(orderId, studio)).toEqual(forStudio);
  expect(await actors(orderId, confirmer, forMerchant(STUDIO))).toEqual(forStudio);
  expect(confirmed.body).not.toContain('mk_booker');
  expect((await detail(orderId, agency)).body).not.toContain('mk_confirmer');

  const expectDescribed = await createConformance(platform.app);
  expectDescribed('GET', '/open/v1/order/detail/{orderId}', await detail(orderId, agency));
});

test("each side's notifications tell of its own provider only", async () => {
  const orderId = await bookFor();
  await confirmFor(orderId);
  const notified = async (merchantKey: string) => {
    const own = { orderId, merchantKey };
    const sent = await platform.orm.em.fork().find(Notification, own, { orderBy: { sequence: 'asc' } });
    return sent.map(({ body }) =>
      JSON.parse(body).order.history.map(({ actedBy }: { actedBy: string | null }) => actedBy),
    );
  };
  expect(await notified(AGENCY)).toEqual([['mk_booker'], ['mk_booker', null]]);
  expect(await notified(STUDIO)).toEqual([[null], [null, 'mk_confirmer']]);
});

test('who acts for itself is acted for by nobody', async () => {
  const orderId = await book(platform.sandbox.agency);
  expect(await actors(orderId, platform.sandbox.agency)).toEqual([['merchant', null]]);
});

test("what else a provider does is in the audit log with both; a merchant's own acts of that kind are not", async () => {
  const receiver = await startCallbackReceiver();
  // So that there is something to recover.
  receiver.react(reactions.otherCode);
  try {
    const { agency } = platform.sandbox;
    const config = {
      method: 'PUT',
      url: '/open/v1/callback/config',
      payload: { url: receiver.url },
    } as const;
    await platform.as(agency, config);
    const acts = async (client: ClientCredentials, headers: InjectOptions['headers'] = {}) => {
      const orderId = await book(client, headers);
      const id = `${orderId.replace('ORD', 'NTF')}-1`;
      const since = new Date(0).toISOString();
      const requests: InjectOptions[] = [
        { url: `/open/v1/sandbox/order/advance/${orderId}` },
        { url: `/open/v1/notification/redeliver/${id}` },
        { url: '/open/v1/notification/recover', payload: { since } },
        { url: '/open/v1/callback/test' },
      ];
      for (const request of requests) {
        const answer = await platform.as(client, { ...request, method: 'POST', headers });
        expect(answer.json()).toMatchObject({ code: 200 });
      }
    };
    await acts(agency);
    const entries = () =>
      platform.orm.em.fork().find(AuditEntry, { action: ACTS }, { orderBy: { id: 'asc' } });
    expect(await entries()).toEqual([]);
    await acts(booker, forMerchant(AGENCY));
    expect((await entries()).map(({ action, actor, onBehalfOf }) => [action, actor, onBehalfOf])).toEqual(
      ACTS.map((action) => [action, 'mk_booker', AGENCY]),
    );
  } finally {
    await receiver.close();
  }
});

test('the log names both', async () => {
  const orderId = await bookFor();
  const lines = platform.logged.map((line) => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({ path: '/open/v1/order/create', merchant: AGENCY, provider: 'mk_booker' }),
  );
  await detail(orderId, platform.sandbox.agency);
  expect(JSON.parse(platform.logged.at(-1)!)).not.toHaveProperty('provider');
});
