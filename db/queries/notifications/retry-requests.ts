/**
 * What is to be tried now, and which API processes work off (docs/decisions/0165): requests of a whole endpoint or merchant, rows of
 * `retry_request`; notifications that nobody announces; and what is stalled. What this rules out (test/jobs/retries.test.ts):
 *
 * - Two processes work on one request, or a process that died keeps it: each batch is leased.
 * - A request is repeated while it is worked off, and is lost with the old one, or waits for the end of its lease:
 *   progress and end are written only where `requested_at` is unchanged; otherwise the lease is given back.
 * - A batch is read, an attempt fails and writes its next time, and the batch believes what it read: rows are read, locked
 *   and marked in one statement, so one of the two sees the other.
 * - A request is lost with its process, or with Temporal: its notifications are due in the database before a delivery is woken for them.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { RecoveryFilter, RetryKind } from '../../../domain/notification.ts';
import { ofSubject } from './of-subject.ts';
import { recoverySql } from './recoveries.ts';
import { reopenedAt } from './reopen.ts';

/** The lease of a request, for one batch of it; then another process may continue. */
const LEASE = "interval '15 seconds'";

export interface RetryRequest {
  readonly id: string;
  readonly kind: RetryKind;
  readonly merchantKey: string;
  /** Null: all of the merchant's. */
  readonly endpointId: string | null;
  readonly filter: RecoveryFilter;
  /** Text of PostgreSQL, to the microsecond: it distinguishes this request from one that came meanwhile. */
  readonly requestedAt: string;
  readonly doneUntil: string | null;
  readonly doneUntilId: string | null;
}

/** A notification whose delivery is to read the database again. */
export interface Due {
  readonly id: string;
  readonly subjectId: string;
  readonly endpointId: string;
  readonly merchantKey: string;
}

/** One of a request. */
export interface Requested extends Due {
  readonly createdAt: string;
}

/** One that nobody attempts although it is due. */
export interface Stalled extends Due {
  /** It is an order's and was never attempted: the order's workflow may not know of it. */
  readonly isUnannounced: boolean;
}

const asDue = (n: string) => `
  ${n}.id, ${n}.subject_id as "subjectId", ${n}.endpoint_id as "endpointId", ${n}.merchant_key as "merchantKey"`;

/**
 * SQL that has all that waits for an endpoint tried now; for a place inside a larger statement. Parameter: its id. Asking
 * again starts over.
 */
const REQUEST_WAKE = `
  insert into retry_request (kind, merchant_key, endpoint_id)
  select 'wake', merchant_key, id from callback_endpoint where id = ?
  on conflict (endpoint_id) where kind = 'wake'
    do update set requested_at = now(), done_until = null, done_until_id = null`;

/** Asks that all that waits for an endpoint be tried now. */
export async function requestWake(em: EntityManager, endpointId: string): Promise<void> {
  await em.execute(REQUEST_WAKE, [endpointId]);
}

/** SQL: those that can be worked on. */
export const OPEN_REQUESTS = `retry_request r
where finished_at is null and (leased_until is null or leased_until < now()) and not exists (
  select 1 from callback_endpoint e where e.id = r.endpoint_id and e.held_until > now())`;

/**
 * Takes the request that waits longest; those under way take turns. Undefined when there is nothing to do. Where a
 * receiver asked for no requests, its endpoint's waits until then (docs/decisions/0058).
 */
export async function takeRetryRequest(em: EntityManager): Promise<RetryRequest | undefined> {
  const [request] = await em.execute<RetryRequest[]>(
    `update retry_request set leased_until = now() + ${LEASE}
     where id = (
       select id from ${OPEN_REQUESTS}
       order by leased_until nulls first limit 1 for update skip locked)
     returning id, kind, merchant_key as "merchantKey", endpoint_id as "endpointId", filter,
       requested_at::text as "requestedAt", done_until::text as "doneUntil", done_until_id as "doneUntilId"`,
  );
  return request;
}

/** A row that somebody holds longer than this ends the batch, which is taken again when its lease is over. */
const LOCK_LIMIT = "'2s'";

/** The first pending notification of a subject for an endpoint. */
const isFirstWaiting = (n: string) => `${n}.status = 'pending' and not exists (
  select from ${ofSubject(`${n}.subject_id`)} p where p.endpoint_id = ${n}.endpoint_id
    and p.status = 'pending' and p.position < ${n}.position)`;

/**
 * The next notifications of a request, oldest first. `wake`: the first one waiting of each subject for the endpoint. `recover`: all that
 * its filter takes. In the same step those that are resolved are opened again, and those that wait become due: an attempt that fails
 * before it is seen with its next time, one that fails afterwards sees that it is to be retried.
 */
export async function nextToRetry(
  em: EntityManager,
  { kind, merchantKey, endpointId, filter, requestedAt, doneUntil, doneUntilId }: RetryRequest,
  limit: number,
): Promise<Requested[]> {
  const which = kind === 'wake' ? { sql: isFirstWaiting('n'), values: [] } : recoverySql(filter);
  const values = [
    ...[merchantKey, endpointId, endpointId, ...which.values, doneUntil, doneUntilId, requestedAt, limit],
    ...[requestedAt, requestedAt],
  ];
  return await em.transactional(async (em) => {
    await em.execute(`set local lock_timeout = ${LOCK_LIMIT}`);
    return await em.execute<Requested[]>(take(which.sql), values);
  });
}

