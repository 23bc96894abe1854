/**
 * Requests to retry now: rows of `retry_request`, which API processes work off (docs/decisions/0021, 0059). What this
 * rules out (test/jobs/retries.test.ts):
 *
 * - Two processes work on one request, or a process that died keeps it: each batch is leased.
 * - A request is asked for anew while it is worked off, and is forgotten with the old one, or waits for the end of its lease:
 *   progress and end are noted only where `requested_at` is the one that was taken; otherwise the lease is given back.
 * - What was handed over overtakes what its endpoint is to hear of the same subject before: it is taken when that is resolved.
 * - Requests that come faster than what is stalled is looked for hide it: they leave what is overdue as old as it is.
 * - A batch is read, an attempt fails and writes its next time, and the batch believes what it read: rows are read, locked
 *   and marked in one statement, so one of the two sees the other.
 * - What was resolved is not sent again since Temporal was not reached: it is opened in the same statement, so it waits from then on.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { NotificationState, RecoveryFilter, RetryKind } from '../../../domain/notification.ts';
import { ofSubject } from './of-subject.ts';
import { recoverySql } from './recoveries.ts';
import { reopenedAt } from './reopen.ts';

/** Whoever takes a request has this long for one batch of it; then another process may go on. */
const LEASE = "interval '15 seconds'";
/** What was due so long ago is queued or under way. Shorter than the lease: what a lost process left is not taken for it. */
const UNDER_WAY = "interval '10 seconds'";

export interface RetryRequest {
  readonly id: string;
  readonly kind: RetryKind;
  readonly merchantKey: string;
  /** Null: all of the merchant's. */
  readonly endpointId: string | null;
  readonly filter: RecoveryFilter;
  /** Text of PostgreSQL, to the microsecond: it tells this request from one that came meanwhile. */
  readonly requestedAt: string;
  readonly doneUntil: string | null;
  readonly doneUntilId: string | null;
}

/** A notification that waits, and who sends it. */
interface Waiting {
  readonly id: string;
  readonly subjectId: string;
  readonly endpointId: string;
  /** It tells of an order or a settlement. */
  readonly hasWorkflow: boolean;
  /** A redelivery has it, not its subject's workflow. */
  readonly isResent: boolean;
  /** Nothing else of its subject waits for another endpoint. */
  readonly isAlone: boolean;
  /** RFC 3339; when it was left to a redelivery. */
  readonly resentAt: string | null;
}

/** A notification that is to be tried now. */
export interface Retriable extends Waiting {
  readonly status: NotificationState;
  /** Of the next attempt: `planned` for later; `due` now or a moment ago, so it is queued or under way; or later than that. */
  readonly attempt: 'planned' | 'due' | 'overdue';
  /** It was resolved; this request has just opened it again. */
  readonly isReopened: boolean;
  readonly createdAt: string;
}

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

/** Of what waits for one endpoint to hear of one subject, by the same workflow, the first. */
const isFirstWaiting = (n: string) => `${n}.status = 'pending' and not exists (
  select 1 from ${ofSubject(`${n}.subject_id`)} p where p.endpoint_id = ${n}.endpoint_id
    and p.status = 'pending' and p.position < ${n}.position and (p.resent_at is null) = (${n}.resent_at is null))`;

/** SQL: it was written for a redelivery (db/queries/notifications/notify.ts), and nobody has taken it yet. */
export const isHandedOver = (n: string) => `${n}.resent_at is not null and ${n}.resent_at = ${n}.created_at
  and ${n}.attempts = 0 and ${n}.next_attempt_at is null and ${n}.attempting_until is null`;

