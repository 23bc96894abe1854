/** All that happened around one order, for operators: without what people wrote to each other. */

import type { EntityManager } from '@mikro-orm/postgresql';
import type { PostingKind } from '../../../domain/ledger.ts';
import type { AttemptError, NotificationState } from '../../../domain/notification.ts';
import { NEXT_ATTEMPT } from '../notifications/next-attempt.ts';
import { ofSubject } from '../notifications/of-subject.ts';
import { utc } from './deliveries.ts';

/** No order's history is longer; older entries are left out. */
const MOST = 300;
const ATTEMPTS_SHOWN = 5;

interface OrderAttempt {
  readonly number: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly error: AttemptError | null;
}

export interface OrderNotification {
  readonly notificationId: string;
  readonly endpointId: string;
  readonly merchantKey: string;
  readonly type: string;
  readonly sequence: number;
  readonly status: NotificationState;
  readonly createdAt: string;
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  readonly acknowledgedAt: string | null;
  readonly abandonReason: string | null;
  readonly isResent: boolean;
  /** The last ones, the newest first. */
  readonly lastAttempts: readonly OrderAttempt[];
}

/** An order's notifications to its parties, and their results. */
export async function notificationsOf(em: EntityManager, orderId: string): Promise<OrderNotification[]> {
  return await em.execute<OrderNotification[]>(
    `select n.id as "notificationId", n.endpoint_id as "endpointId", n.merchant_key as "merchantKey", n.type, n.sequence,
       n.status, ${utc('n.created_at')} as "createdAt", n.attempts, ${utc(NEXT_ATTEMPT)} as "nextAttemptAt",
       ${utc('n.acknowledged_at')} as "acknowledgedAt", n.abandon_reason as "abandonReason",
       n.resent_at is not null as "isResent", a.list as "lastAttempts"
     from (select * from notification where subject_id = ? order by position desc limit ${MOST}) n
     cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object('number', number, 'startedAt', ${utc('started_at')},
         'durationMs', duration_ms, 'httpStatus', http_status, 'error', error) order by number desc), '[]') as list
       from (select * from delivery_attempt where notification_id = n.id
         order by number desc limit ${ATTEMPTS_SHOWN}) last) a
     order by n.position, n.endpoint_id`,
    [orderId],
  );
}

export interface OrderPosting {
  readonly postingId: string;
  readonly kind: PostingKind;
  readonly currency: string;
  readonly occurredAt: string;
  readonly reason: string | null;
  readonly operator: string | null;
  /** Minor units, seen from the account's owner; the platform's own accounts have no merchant. */
  readonly entries: readonly {
    readonly account: string;
    readonly merchantKey: string | null;
    readonly amount: number;
  }[];
}

/** Its money. */
export async function postingsOf(em: EntityManager, orderId: string): Promise<OrderPosting[]> {
  return await em.execute<OrderPosting[]>(
    `select p.id as "postingId", p.kind, p.currency, ${utc('p.occurred_at')} as "occurredAt", p.reason, p.operator,
       (select jsonb_agg(jsonb_build_object('account', a.kind, 'merchantKey', a.merchant_key, 'amount', e.amount)
         order by e.id) from ledger_entry e join ledger_account a on a.id = e.account_id
         where e.posting_id = p.id) as entries
     from ledger_posting p where p.order_id = ? order by p.posted_at, p.id limit ${MOST}`,
    [orderId],
  );
}

export interface OrderMessageRow {
  readonly id: number;
  readonly senderKey: string;
  readonly createdAt: string;
  readonly readAt: string | null;
}

/** That its parties wrote to each other, not what. */
export async function messagesOf(em: EntityManager, orderId: string): Promise<OrderMessageRow[]> {
  return await em.execute<OrderMessageRow[]>(
    `select id::float8 as id, sender_key as "senderKey", ${utc('created_at')} as "createdAt", ${utc('read_at')} as "readAt"
     from order_message m where order_id = ? order by m.id desc limit ${MOST}`,
    [orderId],
  );
}

export interface OrderChangeRow {
  readonly changeId: string;
  readonly status: string;
  /** Names of what it changes. */
  readonly fields: readonly string[];
  readonly createdAt: string;
  readonly decidedAt: string | null;
}

/** Changes that were requested. */
export async function changesOf(em: EntityManager, orderId: string): Promise<OrderChangeRow[]> {
  return await em.execute<OrderChangeRow[]>(
    `select id as "changeId", status, array(select jsonb_object_keys(after) order by 1) as fields,
       ${utc('created_at')} as "createdAt", ${utc('decided_at')} as "decidedAt"
     from order_change where order_id = ? order by id limit ${MOST}`,
    [orderId],
  );
}

/** The first pending notification of the order for each endpoint. */
export async function firstWaitingOf(em: EntityManager, orderId: string): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select distinct on (endpoint_id) id from ${ofSubject('?')} n
     where status = 'pending' order by endpoint_id, position`,
    [orderId],
  );
  return rows.map(({ id }) => id);
}
