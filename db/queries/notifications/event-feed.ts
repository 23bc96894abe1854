import type { EntityManager } from '@mikro-orm/postgresql';
import type { EventType } from '../../../domain/event-types.ts';
import { conversationOf } from '../../../domain/ids.ts';

/** A place in the feed: everything up to and including this event was read. */
export interface FeedPosition {
  /** The writing transaction, `xid8` as text. */
  readonly transactionId: string;
  /** The order, the settlement, the endpoint or the merchant; empty before all of the transaction. */
  readonly subjectId: string;
  /** Among the subject's events (domain/ids.ts). */
  readonly position: number;
}

export const FEED_START: FeedPosition = { transactionId: '0', subjectId: '', position: 0 };

/** What is absent does not limit it. */
export interface FeedFilter {
  readonly orderId?: string | undefined;
  readonly types?: readonly EventType[] | undefined;
  /** RFC 3339: events that happened from then on. */
  readonly since?: string | undefined;
}

export interface FeedPage {
  /** The notifications' bodies, as they are sent. */
  readonly bodies: readonly string[];
  /** What comes up to here was read. */
  readonly end: FeedPosition;
  readonly hasMore: boolean;
}

/** Events behind the position were removed for their age: a reader that goes on would miss them. */
export class FeedPositionTooOld extends Error {}

/** One statement filters at most so many events, in some 10 ms. */
const FILTER_WINDOW = 5_000;

/** Nothing that commits later comes before it. */
const HORIZON = 'feed_horizon()';
const BEHIND = (n: string, at: string) => `
  ${n}.in_feed and ${n}.transaction_id >= ${at}.transaction_id and ${n}.transaction_id < ${HORIZON}
  and (${n}.transaction_id, ${n}.subject_id, ${n}.position) > (${at}.transaction_id, ${at}.subject_id, ${at}.position)`;

/** Part of the statement that reads, so that what is removed meanwhile is removed for both, or for neither. */
const BEGINS_BEHIND = `exists (select from feed_start s, at where s.merchant_key = ?
    and (s.transaction_id, s.subject_id, s.position) > (at.transaction_id, at.subject_id, at.position))`;

/** Parameters: position; merchant; those of `some`; window; those of `matching`; limit; merchant. */
export const feedSql = (some: string, matching: string) => `
  with at as not materialized (select ?::xid8 as transaction_id, ?::text as subject_id, ?::int as position),
  scanned as materialized (
    select n.id, n.transaction_id, n.subject_id, n.position, n.type, n.created_at from notification n, at
    where n.merchant_key = ? and ${BEHIND('n', 'at')} ${some}
    order by n.transaction_id, n.subject_id, n.position limit ?
  ), found as (
    select * from scanned n where true ${matching} order by transaction_id, subject_id, position limit ?
  )
  select ${HORIZON}::text as horizon, ${BEGINS_BEHIND} as "isTooOld", (select count(*)::int from scanned) as scanned,
    e.transaction_id::text as "scannedTransaction", e.subject_id as "scannedSubject", e.position as "scannedPosition",
    f.transaction_id::text as "transactionId", f.subject_id as "subjectId", f.position,
    (select body from notification where id = f.id) as body
  from (values (1)) one left join found f on true
    left join (select * from scanned order by transaction_id desc, subject_id desc, position desc limit 1) e on true
  order by f.transaction_id, f.subject_id, f.position`;

interface Row extends FeedPosition {
  readonly horizon: string;
  readonly isTooOld: boolean;
  readonly scanned: number;
  readonly scannedTransaction: string;
  readonly scannedSubject: string;
  readonly scannedPosition: number;
  /** Null in the only row where nothing was found. */
  readonly body: string | null;
}

/**
 * A merchant's events behind a position, in an order that no later commit can change (docs/decisions/0020): by the
 * writing transaction's number, and only of transactions below the oldest one still running. An order's events come
 * in sequence, since each move's transaction gets its number after the one before has committed: its first write is
 * the lock on the order's row. With a filter a page may be short although there is more.
 * @throws FeedPositionTooOld
 */
