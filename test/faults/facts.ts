/** Everything that PostgreSQL and Temporal know at the end, read without the platform's own code. */
import { Client, Connection, type WorkflowExecutionInfo } from '@temporalio/client';
import pg from 'pg';
import type { HoldState } from '../../domain/hold.ts';
import type { OrderState } from '../../domain/order-state.ts';
import type { DevInfo } from '../../tools/embedded/dev-file.ts';
import { BROKEN_RESERVATIONS } from '../support/data/reservation-rules.ts';
import { BROKEN_OFFERS } from './offer-rules.ts';

export interface OrderRow {
  readonly id: string;
  readonly merchant_key: string;
  readonly studio_key: string;
  readonly client_reference: string;
  readonly status: OrderState;
  readonly sequence: number;
  readonly is_started: boolean;
}

export interface EventRow {
  readonly order_id: string;
  readonly sequence: number;
  readonly from_status: OrderState | null;
  readonly to_status: OrderState;
  readonly reason: string;
  readonly actor_kind: string;
  readonly actor_key: string | null;
  readonly update_id: string | null;
  readonly note: string | null;
}

interface EndpointRow {
  readonly id: string;
  readonly merchant_key: string;
  readonly url: string;
}

export interface NotificationRow {
  readonly id: string;
  readonly order_id: string;
  readonly merchant_key: string;
  readonly endpoint_id: string;
  readonly type: string;
  readonly sequence: number;
  readonly position: number;
  readonly status: string;
  readonly acknowledged_at: Date | null;
  readonly attempts: number;
  readonly booked: number;
  /** When each answer that acknowledges was complete. */
  readonly acknowledgements: readonly Date[];
}

export interface ChangeRow {
  readonly id: string;
  readonly order_id: string;
  readonly status: string;
}

interface KeyRow {
  readonly merchant_key: string;
  readonly key: string;
  readonly order_id: string | null;
}

export interface HoldRow {
  readonly id: string;
  readonly merchant_key: string;
  readonly status: HoldState;
  readonly order_id: string | null;
  readonly expires_at: Date;
  readonly updated_at: Date;
  readonly is_started: boolean;
  /** Null: its merchant asked for it. */
  readonly waitlist_entry_id: string | null;
}

interface BrokenRule {
  readonly rule: string;
  readonly evidence: string;
}

export interface Books {
  readonly changes: ReadonlyMap<string, ChangeRow>;
  /** Orders whose time or price does not fit their trip. */
  readonly moved: readonly string[];
  readonly orders: ReadonlyMap<string, OrderRow>;
  readonly events: ReadonlyMap<string, readonly EventRow[]>;
  /** Those with an address. */
  readonly endpoints: ReadonlyMap<string, EndpointRow>;
  /** By order and endpoint, each in the order in which the endpoint is notified. */
  readonly notifications: readonly NotificationRow[];
  readonly keys: readonly KeyRow[];
  readonly holds: ReadonlyMap<string, HoldRow>;
  /** The hold that a key got, by merchant and key. */
  readonly holdKeys: ReadonlyMap<string, string>;
  /** Ids of notifications that are about something else than an order. */
  readonly besides: ReadonlySet<string>;
  /** What merchants wrote (writing.ts). */
  readonly written: {
    /** Of messages, refunds and disputes. */
    readonly words: readonly string[];
    /** Ids of entries on the waitlist. */
    readonly waiting: ReadonlySet<string>;
    /** By endpoint. */
    readonly descriptions: ReadonlyMap<string, string>;
  };
  /** What is wrong with the time of guides. */
  readonly reservations: readonly BrokenRule[];
  /** What is wrong with what is kept, stopped, called off. */
  readonly offers: readonly BrokenRule[];
  /** Pairs of live orders of one guide that share some time, and no departure. */
  readonly overlaps: readonly string[];
  /** Postings that don't sum to zero, and orders posted for wrongly often. */
  readonly unbalanced: readonly string[];
}

const ORDERS = `select id, merchant_key, studio_key, client_reference, status, sequence,
  workflow_started_at is not null as is_started from orders`;
const EVENTS = `select order_id, sequence, from_status, to_status, reason, actor_kind, actor_key, update_id, note
  from order_event order by order_id, sequence`;
const ENDPOINTS = 'select id, merchant_key, url from callback_endpoint where url is not null order by id';
const NOTIFICATIONS = `select n.id, n.order_id, n.merchant_key, n.endpoint_id, n.type, n.sequence, n.position, n.status,
  n.acknowledged_at, n.attempts, count(a.*)::int as booked,
  coalesce(array_agg(a.started_at + a.duration_ms * interval '1 millisecond' order by a.number)
    filter (where a.number is not null and a.error is null), '{}') as acknowledgements
  from notification n left join delivery_attempt a on a.notification_id = n.id
  where n.order_id is not null group by n.id order by n.order_id, n.endpoint_id, n.position`;
const KEYS = `select merchant_key, key, answer->>'orderId' as order_id from idempotency_key where key like 'create-%'`;
const HOLDS = `select id, merchant_key, status, order_id, expires_at, updated_at,
  workflow_started_at is not null as is_started, waitlist_entry_id from hold`;
