/** A merchant's notifications since a time, and their results; for operators. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { AttemptError } from '../../../domain/notification.ts';
import { utc } from './deliveries.ts';

/** So many of the newest notifications are counted; nobody reads more on one screen. */
const MOST_READ = 10_000;

const RECENT = `
  recent as (select id, endpoint_id, status, created_at, acknowledged_at, attempts from notification
    where merchant_key = ? and created_at >= ?::timestamptz and status <> 'unsubscribed'
    order by created_at desc, id desc limit ${MOST_READ})`;

export interface EndpointDeliveries {
  readonly endpointId: string;
  readonly notifications: number;
  readonly acknowledged: number;
  readonly waiting: number;
  readonly abandoned: number;
  /** Half, and 95 of 100, of those acknowledged took no longer; null without any. */
  readonly medianSeconds: number | null;
  readonly p95Seconds: number | null;
}

/** By endpoint. @param since RFC 3339 */
export async function deliveriesSince(
  em: EntityManager,
  merchantKey: string,
  since: string,
): Promise<EndpointDeliveries[]> {
  const took = 'extract(epoch from acknowledged_at - created_at)';
  const within = (share: number) =>
    `round((percentile_cont(${share}) within group (order by ${took}) filter (where acknowledged_at is not null))::numeric, 3)::float8`;
  return await em.execute<EndpointDeliveries[]>(
    `with ${RECENT}
     select endpoint_id as "endpointId", count(*)::int as notifications,
       count(*) filter (where status = 'acknowledged')::int as acknowledged,
       count(*) filter (where status = 'pending')::int as waiting,
       count(*) filter (where status = 'abandoned')::int as abandoned,
       ${within(0.5)} as "medianSeconds", ${within(0.95)} as "p95Seconds"
     from recent group by endpoint_id order by endpoint_id`,
    [merchantKey, since],
  );
}

export interface AttemptCause {
  readonly endpointId: string;
  /** Null: it was acknowledged. */
  readonly error: AttemptError | null;
  readonly httpStatus: number | null;
  readonly attempts: number;
  readonly lastAt: string;
  /** One of them, as an example. */
  readonly notificationId: string;
}

const MOST_CAUSES = 30;

/** The attempts' results, the most frequent first. @param since RFC 3339 */
export async function causesSince(
  em: EntityManager,
  merchantKey: string,
  since: string,
): Promise<AttemptCause[]> {
  return await em.execute<AttemptCause[]>(
    `with ${RECENT}
     select r.endpoint_id as "endpointId", a.error, a.http_status as "httpStatus", count(*)::int as attempts,
       ${utc('max(a.started_at)')} as "lastAt", (array_agg(r.id order by a.started_at desc))[1] as "notificationId"
     from recent r join delivery_attempt a on a.notification_id = r.id
     group by r.endpoint_id, a.error, a.http_status order by count(*) desc, r.endpoint_id limit ${MOST_CAUSES}`,
    [merchantKey, since],
  );
}
