/** What reconciling reads (docs/decisions/0050), a bounded batch at a time. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { OrderState } from '../../../domain/order-state.ts';
import { Guide, Order } from '../../entities/index.ts';
import { isLiveSql } from '../../order-days.ts';

/** An order that needs a workflow: it can still move. */
export interface OpenOrder {
  readonly id: string;
  readonly status: OrderState;
  readonly isStarted: boolean;
}

const OPEN = `
  select o.id, o.status, o.workflow_started_at is not null as "isStarted" from orders o where ${isLiveSql('o.status')}`;

/** The next open orders after `afterId`, by id. */
export async function nextOpenOrders(
  em: EntityManager,
  afterId: string,
  limit: number,
): Promise<OpenOrder[]> {
  return await em.execute<OpenOrder[]>(`${OPEN} and o.id > ? order by o.id limit ?`, [afterId, limit]);
}

/** One of them, as it is now; undefined when it is no longer open. */
export async function openOrder(em: EntityManager, id: string): Promise<OpenOrder | undefined> {
  const [order] = await em.execute<OpenOrder[]>(`${OPEN} and o.id = ?`, [id]);
  return order;
}

/** The state of these orders; those that don't exist are left out. */
export async function statesOf(em: EntityManager, ids: readonly string[]): Promise<Map<string, OrderState>> {
  const rows = await em.find(Order, { id: { $in: [...ids] } }, { fields: ['status'] });
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** Whose something is, and since when it is in the database. */
export interface Owner {
  readonly merchantKey: string;
  readonly createdAt: Date;
}

/** The studios of these guides; those that don't exist are left out. */
export async function studiosOf(em: EntityManager, guideIds: readonly string[]): Promise<Map<string, Owner>> {
  const rows = await em.find(Guide, { id: { $in: [...guideIds] } }, { fields: ['studioKey', 'createdAt'] });
  return new Map(rows.map(({ id, studioKey, createdAt }) => [id, { merchantKey: studioKey, createdAt }]));
}

/** Notifications to one endpoint of one subject, that wait. */
export interface WaitingQueue {
  readonly subjectId: string;
  readonly endpointId: string;
  readonly merchantKey: string;
  readonly count: number;
}

/** The next after a subject and endpoint, in their order. */
export async function nextWaitingQueues(
  em: EntityManager,
  after: Pick<WaitingQueue, 'subjectId' | 'endpointId'>,
  limit: number,
): Promise<WaitingQueue[]> {
  return await em.execute<WaitingQueue[]>(
    `select subject_id as "subjectId", endpoint_id as "endpointId", min(merchant_key) as "merchantKey", count(*)::int as count
     from notification n where status = 'pending' and (subject_id, endpoint_id) > (?, ?)
     group by subject_id, endpoint_id
     order by subject_id, endpoint_id limit ?`,
    [after.subjectId, after.endpointId, limit],
  );
}

/** A hold that a workflow has to end in time. */
export interface OpenHold {
  readonly id: string;
  readonly isStarted: boolean;
}

const OPEN_HOLDS = `
  select id, workflow_started_at is not null as "isStarted" from hold where status = 'held'`;

/** The next holds after `afterId`, by id. */
export async function nextOpenHolds(em: EntityManager, afterId: string, limit: number): Promise<OpenHold[]> {
  return await em.execute<OpenHold[]>(`${OPEN_HOLDS} and id > ? order by id limit ?`, [afterId, limit]);
}

/** One of them, as it is now; undefined when it is no longer held. */
export async function openHold(em: EntityManager, id: string): Promise<OpenHold | undefined> {
  const [hold] = await em.execute<OpenHold[]>(`${OPEN_HOLDS} and id = ?`, [id]);
  return hold;
}
