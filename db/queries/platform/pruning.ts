/** The steps by which old rows are removed (services/retention/index.ts says what this rules out). */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { PrunedKind } from '../../../domain/retention.ts';
import { tryLock } from '../../advisory-locks.ts';
import { isLiveSql } from '../../order-days.ts';
import { ofSubject } from '../notifications/of-subject.ts';

/** Until the transaction ends no other run is at a step of this kind. @returns false where one is. */
export async function lockPruning(em: EntityManager, kind: PrunedKind): Promise<boolean> {
  return await tryLock(em, 'pruning', kind);
}

/** What one step reads: rows of one owner, older than an instant, behind those that the step before read. */
export interface PruneStep {
  readonly owner: string;
  readonly before: Date;
  readonly after: string | null;
  /** So many are read, most of which go. */
  readonly limit: number;
  /** They are only counted. */
  readonly isDry: boolean;
}

export interface PrunedStep {
  readonly scanned: number;
  readonly removed: number;
  /** The position of the last one that was read. */
  readonly last: string | null;
}

/** The owner whose rows are removed together: each has an index in the order of time. */
const OWNERS: Readonly<Record<PrunedKind, string>> = {
  attempts: 'select id as owner from callback_endpoint order by id',
  notifications: 'select key as owner from merchant order by key',
};

/** All of a kind. */
export async function pruneOwners(em: EntityManager, kind: PrunedKind): Promise<string[]> {
  const rows = await em.execute<{ owner: string }[]>(OWNERS[kind]);
  return rows.map(({ owner }) => owner);
}

/**
 * Attempts at an endpoint, but for those of a notification that still waits: they say why. By index alone, and by a statement
 * that waits for nobody: attempts are only ever written.
 */
const attemptsStep = (isDry: boolean) => `
with scanned as materialized (
  select notification_id, number, started_at from delivery_attempt
  where endpoint_id = ? and started_at < ?::timestamptz and started_at >= ?::timestamptz
    and (started_at, notification_id, number) > (?::timestamptz, ?, ?::int)
  order by started_at, notification_id, number limit ?
), going as (
  select l.notification_id, l.number from scanned l join notification n on n.id = l.notification_id
  where n.status <> 'pending'
), gone as (${isDry ? 'select from going' : 'delete from delivery_attempt a using going g where a.notification_id = g.notification_id and a.number = g.number returning 1'})
select (select count(*)::int from scanned) as scanned, (select count(*)::int from gone) as removed,
  (select jsonb_build_array(started_at, notification_id, number)::text from scanned
   order by started_at desc, notification_id desc, number desc limit 1) as last`;

/** Among so many events that are kept, the one that was written first has the lowest number (as feedSince has it). */
const MOMENT = 1_000;

/**
 * Notifications of a merchant whose order is over, had its last event before then and has nothing waiting, with their attempts.
 * Those of other subjects stay: the next event's number follows from them. Of the feed only what was written before every event
 * since then goes, so that it begins behind what was removed without a gap in what is promised. A row that somebody has locked
 * is left to the next run.
 */
const notificationsStep = (isDry: boolean) => `
with scanned as materialized (
  select id, created_at from notification
  where merchant_key = ? and created_at < ?::timestamptz and (created_at, id) > (?::timestamptz, ?)
  order by created_at, id limit ?
), kept as (
  select transaction_id from (
    select transaction_id from notification where merchant_key = ? and in_feed and created_at >= ?::timestamptz
    order by created_at, id limit ${MOMENT}) early
  order by transaction_id limit 1
), going as materialized (
  select n.id, n.merchant_key, n.in_feed, n.transaction_id, n.subject_id, n.position
  from scanned l join notification n on n.id = l.id join orders o on o.id = n.order_id
    join order_event e on e.order_id = o.id and e.sequence = o.sequence
  where n.status <> 'pending' and not ${isLiveSql('o.status')} and e.occurred_at < ?::timestamptz
    and n.transaction_id < coalesce((select transaction_id from kept), feed_horizon())
    and not exists (select from ${ofSubject('n.subject_id')} w where w.status = 'pending')
  ${isDry ? '' : 'for update of n skip locked'}
), ${isDry ? 'gone as (select from going)' : REMOVED}
select (select count(*)::int from scanned) as scanned, (select count(*)::int from gone) as removed,
  (select jsonb_build_array(created_at, id)::text from scanned order by created_at desc, id desc limit 1) as last`;

const REMOVED = `attempts as (
  delete from delivery_attempt a using going g where a.notification_id = g.id
), gone as (
  delete from notification n using going g where n.id = g.id returning 1
), begins as (
  insert into feed_start as s (merchant_key, transaction_id, subject_id, position)
  select merchant_key, transaction_id, subject_id, position from going where in_feed
  order by transaction_id desc, subject_id desc, position desc limit 1
  on conflict (merchant_key) do update
    set transaction_id = excluded.transaction_id, subject_id = excluded.subject_id, position = excluded.position
    where (excluded.transaction_id, excluded.subject_id, excluded.position) > (s.transaction_id, s.subject_id, s.position)
)`;

/** A place in the order of time; null before all. */
type Place = readonly [at: string, id: string, number?: number];
const BEGINNING: Place = ['-infinity', '', 0];

/**
 * Removes, or counts, what may go of the rows that it reads. Each value is in the statement by itself: only so the planner sees
 * that the index has the rows in order, and reads no others.
 */
export async function pruneStep(em: EntityManager, kind: PrunedKind, step: PruneStep): Promise<PrunedStep> {
  const { owner, before, after, limit, isDry } = step;
  const [at, id, number] = after === null ? BEGINNING : (JSON.parse(after) as Place);
  const [row] =
    kind === 'attempts'
      ? await em.execute<[PrunedStep]>(attemptsStep(isDry), [owner, before, at, at, id, number, limit])
      : await em.execute<[PrunedStep]>(notificationsStep(isDry), [
          ...[owner, before, at, id, limit],
          ...[owner, before, before],
        ]);
  return row;
}
