/**
 * The recipients of an event: one notification for each endpoint of each merchant that it concerns whose filter takes it
 * (docs/notifications.md). A merchant's first endpoint gets one in any case, since the pull feed lists these: `skipped`
 * where it has no address, `unsubscribed` where its filter does not take the event.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type EventType, filtersTaking } from '../../../domain/event-types.ts';

/** A link with this scope gives a provider the events of orders of the merchant that linked it. */
const RECEIVES_ORDERS = `'order:read'`;

/** SQL: the two parties of an order of relation `o`, and the providers that they linked; `o` has both bodies. */
const ORDER_RECIPIENTS = `(
  select o.merchant_key as key, o.merchant_body as body, true as is_party
  union all
  select o.studio_key, o.studio_body, true where o.studio_key <> o.merchant_key
  union all (
    select distinct on (l.provider_key) l.provider_key,
      case when l.merchant_key = o.merchant_key then o.merchant_body else o.studio_body end, false
    from provider_link l
    where l.merchant_key in (o.merchant_key, o.studio_key) and ${RECEIVES_ORDERS} = any(l.scopes)
      and l.provider_key not in (o.merchant_key, o.studio_key)
    order by l.provider_key, l.merchant_key <> o.merchant_key)
)`;

const quoted = (texts: readonly string[]) => `array[${texts.map((text) => `'${text}'`).join(', ')}]`;

/**
 * SQL of an `insert` of notifications for all that an order's event concerns, to be used inside a larger statement.
 * @param from a relation with `id` of the order, `sequence`, `position`, `tag` (domain/ids.ts), `merchant_key`,
 *   `studio_key`, `merchant_body`, `studio_body`, `happened_at`, `wake_at`: null where the order's workflow announces them, otherwise
 *   when their deliveries are to be woken.
 * @param subject SQL of the event's subject, where that is not the order itself.
 */
export function publishToParties(from: string, type: EventType, subject = 'o.id'): string {
  const takes = `e.event_types && ${quoted(filtersTaking(type))}`;
  const isOwn = 'e.is_first and r.key = o.merchant_key';
  return `
  insert into notification (id, order_id, subject_id, sequence, position, type, merchant_key, endpoint_id, in_feed,
    status, wake_at, body, created_at)
  select made.id, o.id, ${subject}, o.sequence, o.position, '${type}', r.key, e.id, e.is_first,
    case when not ${takes} then 'unsubscribed' when e.url is null then 'skipped' else 'pending' end,
    o.wake_at, '{"notificationId":"' || made.id || '",' || substr(r.body, 2), o.happened_at
  from ${from} o cross join lateral ${ORDER_RECIPIENTS} r
    join callback_endpoint e on e.merchant_key = r.key and e.removed_at is null
      and ((r.is_party and e.is_first) or (e.url is not null and ${takes}))
    cross join lateral (select 'NTF' || substr(o.id, 4) || '-' || o.sequence || o.tag
      || case when ${isOwn} then '' else '-' || substr(e.id, 3) end as id) made`;
}

/** An event that concerns one merchant. */
export interface MerchantEvent {
  readonly type: EventType;
  readonly merchantKey: string;
  /** What it is about: the settlement, the endpoint, the merchant. */
  readonly subjectId: string;
  readonly settlementId?: string;
  /** Digits of its notifications' ids. */
  readonly digits: string;
  readonly sequence: number;
  readonly position: number;
  /** JSON without the notification's id. */
  readonly body: string;
  readonly occurredAt: Date;
  /** An endpoint that gets no notification: the one that the event is about. */
  readonly exceptEndpointId?: string;
  /** The subject's workflow announces it; otherwise its deliveries are woken. */
  readonly isAnnounced?: boolean;
}

const PUBLISH_TO_MERCHANT = `
with event as (
  select ?::text as settlement_id, ?::text as subject_id, ?::text as digits, ?::int as sequence, ?::int as position,
    ?::text as type, ?::text as merchant_key, ?::text as body, ?::timestamptz as happened_at, ?::text as except_id,
    ?::timestamptz as wake_at, ?::text[] as filters
)
insert into notification (id, settlement_id, subject_id, sequence, position, type, merchant_key, endpoint_id, in_feed,
  status, wake_at, body, created_at)
select made.id, v.settlement_id, v.subject_id, v.sequence, v.position, v.type, v.merchant_key, e.id, e.is_first,
  case when made.is_unsubscribed then 'unsubscribed' when e.url is null then 'skipped' else 'pending' end,
  v.wake_at, '{"notificationId":"' || made.id || '",' || substr(v.body, 2), v.happened_at
from event v join callback_endpoint e on e.merchant_key = v.merchant_key and e.removed_at is null
  cross join lateral (select
    'NTF' || v.digits || '-' || v.sequence || case when e.is_first then '' else '-' || substr(e.id, 3) end as id,
    e.id is not distinct from v.except_id or not e.event_types && v.filters as is_unsubscribed) made
where e.is_first or (e.url is not null and not made.is_unsubscribed)
on conflict (subject_id, position, endpoint_id) do nothing`;

/** Publishes to one merchant, in the caller's transaction. The same event again adds nothing. */
export async function publishToMerchant(em: EntityManager, event: MerchantEvent): Promise<void> {
  const { type, merchantKey, subjectId, settlementId, digits, sequence, position, body, occurredAt } = event;
  await em.execute(PUBLISH_TO_MERCHANT, [
    ...[settlementId ?? null, subjectId, digits, sequence, position, type, merchantKey, body, occurredAt],
    event.exceptEndpointId ?? null,
    event.isAnnounced ? null : occurredAt,
    `{${filtersTaking(type)
      .map((filter) => `"${filter}"`)
      .join(',')}}`,
  ]);
}

const LAST_SEQUENCE = 'select sequence from notification where subject_id = ? order by position desc limit 1';

/** The number of a subject's next event. The caller holds the subject's row, so that numbers follow each other. */
export async function nextSequenceOf(em: EntityManager, subjectId: string): Promise<number> {
  const [last] = await em.execute<{ sequence: number }[]>(LAST_SEQUENCE, [subjectId]);
  return (last?.sequence ?? 0) + 1;
}
