/** The delivery store's statements; what they promise is in activities/notifications/delivery-store.ts. */
import { prepared } from '../prepared.ts';

/** Of notification `n`. */
const LATER =
  '(select max(l.sequence) from notification l where l.subject_id = n.subject_id) - n.sequence as later';

export const READ = prepared(
  'read-delivery',
  `
  select n.status, n.body, n.attempts, coalesce(n.resent_at, n.created_at) as "dueSince", n.merchant_key as "merchantKey",
    coalesce(n.next_attempt_at <= now(), false) as "isDue", n.next_attempt_at::text as planned,
    n.asked_at is not null as "isAsked", ${LATER},
    greatest(ceil(extract(epoch from n.attempting_until - now()) * 1000), 0)::int as "underWayMs",
    e.updated_at::text as version, e.url, e.secret_encrypted as secret,
    case when e.previous_secret_until > ?::timestamptz then e.previous_secret_encrypted end as "previousSecret",
    e.paused_at is not null as "isPaused", e.failing_since is not null as "isFailing", e.held_until as "heldUntil"
  from notification n left join callback_endpoint e on e.merchant_key = n.merchant_key
  where n.id = ?`,
);

/** A request, and the time to write down what came of it: as long as the activity may take. */
const CLAIM_LASTS = "interval '15 seconds'";

/** By the clock of the database alone, which is the same for all workers; only a hold is by the worker's. */
export const CLAIM = prepared(
  'claim-attempt',
  `
  update notification n set attempting_until = now() + ${CLAIM_LASTS}
  where n.id = ? and n.status not in ('acknowledged', 'abandoned')
    and (n.attempting_until is null or n.attempting_until < now())
    and (n.asked_at is not null or not exists (
      select 1 from callback_endpoint e where e.merchant_key = n.merchant_key and e.held_until > ?::timestamptz))
  returning n.attempting_until::text as until`,
);

export const UNCLAIM = `
  update notification set attempting_until = null where id = ? and attempting_until = ?::timestamptz`;

export const REOPEN = `
  update notification set status = 'pending', resent_at = ?::timestamptz, next_attempt_at = null,
    acknowledged_at = null, abandon_reason = null
  where id = ? and (resent_at is null or resent_at < ?::timestamptz)`;

/**
 * An endpoint that failed and acknowledges again gets what waits, not within the hour but so long after it began to
 * fail: one that fails every now and then is not flooded.
 */
const RETRY_AFTER = "interval '15 seconds'";

/**
 * The endpoint's row is written only when it changes sides, so that a merchant's many notifications don't queue for
 * it. An acknowledgement wins over everything; a failure leaves alone what is acknowledged or abandoned.
 */
export const RECORD = prepared(
  'record-attempt',
  `
  with attempt as (
    select ?::text as id, ?::timestamptz as claim, ?::text as url, ?::timestamptz as version, ?::timestamptz as started_at,
      ?::int as duration_ms, ?::int as http_status, ?::text as error, ?::text as excerpt,
      ?::timestamptz as next_attempt_at, ?::timestamptz as held_until, ?::bool as pauses
  ), recorded as (
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
        -- A retry was asked for while the attempt was under way: it may have gone to the old address.
        when n.next_attempt_at > a.claim - ${CLAIM_LASTS} and n.next_attempt_at <= now() then n.next_attempt_at
        else a.next_attempt_at end,
      attempting_until = nullif(n.attempting_until, a.claim),
      asked_at = case when n.asked_at > a.claim - ${CLAIM_LASTS} then n.asked_at end
    from attempt a where n.id = a.id
    returning n.id, n.merchant_key, n.status, n.attempts, n.subject_id, n.sequence, n.next_attempt_at
  ), written as (
    insert into delivery_attempt
      (notification_id, number, started_at, duration_ms, http_status, error, response_excerpt)
    select b.id, b.attempts, a.started_at, a.duration_ms, a.http_status, a.error, a.excerpt
    from recorded b, attempt a
  ), judged as (
    update callback_endpoint e set
      failing_since = case when a.error is null then null else coalesce(e.failing_since, a.started_at) end,
      paused_at = case when a.pauses then coalesce(e.paused_at, a.started_at) else e.paused_at end,
      held_until = greatest(e.held_until, case when e.updated_at = a.version then a.held_until end)
    from recorded b, attempt a
    where e.merchant_key = b.merchant_key and e.url = a.url
      and ((e.failing_since is null) <> (a.error is null) or (a.pauses and e.paused_at is null)
        or (e.updated_at = a.version
          and a.held_until > coalesce(e.held_until, '-infinity') + interval '1 second'))
    returning e.merchant_key, a.pauses and e.paused_at = a.started_at as is_paused_now
  ), audited as (
    insert into audit_entry (action, subject, merchant_key, actor)
    select 'callback.paused', 'callback:' || merchant_key, merchant_key, 'platform' from judged where is_paused_now
  ), retried as (
    insert into notification_release (merchant_key, kind, leased_until)
    select e.merchant_key, 'wake', e.failing_since + ${RETRY_AFTER} from callback_endpoint e, recorded b, attempt a
    where a.error is null and e.merchant_key = b.merchant_key and e.url = a.url and e.failing_since is not null
    on conflict (merchant_key, kind) do update set requested_at = now(), done_until = null, done_until_id = null
  )
  select n.status, n.attempts, coalesce(n.next_attempt_at <> a.next_attempt_at, false) as "isRetryNow",
    behind.id as next, ${LATER}
  from attempt a cross join recorded n left join notification behind
    on behind.subject_id = n.subject_id and behind.sequence = n.sequence + 1
      and behind.status = 'pending' and behind.attempts = 0 and behind.resent_at is null`,
);

export const POSTPONE = `
  update notification set next_attempt_at = ?::timestamptz
  where id = ? and status = 'pending' and next_attempt_at is not distinct from ?::timestamptz returning 1`;

export const SKIP = `
  update notification n set status = case when status = 'pending' then 'skipped' else status end,
    next_attempt_at = case when status = 'pending' then null else next_attempt_at end
  where id = ? returning status, attempts, ${LATER}`;
