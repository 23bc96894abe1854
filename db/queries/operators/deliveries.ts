/** Notifications that do not arrive, for operators: by merchant and cause, and all about one merchant's. */

import type { EntityManager } from '@mikro-orm/postgresql';
import type { EventType } from '../../../domain/event-types.ts';
import { type AttemptError, STUCK_AFTER_MS } from '../../../domain/notification.ts';
import { NEXT_ATTEMPT } from '../notifications/next-attempt.ts';

/** Nobody counts farther. */
const MOST_WAITING = 10_000;
/** Causes are given for so many of an endpoint, those that wait longest. */
const MOST_READ = 200;

interface Cause {
  /** Null: there was no attempt yet. */
  readonly error: AttemptError | null;
  readonly httpStatus: number | null;
  readonly count: number;
}

export interface StuckEndpoint {
  readonly endpointId: string;
  readonly merchantKey: string;
  readonly merchantName: string;
  readonly sandbox: boolean;
  readonly isPaused: boolean;
  /** Since when it is paused or fails; null where it works. */
  readonly since: string | null;
  /** At most MOST_WAITING. */
  readonly waiting: number;
  readonly oldestAt: string;
  readonly causes: readonly Cause[];
}

/** The endpoints that have something waiting, with the oldest of it: one probe of an index for each. */
export const WITH_WAITING = `
  recursive first (endpoint_id, created_at) as (
    (select endpoint_id, created_at from notification where status = 'pending'
     order by endpoint_id, created_at limit 1)
    union all
    select n.endpoint_id, n.created_at from first f cross join lateral (
      select endpoint_id, created_at from notification where status = 'pending' and endpoint_id > f.endpoint_id
      order by endpoint_id, created_at limit 1) n)`;

const IS_STUCK = `(f.created_at < now() - interval '${STUCK_AFTER_MS} milliseconds' or e.paused_at is not null)`;

const CAUSES = `
  select coalesce(jsonb_agg(jsonb_build_object('error', error, 'httpStatus', http_status, 'count', times)
    order by times desc), '[]') as causes
  from (
    select a.error, a.http_status, count(*) as times
    from (select id, attempts from notification where endpoint_id = f.endpoint_id and status = 'pending'
      order by created_at, id limit ${MOST_READ}) n
    left join delivery_attempt a on a.notification_id = n.id and a.number = n.attempts
    group by a.error, a.http_status) grouped`;

/** Endpoints whose notifications are stuck, the one that waits longest first. @param merchantKey of this one only. */
export async function stuckEndpoints(
  em: EntityManager,
  limit: number,
  merchantKey?: string,
): Promise<StuckEndpoint[]> {
  const own = merchantKey === undefined ? '' : 'and e.merchant_key = ?';
  return await em.execute<StuckEndpoint[]>(
    `with ${WITH_WAITING}, stuck as (
       select f.endpoint_id, f.created_at, e.merchant_key, e.paused_at, coalesce(e.paused_at, e.failing_since) as since
       from first f join callback_endpoint e on e.id = f.endpoint_id where ${IS_STUCK} ${own}
       order by f.created_at limit ?)
     select f.endpoint_id as "endpointId", m.key as "merchantKey", m.name as "merchantName", m.sandbox,
       f.paused_at is not null as "isPaused", ${utc('f.since')} as since, ${utc('f.created_at')} as "oldestAt",
       (select count(*)::int from (select 1 from notification where endpoint_id = f.endpoint_id and status = 'pending'
         limit ${MOST_WAITING}) counted) as waiting, c.causes
     from stuck f join merchant m on m.key = f.merchant_key cross join lateral (${CAUSES}) c order by f.created_at`,
    [...(merchantKey === undefined ? [] : [merchantKey]), limit],
  );
}

/** How many endpoints have stuck notifications, and since when the oldest waits. */
export async function countStuck(em: EntityManager): Promise<{ count: number; oldestAt: string | null }> {
  const [row] = await em.execute<[{ count: number; oldestAt: string | null }]>(
    `with ${WITH_WAITING} select count(*)::int as count, ${utc('min(f.created_at)')} as "oldestAt"
     from first f join callback_endpoint e on e.id = f.endpoint_id where ${IS_STUCK}`,
  );
  return row;
}

export interface WaitingRow {
  readonly notificationId: string;
  readonly subjectId: string;
  readonly type: string;
  readonly createdAt: string;
  readonly attempts: number;
  readonly error: AttemptError | null;
  readonly httpStatus: number | null;
  readonly nextAttemptAt: string | null;
  /** To the microsecond. */
  readonly position: string;
}