/** Columns of a notification that waits. */
const asWaiting = (n: string) => `
  ${n}.id, ${n}.subject_id as "subjectId", ${n}.endpoint_id as "endpointId",
  num_nonnulls(${n}.order_id, ${n}.settlement_id) = 1 as "hasWorkflow", ${n}.resent_at is not null as "isResent",
  to_char(${n}.resent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "resentAt",
  not exists (select from ${ofSubject(`${n}.subject_id`)} p where p.status = 'pending'
    and p.endpoint_id <> ${n}.endpoint_id and p.resent_at is null) as "isAlone"`;

/**
 * The next notifications of a request, oldest first. `wake`: the first one waiting of each subject for the endpoint, where
 * its workflow was started. `recover`: all that its filter takes. In the same step those that are resolved are opened
 * again, and those that wait are noted to be due: an attempt that fails before it is seen with its next time, one that
 * fails afterwards sees that it is to be retried.
 */
export async function nextToRetry(
  em: EntityManager,
  { kind, merchantKey, endpointId, filter, requestedAt, doneUntil, doneUntilId }: RetryRequest,
  limit: number,
): Promise<Retriable[]> {
  const woken = { sql: `${isFirstWaiting('n')} and not (${isHandedOver('n')})`, values: [] };
  const which = kind === 'wake' ? woken : recoverySql(filter);
  const values = [
    merchantKey,
    endpointId,
    endpointId,
    ...which.values,
    doneUntil,
    doneUntilId,
    requestedAt,
    limit,
    ...[requestedAt, requestedAt],
  ];
  return await em.transactional(async (em) => {
    await em.execute(`set local lock_timeout = ${LOCK_LIMIT}`);
    return await em.execute<Retriable[]>(take(which.sql), values);
  });
}

const take = (which: string) => `
  with chosen as (
    select ${asWaiting('n')}, n.status,
      case when n.attempting_until > now() then 'due'
        when n.next_attempt_at > now() + interval '1 second' then 'planned'
        -- One without a next time, also one that was asked for since, may wait for an hour: its endpoint was paused, say.
        when n.next_attempt_at > greatest(now() - ${UNDER_WAY}, n.created_at + interval '1 millisecond') then 'due'
        else 'overdue' end as attempt,
      n.created_at as created
    from notification n left join orders o on o.id = n.order_id
    where n.merchant_key = ? and (?::text is null or n.endpoint_id = ?) and ${which}
      and (n.created_at, n.id) > (coalesce(?::timestamptz, '-infinity'), coalesce(?, ''))
      and n.created_at <= ?::timestamptz and (n.order_id is null or o.workflow_started_at is not null)
    order by n.created_at, n.id limit ? for update of n
  ), marked as (
    update notification n set next_attempt_at = case
      when n.attempting_until > now() or n.next_attempt_at > now() then now()
      -- What is overdue keeps its age, by which it is found where nobody has it; so little tells that it was asked for.
      else coalesce(n.next_attempt_at, n.created_at) + interval '1 microsecond' end
    from chosen c where n.id = c.id and c.status = 'pending' and not c."isResent"
  ), reopened as (
    -- By the time of the request: what it has sent once, it does not open again.
    update notification n set ${reopenedAt('?::timestamptz')}
    from chosen c where n.id = c.id and c.status <> 'pending' and (n.resent_at is null or n.resent_at < ?::timestamptz)
    returning n.id
  )
  select c.*, created::text as "createdAt", r.id is not null as "isReopened"
  from chosen c left join reopened r on r.id = c.id order by created, c.id`;

/** Notes how far a request is, and lets another one have its turn; asked for anew meanwhile it starts over. */
export async function saveProgress(
  em: EntityManager,
  request: RetryRequest,
  last: Retriable,
  count: number,
): Promise<void> {
  const noted = await em.execute<unknown[]>(
    `update retry_request set done_until = ?::timestamptz, done_until_id = ?, taken = taken + ?, leased_until = now()
     where id = ? and requested_at = ?::timestamptz and finished_at is null returning 1`,
    [last.createdAt, last.id, count, request.id, request.requestedAt],
  );
  if (noted.length === 0) await giveBack(em, request);
}

