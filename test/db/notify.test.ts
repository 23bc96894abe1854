import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { CallbackEndpoint, Notification, ProviderLink } from '../../db/entities/index.ts';
import { createOrm } from '../../db/orm.ts';
import { publishNextToMerchant } from '../../db/queries/notifications/merchant-events.ts';
import { type MerchantEvent, publishToMerchant } from '../../db/queries/notifications/notify.ts';
import { takeToWake } from '../../db/queries/notifications/unattended.ts';
import { moveOrder } from '../../db/queries/orders/move-order.ts';
import { remindStudio } from '../../db/queries/orders/remind-studio.ts';
import { publishReview } from '../../db/queries/orders/reviews.ts';
import { newMerchant } from '../../db/queries/platform/new-merchant.ts';
import { NOTIFICATION_ID_PATTERN, notificationId, positionOf } from '../../domain/ids.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { AGENCY_KEY, createParties, placeOrder, STUDIO_KEY, setAddress } from '../workflows/order-data.ts';

const PROVIDER_KEY = 'mk_test_provider';
const OTHER_KEY = 'mk_test_other';

let database: TestDatabase;
let orm: MikroORM;
const em = () => orm.em.fork();

beforeAll(async () => {
  database = await createTestDatabase();
  orm = createOrm({ databaseUrl: database.url, poolMax: 4 });
  await createParties(orm);
  const own = { country: 'PT', sandbox: true } as const;
  const making = em();
  newMerchant(making, { key: PROVIDER_KEY, name: 'Provider', kind: 'provider', ...own });
  newMerchant(making, { key: OTHER_KEY, name: 'Other', kind: 'agency', ...own });
  await making.flush();
  await setAddress(orm, OTHER_KEY);
});
afterAll(async () => {
  await orm.close();
  await database.drop();
});
/** The agency has an address, the studio and the provider have none; nobody is linked, and nothing waits. */
beforeEach(async () => {
  await em().nativeUpdate(Notification, {}, { status: 'acknowledged' });
  await em().nativeDelete(ProviderLink, {});
  await em().nativeUpdate(CallbackEndpoint, { isFirst: false }, { removedAt: new Date() });
  await em().nativeUpdate(CallbackEndpoint, { isFirst: true }, { url: null, eventTypes: ['*'] });
  await setAddress(orm, AGENCY_KEY);
  await setAddress(orm, OTHER_KEY);
});

const place = (changes: { studioKey?: string; merchantKey?: string } = {}) =>
  placeOrder(orm, new Date(), changes);
const notified = (subjectId: string) =>
  em().find(Notification, { subjectId }, { orderBy: { position: 'asc', id: 'asc' } });
const first = (merchantKey: string) => em().findOneOrFail(CallbackEndpoint, { merchantKey, isFirst: true });

async function addEndpoint(merchantKey: string, changes: Partial<CallbackEndpoint> = {}): Promise<string> {
  const inner = em();
  const endpoint = inner.create(CallbackEndpoint, { merchantKey, url: 'https://more.example/', ...changes });
  await inner.flush();
  return endpoint.id;
}

async function link(merchantKey: string, scopes: string[], providerKey = PROVIDER_KEY): Promise<void> {
  await em().insert(ProviderLink, { merchantKey, providerKey, scopes });
}

const bodyOf = ({ id, body }: Notification) => {
  const { notificationId, ...rest } = JSON.parse(body);
  expect(notificationId).toBe(id);
  return rest;
};
const AGENCYS = { of: 'the agency' };
const STUDIOS = { of: 'the studio' };

