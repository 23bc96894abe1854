/** The delivery store's statements; what they promise is in activities/notifications/delivery-store.ts. */
import { FAILING_AFTER_MS } from '../../../domain/mail.ts';
import { prepared } from '../../prepared.ts';
import { addSingleJobs } from '../platform/jobs.ts';
import { addEndpointNotices } from './endpoint-trouble.ts';
import { ofSubject } from './of-subject.ts';

/** @param id SQL of the notification's. Values before it: the time, twice. */
const delivery = (id: string) => `
  select n.id, n.status, n.type, n.body, n.attempts, n.subject_id as "subjectId", n.sequence,
    coalesce(n.resent_at, n.created_at) as "dueSince", n.merchant_key as "merchantKey", n.endpoint_id as "endpointId",
    n.next_attempt_at::text as planned, n.asked_at is not null as "isAsked",
    greatest(ceil(extract(epoch from n.next_attempt_at - ?::timestamptz) * 1000), 0)::float8 as "waitMs",
    greatest(ceil(extract(epoch from n.attempting_until - now()) * 1000), 0)::int as "underWayMs",
    e.updated_at::text as version, e.url, e.signature_scheme as "signatureScheme", e.secret_encrypted as secret,
    case when e.previous_secret_until > ?::timestamptz then e.previous_secret_encrypted end as "previousSecret",
    e.headers_encrypted as "headersEncrypted", e.max_per_second as "maxPerSecond",
    e.paused_at is not null as "isPaused", e.failing_since is not null as "isFailing", e.held_until as "heldUntil"
  from notification n join callback_endpoint e on e.id = n.endpoint_id
  where n.id = ${id}`;

export const READ = prepared('read-delivery', delivery('?'));

/** Values of the queue: its subject, its endpoint. */
export const READ_NEXT = prepared(
  'read-next-delivery',
  delivery(`(
    select p.id from ${ofSubject('?')} p where p.endpoint_id = ? and p.status = 'pending' order by p.position limit 1)`),
);

/** A subject's pending notifications; and of each, whether it is the first that waits for its endpoint, is due and was never attempted. */
export const READ_WAITING = prepared(
  'read-waiting',
  `
  select n.id as "notificationId", n.endpoint_id as "endpointId", n.merchant_key as "merchantKey",
    n.attempts = 0 and coalesce(n.next_attempt_at <= now(), true)
      and lag(n.id) over (partition by n.endpoint_id order by n.position) is null as "isFirst"
  from ${ofSubject('?')} n where n.status = 'pending'
  order by n.position, n.endpoint_id`,
);

/** The time for a request and for writing its result: as long as the activity may take. */
const CLAIM_LASTS = "interval '15 seconds'";

/** By the clock of the database alone, which is the same for all workers; only a hold is by the worker's. */
export const CLAIM = prepared(
  'claim-attempt',
  `
  update notification n set attempting_until = now() + ${CLAIM_LASTS}
  where n.id = ? and n.status not in ('acknowledged', 'abandoned')
    and (n.attempting_until is null or n.attempting_until < now())
    and (n.asked_at is not null or not exists (
      select 1 from callback_endpoint e where e.id = n.endpoint_id and e.held_until > ?::timestamptz))
  returning n.attempting_until::text as until`,
);

export const UNCLAIM = `
  update notification set attempting_until = null where id = ? and attempting_until = ?::timestamptz`;

/**
 * The result of one POST. An acknowledgement wins over everything; a failure leaves alone what is acknowledged or abandoned.
 * Answers also whether the endpoint's row says that it fails.
 */
