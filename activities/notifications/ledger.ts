/** What the database knows of a delivery. One statement to read, one to write: this is the busiest part of a worker. */
import type { MikroORM } from '@mikro-orm/postgresql';
import { executePrepared, prepared } from '../../db/prepared.ts';
import type { AttemptError, NotificationState } from '../../domain/notification.ts';

export interface Delivery {
  readonly status: NotificationState;
  readonly body: string;
  /** Attempts in the books so far. */
  readonly attempts: number;
  /** When it became due: its event happened, or it was asked for again. */
  readonly dueSince: Date;
  /** It is due by the books: its planned time has come, or it was released before that. */
  readonly isDue: boolean;
  /** So many of the subject's notifications come after it. */
  readonly later: number;
  /** Undefined while the merchant has no callback address. */
  readonly endpoint: Endpoint | undefined;
}

export interface Endpoint {
  readonly merchantKey: string;
  readonly url: string;
  /** Another one each time the merchant saves its address. */
  readonly version: string;
  readonly isPaused: boolean;
  /** Encrypted; the current one first, the previous one while a rotation lasts. */
  readonly secretsEncrypted: readonly string[];
}

export interface AttemptRecord {
  readonly notificationId: string;
  /** Where it was sent: an endpoint that was changed meanwhile is not blamed. */
  readonly url: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: AttemptError | null;
  readonly excerpt: string | null;
  /** Null when no further attempt is planned. */
  readonly nextAttemptAt: Date | null;
  readonly pauses: boolean;
}

export interface Standing extends Pick<Delivery, 'status' | 'attempts' | 'later'> {}

export interface BookedStanding extends Standing {
  /** It was released while this attempt was under way, which failed: another one is due. */
  readonly isReleased: boolean;
  /** Id of the subject's next notification, where one is there and nobody has tried to deliver it. */
  readonly next: string | null;
}

export interface Ledger {
  /** Undefined when there is no such notification. */
  read(notificationId: string, now: Date): Promise<Delivery | undefined>;
  /**
   * Books one POST. Each gets the next number, also when two run at once (a worker that was thought dead, a
   * redelivery during an attempt), and a failure never undoes an acknowledgement.
   */
  record(attempt: AttemptRecord): Promise<BookedStanding>;
  /** Opens a settled notification again; does nothing where this very request did before. */
  reopen(notificationId: string, requestedAt: string): Promise<void>;
  /** Notes when it will be tried, where no attempt was made now. */
  postpone(notificationId: string, nextAttemptAt: Date): Promise<void>;
  /** Books that there is nowhere to send to. */
  skip(notificationId: string): Promise<Standing>;
}

export function createLedger(orm: MikroORM): Ledger {
  const run = <Row>(sql: string, values: unknown[]) => orm.em.getConnection().execute<Row[]>(sql, values);
  return {
    read: async (id, now) => {
      const [row] = await executePrepared<DeliveryRow>(orm.em, READ, [now, id]);
      if (row === undefined) return undefined;
      const { status, body, attempts, later, is_due: isDue } = row;
      const dueSince = new Date(row.due_since);
      return { status, body, attempts, later, dueSince, isDue, endpoint: endpointOf(row) };
    },
    reopen: async (id, requestedAt) => {
      await run(REOPEN, [requestedAt, id, requestedAt]);
    },
    record: async (attempt) => {
      const [standing] = await executePrepared<BookedStanding>(orm.em, RECORD, [
        attempt.notificationId,
        attempt.url,
        attempt.startedAt,
        attempt.durationMs,
        attempt.status,
        attempt.error,
        attempt.excerpt,
        attempt.nextAttemptAt,
        attempt.pauses,
      ]);
      return found(standing);
    },
    postpone: async (id, nextAttemptAt) => {
      await run(POSTPONE, [nextAttemptAt, id]);
    },
    skip: async (id) => found((await run<Standing>(SKIP, [id]))[0]),
  };
}

interface DeliveryRow extends Standing {
  readonly body: string;
  readonly due_since: Date | string;
  readonly is_due: boolean;
  readonly merchant_key: string;
  readonly version: string;
  readonly url: string | null;
  readonly secret: string | null;
  readonly previous_secret: string | null;
  readonly is_paused: boolean;
}

/** Of notification `n`. */
const LATER =
  '(select max(l.sequence) from notification l where l.subject_id = n.subject_id) - n.sequence as later';

const READ = prepared(
  'read-delivery',
  `
  select n.status, n.body, n.attempts, coalesce(n.resent_at, n.created_at) as due_since, n.merchant_key,
    coalesce(n.next_attempt_at <= now(), false) as is_due, ${LATER},
    e.updated_at::text as version, e.url, e.secret_encrypted as secret,
    case when e.previous_secret_until > ?::timestamptz then e.previous_secret_encrypted end as previous_secret,
    e.paused_at is not null as is_paused
  from notification n left join callback_endpoint e on e.merchant_key = n.merchant_key
  where n.id = ?`,
);

