import type { EntityManager } from '@mikro-orm/postgresql';
import type {
  NotificationDetail,
  NotificationItem,
  NotificationList,
  NotificationListQuery,
} from '../../contract/schemas/notifications.ts';
import { DeliveryAttempt, Notification } from '../../db/entities/index.ts';
import { NEXT_ATTEMPT } from '../../db/queries/notifications/next-attempt.ts';
import { readSnapshot } from '../../db/snapshot.ts';
import { invalidParameter, NotificationNotFound } from '../../domain/errors.ts';
import { NOTIFICATION_ID_PATTERN } from '../../domain/ids.ts';
import type { AttemptError } from '../../domain/notification.ts';
import { decodeCursor, encodeCursor } from '../lists/cursor.ts';

const DEFAULT_SIZE = 10;
const MAX_ATTEMPTS_SHOWN = 1_000;
/** `created_at` to the microsecond, and the id. */
const CURSOR_PARTS = [/^\d{4}-\d\d-\d\d[T ][\d:.]{5,15}(?:Z|\+00)$/, new RegExp(NOTIFICATION_ID_PATTERN)];

type Row = Pick<
  Notification,
  | 'id'
  | 'type'
  | 'endpointId'
  | 'orderId'
  | 'settlementId'
  | 'sequence'
  | 'status'
  | 'attempts'
  | 'lastHttpStatus'
  | 'createdAt'
  | 'nextAttemptAt'
  | 'acknowledgedAt'
>;

/** @throws NotificationNotFound also for another merchant's. */
export async function findOwn(em: EntityManager, merchantKey: string, id: string): Promise<Notification> {
  const notification = await em.findOne(Notification, { id, merchantKey });
  if (notification === null) throw new NotificationNotFound();
  return notification;
}

/** The merchant's notifications, newest first. @throws InvalidParameter */
export async function listNotifications(
  em: EntityManager,
  merchantKey: string,
  query: NotificationListQuery,
  now: Date,
): Promise<NotificationList> {
  const size = query.size ?? DEFAULT_SIZE;
  const { sql, values } = listSql(merchantKey, query, size + 1);
  const rows = await em.execute<(RawRow & { exact: string })[]>(sql, [...values]);
  const page = rows.slice(0, size);
  const last = rows.length > size ? page.at(-1) : undefined;
  return {
    list: page.map((row) => viewItem(parse(row), now)),
    nextCursor: last === undefined ? null : encodeCursor([last.exact, last.id]),
  };
}

/** One notification with its attempts. @throws NotificationNotFound */
export async function readNotification(
  em: EntityManager,
  merchantKey: string,
  id: string,
  now: Date,
): Promise<NotificationDetail> {
  const { notification, nextAttemptAt, attempts } = await readSnapshot(em, async (inside) => ({
    notification: await findOwn(inside, merchantKey, id),
    nextAttemptAt: await nextAttemptOf(inside, id),
    attempts: await inside.find(
      DeliveryAttempt,
      { notificationId: id },
      { orderBy: { startedAt: 'desc', number: 'desc' }, limit: MAX_ATTEMPTS_SHOWN },
    ),
  }));
  return {
    ...viewItem({ ...notification, nextAttemptAt }, now),
    body: notification.body,
    attemptLog: attempts.reverse().map(viewAttempt),
  };
}

async function nextAttemptOf(em: EntityManager, id: string): Promise<Date | null> {
  const [row] = await em.execute<{ at: Date | string | null }[]>(
    `select ${NEXT_ATTEMPT} as at from notification n where n.id = ?`,
    [id],
  );
  return row?.at == null ? null : new Date(row.at);
}

function viewItem(row: Row, now: Date): NotificationItem {
  const next = row.nextAttemptAt;
  return {
    notificationId: row.id,
    type: row.type,
    endpointId: row.endpointId,
    orderId: row.orderId ?? null,
    settlementId: row.settlementId ?? null,
    sequence: row.sequence,
    status: row.status,
    attempts: row.attempts,
    httpStatus: row.lastHttpStatus ?? null,
    createdAt: row.createdAt.toISOString(),
    // One that is past is being made right now, or was put off.
    nextAttemptAt: next != null && next > now ? next.toISOString() : null,
    acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
  };
}

