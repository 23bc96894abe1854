/**
 * What is asked of the whole platform's database when Prometheus asks (lib/operations/platform-metrics.ts). Each statement probes an index
 * and counts no farther than it says, so that it stays quick when much waits: that is when it is needed.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { STUCK_AFTER_MS } from '../../../domain/notification.ts';
import { WITH_WAITING } from './deliveries.ts';

/** Nobody counts farther: of what was not started, and of what waits for one endpoint. */
const MOST_UNSTARTED = 100_000;
const MOST_STUCK = 1_000;
/** What was requested again is due from then on, and is among the oldest: so many of them are read. */
const MOST_READ = 200;

const SECONDS_SINCE = (instant: string) =>
  `greatest(0, coalesce(extract(epoch from now() - ${instant}), 0))::float8`;

/** One value of a metric, by the value of its label. */
export interface Figure {
  readonly label: string;
  readonly value: number;
}

/** How many, and how many seconds the oldest has waited; 0 where there is none. */
export interface Backlog {
  readonly label: string;
  readonly count: number;
  readonly oldestSeconds: number;
}

const STATE = `case when e.paused_at is not null then 'paused' when e.failing_since is not null then 'failing' else 'healthy' end`;

/** Endpoints with something waiting: their state, since when the oldest is due, and why it is not delivered. */
const WAITING = `${WITH_WAITING}, waiting as (
  select f.endpoint_id, ${STATE} as state, o.due_since
  from first f join callback_endpoint e on e.id = f.endpoint_id cross join lateral (
    select min(greatest(created_at, resent_at)) as due_since from (
      select created_at, resent_at from notification where endpoint_id = f.endpoint_id and status = 'pending'
      order by created_at, id limit ${MOST_READ}) oldest) o)`;

/** How long the oldest notification has waited, by the state of its endpoint. Every state is there. */
export async function oldestUndelivered(em: EntityManager): Promise<Figure[]> {
  return await em.execute<Figure[]>(
    `with ${WAITING}
     select state as label, ${SECONDS_SINCE('min(due_since)')} as value
     from (values ('healthy'), ('failing'), ('paused')) states (state) left join waiting using (state) group by state`,
  );
}

const STUCK_BEFORE = `now() - interval '${STUCK_AFTER_MS} milliseconds'`;

/** Why the one that waits longest for an endpoint was not delivered. */
const CAUSE = `case when s.state = 'paused' then 'endpoint_paused' else coalesce((
    select a.error from (select id, attempts from notification where endpoint_id = s.endpoint_id and status = 'pending'
      order by created_at, id limit 1) n
    join delivery_attempt a on a.notification_id = n.id and a.number = n.attempts), 'not_attempted') end`;

/** Stuck notifications by cause, at most 1,000 of each endpoint: what the oldest of an endpoint has is taken for all of it. */
export async function stuckByCause(em: EntityManager): Promise<Figure[]> {
  return await em.execute<Figure[]>(
    `with ${WAITING}, stuck as (
       select w.endpoint_id, w.state, c.count from waiting w cross join lateral (
         select count(*) from (select 1 from notification where endpoint_id = w.endpoint_id and status = 'pending'
           and (w.state = 'paused' or created_at < ${STUCK_BEFORE}) limit ${MOST_STUCK}) counted) c
       where w.state = 'paused' or w.due_since < ${STUCK_BEFORE})
     select ${CAUSE} as label, sum(s.count)::int as value from stuck s group by 1`,
  );
}

const unstarted = (kind: string, table: string, condition: string) => `
  select '${kind}' as label, count(*)::int as count, ${SECONDS_SINCE('min(created_at)')} as "oldestSeconds"
  from (select created_at from ${table} where workflow_started_at is null ${condition}
    order by launch_after limit ${MOST_UNSTARTED}) waiting`;
const UNSTARTED = [unstarted('order', 'orders', ''), unstarted('hold', 'hold', "and status = 'held'")].join(
  ' union all ',
);

/** Orders and holds that no workflow is known of, at most 100,000 of each. */
export async function unstartedWorkflows(em: EntityManager): Promise<Backlog[]> {
  return await em.execute<Backlog[]>(UNSTARTED);
}

/** Requests to retry now that are not worked off, and how many notifications they have left to take. */
export async function openRecoveries(em: EntityManager): Promise<(Backlog & { left: number })[]> {
  return await em.execute<(Backlog & { left: number })[]>(
    `select 'wake' as label, count(*)::int as count, ${SECONDS_SINCE('min(added_at)')} as "oldestSeconds", 0 as left
     from job where kind = 'endpoint_retry'
     union all
     select 'recover', count(*)::int, ${SECONDS_SINCE('min(requested_at)')},
       coalesce(sum(greatest(total - taken, 0)), 0)::int
     from recovery where finished_at is null`,
  );
}

/** Endpoints with an address, by state. */
export async function endpointStates(em: EntityManager): Promise<Figure[]> {
  return await em.execute<Figure[]>(
    `select state as label, count(s.id)::int as value from (values ('healthy'), ('failing'), ('paused')) states (state)
     left join (select e.id, ${STATE} as state from callback_endpoint e where url is not null) s using (state)
     group by state`,
  );
}

/** Mails that are neither sent nor given up. */
export async function waitingMails(em: EntityManager): Promise<Backlog> {
  const [row] = await em.execute<[Backlog]>(
    `select 'mail' as label, count(*)::int as count, ${SECONDS_SINCE('min(created_at)')} as "oldestSeconds"
     from (select created_at from mail where sent_at is null and failed_at is null
       order by created_at limit ${MOST_UNSTARTED}) waiting`,
  );
  return row;
}

/** Statements of months that are over, and still collect: settled by the run that follows the month's end. */
export async function unsettledStatements(em: EntityManager, timeZone: string): Promise<number> {
  const [row] = await em.execute<[{ count: number }]>(
    `select count(*)::int as count from settlement
     where status = 'open' and month < to_char(now() at time zone ?, 'YYYY-MM')`,
    [timeZone],
  );
  return row.count;
}
