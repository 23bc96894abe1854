import type { EntityManager } from '@mikro-orm/postgresql';
import { DeliveryAttempt, Notification } from '../../../db/entities/index.ts';
import { readSnapshot } from '../../../db/snapshot.ts';
import { InvalidParameter, NotificationNotFound } from '../../../domain/errors.ts';
import type { AttemptError } from '../../../domain/notification.ts';
import type {
  NotificationDetail,
  NotificationItem,
  NotificationList,
  NotificationListQuery,
} from '../../schemas/notifications.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';

const DEFAULT_SIZE = 10;
const MAX_ATTEMPTS_SHOWN = 1_000;
/** `created_at` to the microsecond, and the id. */
const CURSOR_PARTS = [/^\d{4}-\d\d-\d\d[T ][\d:.]{5,15}(?:Z|\+00)$/, /^NTF[0-9]{3,24}-[0-9]{1,4}$/];

type Row = Pick<
  Notification,
  | 'id'
  | 'orderId'
  | 'settlementId'
  | 'settlementId'
  | 'sequence'
  | 'status'
  | 'attempts'
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
  const { sql, values } = filterOf(merchantKey, query);
  const rows = await em.execute<(RawRow & { exact: string })[]>(
    `${SELECT} where ${sql} order by created_at desc, id desc limit ?`,
    [...values, size + 1],
  );
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
  const { notification, attempts } = await readSnapshot(em, async (inside) => ({
    notification: await findOwn(inside, merchantKey, id),
    attempts: await inside.find(
      DeliveryAttempt,
      { notificationId: id },
      { orderBy: { startedAt: 'desc', number: 'desc' }, limit: MAX_ATTEMPTS_SHOWN },
    ),
  }));
  return {
    ...viewItem(notification, now),
    body: notification.body,
    attemptLog: attempts.reverse().map(viewAttempt),
  };
}

function viewItem(row: Row, now: Date): NotificationItem {
  const next = row.nextAttemptAt;
  return {
    notificationId: row.id,
    orderId: row.orderId ?? null,
    settlementId: row.settlementId ?? null,
    sequence: row.sequence,
    status: row.status,
    attempts: row.attempts,
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
    responseExcerpt: attempt.responseExcerpt ?? null,
  };
}

const SELECT = `
  select id, order_id as "orderId", settlement_id as "settlementId", sequence, status, attempts, created_at as "createdAt",
    next_attempt_at as "nextAttemptAt", acknowledged_at as "acknowledgedAt",
    to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as exact
  from notification`;

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
  const { status, orderId, from, to, cursor } = query;
  if (from !== undefined && to !== undefined && Date.parse(to) < Date.parse(from)) {
    throw new InvalidParameter([{ path: 'query.to', reason: 'must not be before `from`' }]);
  }
  const conditions: [string, readonly unknown[]][] = [['merchant_key = ?', [merchantKey]]];
  if (status !== undefined) conditions.push(['status = ?', [status]]);
  if (orderId !== undefined) conditions.push(['subject_id = ?', [orderId]]);
  if (from !== undefined) conditions.push(['created_at >= ?::timestamptz', [from]]);
  if (to !== undefined) conditions.push(['created_at < ?::timestamptz', [to]]);
  if (cursor !== undefined) {
    conditions.push(['(created_at, id) < (?::timestamptz, ?)', decodeCursor(cursor, CURSOR_PARTS)]);
  }
  return {
    sql: conditions.map(([sql]) => sql).join(' and '),
    values: conditions.flatMap(([, values]) => values),
  };
}
