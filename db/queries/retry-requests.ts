/**
 * Requests to retry now: rows of `notification_release`, which API processes work off (docs/decisions/0021, 0059). What this
 * rules out (test/api/background/retries.test.ts):
 *
 * - Two processes work on one request, or a process that died keeps it: each batch is leased.
 * - A request is asked for anew while it is worked off, and is forgotten with the old one: progress and end are noted only
 *   where `requested_at` is the one that was taken.
 * - A batch is read, an attempt fails and writes its next time, and the batch believes what it read: rows are read, locked
 *   and marked in one statement, so one of the two sees the other.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { NotificationState, RetryKind } from '../../domain/notification.ts';

/** Whoever takes a request has this long for one batch of it; then another process may go on. */
const LEASE = "interval '15 seconds'";
/** What was due so long ago is queued or under way. Shorter than the lease: what a lost process left is not taken for it. */
const UNDER_WAY = "interval '10 seconds'";

export interface RetryRequest {
  readonly merchantKey: string;
  readonly kind: RetryKind;
  /** Text of PostgreSQL, to the microsecond: it tells this request from one that came meanwhile. */
  readonly requestedAt: string;
  readonly since: string | null;
  readonly doneUntil: string | null;
  readonly doneUntilId: string | null;
}

/** A notification that is to be tried now. */
export interface Retriable {
  readonly id: string;
  /** The order, or the settlement: also the workflow that delivers it. */
  readonly subjectId: string;
  readonly sequence: number;
  readonly status: NotificationState;
  /** A redelivery has it, not its order. */
  readonly isResent: boolean;
  /** Of the next attempt: `planned` for later; `due` now or a moment ago, so it is queued or under way; or not known. */
  readonly attempt: 'planned' | 'due' | 'unknown';
  readonly createdAt: string;
}

/**
 * SQL that asks for a retry; for a place inside a larger statement. Parameters: merchant key, kind, since.
 * Asking again starts over, and reaches back as far as the farther of the two.
 */
export const REQUEST_RETRY = `
  insert into notification_release (merchant_key, kind, since) values (?, ?, ?::timestamptz)
  on conflict (merchant_key, kind) do update set
    since = least(notification_release.since, excluded.since), requested_at = now(),
    done_until = null, done_until_id = null`;

/** Asks that a merchant's waiting notifications be tried now; those of events since an instant (RFC 3339), or all. */
export async function requestRetry(
  em: EntityManager,
  merchantKey: string,
  kind: RetryKind,
  since: string | null,
): Promise<void> {
  await em.execute(REQUEST_RETRY, [merchantKey, kind, since]);
}

/**
 * Takes the request that waits longest; those under way take turns. Undefined when there is nothing to do. Where a
 * receiver asked for no requests, its merchant's wait until then (docs/decisions/0058).
 */
export async function takeRetryRequest(em: EntityManager): Promise<RetryRequest | undefined> {
  const [request] = await em.execute<RetryRequest[]>(
    `update notification_release set leased_until = now() + ${LEASE}
     where (merchant_key, kind) = (
       select merchant_key, kind from notification_release r
       where (leased_until is null or leased_until < now()) and not exists (
         select 1 from callback_endpoint e where e.merchant_key = r.merchant_key and e.held_until > now())
       order by leased_until nulls first limit 1 for update skip locked)
     returning merchant_key as "merchantKey", kind, requested_at::text as "requestedAt", since::text,
       done_until::text as "doneUntil", done_until_id as "doneUntilId"`,
  );
  return request;
}

/** A row that somebody holds longer than this ends the batch, which is taken again when its lease is over. */
const LOCK_LIMIT = "'2s'";

/**
 * The next notifications of a request, oldest first. `wake`: the first one waiting of each order and
 * settlement, where its workflow was started. `recover`: everything that is not acknowledged.
 * Those that wait are noted to be due now, in the same step: an attempt that fails before it is seen with its next
 * time, one that fails afterwards sees that it is to be retried.
 */
export async function nextToRetry(
  em: EntityManager,
  request: RetryRequest,
  limit: number,
): Promise<Retriable[]> {
  const { merchantKey, kind, since, requestedAt, doneUntil, doneUntilId } = request;
  const values = [merchantKey, doneUntil, doneUntilId, since, requestedAt, limit];
  return await em.transactional(async (em) => {
    await em.execute(`set local lock_timeout = ${LOCK_LIMIT}`);
    return await em.execute<Retriable[]>(kind === 'wake' ? TAKE_WAITING : TAKE_UNACKNOWLEDGED, values);
  });
}

const UNACKNOWLEDGED = `n.status <> 'acknowledged'`;
const FIRST_WAITING = `n.status = 'pending' and not exists (
  select 1 from notification p where p.subject_id = n.subject_id and p.status = 'pending' and p.sequence < n.sequence
    and (p.resent_at is null) = (n.resent_at is null))`;