describe("an order's event", () => {
  test('waits for nobody who holds an endpoint', async () => {
    const holder = em();
    await holder.begin();
    await holder.execute('select 1 from callback_endpoint for update');
    try {
      const { id } = await place();
      expect(await notified(id)).toHaveLength(2);
    } finally {
      await holder.rollback();
    }
  });

  test('goes to both parties, each with its own body; what has no address is skipped, and in the feed', async () => {
    const { id } = await place();
    const [agencys, studios, ...others] = await notified(id);
    const event = { orderId: id, sequence: 1, position: 10, type: 'order.status_changed', inFeed: true };
    expect(agencys).toMatchObject({
      ...event,
      ...{ id: notificationId(id, 1), merchantKey: AGENCY_KEY, status: 'pending', wakeAt: null },
      endpointId: (await first(AGENCY_KEY)).id,
    });
    const { id: studioEndpoint } = await first(STUDIO_KEY);
    expect(studios).toMatchObject({
      ...event,
      ...{ merchantKey: STUDIO_KEY, status: 'skipped', wakeAt: null, endpointId: studioEndpoint },
      id: `${notificationId(id, 1)}-${studioEndpoint.slice('EP'.length)}`,
    });
    expect(others).toEqual([]);
    expect([agencys, studios].map((one) => bodyOf(one!))).toEqual([AGENCYS, STUDIOS]);
  });

  test('goes once to a merchant that orders from itself, as the one that orders', async () => {
    const { id } = await place({ merchantKey: STUDIO_KEY });
    const notifications = await notified(id);
    expect(notifications.map(({ merchantKey }) => merchantKey)).toEqual([STUDIO_KEY]);
    expect(bodyOf(notifications[0]!)).toEqual(AGENCYS);
  });

  test('goes to further endpoints that have an address and whose filter takes it, outside of the feed', async () => {
    const taking = [
      await addEndpoint(AGENCY_KEY),
      await addEndpoint(AGENCY_KEY, { eventTypes: ['order.*'] }),
      await addEndpoint(AGENCY_KEY, { eventTypes: ['settlement.*', 'order.status_changed'] }),
      await addEndpoint(STUDIO_KEY),
    ];
    await addEndpoint(AGENCY_KEY, { eventTypes: ['settlement.*', 'order.confirmation_due'] });
    await addEndpoint(AGENCY_KEY, { url: null });
    await addEndpoint(AGENCY_KEY, { removedAt: new Date() });
    await addEndpoint(OTHER_KEY);
    const { id } = await place();

    const further = (await notified(id)).filter(({ inFeed }) => !inFeed);
    expect(new Set(further.map(({ endpointId }) => endpointId))).toEqual(new Set(taking));
    expect(further).toHaveLength(taking.length);
    for (const one of further) {
      expect(one.status).toBe('pending');
      expect(one.id).toBe(`${notificationId(id, 1)}-${one.endpointId.slice('EP'.length)}`);
      expect(bodyOf(one)).toEqual(one.merchantKey === AGENCY_KEY ? AGENCYS : STUDIOS);
    }
  });

  test.each([['https://callbacks.example/'], [null]])(
    'that the first endpoint does not take is in the feed, and not sent (address: %s)',
    async (url) => {
      const its = { merchantKey: AGENCY_KEY, isFirst: true };
      await em().nativeUpdate(CallbackEndpoint, its, { url, eventTypes: ['settlement.*'] });
      const { id } = await place();
      const [agencys] = await notified(id);
      expect(agencys).toMatchObject({ merchantKey: AGENCY_KEY, status: 'unsubscribed', inFeed: true });
    },
  );
});

