import { type EntityManager, raw } from '@mikro-orm/postgresql';
import type { NotificationState, ReleaseKind } from '../../domain/notification.ts';
import { Notification } from '../entities/index.ts';

/** Whoever takes a release has this long for one batch of it; then another process may go on. */
const LEASE = "interval '15 seconds'";
/** What was due so long ago is queued or under way. Shorter than the lease: what a lost process left is not taken for it. */
const UNDER_WAY = "interval '10 seconds'";

export interface Release {
  readonly merchantKey: string;
  readonly kind: ReleaseKind;
  /** Text of PostgreSQL, to the microsecond: it tells this request from one that came meanwhile. */
  readonly requestedAt: string;
  readonly since: string | null;
  readonly doneUntil: string | null;
  readonly doneUntilId: string | null;
}

/** A notification that is to be tried now. */
export interface Released {
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
 * SQL that asks for a release; for a place inside a larger statement. Parameters: merchant key, kind, since.
 * Asking again starts over, and reaches back as far as the farther of the two.
 */
export const REQUEST_RELEASE = `
  insert into notification_release (merchant_key, kind, since) values (?, ?, ?::timestamptz)
  on conflict (merchant_key, kind) do update set
    since = least(notification_release.since, excluded.since), requested_at = now(),
    done_until = null, done_until_id = null`;

/** Asks that a merchant's waiting notifications be tried now; those of events since an instant (RFC 3339), or all. */
export async function requestRelease(
  em: EntityManager,
  merchantKey: string,
  kind: ReleaseKind,
  since: string | null,
): Promise<void> {
  await em.execute(REQUEST_RELEASE, [merchantKey, kind, since]);
}

/** Takes the release that waits longest; those under way take turns. Undefined when there is nothing to do. */
export async function takeRelease(em: EntityManager): Promise<Release | undefined> {
  const [release] = await em.execute<Release[]>(
    `update notification_release set leased_until = now() + ${LEASE}
     where (merchant_key, kind) = (
       select merchant_key, kind from notification_release where leased_until is null or leased_until < now()
       order by leased_until nulls first limit 1 for update skip locked)
     returning merchant_key as "merchantKey", kind, requested_at::text as "requestedAt", since::text,
       done_until::text as "doneUntil", done_until_id as "doneUntilId"`,
  );
  return release;
}

/**
 * The next notifications of a release, oldest first. To wake: the first one waiting of each order and
 * settlement, where its workflow was launched. To recover: everything that is not acknowledged.
 */
export async function nextReleased(em: EntityManager, release: Release, limit: number): Promise<Released[]> {
  const { merchantKey, since, requestedAt, doneUntil, doneUntilId } = release;
  return await em.execute<Released[]>(
    `select n.id, n.subject_id as "subjectId", n.sequence, n.status, n.resent_at is not null as "isResent",
       case when n.next_attempt_at > now() + interval '1 second' then 'planned'
         when n.next_attempt_at > now() - ${UNDER_WAY} then 'due' else 'unknown' end as attempt,
       n.created_at::text as "createdAt"
     from notification n left join orders o on o.id = n.order_id
     where n.merchant_key = ? and ${release.kind === 'wake' ? FIRST_WAITING : UNACKNOWLEDGED}
       and (n.created_at, n.id) > (coalesce(?::timestamptz, '-infinity'), coalesce(?, ''))
       and n.created_at >= coalesce(?::timestamptz, '-infinity') and n.created_at <= ?::timestamptz
       and (n.order_id is null or o.workflow_started_at is not null)
     order by n.created_at, n.id limit ?`,
    [merchantKey, doneUntil, doneUntilId, since, requestedAt, limit],
  );
}

const UNACKNOWLEDGED = `n.status <> 'acknowledged'`;
const FIRST_WAITING = `n.status = 'pending' and not exists (
  select 1 from notification p where p.subject_id = n.subject_id and p.status = 'pending' and p.sequence < n.sequence
    and (p.resent_at is null) = (n.resent_at is null))`;

/** Notes that they are due now, whatever was planned: the worker that gets one goes by it. */
export async function markReleased(em: EntityManager, ids: readonly string[]): Promise<void> {
  const where = { id: { $in: [...ids] }, status: 'pending' } as const;
  await em.nativeUpdate(Notification, where, { nextAttemptAt: raw('now()') });
}

/** Notes how far a release is, and lets another one have its turn. Nothing is noted when it was asked for anew. */
export async function saveProgress(em: EntityManager, release: Release, last: Released): Promise<void> {
  await em.execute(
    `update notification_release set done_until = ?::timestamptz, done_until_id = ?, leased_until = now()
     where merchant_key = ? and kind = ? and requested_at = ?::timestamptz`,
    [last.createdAt, last.id, release.merchantKey, release.kind, release.requestedAt],
  );
}

/** Removes a release that is done, unless it was asked for anew. */
export async function finishRelease(em: EntityManager, release: Release): Promise<void> {
  const key = [release.merchantKey, release.kind, release.requestedAt];
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

/** Nobody has said a word about it for so long: its order may not know of it. */
const FORGOTTEN_AFTER = "interval '20 seconds'";
/** One that was looked after is left alone for as long. */
const LOOKED_AFTER_FOR = "interval '5 minutes'";

/**
 * Takes orders with a notification that no worker ever touched although it is the first to be sent: the order's
 * workflow may have lost the move (docs/decisions/0027). At most `limit`; each is taken once in five minutes.
 */
export async function takeForgotten(em: EntityManager, limit: number): Promise<string[]> {
  const rows = await em.execute<{ orderId: string }[]>(
    `update notification set next_attempt_at = now() + ${LOOKED_AFTER_FOR}
     where id in (
       select n.id from notification n join orders o on o.id = n.order_id
       where n.status = 'pending' and n.attempts = 0 and n.created_at < now() - ${FORGOTTEN_AFTER}
         and (n.next_attempt_at is null or n.next_attempt_at < now() - ${FORGOTTEN_AFTER})
         and n.resent_at is null and o.workflow_started_at < now() - ${FORGOTTEN_AFTER}
         and not exists (select 1 from notification p
           where p.subject_id = n.subject_id and p.status = 'pending' and p.sequence < n.sequence)
       order by n.created_at limit ? for update of n skip locked)
     returning order_id as "orderId"`,
    [limit],
  );
  return rows.map(({ orderId }) => orderId);
}