const take = (which: string) => `
  with chosen as (
    select n.id, n.subject_id as "subjectId", n.sequence, n.status, n.resent_at is not null as "isResent",
      case when n.attempting_until > now() then 'due'
        when n.next_attempt_at > now() + interval '1 second' then 'planned'
        when n.next_attempt_at > now() - ${UNDER_WAY} then 'due' else 'unknown' end as attempt,
      n.created_at as created
    from notification n left join orders o on o.id = n.order_id
    where n.merchant_key = ? and ${which}
      and (n.created_at, n.id) > (coalesce(?::timestamptz, '-infinity'), coalesce(?, ''))
      and n.created_at >= coalesce(?::timestamptz, '-infinity') and n.created_at <= ?::timestamptz
      and (n.order_id is null or o.workflow_started_at is not null)
    order by n.created_at, n.id limit ? for update of n
  ), marked as (
    update notification n set next_attempt_at = now() from chosen c
    where n.id = c.id and c.status = 'pending' and not c."isResent"
  )
  select id, "subjectId", sequence, status, "isResent", attempt, created::text as "createdAt"
  from chosen order by created, id`;
const TAKE_WAITING = take(FIRST_WAITING);
const TAKE_UNACKNOWLEDGED = take(UNACKNOWLEDGED);

/** Notes how far a request is, and lets another one have its turn. Nothing is noted when it was asked for anew. */
export async function saveProgress(em: EntityManager, request: RetryRequest, last: Retriable): Promise<void> {
  await em.execute(
    `update notification_release set done_until = ?::timestamptz, done_until_id = ?, leased_until = now()
     where merchant_key = ? and kind = ? and requested_at = ?::timestamptz`,
    [last.createdAt, last.id, request.merchantKey, request.kind, request.requestedAt],
  );
}

/** Removes a request that is done, unless it was asked for anew. */
export async function finishRetryRequest(em: EntityManager, request: RetryRequest): Promise<void> {
  const key = [request.merchantKey, request.kind, request.requestedAt];
  await em.execute(
    'delete from notification_release where merchant_key = ? and kind = ? and requested_at = ?::timestamptz',
    key,
  );
}

/** Numbers of an order's (or a settlement's) notifications that wait. */
export async function waitingSequences(em: EntityManager, subjectId: string): Promise<number[]> {
  const rows = await em.execute<{ sequence: number }[]>(
    `select sequence from notification where subject_id = ? and status = 'pending' order by sequence`,
    [subjectId],
  );
  return rows.map(({ sequence }) => sequence);
}

/** Asks that one be tried although its receiver asked for no requests; of an order's that wait, the first. */
export async function markAsked(em: EntityManager, id: string): Promise<void> {
  await em.execute(
    `update notification set asked_at = now() where id = (
       select coalesce(f.id, n.id) from notification n
       left join lateral (select p.id from notification p where p.subject_id = n.subject_id and p.status = 'pending'
         and p.resent_at is null order by p.sequence limit 1) f on n.status = 'pending' and n.resent_at is null
       where n.id = ?)`,
    [id],
  );
}

/** Due for so long, and nobody at work: its activity, or its order, may have lost it. */
const STALLED_AFTER = "interval '20 seconds'";

export interface Stalled {
  readonly id: string;
  readonly subjectId: string;
  readonly merchantKey: string;
  readonly sequence: number;
  readonly isOfOrder: boolean;
  readonly isResent: boolean;
}

/**
 * Takes notifications that are the first to be sent of their order or settlement, are due, and that nobody works on.
 * They are noted to be due now, as what is to be retried is, so each is taken again when it is that old once more. Most are only queued, which Temporal can tell. At most `limit`.
 */
export async function takeStalled(em: EntityManager, limit: number): Promise<Stalled[]> {
  return await em.execute<Stalled[]>(
    `update notification set next_attempt_at = now()
     where id in (
       select n.id from notification n left join orders o on o.id = n.order_id
       where n.status = 'pending' and coalesce(n.next_attempt_at, n.created_at) < now() - ${STALLED_AFTER}
         and (n.attempting_until is null or n.attempting_until < now())
         and (n.resent_at is null or n.resent_at < now() - ${STALLED_AFTER})
         and (n.order_id is null or o.workflow_started_at < now() - ${STALLED_AFTER})
         and not exists (select 1 from notification p
           where p.subject_id = n.subject_id and p.status = 'pending' and p.sequence < n.sequence
             and (p.resent_at is null) = (n.resent_at is null))
       order by coalesce(n.next_attempt_at, n.created_at) limit ?
       for update of n skip locked)
     returning id, subject_id as "subjectId", merchant_key as "merchantKey", sequence,
       order_id is not null as "isOfOrder", resent_at is not null as "isResent"`,
    [limit],
  );
}

/** SQL that asks for what waits for an endpoint to be tried now; for a place inside a larger statement. Parameter: the endpoint's id. */
export const REQUEST_WAKE = `
  insert into retry_request (kind, merchant_key, endpoint_id)
  select 'wake', merchant_key, id from callback_endpoint where id = ?
  on conflict (endpoint_id) where kind = 'wake' do update set
    requested_at = now(), done_until = null, done_until_id = null`;

/** Asks that what waits for an endpoint be tried now. */
export async function requestWake(em: EntityManager, endpointId: string): Promise<void> {
  await em.execute(REQUEST_WAKE, [endpointId]);
}