const REOPEN = `
  update notification set status = 'pending', resent_at = ?::timestamptz, next_attempt_at = null,
    acknowledged_at = null, abandon_reason = null
  where id = ? and (resent_at is null or resent_at < ?::timestamptz)`;

/**
 * An endpoint that failed for this long and acknowledges again gets what waits at once, not within the hour. Below
 * it, the waits are short, and one that fails every now and then would be flooded.
 */
const WORTH_WAKING = "interval '15 seconds'";

/**
 * The endpoint's row is written only when it changes sides, so that a merchant's many notifications don't queue for
 * it. An acknowledgement wins over everything; a failure leaves alone what is acknowledged or abandoned.
 */
const RECORD = prepared(
  'record-attempt',
  `
  with attempt as (
    select ?::text as id, ?::text as url, ?::timestamptz as started_at, ?::int as duration_ms,
      ?::int as http_status, ?::text as error, ?::text as excerpt, ?::timestamptz as next_attempt_at, ?::bool as pauses
  ), booked as (
    update notification n set
      attempts = n.attempts + 1,
      status = case
        when a.error is null then 'acknowledged'
        when n.status in ('acknowledged', 'abandoned') then n.status
        else 'pending' end,
      acknowledged_at = coalesce(n.acknowledged_at, case when a.error is null
        then a.started_at + a.duration_ms * interval '1 millisecond' end),
      next_attempt_at = case
        when a.error is null or n.status in ('acknowledged', 'abandoned') then null
        -- Released while the attempt was under way: it may have gone to the old address.
        when n.next_attempt_at > a.started_at and n.next_attempt_at <= now() then n.next_attempt_at
        else a.next_attempt_at end
    from attempt a where n.id = a.id
    returning n.id, n.merchant_key, n.status, n.attempts, n.subject_id, n.sequence, n.next_attempt_at
  ), written as (
    insert into delivery_attempt
      (notification_id, number, started_at, duration_ms, http_status, error, response_excerpt)
    select b.id, b.attempts, a.started_at, a.duration_ms, a.http_status, a.error, a.excerpt
    from booked b, attempt a
  ), judged as (
    update callback_endpoint e set
      failing_since = case when a.error is null then null else coalesce(e.failing_since, a.started_at) end,
      paused_at = case when a.pauses then coalesce(e.paused_at, a.started_at) else e.paused_at end
    from booked b, attempt a
    where e.merchant_key = b.merchant_key and e.url = a.url
      and ((e.failing_since is null) <> (a.error is null) or (a.pauses and e.paused_at is null))
    returning e.merchant_key, a.pauses and e.paused_at = a.started_at as is_paused_now
  ), audited as (
    insert into audit_entry (action, subject, merchant_key, actor)
    select 'callback.paused', 'callback:' || merchant_key, merchant_key, 'platform' from judged where is_paused_now
  ), woken as (
    insert into notification_release (merchant_key, kind)
    select e.merchant_key, 'wake' from callback_endpoint e, booked b, attempt a
    where a.error is null and e.merchant_key = b.merchant_key and e.url = a.url
      and e.failing_since < a.started_at - ${WORTH_WAKING}
    on conflict (merchant_key, kind) do update set requested_at = now(), done_until = null, done_until_id = null
  )
  select n.status, n.attempts, coalesce(n.next_attempt_at <> a.next_attempt_at, false) as "isReleased",
    behind.id as next, ${LATER}
  from attempt a cross join booked n left join notification behind
    on behind.subject_id = n.subject_id and behind.sequence = n.sequence + 1
      and behind.status = 'pending' and behind.attempts = 0 and behind.resent_at is null`,
);

const POSTPONE = `update notification set next_attempt_at = ?::timestamptz where id = ? and status = 'pending'`;

const SKIP = `
  update notification n set status = case when status = 'pending' then 'skipped' else status end,
    next_attempt_at = case when status = 'pending' then null else next_attempt_at end
  where id = ? returning status, attempts, ${LATER}`;

function endpointOf(row: DeliveryRow): Endpoint | undefined {
  if (row.url === null || row.secret === null) return undefined;
  const secretsEncrypted = row.previous_secret === null ? [row.secret] : [row.secret, row.previous_secret];
  const { merchant_key: merchantKey, url, version } = row;
  return { merchantKey, url, version, isPaused: row.is_paused, secretsEncrypted };
}

function found<Row extends Standing>(standing: Row | undefined): Row {
  if (standing === undefined) throw new Error('the notification is gone');
  return standing;
}
