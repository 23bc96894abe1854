/** Changes of orders, as the API prepares them, for the tests of workflows. */
import { randomUUID } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Order, OrderChange } from '../../db/entities/index.ts';
import { newChangeId } from '../../domain/ids.ts';
import { fieldsChangedBy } from '../../domain/order-change.ts';
import { addDays, tripSpan } from '../../domain/trip.ts';
import type { OrderGateway } from '../../lib/temporal/order-gateway.ts';
import type { ChangeResult } from '../../workflows/contract.ts';
import { AGENCY_KEY, STUDIO_KEY } from './order-data.ts';

const AGENCY = { kind: 'merchant', key: AGENCY_KEY } as const;
const STUDIO = { kind: 'studio', key: STUDIO_KEY } as const;

export interface Shift {
  /** The trip begins so many days later. */
  readonly days?: number;
  /** Or so much later on the same day. */
  readonly laterMs?: number;
  /** The studio has until then to agree. */
  readonly answerBy?: Date;
}

/** Writes down that an order's trip is to begin later. @returns the change's id. */
export async function prepareShift(
  orm: MikroORM,
  orderId: string,
  { days = 0, laterMs, answerBy }: Shift,
): Promise<string> {
  const em = orm.em.fork();
  const order = await em.findOneOrFail(Order, orderId);
  const tripDate = addDays(order.tripDate, days);
  const later = (at: Date, ms: number) => new Date(at.getTime() + ms);
  const { start, end } =
    laterMs === undefined
      ? tripSpan({ ...order, tripDate })
      : { start: later(order.tripStartAt, laterMs), end: later(order.tripEndAt, laterMs) };
  const after = {
    ...{ tripDate, tripDays: order.tripDays, guestCount: order.guestCount, trip: null },
    ...{ tripStartAt: start.toISOString(), tripEndAt: end.toISOString() },
    ...{ totalAmount: order.totalAmount, priceBreakdown: [] },
  };
  const id = newChangeId(new Date());
  const before = fieldsChangedBy(after, order);
  await em.insert(OrderChange, {
    ...{ id, orderId, before, after, basedOn: order.sequence, guideVersion: 1 },
    answerBy: answerBy ?? null,
    createdAt: new Date(),
  });
  return id;
}

interface World {
  readonly orm: MikroORM;
  readonly gateway: OrderGateway;
}

/** Asks for it, as the agency. */
export async function submit({ orm, gateway }: World, orderId: string, shift: Shift): Promise<ChangeResult> {
  const changeId = await prepareShift(orm, orderId, shift);
  const order = await orm.em.fork().findOneOrFail(Order, orderId);
  return await gateway.change(order, { changeId, step: 'submit', updateId: changeId, actor: AGENCY });
}

/** The studio's answer to the change that waits. */
export async function answer(
  { orm, gateway }: World,
  orderId: string,
  step: 'accept' | 'decline',
): Promise<ChangeResult> {
  const em = orm.em.fork();
  const order = await em.findOneOrFail(Order, orderId);
  const { id: changeId } = await em.findOneOrFail(OrderChange, { orderId, status: 'requested' });
  return await gateway.change(order, { changeId, step, updateId: randomUUID(), actor: STUDIO });
}