export async function readFeed(
  em: EntityManager,
  merchantKey: string,
  after: FeedPosition,
  filter: FeedFilter,
  size: number,
): Promise<FeedPage> {
  const { orderId, types, since } = filter;
  const isFiltered = orderId !== undefined || types !== undefined || since !== undefined;
  const window = isFiltered ? FILTER_WINDOW : size + 1;
  const some = orderId === undefined ? '' : 'and n.subject_id in (?, ?)';
  const ofTypes = types === undefined ? '' : `and n.type in (${types.map(() => '?').join(', ')})`;
  const ofTime = since === undefined ? '' : 'and n.created_at >= ?::timestamptz';
  const rows = await em.execute<[Row, ...Row[]]>(feedSql(some, `${ofTypes} ${ofTime}`), [
    ...[after.transactionId, after.subjectId, after.position, merchantKey],
    ...[...(orderId === undefined ? [] : [orderId, conversationOf(orderId)]), window],
    ...[...(types ?? []), ...(since === undefined ? [] : [since]), size + 1, merchantKey],
  ]);
  if (rows[0].isTooOld) throw new FeedPositionTooOld();
  const found = rows.filter(({ body }) => body !== null);
  const bodies = found.slice(0, size).map(({ body }) => body ?? '');
  const [first] = rows;
  if (found.length > size) return { bodies, end: positionOf(found[size - 1]!), hasMore: true };
  if (first.scanned === window) return { bodies, end: scannedTo(first), hasMore: true };
  // Everything below the horizon was read, so that the next read need not begin here again.
  const unfilteredEnd = found.length > 0 ? positionOf(found.at(-1)!) : after;
  return { bodies, end: isFiltered ? before(first.horizon) : unfilteredEnd, hasMore: false };
}

const positionOf = ({ transactionId, subjectId, position }: Row): FeedPosition => ({
  transactionId,
  subjectId,
  position,
});
const scannedTo = (row: Row): FeedPosition => ({
  transactionId: row.scannedTransaction,
  subjectId: row.scannedSubject,
  position: row.scannedPosition,
});
const before = (transactionId: string): FeedPosition => ({ ...FEED_START, transactionId });

/** Before the first event that there is: behind those that were removed since they are old. */
export async function feedStart(em: EntityManager, merchantKey: string): Promise<FeedPosition> {
  const [start] = await em.execute<FeedPosition[]>(
    `select transaction_id::text as "transactionId", subject_id as "subjectId", position
     from feed_start where merchant_key = ?`,
    [merchantKey],
  );
  return start ?? FEED_START;
}

/** The position behind which events that are published from now on come. */
export async function feedEnd(em: EntityManager): Promise<FeedPosition> {
  const [row] = await em.execute<[{ horizon: string }]>(`select ${HORIZON}::text as horizon`);
  return before(row.horizon);
}

/**
 * Events of one moment are in transactions whose numbers differ by little: of the first so many since a time, the lowest
 * number is where the feed begins.
 */
const MOMENT = 1_000;

/** Before all events since an instant (RFC 3339) that there are; a few older ones may come behind it. */
export async function feedSince(
  em: EntityManager,
  merchantKey: string,
  since: string,
): Promise<FeedPosition> {
  const [row] = await em.execute<[{ horizon: string }]>(
    `select least(${HORIZON}, (
       select transaction_id from (
         select transaction_id from notification
         where merchant_key = ? and in_feed and created_at >= ?::timestamptz order by created_at, id limit ${MOMENT}
       ) early order by transaction_id limit 1))::text as horizon`,
    [merchantKey, since],
  );
  const start = await feedStart(em, merchantKey);
  return BigInt(start.transactionId) < BigInt(row.horizon) ? before(row.horizon) : start;
}

/** Somebody who has read everything up to a position. */
export interface FeedReader {
  readonly merchantKey: string;
  readonly after: FeedPosition;
}

/** For each of these readers, whether there is something behind its position. */
export async function hasNews(em: EntityManager, readers: readonly FeedReader[]): Promise<boolean[]> {
  const given = readers.map(({ merchantKey, after }) => ({
    merchant_key: merchantKey,
    transaction_id: after.transactionId,
    subject_id: after.subjectId,
    position: after.position,
  }));
  const rows = await em.execute<{ news: boolean }[]>(
    `select exists (
       select from notification n where n.merchant_key = at.merchant_key and ${BEHIND('n', 'at')}
     ) as news
     from rows from (jsonb_to_recordset(?::jsonb)
       as (merchant_key text, transaction_id xid8, subject_id text, position int)) with ordinality at
     order by at.ordinality`,
    [JSON.stringify(given)],
  );
  return rows.map(({ news }) => news);
}
