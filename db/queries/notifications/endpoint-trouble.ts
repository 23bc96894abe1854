/** Endpoints whose owner is to be told how they do, and what is known of it. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { EndpointState } from '../../../domain/callback-endpoint.ts';
import type { EventType } from '../../../domain/event-types.ts';
import { FAILING_AFTER_MS } from '../../../domain/mail.ts';
import type { AttemptError } from '../../../domain/notification.ts';
import { IS_UNTOLD } from '../../entities/callback-endpoint.ts';
import { CallbackEndpoint } from '../../entities/index.ts';

export interface UntoldEndpoint {
  readonly id: string;
  readonly merchantKey: string;
  readonly url: string;
  /** What its owner is to know now. */
  readonly state: EndpointState;
  /** Since when it fails or is paused; null of one that works. */
  readonly since: Date | null;
}

/**
 * One that works again because its address was saved has proved nothing yet: so long what waits has to fail, if it does.
 */
const PROVED_AFTER = "interval '1 minute'";

/** SQL: those whose owner is to be told something. */
export const UNTOLD_ENDPOINTS = `callback_endpoint
where ${IS_UNTOLD}
  and (paused_at is not null or failing_since < now() - interval '${FAILING_AFTER_MS} milliseconds'
    or (failing_since is null and updated_at < now() - ${PROVED_AFTER}))`;

export const TAKE_UNTOLD = `
select id, merchant_key as "merchantKey", url,
  case when paused_at is not null then 'paused' when failing_since is not null then 'failing' else 'healthy' end as state,
  coalesce(paused_at, failing_since) as since
from ${UNTOLD_ENDPOINTS} and id <> all(?::text[])
order by id limit 1 for no key update skip locked`;

/** Locks one until the transaction ends. @param except those that this process had its turn with. */
export async function takeUntold(
  em: EntityManager,
  except: readonly string[],
): Promise<UntoldEndpoint | undefined> {
  const [row] = await em.execute<UntoldEndpoint[]>(TAKE_UNTOLD, [`{${except.join(',')}}`]);
  return row && { ...row, since: row.since && new Date(row.since) };
}

export async function markTold(em: EntityManager, { id, state }: UntoldEndpoint): Promise<void> {
  await em.nativeUpdate(CallbackEndpoint, { id }, { toldState: state === 'healthy' ? null : state });
}

/** Why the endpoint acknowledged nothing the last time; both null where nothing is known of it. */
export interface TroubleCause {
  readonly lastError: AttemptError | null;
  readonly httpStatus: number | null;
}

/** What an endpoint fails at waits, and the oldest was tried the most. */
const LOOKED_AT = 20;
const CAUSE = `
select a.error as "lastError", a.http_status as "httpStatus"
from (
  select id, attempts from notification
  where endpoint_id = ? and status = 'pending' order by created_at, id limit ${LOOKED_AT}
) n join delivery_attempt a on a.notification_id = n.id and a.number = n.attempts
where a.error is not null order by a.started_at desc limit 1`;

export async function causeOf(em: EntityManager, endpointId: string): Promise<TroubleCause> {
  const [cause] = await em.execute<TroubleCause[]>(CAUSE, [endpointId]);
  return cause ?? { lastError: null, httpStatus: null };
}

/** The last event that was told of a subject. */
export interface LastEvent {
  readonly type: EventType;
  readonly body: string;
}

const LAST_EVENT = 'select type, body from notification where subject_id = ? order by position desc limit 1';

export async function lastEventOf(em: EntityManager, subjectId: string): Promise<LastEvent | undefined> {
  const [event] = await em.execute<LastEvent[]>(LAST_EVENT, [subjectId]);
  return event;
}