const HOLD_KEYS = `select merchant_key || ' ' || key as name, answer->>'holdId' as hold_id from idempotency_key
  where key like 'hold-%' and answer is not null`;
const BESIDES = 'select id from notification where order_id is null';
const WORDS = `select text as word from order_message where text like 'w-%'
  union all select note from order_event where reason = 'refunded_by_studio' and note like 'w-%'
  union all select c.note from settlement_dispute d join settlement_command c using (settlement_id, update_id)`;
const WAITING = `select 'WTL' || id as id from waitlist_entry`;
const DESCRIPTIONS = 'select id, description from callback_endpoint';
const CHANGES = 'select id, order_id, status from order_change';
const MOVED = `select o.id from orders o left join reservation r on r.id = o.id
  where (o.status in ('pending', 'confirmed', 'in_progress'))
      is distinct from (r.start_at = o.trip_start_at and r.end_at = o.trip_end_at and r.id is not null)
    or o.total_amount <> (select sum((line->>'amount')::bigint) from jsonb_array_elements(o.price_breakdown) line)`;
const OVERLAPS = `select a.id || ' and ' || b.id as pair from orders a join orders b on a.guide_id = b.guide_id and a.id < b.id
  and tstzrange(a.trip_start_at, a.trip_end_at) && tstzrange(b.trip_start_at, b.trip_end_at)
  and not coalesce(a.trip->>'capacity' is not null and b.trip->>'capacity' is not null
    and a.trip->>'tripKindId' = b.trip->>'tripKindId' and a.trip_start_at = b.trip_start_at, false)
  where a.status in ('pending', 'confirmed', 'in_progress') and b.status in ('pending', 'confirmed', 'in_progress')`;
const UNBALANCED = `select posting_id as id from ledger_entry group by posting_id having sum(amount) <> 0
  union all select 'completed and not posted: ' || o.id from orders o where o.status = 'completed'
    and not exists (select from ledger_posting p where p.order_id = o.id)
  union all select 'posted more than once: ' || order_id from ledger_posting where kind in ('completed', 'cancellation_fee')
    group by order_id having count(*) > 1`;

/** Reads the database. */
export async function readBooks(databaseUrl: string): Promise<Books> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const rows = async <Row>(sql: string) => (await client.query(sql)).rows as Row[];
  try {
    const events = await rows<EventRow>(EVENTS);
    return {
      changes: new Map((await rows<ChangeRow>(CHANGES)).map((row) => [row.id, row])),
      moved: (await rows<{ id: string }>(MOVED)).map(({ id }) => id),
      orders: new Map((await rows<OrderRow>(ORDERS)).map((row) => [row.id, row])),
      events: Map.groupBy(events, ({ order_id: id }) => id),
      endpoints: new Map((await rows<EndpointRow>(ENDPOINTS)).map((row) => [row.id, row])),
      notifications: await rows<NotificationRow>(NOTIFICATIONS),
      keys: await rows<KeyRow>(KEYS),
      holds: new Map((await rows<HoldRow>(HOLDS)).map((row) => [row.id, row])),
      holdKeys: new Map(
        (await rows<{ name: string; hold_id: string }>(HOLD_KEYS)).map((row) => [row.name, row.hold_id]),
      ),
      besides: new Set((await rows<{ id: string }>(BESIDES)).map(({ id }) => id)),
      written: {
        words: (await rows<{ word: string }>(WORDS)).map(({ word }) => word),
        waiting: new Set((await rows<{ id: string }>(WAITING)).map(({ id }) => id)),
        descriptions: new Map(
          (await rows<{ id: string; description: string }>(DESCRIPTIONS)).map((row) => [
            row.id,
            row.description,
          ]),
        ),
      },
      reservations: await rows<BrokenRule>(BROKEN_RESERVATIONS),
      offers: await rows<BrokenRule>(BROKEN_OFFERS),
      overlaps: (await rows<{ pair: string }>(OVERLAPS)).map(({ pair }) => pair),
      unbalanced: (await rows<{ id: string }>(UNBALANCED)).map(({ id }) => id),
    };
  } finally {
    await client.end();
  }
}

/** Works with a connection to the platform's Temporal server, and closes it. */
export async function withTemporal<T>(
  { temporalAddress, temporalNamespace }: Pick<DevInfo, 'temporalAddress' | 'temporalNamespace'>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const connection = await Connection.connect({ address: temporalAddress });
  try {
    return await work(new Client({ connection, namespace: temporalNamespace }));
  } finally {
    await connection.close();
  }
}

/** Every order workflow that Temporal lists. */
export async function readWorkflows(client: Client): Promise<WorkflowExecutionInfo[]> {
  const listed: WorkflowExecutionInfo[] = [];
  for await (const info of client.workflow.list({ query: "WorkflowType = 'order'" })) listed.push(info);
  return listed;
}

/** Neither a task nor an activity of it is pending. */
export async function isAtRest(client: Client, workflowId: string): Promise<boolean> {
  const { raw } = await client.workflow.getHandle(workflowId).describe();
  return raw.pendingWorkflowTask == null && (raw.pendingActivities?.length ?? 0) === 0;
}