const take = (which: string) => `
  with chosen as (
    select ${asDue('n')}, n.status, n.created_at as created
    from notification n
    where n.merchant_key = ? and (?::text is null or n.endpoint_id = ?) and ${which}
      and (n.created_at, n.id) > (coalesce(?::timestamptz, '-infinity'), coalesce(?, ''))
      and n.created_at <= ?::timestamptz
    order by n.created_at, n.id limit ? for update of n
  ), marked as (
    update notification n set next_attempt_at = now() from chosen c where n.id = c.id and c.status = 'pending'
  ), reopened as (
    -- By the time of the request: what it has sent once, it does not open again.
    update notification n set ${reopenedAt('?::timestamptz')}
    from chosen c where n.id = c.id and c.status <> 'pending' and (n.resent_at is null or n.resent_at < ?::timestamptz)
  )
  select c.*, created::text as "createdAt" from chosen c order by created, c.id`;

/** Writes how far a request is, and lets another one have its turn; a request that was repeated meanwhile starts over. */
export async function saveProgress(
  em: EntityManager,
  request: RetryRequest,
  last: Requested,
  count: number,
): Promise<void> {
  const noted = await em.execute<unknown[]>(
    `update retry_request set done_until = ?::timestamptz, done_until_id = ?, taken = taken + ?, leased_until = now()
     where id = ? and requested_at = ?::timestamptz and finished_at is null returning 1`,
    [last.createdAt, last.id, count, request.id, request.requestedAt],
  );
  if (noted.length === 0) await giveBack(em, request);
}

/** Ends a request that is done; a request that was repeated meanwhile starts over. The merchant can see a recovery that has ended. */
export async function finishRetryRequest(
  em: EntityManager,
  request: RetryRequest,
  count: number,
): Promise<void> {
  const key = [request.id, request.requestedAt];
  const finished =
    request.kind === 'wake'
      ? await em.execute<unknown[]>(REMOVE, key)
      : await em.execute<unknown[]>(FINISH, [count, ...key]);
  if (finished.length === 0) await giveBack(em, request);
}

const REMOVE = 'delete from retry_request where id = ? and requested_at = ?::timestamptz returning 1';
const FINISH = `
  update retry_request set finished_at = now(), taken = taken + ?
  where id = ? and requested_at = ?::timestamptz and finished_at is null returning 1`;

/** A repeated request need not wait for the end of a lease. */
async function giveBack(em: EntityManager, { id }: RetryRequest): Promise<void> {
  await em.execute('update retry_request set leased_until = now() where id = ? and finished_at is null', [
    id,
  ]);
}

/**
 * Requests that a pending one be tried now, although its receiver asked for no requests: the first of those before it, or itself.
 */
export async function askFor(em: EntityManager, id: string): Promise<void> {
  await em.execute(
    `update notification set asked_at = now(), next_attempt_at = now() where id = (
       select p.id from notification n join lateral ${ofSubject('n.subject_id')} p on p.endpoint_id = n.endpoint_id
       where n.id = ? and n.status = 'pending' and p.status = 'pending' order by p.position limit 1)`,
    [id],
  );
}

/** Due for so long, and nobody at work: its delivery, its announcement or its order may be lost. */
const STALLED_AFTER = "interval '20 seconds'";

/**
 * Takes notifications that are the first of their queue, are due, and that nobody attempts. They are noted to be due now, so each is
 * taken again when it is that old once more. Nothing is sent to a paused endpoint, so its wait is no stall. At most `limit`.
 */
export async function takeStalled(em: EntityManager, limit: number): Promise<Stalled[]> {
  return await em.execute<Stalled[]>(
    `update notification set next_attempt_at = now()
     where id in (
       select n.id from notification n
         join callback_endpoint e on e.id = n.endpoint_id left join orders o on o.id = n.order_id
       where n.status = 'pending' and coalesce(n.next_attempt_at, n.created_at) < now() - ${STALLED_AFTER}
         and (n.resent_at is null or n.resent_at < now() - ${STALLED_AFTER})
         and e.paused_at is null and (n.attempting_until is null or n.attempting_until < now())
         and (n.order_id is null or n.attempts > 0 or o.workflow_started_at < now() - ${STALLED_AFTER})
         and ${isFirstWaiting('n')}
       order by coalesce(n.next_attempt_at, n.created_at) limit ?
       for update of n skip locked)
     returning ${asDue('notification')}, order_id = subject_id and attempts = 0 as "isUnannounced"`,
    [limit],
  );
}

/** SQL: what nobody announces, and whose delivery nobody has woken for it. */
export const TO_WAKE = `notification n where n.status = 'pending' and n.wake_at <= now()`;

/**
 * Takes what nobody announces, oldest first, at most `limit`. A process that dies before it wakes the delivery leaves it to the search for
 * what is stalled.
 */
export async function takeToWake(em: EntityManager, limit: number): Promise<Due[]> {
  return await em.execute<Due[]>(
    `update notification set wake_at = null
     where id in (select n.id from ${TO_WAKE} order by n.wake_at limit ? for update of n skip locked)
     returning ${asDue('notification')}`,
    [limit],
  );
}
