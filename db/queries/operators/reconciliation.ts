/** What reconciling reads (docs/decisions/0050), a bounded batch at a time. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { OrderState } from '../../../domain/order-state.ts';
import { Order } from '../../entities/index.ts';
import { isLiveSql } from '../../order-days.ts';
import { ofSubject } from '../notifications/of-subject.ts';
import { isHandedOver } from '../notifications/retry-requests.ts';

/** An order that a workflow has to look after: it can still move, or has something to tell. */
export interface OpenOrder {
  readonly id: string;
  readonly status: OrderState;
  readonly isStarted: boolean;
  /** So many of its notifications wait for its workflow. */
  readonly waiting: number;
}

const OPEN = `
  select o.id, o.status, o.workflow_started_at is not null as "isStarted", coalesce(n.waiting, 0)::int as waiting
  from orders o left join lateral (
    select count(*) as waiting from ${ofSubject('o.id')} n
    where n.order_id = o.id and n.status = 'pending' and n.resent_at is null) n on true
  where (${isLiveSql('o.status')} or n.waiting > 0)`;

/** The next open orders after `afterId`, by id. */
export async function nextOpenOrders(
  em: EntityManager,
  afterId: string,
  limit: number,
): Promise<OpenOrder[]> {
  return await em.execute<OpenOrder[]>(`${OPEN} and o.id > ? order by o.id limit ?`, [afterId, limit]);
}

/** One of them, as it stands now; undefined when it is open no more. */
export async function openOrder(em: EntityManager, id: string): Promise<OpenOrder | undefined> {
  const [order] = await em.execute<OpenOrder[]>(`${OPEN} and o.id = ?`, [id]);
  return order;
}

/** Where these orders stand; those that don't exist are left out. */
export async function statesOf(em: EntityManager, ids: readonly string[]): Promise<Map<string, OrderState>> {
  const rows = await em.find(Order, { id: { $in: [...ids] } }, { fields: ['status'] });
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/**
 * Notifications that wait outside of an order's workflow: sent again, or of a settlement. What an API process has not taken
 * yet has no workflow: it may wait for what comes before it.
 */
export interface WaitingElsewhere {
  readonly subjectId: string;
  readonly endpointId: string;
  readonly isResent: boolean;
  readonly count: number;
}

/** The next after a subject and endpoint, in their order. */
export async function nextWaitingElsewhere(
  em: EntityManager,
  after: Pick<WaitingElsewhere, 'subjectId' | 'endpointId'>,
  limit: number,
): Promise<WaitingElsewhere[]> {
  return await em.execute<WaitingElsewhere[]>(
    `select subject_id as "subjectId", endpoint_id as "endpointId", bool_or(resent_at is not null) as "isResent",
       count(*)::int as count
     from notification n where status = 'pending' and (resent_at is not null or order_id is null)
       and not (${isHandedOver('n')})
       and (subject_id, endpoint_id) > (?, ?) group by subject_id, endpoint_id order by subject_id, endpoint_id limit ?`,
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

/** One of them, as it stands now; undefined when it is held no more. */
export async function openHold(em: EntityManager, id: string): Promise<OpenHold | undefined> {
  const [hold] = await em.execute<OpenHold[]>(`${OPEN_HOLDS} and id = ?`, [id]);
  return hold;
}
