/** Endpoints whose owner is to be notified of their state, and what is known of it. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { EndpointState } from '../../../domain/callback-endpoint.ts';
import type { EventType } from '../../../domain/event-types.ts';
import { FAILING_AFTER_MS } from '../../../domain/mail.ts';
import type { AttemptError } from '../../../domain/notification.ts';
import { CallbackEndpoint } from '../../entities/index.ts';
import { addSingleJob, addSingleJobs } from '../platform/jobs.ts';

export interface EndpointToNotify {
  readonly id: string;
  readonly merchantKey: string;
  readonly url: string;
  /** What its owner is to know now. */
  readonly state: EndpointState;
  /** Since when it fails or is paused; null of one that works. */
  readonly since: Date | null;
  /** Milliseconds until its owner is to be notified; 0: now. */
  readonly inMs: number;
}

/**
 * One that works again because its address was saved has proved nothing yet: so long what waits has to fail, if it does.
 */
const PROVED_AFTER_MS = 60_000;

/** SQL: adds jobs that check these endpoints as soon as their owners may have to be notified. @param rows a query of `id` and `run_at`. */
export const addEndpointNotices = (rows: string) =>
  addSingleJobs('endpoint_notice', `select id as subject, run_at from (${rows}) endpoint`);

/** Its address was saved, or it was resumed: what waits is about to show whether it works. */
export async function addResumedNotice(em: EntityManager, id: string): Promise<void> {
  await addSingleJob(em, 'endpoint_notice', id, PROVED_AFTER_MS);
}

const STATE = `case when paused_at is not null then 'paused' when failing_since is not null then 'failing' end`;
const LATER = (instant: string, ms: number) =>
  `greatest(0, extract(epoch from ${instant} - now()) * 1000 + ${ms})::float8`;

const FIND_UNTOLD = `
select id, merchant_key as "merchantKey", url, coalesce(${STATE}, 'healthy') as state,
  coalesce(paused_at, failing_since) as since,
  case when paused_at is not null then 0
    when failing_since is not null then ${LATER('failing_since', FAILING_AFTER_MS)}
    else ${LATER('updated_at', PROVED_AFTER_MS)} end as "inMs"
from callback_endpoint
where id = ? and url is not null and removed_at is null and notified_state is distinct from ${STATE}
for no key update`;

/** Locks it until the transaction ends. @returns undefined where its owner knows how it does. */
export async function findUntold(em: EntityManager, id: string): Promise<EndpointToNotify | undefined> {
  const [row] = await em.execute<EndpointToNotify[]>(FIND_UNTOLD, [id]);
  return row && { ...row, since: row.since && new Date(row.since) };
}

export async function markNotified(em: EntityManager, { id, state }: EndpointToNotify): Promise<void> {
  await em.nativeUpdate(CallbackEndpoint, { id }, { notifiedState: state === 'healthy' ? null : state });
}

/** Why the endpoint acknowledged nothing the last time; both null where nothing is known of it. */
export interface TroubleCause {
  readonly lastError: AttemptError | null;
  readonly httpStatus: number | null;
}

/** What an endpoint fails at waits, and the oldest was tried the most. */
const MOST_READ = 20;
const CAUSE = `
select a.error as "lastError", a.http_status as "httpStatus"
from (
  select id, attempts from notification
  where endpoint_id = ? and status = 'pending' order by created_at, id limit ${MOST_READ}
) n join delivery_attempt a on a.notification_id = n.id and a.number = n.attempts
where a.error is not null order by a.started_at desc limit 1`;

export async function causeOf(em: EntityManager, endpointId: string): Promise<TroubleCause> {
  const [cause] = await em.execute<TroubleCause[]>(CAUSE, [endpointId]);
  return cause ?? { lastError: null, httpStatus: null };
}

/** The last event that was published of a subject. */
export interface LastEvent {
  readonly type: EventType;
  readonly body: string;
}

const LAST_EVENT = 'select type, body from notification where subject_id = ? order by position desc limit 1';

export async function lastEventOf(em: EntityManager, subjectId: string): Promise<LastEvent | undefined> {
  const [event] = await em.execute<LastEvent[]>(LAST_EVENT, [subjectId]);
  return event;
}