/** Ends a request that is done; asked for anew meanwhile it starts over. The merchant can see a recovery that has ended. */
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

/** What was asked for anew need not wait for the end of a lease. */
async function giveBack(em: EntityManager, { id }: RetryRequest): Promise<void> {
  await em.execute('update retry_request set leased_until = now() where id = ? and finished_at is null', [
    id,
  ]);
}

/** Ids of what waits for an endpoint to hear of a subject, in order. */
export async function waitingIds(
  em: EntityManager,
  subjectId: string,
  endpointId: string,
): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select id from ${ofSubject('?')} n where endpoint_id = ? and status = 'pending' order by position`,
    [subjectId, endpointId],
  );
  return rows.map(({ id }) => id);
}

/** Asks that one that waits be tried although its receiver asked for no requests; of those that wait before it, the first. */
export async function markAsked(em: EntityManager, id: string): Promise<void> {
  await em.execute(
    `update notification set asked_at = now() where id = (
       select coalesce(f.id, n.id) from notification n
       left join lateral (select p.id from ${ofSubject('n.subject_id')} p
         where p.endpoint_id = n.endpoint_id and p.status = 'pending' and p.resent_at is null
         order by p.position limit 1) f on n.status = 'pending' and n.resent_at is null
       where n.id = ?)`,
    [id],
  );
}

/** Due for so long, and nobody at work: its activity, or its order, may have lost it. */
const STALLED_AFTER = "interval '20 seconds'";

/** A notification that may have been lost. */
export interface Overdue extends Waiting {
  readonly merchantKey: string;
}

/**
 * Takes notifications that are the first to be sent of their subject to their endpoint, are due, and that nobody works on.
 * They are noted to be due now, as what is to be retried is, so each is taken again when it is that old once more. Most
 * are only queued, which Temporal can tell. Nothing is sent to a paused endpoint, so its wait is no stall. At most `limit`.
 */
export async function takeStalled(em: EntityManager, limit: number): Promise<Overdue[]> {
  return await em.execute<Overdue[]>(
    `update notification set next_attempt_at = now()
     where id in (
       select n.id from notification n
         join callback_endpoint e on e.id = n.endpoint_id left join orders o on o.id = n.order_id
       where n.status = 'pending' and coalesce(n.next_attempt_at, n.created_at) < now() - ${STALLED_AFTER}
         and (n.resent_at is null or n.resent_at < now() - ${STALLED_AFTER})
         and e.paused_at is null and (n.attempting_until is null or n.attempting_until < now())
         and (n.order_id is null or n.resent_at is not null or o.workflow_started_at < now() - ${STALLED_AFTER})
         and ${isFirstWaiting('n')} and not (${isHandedOver('n')})
       order by coalesce(n.next_attempt_at, n.created_at) limit ?
       for update of n skip locked)
     returning ${asWaiting('notification')}, merchant_key as "merchantKey"`,
    [limit],
  );
}

/** SQL: what was written for a redelivery, and can be begun. */
export const HANDED_OVER = `notification n
where n.status = 'pending' and ${isHandedOver('n')} and not exists (
  select from ${ofSubject('n.subject_id')} p where p.endpoint_id = n.endpoint_id
    and p.status = 'pending' and p.position < n.position)`;

/**
 * Takes what was written for a redelivery that nobody has begun yet, oldest first, at most `limit`; one of each subject and
 * endpoint, whatever its endpoint hears of the subject before is resolved.
 */
export async function takeHandedOver(em: EntityManager, limit: number): Promise<Overdue[]> {
  return await em.execute<Overdue[]>(
    `update notification set next_attempt_at = now()
     where id in (
       select n.id from ${HANDED_OVER}
       order by n.created_at limit ? for update of n skip locked)
     returning ${asWaiting('notification')}, merchant_key as "merchantKey"`,
    [limit],
  );
}
