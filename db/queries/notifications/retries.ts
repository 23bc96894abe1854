/**
 * What is to be tried again now, many at once (docs/decisions/0165): all that waits for an endpoint, or what a recovery takes. Jobs work it
 * off in batches (jobs/retries.ts). What this rules out (test/jobs/retries.test.ts):
 *
 * - A request is repeated while it is worked off, and the rest of the old one is taken for all of the new one: progress
 *   counts only for the request that it was made for.
 * - A batch is read, an attempt fails and writes its next time, and the batch believes what it read: rows are read, locked
 *   and marked in one statement, so one of the two sees the other.
 * - A request is lost with its process, or with Temporal: its notifications are due in the database before a delivery is woken for them.
 * - Two requests that follow one another (an address is saved, and its endpoint acknowledges) wake a delivery twice, which puts it at the queue's
 *   end: what is being tried is marked and not woken. Its mark is needed: the attempt that is under way may be refused, or fail.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { ofSubject } from './of-subject.ts';
import { reopenedAt } from './reopen.ts';

/** A notification whose delivery is to read the database again. */
export interface Due {
  readonly id: string;
  readonly subjectId: string;
  readonly endpointId: string;
  readonly merchantKey: string;
}

export const asDue = (n: string) => `
  ${n}.id, ${n}.subject_id as "subjectId", ${n}.endpoint_id as "endpointId", ${n}.merchant_key as "merchantKey"`;

/** SQL: the first pending notification of a subject for an endpoint. */
export const isFirstWaiting = (n: string) => `${n}.status = 'pending' and not exists (
  select from ${ofSubject(`${n}.subject_id`)} p where p.endpoint_id = ${n}.endpoint_id
    and p.status = 'pending' and p.position < ${n}.position)`;

/** A condition on notifications `n`. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

export interface Retry {
  readonly merchantKey: string;
  /** Null: all of the merchant's. */
  readonly endpointId: string | null;
  readonly which: Condition;
  /** Text of PostgreSQL, to the microsecond: what comes later is none of it. */
  readonly requestedAt: string;
}

/** How far a retry is, as its job keeps it. */
export interface RetryProgress {
  /** Which request it is of. */
  readonly requestedAt: string;
  /** What comes up to here is done. */
  readonly until: string;
  readonly untilId: string;
}

/** One of a batch. */
interface Retried extends Due {
  readonly createdAt: string;
  /** It was due lately, before this request marked it: its own time came, or its delivery was woken. */
  readonly isBeingTried: boolean;
}

/**
 * Less than a job's lease (jobs/retries.ts), so that whoever takes up the batch of a process that died wakes all of it; and what is found
 * as stalled (unattended.ts) has waited for longer.
 */
const LATELY = "interval '10 seconds'";

/** What waits for an endpoint: of each subject the first. */
export const FIRST_WAITING: Condition = { sql: isFirstWaiting('n'), values: [] };

/** A row that somebody holds longer than this ends the batch, which is taken again. */
const LOCK_LIMIT = "'2s'";

/**
 * The next notifications of a retry, oldest first. In the same step those that are resolved are opened again, and those that wait become
 * due: an attempt that fails before it is seen with its next time, one that fails afterwards sees that it is to be retried.
 */
export async function nextToRetry(
  em: EntityManager,
  { merchantKey, endpointId, which, requestedAt }: Retry,
  progress: RetryProgress | null,
  limit: number,
): Promise<Retried[]> {
  const done = progress?.requestedAt === requestedAt ? progress : null;
  const values = [
    ...[merchantKey, endpointId, endpointId, ...which.values, done?.until ?? null, done?.untilId ?? null],
    ...[requestedAt, limit, requestedAt, requestedAt, requestedAt],
  ];
  return await em.transactional(async (em) => {
    await em.execute(`set local lock_timeout = ${LOCK_LIMIT}`);
    return await em.execute<Retried[]>(take(which.sql), values);
  });
}

const take = (which: string) => `
  with chosen as (
    select ${asDue('n')}, n.status, n.created_at as created, n.next_attempt_at as due
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
  select c.*, created::text as "createdAt",
    -- Not what this request has marked before: then its wakes failed, or their process died.
    coalesce(c.status = 'pending' and c.due > now() - ${LATELY} and c.due <= now() and c.due < ?::timestamptz, false) as "isBeingTried"
  from chosen c order by created, c.id`;

/** SQL: milliseconds for which an endpoint `e` asked for no requests (docs/decisions/0058); 0 of none. */
export const HELD_MS =
  'greatest(0, coalesce(ceil(extract(epoch from e.held_until - now()) * 1000), 0))::float8';

interface EndpointToRetry {
  readonly merchantKey: string;
  readonly heldMs: number;
}

export async function endpointToRetry(em: EntityManager, id: string): Promise<EndpointToRetry | undefined> {
  const [endpoint] = await em.execute<EndpointToRetry[]>(
    `select merchant_key as "merchantKey", ${HELD_MS} as "heldMs" from callback_endpoint e where id = ?`,
    [id],
  );
  return endpoint;
}
