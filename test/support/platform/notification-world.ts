import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Context } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import {
  createNotificationActivities,
  type NotificationDeps,
} from '../../../activities/notifications/index.ts';
import { createCipher } from '../../../db/cipher.ts';
import { CallbackEndpoint, DeliveryAttempt, Guide, Notification, Order } from '../../../db/entities/index.ts';
import { createOrm } from '../../../db/orm.ts';
import { newMerchant } from '../../../db/queries/platform/new-merchant.ts';
import { CANCELLATION_PRESETS } from '../../../domain/cancellation.ts';
import { notificationId, positionOf } from '../../../domain/ids.ts';
import { createCallbackClient } from '../../../lib/callbacks/client.ts';
import type { DeliveryReport } from '../../../workflows/delivery-contract.ts';
import { acknowledging, startReceiver } from '../receiver.ts';
import { createTestDatabase } from '../servers/database.ts';

export const NOW = new Date('2026-11-21T10:00:00.000Z');
const DAY_MS = 86_400_000;

export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** One merchant with a receiver and orders' notifications in a database of its own, and the activities under test. */
export async function createWorld() {
  const database = await createTestDatabase();
  const orm = createOrm({ databaseUrl: database.url, poolMax: 4 });
  const receiver = await startReceiver((request, response) => world.respond(request, response));
  const cipher = createCipher(Buffer.alloc(32, 1));
  const callbacks = createCallbackClient({
    allowInsecure: true,
    now: () => new Date(),
    limits: { connectMs: 20_000, totalMs: 20_000 },
  });
  const deps: NotificationDeps = {
    orm,
    cipher,
    sendCallback: callbacks.sendCallback,
    random: () => 0,
    now: () => NOW,
  };
  const em = orm.em.fork();
  newMerchant(em, { key: 'mk_agency', name: 'Agency', kind: 'agency', country: 'PT' });
  newMerchant(em, { key: 'mk_studio', name: 'Studio', kind: 'studio', country: 'PT' });
  await em.flush();
  await orm.em.insert(Guide, guideRow());
  let orders = 0;

  const world = {
    deps,
    /** Where the merchant receives once `reset` has set it. */
    url: `http://127.0.0.1:${receiver.port}/callbacks`,
    received: receiver.received,
    /** Replace to make the merchant misbehave. */
    respond: acknowledging as RequestListener,
    /** The merchant has received nothing yet, and acknowledges what comes. */
    async reset(): Promise<void> {
      world.respond = acknowledging;
      receiver.received.length = 0;
      await world.setEndpoint(world.url);
    },
    async close() {
      await callbacks.close();
      await receiver[Symbol.asyncDispose]();
      await orm.close();
      await database.drop();
    },

    /** Sets where the agency receives, or another merchant, at its first endpoint. @returns the secret that it verifies with. */
    async setEndpoint(
      url: string,
      changes: Partial<CallbackEndpoint> = {},
      merchantKey = 'mk_agency',
    ): Promise<string> {
      const secret = newSecret();
      const secretEncrypted = await cipher.encrypt(secret);
      const row = {
        previousSecretEncrypted: null,
        previousSecretUntil: null,
        pausedAt: null,
        maxPerSecond: null,
        headersEncrypted: null,
        failingSince: null,
        heldUntil: null,
      };
      const saved = { url, secretEncrypted, ...row, ...changes };
      await orm.em.fork().nativeUpdate(CallbackEndpoint, { merchantKey, isFirst: true }, saved);
      return secret;
    },

    /** Another endpoint of the agency, which receives at the same place. @returns its id. */
    async addEndpoint(changes: Partial<CallbackEndpoint> = {}): Promise<string> {
      const secretEncrypted = await cipher.encrypt(newSecret());
      const em = orm.em.fork();
      const made = em.create(CallbackEndpoint, {
        ...{ merchantKey: 'mk_agency', url: world.url, secretEncrypted },
        ...changes,
      });
      await em.flush();
      return made.id;
    },

    /** The same event's notification for another endpoint. @returns its id. */
    async addCopy(first: string, endpointId: string, changes: Partial<Notification> = {}): Promise<string> {
      const { orderId, sequence } = await world.notification(first);
      const endpoint = await orm.em.fork().findOneOrFail(CallbackEndpoint, endpointId);
      const row = notificationOf(`${orderId}`, sequence, endpoint);
      const id = `${row.id}-${endpointId.slice('EP'.length)}`;
      await orm.em.insert(Notification, {
        ...row,
        id,
        inFeed: false,
        body: '{}',
        createdAt: NOW,
        ...changes,
      });
      return id;
    },

    /** A notification that waits. @returns its id. */
    async addNotification(changes: Partial<Notification> = {}): Promise<string> {
      orders += 1;
      const orderId = `ORD${String(orders).padStart(19, '0')}`;
      await orm.em.insert(Order, orderRow(orderId, orders));
      const id = notificationId(orderId, 1);
      const body = JSON.stringify({ notificationId: id, orderId, status: 'pending', note: '日本語' });
      await orm.em.insert(Notification, {
        ...notificationOf(orderId, 1, await world.endpoint()),
        body,
        createdAt: NOW,
        ...changes,
      });
      return id;
    },

    /** The same order's next ones, due as well. @returns their ids. */
    async addBehind(first: string, count: number): Promise<string[]> {
      const { orderId } = await orm.em.fork().findOneOrFail(Notification, first);
      const endpoint = await world.endpoint();
      const rows = Array.from({ length: count }, (_, index) =>
        notificationOf(`${orderId}`, 2 + index, endpoint),
      );
      await orm.em.insertMany(
        Notification,
        rows.map((row) => ({ ...row, body: '{}', createdAt: NOW })),
      );
      return rows.map(({ id }) => id);
    },

    notification: (id: string) => orm.em.fork().findOneOrFail(Notification, id),
    attempts: (id: string) =>
      orm.em.fork().find(DeliveryAttempt, { notificationId: id }, { orderBy: { number: 'asc' } }),
    endpoint: (merchantKey = 'mk_agency') =>
      orm.em.fork().findOneOrFail(CallbackEndpoint, { merchantKey, isFirst: true }),
    dropEndpoint: () =>
      orm.em.fork().nativeUpdate(CallbackEndpoint, {}, { url: null, secretEncrypted: null }),
    setNotification: (id: string, changes: Partial<Notification>) =>
      orm.em.fork().nativeUpdate(Notification, { id }, changes),

    /** One run of its delivery, when its time has come. @returns what became of this one; undefined where it did not wait */
    deliver: async (
      id: string,
      changes: Partial<NotificationDeps> = {},
      environment = newEnvironment(),
      { isReported = false, isEarly = false } = {},
    ) => {
      const row = await orm.em.fork().findOne(Notification, id);
      const isPlanned = row?.nextAttemptAt != null && row.nextAttemptAt > (changes.now ?? deps.now)();
      if (isPlanned && !isEarly) await world.setNotification(id, { nextAttemptAt: null });
      const queue = { subjectId: row?.subjectId ?? '', endpointId: row?.endpointId ?? '' };
      const { deliver } = createNotificationActivities({ ...deps, ...changes });
      const report: DeliveryReport = await environment.run(deliver, queue, isReported ? id : undefined);
      if (report.is === 'stuck') {
        const { is: outcome, notificationId: _, ...stuck } = report;
        return { outcome, ...stuck };
      }
      const own = report.resolved.find((one) => one.notificationId === id);
      return own && { outcome: own.outcome, attempts: own.attempts };
    },
  };
  return world;
}

