import type { MikroORM } from '@mikro-orm/postgresql';
import { createOrderActivities } from '../../../activities/transitions.ts';
import { Guide, Order, OrderChange } from '../../../db/entities/index.ts';
import { createOrm } from '../../../db/orm.ts';
import { newMerchant } from '../../../db/queries/platform/new-merchant.ts';
import { newChangeId } from '../../../domain/ids.ts';
import { toDecimal } from '../../../domain/money.ts';
import { fieldsChangedBy, priceAfter } from '../../../domain/order-change.ts';
import type { OrderState, ReasonCode } from '../../../domain/order-state.ts';
import { DEFAULT_PLATFORM_TERMS } from '../../../domain/platform-terms.ts';
import { addDays } from '../../../domain/trip.ts';
import { startOfDay } from '../../../domain/wall-time.ts';
import type { OrderGateway, RefundCommand } from '../../../lib/temporal/order-gateway.ts';
import { refundOrder } from '../../../services/orders/refunding.ts';
import { createTestDatabase } from '../servers/database.ts';

export const TIME_ZONE = 'Europe/Lisbon';
export const AGENCIES = ['mk_agency_a', 'mk_agency_b'];
export const STUDIOS = ['mk_studio_a', 'mk_studio_b'];

export interface OrderPlan {
  readonly agency: string;
  readonly studio: string;
  readonly currency: string;
  /** Minor units. */
  readonly total: number;
  /** Basis points. */
  readonly rate: number;
  /** Basis points that come back when the agency cancels a confirmed order. */
  readonly refundShare: number;
}

/** A database with merchants and orders, moved as the order workflow moves them, without Temporal. */
export interface Books {
  readonly orm: MikroORM;
  readonly databaseUrl: string;
  /** The same database as its owner. */
  readonly migrationUrl: string;
  /** A pending order; its id. */
  order(plan: OrderPlan): Promise<string>;
  /** The trip costs so much from now on, by a change that is made at once. */
  reprice(orderId: string, totalAmount: number, at: Date): Promise<void>;
  /** The studio gives some of it back. @param amount minor units. */
  refund(orderId: string, amount: number, at: Date): Promise<void>;
  /** Takes an order along these states; every move at that instant. */
  move(orderId: string, states: readonly OrderState[], at: Date): Promise<void>;
  close(): Promise<void>;
}

const REASONS: Record<Exclude<OrderState, 'pending'>, ReasonCode> = {
  confirmed: 'confirmed_by_studio',
  in_progress: 'trip_started',
  completed: 'trip_ended',
  cancelled: 'cancelled_by_merchant',
};

export async function createBooks(): Promise<Books> {
  const database = await createTestDatabase();
  const orm = createOrm({ databaseUrl: database.url, poolMax: 6 });
  await createMerchants(orm);
  const { recordTransition } = createOrderActivities({ orm, timeZone: TIME_ZONE });
  let orders = 0;
  return {
    orm,
    databaseUrl: database.url,
    migrationUrl: database.migrationUrl,
    order: async (plan) => await insertOrder(orm, plan, ++orders),
    reprice: async (orderId, totalAmount, at) => await reprice(orm, orderId, totalAmount, at),
    refund: async (orderId, amount, at) => await refundByStudio(orm, orderId, amount, at),
    async move(orderId, states, at) {
      for (const to of states) {
        const { status, sequence } = await orm.em.fork().findOneOrFail(Order, orderId);
        const actor = { kind: 'merchant' } as const;
        await recordTransition({
          orderId,
          sequence: sequence + 1,
          from: status,
          to,
          reason: REASONS[to as keyof typeof REASONS],
          actor,
          occurredAt: at.toISOString(),
        });
      }
    },
    async close() {
      await orm.close();
      await database.drop();
    },
  };
}