export const RECORD = prepared(
  'record-attempt',
  `
  with attempt as (
    select ?::text as id, ?::timestamptz as claim, ?::timestamptz as started_at, ?::int as duration_ms,
      ?::int as http_status, ?::text as error, ?::text as excerpt, ?::jsonb as request_headers,
      ?::jsonb as response_headers, ?::timestamptz as next_attempt_at
  ), recorded as (
    update notification n set
      attempts = n.attempts + 1,
      last_http_status = a.http_status,
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
    returning n.id, n.endpoint_id, n.status, n.attempts, n.next_attempt_at
  ), written as (
    insert into delivery_attempt (notification_id, number, endpoint_id, started_at, duration_ms, http_status, error,
      response_excerpt, request_headers, response_headers)
    select b.id, b.attempts, b.endpoint_id, a.started_at, a.duration_ms, a.http_status, a.error, a.excerpt, a.request_headers,
      a.response_headers
    from recorded b, attempt a
  )
  select n.status, n.attempts, n.next_attempt_at is not null and n.next_attempt_at is distinct from a.next_attempt_at as "isRetryNow",
    e.failing_since is not null as "isFailing"
  from attempt a cross join recorded n join callback_endpoint e on e.id = n.endpoint_id`,
);

/** Matches an endpoint whose address is still that of the attempt. Parameters of both: its id, its url then. */
const SAME_ADDRESS = 'e.id = ? and e.url = ?';

/**
 * An endpoint that failed and acknowledges again gets what waits, not within the hour but so long after it began to
 * fail: one that fails every now and then is not flooded.
 */
const RETRY_AFTER = "interval '15 seconds'";

export const ENDPOINT_WORKS = `
  with was as (
    select e.id, e.failing_since, e.notified_state from callback_endpoint e
    where ${SAME_ADDRESS} and e.failing_since is not null for no key update
  ), works as (
    update callback_endpoint e set failing_since = null from was where e.id = was.id
  ), notices as (${addEndpointNotices('select id, now() as run_at from was where notified_state is not null')})
  ${addSingleJobs('endpoint_retry', `select id as subject, failing_since + ${RETRY_AFTER} as run_at from was`)}`;

/** Parameters before the address: when the attempt began; until when the receiver wants no requests, and the version that this is for. */
export const ENDPOINT_FAILS = `
  with failure as (select ?::timestamptz as at, ?::timestamptz as held_until, ?::timestamptz as version), fails as (
  update callback_endpoint e set failing_since = coalesce(e.failing_since, f.at),
    held_until = greatest(e.held_until, f.held_until)
  from failure f where ${SAME_ADDRESS} and e.updated_at = f.version and (e.failing_since is null
    or f.held_until > coalesce(e.held_until, '-infinity') + interval '1 second')
  returning e.id, e.failing_since = f.at as is_new
  )
  ${addEndpointNotices(`select id, now() + interval '${FAILING_AFTER_MS} milliseconds' as run_at from fails where is_new`)}`;

/**
 * Parameters behind the address: its version when the attempt began, and when that was. What was saved since then has been asked to be tried,
 * also where the address is the same. A row where it is paused now; the audit log says who did it.
 */
export const PAUSE_ENDPOINT = `
  with endpoint as (
    select e.id, e.merchant_key, e.is_first, e.paused_at from callback_endpoint e
    where ${SAME_ADDRESS} and (e.updated_at = ?::timestamptz or e.paused_at is not null) for no key update
  ), paused as (
    update callback_endpoint e set paused_at = ?::timestamptz from endpoint was
    where e.id = was.id and was.paused_at is null returning e.id
  ), notices as (${addEndpointNotices('select id, now() as run_at from paused')}
  ), audited as (
    insert into audit_entry (action, subject, merchant_key, actor)
    select 'callback.paused', 'callback:' || case when is_first then merchant_key else id end, merchant_key, 'platform'
    from endpoint where paused_at is null
  )
  select 1 from endpoint`;

export const POSTPONE = `
  update notification set next_attempt_at = ?::timestamptz
  where id = ? and status = 'pending' and next_attempt_at is not distinct from ?::timestamptz returning 1`;

export const SKIP = `
  update notification set status = case when status = 'pending' then 'skipped' else status end,
    next_attempt_at = case when status = 'pending' then null else next_attempt_at end
  where id = ? returning status, attempts`;
