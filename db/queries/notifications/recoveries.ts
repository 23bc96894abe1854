/**
 * What merchants ask to be sent again: rows of `retry_request` of kind `recover`, which API processes work off
 * (db/queries/notifications/retry-requests.ts). One that has ended stays for a while, so that its merchant sees how it went.
 */
import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { NotificationState, RecoveryFilter } from '../../../domain/notification.ts';
import { RetryRequest } from '../../entities/index.ts';

/** What a recovery takes by default. */
const UNACKNOWLEDGED = ['pending', 'skipped', 'abandoned'] as const satisfies readonly NotificationState[];

export interface Sql {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Which of a merchant's notifications `n` a recovery takes: a condition, without merchant and endpoint. */
export function recoverySql(filter: RecoveryFilter): Sql {
  const { since, until, types, statuses = UNACKNOWLEDGED, orderId, httpStatus } = filter;
  // Repeats the indexes' condition, whichever states are requested.
  const conditions: [string, readonly unknown[]][] = [["n.status <> 'unsubscribed'", []]];
  conditions.push([`n.status in (${marks(statuses)})`, statuses]);
  if (since !== undefined) conditions.push(['n.created_at >= ?::timestamptz', [since]]);
  if (until !== undefined) conditions.push(['n.created_at < ?::timestamptz', [until]]);
  if (types !== undefined) conditions.push([`n.type in (${marks(types)})`, types]);
  if (orderId !== undefined) conditions.push(['n.subject_id = ?', [orderId]]);
  if (httpStatus !== undefined) conditions.push(['n.last_http_status = ?', [httpStatus]]);
  return {
    sql: conditions.map(([sql]) => sql).join(' and '),
    values: conditions.flatMap(([, values]) => values),
  };
}

const marks = (values: readonly unknown[]) => values.map(() => '?').join(', ');

/** The merchant, and the filter of its notifications. */
export interface Recovery {
  readonly merchantKey: string;
  /** All endpoints where it is absent. */
  readonly endpointId?: string | undefined;
  readonly filter: RecoveryFilter;
}

export type RecoveryCount = Readonly<Record<'count' | Exclude<NotificationState, 'unsubscribed'>, number>>;

/** How many notifications a recovery would take now. */
export async function countRecovery(
  em: EntityManager,
  { merchantKey, endpointId, filter }: Recovery,
): Promise<RecoveryCount> {
  const { sql, values } = recoverySql(filter);
  const ofState = (state: NotificationState) =>
    `count(*) filter (where n.status = '${state}')::int as ${state}`;
  const states = ([...UNACKNOWLEDGED, 'acknowledged'] as const).map(ofState).join(', ');
  const [counted] = await em.execute<[RecoveryCount]>(
    `select count(*)::int as count, ${states} from notification n
     where n.merchant_key = ?${endpointId === undefined ? '' : ' and n.endpoint_id = ?'} and ${sql}`,
    [merchantKey, ...(endpointId === undefined ? [] : [endpointId]), ...values],
  );
  return counted;
}

/** So many recoveries of a merchant are under way at most. */
export const MAX_OPEN_RECOVERIES = 5;

/**
 * Has notifications sent again, in the background. Asking for the same while it is under way starts that over, and
 * reaches back as far as the farther of the two.
 * @param total how many there are now.
 * @returns the recovery's id; undefined where MAX_OPEN_RECOVERIES are under way.
 */
export async function requestRecovery(
  em: EntityManager,
  recovery: Recovery & { readonly filter: { readonly since: string } },
  total: number,
): Promise<string | undefined> {
  const { merchantKey, endpointId = null, filter } = recovery;
  return await em.transactional(async (inside) => {
    // Requests of one merchant follow one another.
    await inside.execute('select 1 from merchant where key = ? for no key update', [merchantKey]);
    const open = await inside.find(RetryRequest, { merchantKey, kind: 'recover', finishedAt: null });
    const same = open.find((one) => one.endpointId === endpointId && isSame(one.filter, filter));
    if (same === undefined && open.length >= MAX_OPEN_RECOVERIES) return undefined;
    const since = earlier(same?.filter.since ?? filter.since, filter.since);
    const values = [JSON.stringify({ ...filter, since }), total];
    const rows = await inside.execute<{ id: string }[]>(
      same === undefined ? ASK : ASK_AGAIN,
      same === undefined ? [merchantKey, endpointId, ...values] : [...values, same.id],
    );
    return rows[0]?.id;
  });
}

const ASK = `
  insert into retry_request (kind, merchant_key, endpoint_id, filter, total) values ('recover', ?, ?, ?::jsonb, ?)
  returning id`;
const ASK_AGAIN = `
  update retry_request set filter = ?::jsonb, total = ?, taken = 0, requested_at = now(), done_until = null,
    done_until_id = null
  where id = ? returning id`;

function isSame(one: RecoveryFilter, other: RecoveryFilter): boolean {
  const withoutSince = ({ since: _since, ...rest }: RecoveryFilter) => rest;
  return isDeepStrictEqual(withoutSince(one), withoutSince(other));
}

const earlier = (one: string, other: string) => (Date.parse(one) <= Date.parse(other) ? one : other);

/** The position behind which a list goes on, newest first. `requestedAt` is text of PostgreSQL, to the microsecond. */
export interface RecoveryPosition {
  readonly requestedAt: string;
  readonly id: string;
}

/** A merchant's recoveries, newest first, with the position of each. */
export async function listRecoveries(
  em: EntityManager,
  merchantKey: string,
  after: RecoveryPosition | undefined,
  limit: number,
): Promise<{ recovery: RetryRequest; position: RecoveryPosition }[]> {
  const { requestedAt, id } = after ?? { requestedAt: 'infinity', id: '' };
  const positions = await em.execute<RecoveryPosition[]>(
    `select id, requested_at::text as "requestedAt" from retry_request
     where kind = 'recover' and merchant_key = ? and (requested_at, id) < (?::timestamptz, ?)
     order by requested_at desc, id desc limit ?`,
    [merchantKey, requestedAt, id, limit],
  );
  const rows = await em.find(RetryRequest, { id: { $in: positions.map((one) => one.id) } });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return positions.flatMap((position) => {
    const recovery = byId.get(position.id);
    return recovery === undefined ? [] : [{ recovery, position }];
  });
}

/** One of the merchant's recoveries; null where there is none. */
export async function readRecovery(
  em: EntityManager,
  merchantKey: string,
  id: string,
): Promise<RetryRequest | null> {
  return await em.findOne(RetryRequest, { id, merchantKey, kind: 'recover' });
}

/** Stops one that is under way; what was taken is sent. One that has ended stays as it is. True where it was stopped. */
export async function cancelRecovery(em: EntityManager, merchantKey: string, id: string): Promise<boolean> {
  const stopped = await em.execute<unknown[]>(
    `update retry_request set cancelled_at = now(), finished_at = now()
     where id = ? and merchant_key = ? and kind = 'recover' and finished_at is null returning 1`,
    [id, merchantKey],
  );
  return stopped.length === 1;
}
