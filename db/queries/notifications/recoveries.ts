/** What merchants ask to be sent again, many at once: rows of `recovery`, which jobs work off (jobs/retries.ts). */
import { isDeepStrictEqual } from 'node:util';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { NotificationState, RecoveryFilter } from '../../../domain/notification.ts';
import { Merchant, Recovery } from '../../entities/index.ts';
import { lockRow } from '../../lock-row.ts';
import { addSingleJob } from '../platform/jobs.ts';
import { type Condition, HELD_MS } from './retries.ts';

/** What a recovery takes by default. */
const UNACKNOWLEDGED = ['pending', 'skipped', 'abandoned'] as const satisfies readonly NotificationState[];

/** Which of a merchant's notifications `n` a recovery takes: a condition, without merchant and endpoint. */
export function recoverySql(filter: RecoveryFilter): Condition {
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
export interface RecoveryScope {
  readonly merchantKey: string;
  /** All endpoints where it is absent. */
  readonly endpointId?: string | undefined;
  readonly filter: RecoveryFilter;
}

export type RecoveryCount = Readonly<Record<'count' | Exclude<NotificationState, 'unsubscribed'>, number>>;

/** How many notifications a recovery would take now. */
export async function countRecovery(
  em: EntityManager,
  { merchantKey, endpointId, filter }: RecoveryScope,
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
  recovery: RecoveryScope & { readonly filter: { readonly since: string } },
  total: number,
): Promise<string | undefined> {
  const { merchantKey, endpointId = null, filter } = recovery;
  return await em.transactional(async (inside) => {
    // Requests of one merchant follow one another.
    await lockRow(inside, Merchant, merchantKey);
    const underWay = { merchantKey, finishedAt: null };
    // Whoever ends one of them meanwhile has ended it first.
    const open = await inside.find(Recovery, underWay, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const same = open.find((one) => one.endpointId === endpointId && isSame(one.filter, filter));
    if (same === undefined && open.length >= MAX_OPEN_RECOVERIES) return undefined;
    const since = earlier(same?.filter.since ?? filter.since, filter.since);
    const values = [JSON.stringify({ ...filter, since }), total];
    const [asked] = await inside.execute<[{ id: string }]>(
      same === undefined ? ASK : ASK_AGAIN,
      same === undefined ? [merchantKey, endpointId, ...values] : [...values, same.id],
    );
    await addSingleJob(inside, 'recovery', asked.id);
    return asked.id;
  });
}

const ASK = `
  insert into recovery (merchant_key, endpoint_id, filter, total) values (?, ?, ?::jsonb, ?) returning id`;
const ASK_AGAIN = `
  update recovery set filter = ?::jsonb, total = ?, taken = 0, requested_at = now() where id = ? returning id`;

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
): Promise<{ recovery: Recovery; position: RecoveryPosition }[]> {
  const { requestedAt, id } = after ?? { requestedAt: 'infinity', id: '' };
  const positions = await em.execute<RecoveryPosition[]>(
    `select id, requested_at::text as "requestedAt" from recovery
     where merchant_key = ? and (requested_at, id) < (?::timestamptz, ?)
     order by requested_at desc, id desc limit ?`,
    [merchantKey, requestedAt, id, limit],
  );
  const rows = await em.find(Recovery, { id: { $in: positions.map((one) => one.id) } });
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
): Promise<Recovery | null> {
  return await em.findOne(Recovery, { id, merchantKey });
}

/** Stops one that is under way; what was taken is sent. One that has ended stays as it is. True where it was stopped. */
export async function cancelRecovery(em: EntityManager, merchantKey: string, id: string): Promise<boolean> {
  const stopped = await em.execute<unknown[]>(
    `update recovery set cancelled_at = now(), finished_at = now()
     where id = ? and merchant_key = ? and finished_at is null returning 1`,
    [id, merchantKey],
  );
  return stopped.length === 1;
}

/** One that is under way, as its job works on it. */
interface OpenRecovery {
  readonly id: string;
  readonly merchantKey: string;
  /** Null: all of the merchant's. */
  readonly endpointId: string | null;
  readonly filter: RecoveryFilter;
  /** Text of PostgreSQL, to the microsecond: it distinguishes this request from one that comes meanwhile. */
  readonly requestedAt: string;
  /** Milliseconds for which its endpoint asked for no requests. */
  readonly heldMs: number;
}

/** @returns undefined where it has ended. */
export async function openRecovery(em: EntityManager, id: string): Promise<OpenRecovery | undefined> {
  const [row] = await em.execute<OpenRecovery[]>(
    `select r.id, r.merchant_key as "merchantKey", r.endpoint_id as "endpointId", r.filter,
       r.requested_at::text as "requestedAt", ${HELD_MS} as "heldMs"
     from recovery r left join callback_endpoint e on e.id = r.endpoint_id
     where r.id = ? and r.finished_at is null`,
    [id],
  );
  return row;
}

/** Notes how many more were taken; does nothing if it was requested again or cancelled since. */
export async function noteTaken(
  em: EntityManager,
  { id, requestedAt }: OpenRecovery,
  count: number,
  isAll: boolean,
): Promise<void> {
  await em.execute(
    `update recovery set taken = taken + ?, finished_at = case when ? then now() end
     where id = ? and requested_at = ?::timestamptz and finished_at is null`,
    [count, isAll, id, requestedAt],
  );
}
