/** An agency, a studio, a guide and their orders, for the tests of workflows. */
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { CallbackEndpoint, Guide } from '../../db/entities/index.ts';
import { insertOrders, type NewOrder } from '../../db/queries/orders/insert-order.ts';
import { newMerchant } from '../../db/queries/platform/new-merchant.ts';
import { CANCELLATION_PRESETS } from '../../domain/cancellation.ts';
import { newOrderId } from '../../domain/ids.ts';
import { UNCONFIRMED_DAYS } from '../../domain/keeping.ts';
import { tripSpan } from '../../domain/trip.ts';

const HOUR_MS = 3_600_000;

export const AGENCY_KEY = 'mk_test_agency';
export const STUDIO_KEY = 'mk_test_studio';
export const GUIDE_ID = 'G1001';

export async function createParties(orm: MikroORM): Promise<void> {
  const em = orm.em.fork();
  newMerchant(em, { key: AGENCY_KEY, name: 'Agency', kind: 'agency', country: 'PT', sandbox: true });
  newMerchant(em, { key: STUDIO_KEY, name: 'Studio', kind: 'studio', country: 'PT', sandbox: true });
  createGuide(em, GUIDE_ID);
  await em.flush();
  await setAddress(orm, AGENCY_KEY);
}

/** For orders whose times overlap. @returns its id. */
export async function addGuide(orm: MikroORM, number: number): Promise<string> {
  const em = orm.em.fork();
  createGuide(em, `G2${number}`);
  await em.flush();
  return `G2${number}`;
}

function createGuide(em: EntityManager, id: string): void {
  em.create(Guide, {
    id,
    studioKey: STUDIO_KEY,
    sandbox: true,
    name: 'Inês',
    area: 'Lisbon',
    languages: ['pt'],
    serviceAreas: ['Lisbon'],
    serviceTypes: ['city_walk'],
    dayRate: 10_000,
    currency: 'EUR',
    timeZone: 'Europe/Lisbon',
    maxGuests: 8,
    // Tests book one guide again and again, and confirm little.
    maxUnconfirmedDays: UNCONFIRMED_DAYS.maximum,
    cancellationPolicy: CANCELLATION_PRESETS.strict,
  });
}

/** Where a merchant is notified; nobody is there, tests acknowledge in its place. */
export async function setAddress(orm: MikroORM, merchantKey: string): Promise<void> {
  const address = { url: 'https://callbacks.example/', secretEncrypted: 'not read' };
  await orm.em.fork().nativeUpdate(CallbackEndpoint, { merchantKey, isFirst: true }, address);
}

/** A further endpoint of a merchant. @returns its id. */
export async function addEndpoint(orm: MikroORM, merchantKey: string): Promise<string> {
  const em = orm.em.fork();
  const endpoint = em.create(CallbackEndpoint, {
    merchantKey,
    url: 'https://more-callbacks.example/',
    secretEncrypted: 'not read',
  });
  await em.flush();
  return endpoint.id;
}

/** Three months ahead unless the test says otherwise; each order has days of its own. */
let daysTaken = 0;
export async function placeOrder(
  orm: MikroORM,
  now: Date,
  overrides: Partial<NewOrder> = {},
): Promise<NewOrder> {
  const tripDate = new Date(now.getTime() + (90 + daysTaken) * 24 * HOUR_MS).toISOString().slice(0, 10);
  daysTaken += 3;
  const trip = tripSpan({ tripDate, tripDays: 3, timeZone: 'Europe/Lisbon' });
  const order: NewOrder = {
    id: newOrderId(now),
    merchantKey: AGENCY_KEY,
    studioKey: STUDIO_KEY,
    guideId: GUIDE_ID,
    sandbox: true,
    tripDate,
    tripDays: 3,
    guestCount: 2,
    contactName: 'Ada Lovelace',
    contactPhone: '+351912345678',
    remark: 'walks slowly',
    clientReference: null,
    totalAmount: 30_000,
    currency: 'EUR',
    priceBreakdown: [],
    commissionRate: 1_000,
    cancellationPolicy: CANCELLATION_PRESETS.strict,
    timeZone: 'Europe/Lisbon',
    confirmBy: new Date(now.getTime() + 24 * HOUR_MS),
    tripStartAt: trip.start,
    tripEndAt: trip.end,
    instantConfirmation: false,
    createdAt: now,
    launchAfter: now,
    ...overrides,
  };
  const bodies = { merchant: '{"of":"the agency"}', studio: '{"of":"the studio"}' };
  // Another order of this guide may be written in this very moment.
  for (;;) {
    const results = await insertOrders(orm.em.fork(), [{ order, guideVersion: 1, bodies }]);
    const result = results.get(order.id);
    if (result === 'written') return order;
    if (result !== undefined) throw new Error('the order could not be placed');
  }
}