export type World = Awaited<ReturnType<typeof createWorld>>;

export function newEnvironment(info: Partial<Context['info']> = {}): MockActivityEnvironment {
  const silent = () => {};
  const logger = { log: silent, trace: silent, debug: silent, info: silent, warn: silent, error: silent };
  return new MockActivityEnvironment(info, { logger });
}

function notificationOf(
  orderId: string,
  sequence: number,
  { id: endpointId, merchantKey }: Pick<CallbackEndpoint, 'id' | 'merchantKey'>,
) {
  const what = { id: notificationId(orderId, sequence), orderId, subjectId: orderId, sequence };
  const type = 'order.status_changed' as const;
  return { ...what, position: positionOf(sequence), type, merchantKey, endpointId, inFeed: true };
}

function guideRow() {
  return {
    id: 'G1',
    studioKey: 'mk_studio',
    name: 'Guide',
    area: 'Lisbon',
    languages: ['pt'],
    serviceAreas: ['Lisbon'],
    serviceTypes: ['walking'],
    dayRate: 10_000,
    currency: 'EUR',
    timeZone: 'Europe/Lisbon',
    maxGuests: 8,
    cancellationPolicy: CANCELLATION_PRESETS.flexible,
  };
}

function orderRow(id: string, days: number) {
  const tripStartAt = new Date(NOW.getTime() + days * DAY_MS);
  return {
    id,
    merchantKey: 'mk_agency',
    studioKey: 'mk_studio',
    guideId: 'G1',
    tripDate: tripStartAt.toISOString().slice(0, 10),
    tripDays: 1,
    guestCount: 2,
    contactName: 'Somebody',
    contactPhone: '+351210000000',
    totalAmount: 10_000,
    currency: 'EUR',
    commissionRate: 1_000,
    cancellationPolicy: CANCELLATION_PRESETS.flexible,
    timeZone: 'Europe/Lisbon',
    confirmBy: tripStartAt,
    tripStartAt,
    tripEndAt: new Date(tripStartAt.getTime() + DAY_MS),
    instantConfirmation: false,
  };
}