/** What waits for an endpoint, the oldest first. @param after time and id of the last one of the page before. */
export async function waitingAt(
  em: EntityManager,
  endpointId: string,
  after: readonly [createdAt: string, id: string] | undefined,
  limit: number,
): Promise<WaitingRow[]> {
  return await em.execute<WaitingRow[]>(
    `select n.id as "notificationId", n.subject_id as "subjectId", n.type, ${utc('n.created_at')} as "createdAt",
       n.attempts, a.error, a.http_status as "httpStatus", ${utc(NEXT_ATTEMPT)} as "nextAttemptAt",
       n.created_at::text as position
     from (select * from notification where endpoint_id = ? and status = 'pending'
       and (created_at, id) > (?::timestamptz, ?) order by created_at, id limit ?) n
     left join delivery_attempt a on a.notification_id = n.id and a.number = n.attempts
     order by n.created_at, n.id`,
    [endpointId, after?.[0] ?? '-infinity', after?.[1] ?? '', limit],
  );
}

export interface EndpointQueue {
  /** At most MOST_WAITING. */
  readonly waiting: number;
  readonly oldestAt: string | null;
  /** The earliest next attempt among those that wait longest. */
  readonly nextAttemptAt: string | null;
}

/** What waits for one endpoint. */
export async function queueOf(em: EntityManager, endpointId: string): Promise<EndpointQueue> {
  const [row] = await em.execute<[EndpointQueue]>(
    `select
       (select count(*)::int from (select 1 from notification where endpoint_id = ? and status = 'pending'
         limit ${MOST_WAITING}) counted) as waiting,
       ${utc('min(created_at)')} as "oldestAt", ${utc('min(next_at)')} as "nextAttemptAt"
     from (select n.created_at, ${NEXT_ATTEMPT} as next_at from notification n where n.endpoint_id = ?
       and n.status = 'pending' order by n.created_at, n.id limit ${MOST_READ}) oldest`,
    [endpointId, endpointId],
  );
  return row;
}

export interface AttemptRow {
  readonly notificationId: string;
  readonly subjectId: string;
  readonly type: string;
  readonly number: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly error: AttemptError | null;
  /** What the merchant's server answered. */
  readonly responseExcerpt: string | null;
}

/** Among so many newest and so many of those that wait longest, the last attempts are. */
const CANDIDATES = 25;

/** The last attempts at an endpoint, the newest first. */
export async function lastAttemptsAt(
  em: EntityManager,
  endpointId: string,
  limit: number,
): Promise<AttemptRow[]> {
  return await em.execute<AttemptRow[]>(
    `with candidate as (
       (select id, subject_id, type, attempts from notification where endpoint_id = ? and status <> 'unsubscribed'
        order by created_at desc, id desc limit ${CANDIDATES})
       union
       (select id, subject_id, type, attempts from notification where endpoint_id = ? and status = 'pending'
        order by created_at, id limit ${CANDIDATES}))
     select c.id as "notificationId", c.subject_id as "subjectId", c.type, a.number, ${utc('a.started_at')} as "startedAt",
       a.duration_ms as "durationMs", a.http_status as "httpStatus", a.error, a.response_excerpt as "responseExcerpt"
     from candidate c cross join lateral (select * from delivery_attempt
       where notification_id = c.id order by number desc limit 3) a
     order by a.started_at desc limit ?`,
    [endpointId, endpointId, limit],
  );
}

export interface RecentEvents {
  readonly type: EventType;
  readonly count: number;
  readonly lastAt: string;
}

/** The last hundred events of a merchant, by type, whichever endpoint takes them. */
export async function recentEventsOf(em: EntityManager, merchantKey: string): Promise<RecentEvents[]> {
  return await em.execute<RecentEvents[]>(
    `select type, count(*)::int as count, ${utc('max(created_at)')} as "lastAt"
     from (select type, created_at from notification where merchant_key = ? and in_feed
       order by created_at desc, id desc limit 100) recent
     group by type order by max(created_at) desc`,
    [merchantKey],
  );
}

/** Values: the merchant, twice. */
const OLDEST_REQUEST = `least(
  (select min(requested_at) from recovery where merchant_key = ? and finished_at is null),
  (select min(j.added_at) from callback_endpoint e join job j on j.kind = 'endpoint_retry' and j.subject = e.id
    where e.merchant_key = ?))`;

/** What holds up the notifications of a merchant: orders not started, and requests that nobody works off. */
export async function heldUpOf(
  em: EntityManager,
  key: string,
): Promise<{ unstarted: number; oldestRequestAt: string | null }> {
  const [row] = await em.execute<[{ unstarted: number; oldestRequestAt: string | null }]>(
    `select (select count(*)::int from (select 1 from orders where workflow_started_at is null
         and created_at < now() - interval '1 minute' and (merchant_key = ? or studio_key = ?) limit 1000) counted) as unstarted,
       ${utc(OLDEST_REQUEST)} as "oldestRequestAt"`,
    [key, key, key, key],
  );
  return row;
}

/** SQL: an instant as RFC 3339 has it. */
export function utc(instant: string): string {
  return `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