function viewAttempt(attempt: DeliveryAttempt): NotificationDetail['attemptLog'][number] {
  return {
    number: attempt.number,
    startedAt: attempt.startedAt.toISOString(),
    durationMs: attempt.durationMs,
    httpStatus: attempt.httpStatus ?? null,
    error: (attempt.error as AttemptError | null | undefined) ?? null,
    signedAt: signedAt(attempt),
    requestHeaders: attempt.requestHeaders ?? null,
    responseExcerpt: attempt.responseExcerpt ?? null,
    responseHeaders: attempt.responseHeaders ?? null,
  };
}

/** Seconds since 1970 in the header, as Standard Webhooks has it. */
function signedAt({ requestHeaders }: DeliveryAttempt): string | null {
  const seconds = requestHeaders?.['webhook-timestamp'];
  return seconds === undefined ? null : new Date(Number(seconds) * 1_000).toISOString();
}

const COLUMNS = `
  n.id, n.type, n.endpoint_id as "endpointId", n.order_id as "orderId", n.settlement_id as "settlementId", n.sequence,
  n.status, n.attempts, n.last_http_status as "lastHttpStatus", n.created_at as "createdAt",
  ${NEXT_ATTEMPT} as "nextAttemptAt", n.acknowledged_at as "acknowledgedAt",
  to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as exact`;

/**
 * The merchant's page is made of a page of each of its endpoints, since indexes go by endpoint: what a filter leaves out
 * of one is then never read.
 */
export function listSql(merchantKey: string, query: NotificationListQuery, limit: number) {
  const { endpointId } = query;
  const filter = filterOf(merchantKey, query);
  return {
    sql: `
  select n.* from callback_endpoint e cross join lateral (
    select ${COLUMNS} from notification n where n.endpoint_id = e.id and ${filter.sql}
    order by n.created_at desc, n.id desc limit ${limit}
  ) n
  where e.merchant_key = ?${endpointId === undefined ? '' : ' and e.id = ?'}
  order by n."createdAt" desc, n.id desc limit ${limit}`,
    values: [...filter.values, merchantKey, ...(endpointId === undefined ? [] : [endpointId])],
  };
}

type RawRow = Omit<Row, 'createdAt' | 'nextAttemptAt' | 'acknowledgedAt'> & {
  readonly createdAt: Date | string;
  readonly nextAttemptAt: Date | string | null;
  readonly acknowledgedAt: Date | string | null;
};

function parse(row: RawRow): Row {
  const instant = (value: Date | string | null) => (value === null ? null : new Date(value));
  return {
    ...row,
    createdAt: new Date(row.createdAt),
    nextAttemptAt: instant(row.nextAttemptAt),
    acknowledgedAt: instant(row.acknowledgedAt),
  };
}

function filterOf(merchantKey: string, query: NotificationListQuery) {
  const { type, status, httpStatus, orderId, settlementId, from, to, cursor } = query;
  if (from !== undefined && to !== undefined && Date.parse(to) < Date.parse(from)) {
    throw invalidParameter('query.to', 'ends_before_start', 'must not be before `from`');
  }
  const conditions: [string, readonly unknown[]][] = [
    ['n.merchant_key = ?', [merchantKey]],
    ["n.status <> 'unsubscribed'", []],
  ];
  if (type !== undefined) conditions.push(['n.type = ?', [type]]);
  if (status !== undefined) conditions.push(['n.status = ?', [status]]);
  if (httpStatus !== undefined) conditions.push(['n.last_http_status = ?', [httpStatus]]);
  if (orderId !== undefined) conditions.push(['n.subject_id = ?', [orderId]]);
  if (settlementId !== undefined) conditions.push(['n.settlement_id = ?', [settlementId]]);
  if (from !== undefined) conditions.push(['n.created_at >= ?::timestamptz', [from]]);
  if (to !== undefined) conditions.push(['n.created_at < ?::timestamptz', [to]]);
  if (cursor !== undefined) {
    conditions.push(['(n.created_at, n.id) < (?::timestamptz, ?)', decodeCursor(cursor, CURSOR_PARTS)]);
  }
  return {
    sql: conditions.map(([sql]) => sql).join(' and '),
    values: conditions.flatMap(([, values]) => values),
  };
}