async function reprice(orm: MikroORM, orderId: string, totalAmount: number, at: Date): Promise<void> {
  const em = orm.em.fork();
  const order = await em.findOneOrFail(Order, orderId);
  const line = { kind: 'day_rate', startDate: order.tripDate, endDate: order.tripDate, days: 1 } as const;
  const price = { totalAmount, lines: [{ ...line, unitAmount: totalAmount, amount: totalAmount }] };
  const priced = priceAfter(order, price, at);
  const after = { totalAmount: priced.totalAmount, priceBreakdown: priced.lines };
  const id = newChangeId(at);
  const before = fieldsChangedBy(after, order);
  await em.insert(OrderChange, { id, orderId, before, after, basedOn: order.sequence, createdAt: at });
  const actor = { kind: 'merchant', key: order.merchantKey } as const;
  const { recordChange } = createOrderActivities({ orm, timeZone: TIME_ZONE });
  const occurredAt = at.toISOString();
  const recorded = await recordChange({
    orderId,
    changeId: id,
    step: 'submit',
    actor,
    occurredAt,
    updateId: id,
  });
  if (recorded.refusal) throw new Error(`the change was refused: ${recorded.refusal}`);
}

async function refundByStudio(orm: MikroORM, orderId: string, amount: number, at: Date): Promise<void> {
  const { studioKey, currency } = await orm.em.fork().findOneOrFail(Order, orderId);
  const terms = { ...DEFAULT_PLATFORM_TERMS, timeZone: TIME_ZONE };
  const studio = { key: studioKey, kind: 'studio', status: 'active', country: 'PT', sandbox: false } as const;
  const { recordRefund } = createOrderActivities({ orm, timeZone: TIME_ZONE });
  const gateway = {
    refund: (_order: unknown, command: RefundCommand) =>
      recordRefund({ ...command, orderId, sequence: 0, occurredAt: at.toISOString() }),
  } as unknown as OrderGateway;
  const deps = { orm, gateway, now: () => at, terms };
  await refundOrder(deps, studio, orderId, { amount: toDecimal(amount, currency), reason: 'rain' });
}

async function createMerchants(orm: MikroORM): Promise<void> {
  const em = orm.em.fork();
  for (const key of AGENCIES) newMerchant(em, { key, name: key, kind: 'agency', country: 'PT' });
  for (const key of STUDIOS) newMerchant(em, { key, name: key, kind: 'studio', country: 'PT' });
  await em.flush();
}

/** Each has a guide of its own, so that no days are taken; and a trip so late that every policy tier still holds. */
async function insertOrder(orm: MikroORM, plan: OrderPlan, number: number): Promise<string> {
  const em = orm.em.fork();
  const tripDate = '2040-01-01';
  const policy = { preset: 'custom', tiers: [{ daysBefore: 1, refundShare: plan.refundShare }] } as const;
  const id = `ORD${String(number).padStart(19, '0')}`;
  em.create(Guide, {
    id: `G${number}`,
    studioKey: plan.studio,
    name: 'Inês',
    area: 'Lisbon',
    languages: ['pt'],
    serviceAreas: ['Lisbon'],
    serviceTypes: ['wine'],
    dayRate: plan.total,
    currency: plan.currency,
    timeZone: TIME_ZONE,
    maxGuests: 5,
    cancellationPolicy: policy,
  });
  em.create(Order, {
    id,
    merchantKey: plan.agency,
    studioKey: plan.studio,
    guideId: `G${number}`,
    tripDate,
    tripDays: 1,
    guestCount: 2,
    contactName: 'Ada',
    contactPhone: '+351912345678',
    totalAmount: plan.total,
    currency: plan.currency,
    commissionRate: plan.rate,
    cancellationPolicy: policy,
    timeZone: TIME_ZONE,
    confirmBy: startOfDay(tripDate, TIME_ZONE),
    tripStartAt: startOfDay(tripDate, TIME_ZONE),
    tripEndAt: startOfDay(addDays(tripDate, 1), TIME_ZONE),
    instantConfirmation: false,
  });
  await em.flush();
  return id;
}