describe('a provider', () => {
  const providers = async (orderId: string) =>
    (await notified(orderId)).filter(({ merchantKey }) => merchantKey === PROVIDER_KEY);

  test.each([
    [AGENCY_KEY, AGENCYS],
    [STUDIO_KEY, STUDIOS],
  ])(
    'is notified of the orders of who linked it for reading orders, as %s does',
    async (merchantKey, body) => {
      await setAddress(orm, PROVIDER_KEY);
      await link(merchantKey, ['guide:read', 'order:read']);
      const { id } = await place();
      const [one, ...others] = await providers(id);
      expect(others).toEqual([]);
      expect(one).toMatchObject({
        status: 'pending',
        inFeed: true,
        endpointId: (await first(PROVIDER_KEY)).id,
      });
      expect(bodyOf(one!)).toEqual(body);
    },
  );

  test('that both parties linked is notified of it once, as the one that ordered does', async () => {
    await setAddress(orm, PROVIDER_KEY);
    await link(STUDIO_KEY, ['order:read']);
    await link(AGENCY_KEY, ['order:read']);
    const notifications = await providers((await place()).id);
    expect(notifications.map(bodyOf)).toEqual([AGENCYS]);
  });

  test('is notified of it at its endpoints that take it, also where its first one does not', async () => {
    await link(AGENCY_KEY, ['order:read']);
    const its = { merchantKey: PROVIDER_KEY, isFirst: true };
    await em().nativeUpdate(CallbackEndpoint, its, { url: 'https://a.example/', eventTypes: ['callback.*'] });
    const second = await addEndpoint(PROVIDER_KEY, { eventTypes: ['order.*'] });
    const notifications = await providers((await place()).id);
    expect(notifications).toMatchObject([{ endpointId: second, inFeed: false, status: 'pending' }]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['may not read orders', () => link(AGENCY_KEY, ['guide:read', 'order:write'])],
    ['is linked by somebody else', () => link(OTHER_KEY, ['order:read'])],
    ['is linked by nobody', async () => {}],
  ])('is notified of nothing where it %s', async (_case, arrange) => {
    await setAddress(orm, PROVIDER_KEY);
    await arrange();
    expect(await providers((await place()).id)).toEqual([]);
  });

  test('is notified of nothing without an address: it asked for nothing', async () => {
    await link(AGENCY_KEY, ['order:read']);
    expect(await providers((await place()).id)).toEqual([]);
  });

  test('that is a party itself is notified of it once', async () => {
    await setAddress(orm, STUDIO_KEY);
    await link(AGENCY_KEY, ['order:read'], STUDIO_KEY);
    const { id } = await place();
    expect((await notified(id)).map(({ merchantKey }) => merchantKey).sort()).toEqual([
      AGENCY_KEY,
      STUDIO_KEY,
    ]);
  });
});

describe('what is announced of an order later', () => {
  async function confirm(orderId: string): Promise<void> {
    const event = {
      ...{ orderId, sequence: 2, occurredAt: new Date() },
      reason: 'confirmed_by_studio',
      fromStatus: 'pending',
      toStatus: 'confirmed',
      actorKind: 'studio',
      ...{ actorKey: STUDIO_KEY, actingKey: null, updateId: null, note: null, requestId: null },
    } as const;
    const bodies = { merchant: '{"of":"the agency"}', studio: '{"of":"the studio"}' };
    expect(await moveOrder(em(), { event, refundAmount: null, bodies })).toBe(true);
  }
  const taken = async () => (await takeToWake(em(), 100)).map(({ id }) => id);

  test('has an id of its own for each event and endpoint, that looks like one, and a place in order', async () => {
    for (const key of [STUDIO_KEY, PROVIDER_KEY]) await setAddress(orm, key);
    for (const key of [AGENCY_KEY, STUDIO_KEY]) await addEndpoint(key);
    await link(AGENCY_KEY, ['order:read']);
    const { id } = await place();
    const reminder = { orderId: id, sequence: 1, body: '{"of":"the studio"}', occurredAt: new Date() };
    await remindStudio(em(), { ...reminder, at: 'confirmationHalf' });
    await remindStudio(em(), { ...reminder, at: 'confirmationLate' });
    await confirm(id);
    await publishReview(em(), { id, sequence: 2 }, '{"of":"the review"}');

    const notifications = await notified(id);
    const byPosition = Map.groupBy(notifications, ({ position }) => position);
    const counts = [...byPosition].map(([position, those]) => [position, those.length]);
    expect(counts).toEqual([
      [positionOf(1), 5],
      [positionOf(1, 'confirmationHalf'), 2],
      [positionOf(1, 'confirmationLate'), 2],
      [positionOf(2), 5],
      [positionOf(2, 'review'), 5],
    ]);
    expect(new Set(notifications.map((one) => one.id)).size).toBe(19);
    for (const one of notifications) {
      expect(one.id).toMatch(new RegExp(NOTIFICATION_ID_PATTERN));
      bodyOf(one);
    }
  });

  test('is no reminder of an order that moved on, and the same reminder is announced once', async () => {
    const { id } = await place();
    const reminder = { orderId: id, sequence: 1, body: '{}', occurredAt: new Date() };
    await remindStudio(em(), { ...reminder, at: 'confirmationHalf' });
    await remindStudio(em(), { ...reminder, at: 'confirmationHalf' });
    await confirm(id);
    await remindStudio(em(), { ...reminder, at: 'confirmationLate' });
    const reminders = (await notified(id)).filter(({ type }) => type === 'order.confirmation_due');
    expect(reminders).toMatchObject([
      { merchantKey: STUDIO_KEY, position: positionOf(1, 'confirmationHalf') },
    ]);
  });

  test('of a review is not announced: its deliveries are to be woken', async () => {
    await setAddress(orm, STUDIO_KEY);
    const { id } = await place();
    await em().nativeUpdate(Notification, { orderId: id }, { status: 'acknowledged' });
    await publishReview(em(), { id, sequence: 1 }, '{"of":"the review"}');
    const reviews = (await notified(id)).filter(({ type }) => type === 'review.created');
    expect(reviews.map(({ merchantKey }) => merchantKey).sort()).toEqual([AGENCY_KEY, STUDIO_KEY]);
    expect((await taken()).sort()).toEqual(reviews.map((one) => one.id).sort());
  });
});

describe('an event of one merchant', () => {
  let events = 0;
  function eventOf(changes: Partial<MerchantEvent> = {}): MerchantEvent {
    const digits = String(1_000 + ++events);
    return {
      ...{ type: 'callback.failing', merchantKey: AGENCY_KEY, subjectId: `EP${digits}`, digits },
      ...{ sequence: 1, position: 10, body: '{"of":"an endpoint"}', occurredAt: new Date() },
      ...changes,
    };
  }

  test('goes to its endpoints that take it, whose deliveries are to be woken', async () => {
    const second = await addEndpoint(AGENCY_KEY, { eventTypes: ['callback.failing'] });
    await addEndpoint(AGENCY_KEY, { eventTypes: ['order.*', 'callback.paused'] });
    const event = eventOf();
    await publishToMerchant(em(), event);

    const [its, seconds, ...others] = await notified(event.subjectId);
    const what = { orderId: null, settlementId: null, merchantKey: AGENCY_KEY, status: 'pending' };
    expect(its).toMatchObject({ ...what, id: `NTF${event.digits}-1`, inFeed: true });
    const id = `NTF${event.digits}-1-${second.slice('EP'.length)}`;
    expect(seconds).toMatchObject({ ...what, id, inFeed: false, endpointId: second });
    expect(others).toEqual([]);
    for (const one of [its!, seconds!]) {
      expect(bodyOf(one)).toEqual({ of: 'an endpoint' });
      expect(one.id).toMatch(new RegExp(NOTIFICATION_ID_PATTERN));
    }
    const taken = await takeToWake(em(), 100);
    expect(taken.map((one) => one.id).sort()).toEqual([its!.id, seconds!.id].sort());
  });

  test('is in the feed where the first endpoint has no address, or does not take it', async () => {
    const skipped = eventOf({ merchantKey: STUDIO_KEY });
    await publishToMerchant(em(), skipped);
    expect(await notified(skipped.subjectId)).toMatchObject([{ status: 'skipped', inFeed: true }]);

    const its = { merchantKey: AGENCY_KEY, isFirst: true };
    await em().nativeUpdate(CallbackEndpoint, its, { eventTypes: ['order.*'] });
    const unsubscribed = eventOf();
    await publishToMerchant(em(), unsubscribed);
    expect(await notified(unsubscribed.subjectId)).toMatchObject([{ status: 'unsubscribed', inFeed: true }]);
  });

  test('is never sent to the endpoint that it is about; where that is the first, the feed has it', async () => {
    const second = await addEndpoint(AGENCY_KEY);
    const { id: firstId } = await first(AGENCY_KEY);
    const [ofFirst, ofSecond] = [
      eventOf({ exceptEndpointId: firstId }),
      eventOf({ exceptEndpointId: second }),
    ];
    await publishToMerchant(em(), ofFirst);
    await publishToMerchant(em(), ofSecond);
    expect(await notified(ofFirst.subjectId)).toMatchObject([
      { endpointId: firstId, status: 'unsubscribed' },
      { endpointId: second, status: 'pending' },
    ]);
    expect(await notified(ofSecond.subjectId)).toMatchObject([{ endpointId: firstId, status: 'pending' }]);
  });

  test('is announced once, however often, and stays as it is', async () => {
    await addEndpoint(AGENCY_KEY);
    const event = eventOf({ isAnnounced: true });
    await publishToMerchant(em(), event);
    await em().nativeUpdate(Notification, { subjectId: event.subjectId }, { status: 'acknowledged' });
    const before = await notified(event.subjectId);
    await publishToMerchant(em(), { ...event, body: '{"of":"another body"}' });
    expect(before).toHaveLength(2);
    expect(await notified(event.subjectId)).toEqual(before);
  });

  test('that its subject announces is left to it', async () => {
    const event = eventOf({ isAnnounced: true });
    await publishToMerchant(em(), event);
    expect(await notified(event.subjectId)).toMatchObject([{ wakeAt: null }]);
    expect(await takeToWake(em(), 100)).toEqual([]);
  });

  test('is numbered after the one before it of the same subject', async () => {
    const next = {
      type: 'callback.paused',
      ...{ merchantKey: AGENCY_KEY, subjectId: 'EP77', occurredAt: new Date() },
      body: (sequence: number) => JSON.stringify({ sequence }),
    } as const;
    await publishNextToMerchant(em(), next);
    await publishNextToMerchant(em(), next);
    const notifications = await notified('EP77');
    expect(notifications).toMatchObject([{ sequence: 1 }, { sequence: 2 }]);
    expect(notifications.map(bodyOf)).toEqual([{ sequence: 1 }, { sequence: 2 }]);
    for (const one of notifications) expect(one.id).toMatch(new RegExp(NOTIFICATION_ID_PATTERN));
  });
});
