import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { realTimeOf } from '../../../domain/sandbox.ts';
import { Hold, Merchant, Order } from '../../entities/index.ts';

/** A sweeper that takes orders or holds has this long to start them before another may. */
const LEASE = "interval '10 seconds'";

const UNSTARTED = 'workflow_started_at is null and launch_after < now()';
/** SQL: whose workflow is not known to run. */
export const UNSTARTED_ORDERS = `orders where ${UNSTARTED}`;
/** What has ended needs no workflow. */
export const UNSTARTED_HOLDS = `hold where ${UNSTARTED} and status = 'held'`;

/** So many of the oldest are read to find whose turn it is. */
const MOST_READ = 5_000;

/** SQL: the next of these rows of a table; merchants take turns. In a CTE, since a subquery might be run once for each row. */
const take = (table: string, which: string) =>
  `with taken as materialized (
     select t.id from (
       select id, launch_after, row_number() over (partition by merchant_key order by launch_after) as turn
       from (select id, merchant_key, launch_after from ${which} order by launch_after limit ${MOST_READ}) oldest
     ) t join ${table} locked on locked.id = t.id
     order by t.turn, t.launch_after limit ? for update of locked skip locked)
   update ${table} set launch_after = now() + ${LEASE}
   where id in (select id from taken) and ${UNSTARTED} returning id`;

/**
 * Takes up to `limit` orders whose workflow is not known to run, a merchant's in turn with the others'. Several API processes
 * can sweep at once: a locked row is skipped, a taken one is out of sight until its lease ends.
 */
export async function takeUnstarted(em: EntityManager, limit: number): Promise<Order[]> {
  const taken = await em.execute<{ id: string }[]>(take('orders', UNSTARTED_ORDERS), [limit]);
  if (taken.length === 0) return [];
  return await em.find(Order, { id: { $in: taken.map(({ id }) => id) } });
}

/** What starting a hold's workflow needs. */
export interface UnstartedHold extends Pick<Hold, 'id' | 'merchantKey' | 'guideId' | 'tripStartAt'> {
  /** In real time: a hold goes by its merchant's clock. */
  readonly dueAt: Date;
}

/** The same of holds. */
export async function takeUnstartedHolds(em: EntityManager, limit: number): Promise<UnstartedHold[]> {
  const taken = await em.execute<{ id: string }[]>(take('hold', UNSTARTED_HOLDS), [limit]);
  return await selectStartable(
    em,
    taken.map(({ id }) => id),
  );
}

/** These holds, as starting their workflows needs them. */
export async function selectStartable(em: EntityManager, ids: readonly string[]): Promise<UnstartedHold[]> {
  if (ids.length === 0) return [];
  const holds = await em.find(Hold, { id: { $in: [...ids] } });
  const keys = holds.map(({ merchantKey }) => merchantKey);
  const merchants = await em.find(Merchant, { key: { $in: keys } }, { fields: ['clockAheadMs'] });
  const clocks = new Map(merchants.map((merchant) => [merchant.key, merchant]));
  return holds.map((hold) => {
    const { id, merchantKey, guideId, tripStartAt, expiresAt } = hold;
    const dueAt = realTimeOf({ clockAheadMs: clocks.get(merchantKey)?.clockAheadMs }, expiresAt);
    return { id, merchantKey, guideId, tripStartAt, dueAt };
  });
}

/** Notes that the workflows of these orders run. */
export async function markStarted(em: EntityManager, orderIds: readonly string[]): Promise<void> {
  await em.nativeUpdate(Order, { id: { $in: [...orderIds] } }, { workflowStartedAt: raw('now()') });
}

/** Notes that the workflows of these holds run. */
export async function markHoldsStarted(em: EntityManager, holdIds: readonly string[]): Promise<void> {
  await em.nativeUpdate(Hold, { id: { $in: [...holdIds] } }, { workflowStartedAt: raw('now()') });
}
