/** What reports count of orders that were booked in a period. */
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  CANCELLATION_LEADS,
  type CancellationGroup,
  MAX_REPORT_GROUPS,
  type ReportGroup,
} from '../../../domain/report.ts';
import { booked, otherSide, type ReportScope } from './report-scope.ts';

/** How a cancelled order ended. */
const ENDED = `left join lateral (
  select e.reason, e.from_status, e.actor_kind, e.occurred_at from order_event e
  where o.status = 'cancelled' and e.order_id = o.id and e.to_status = 'cancelled' and e.from_status <> 'cancelled'
  order by e.sequence limit 1
) ended on true`;

/** How an order that is no longer pending ceased to be. */
const ANSWERED = `left join lateral (
  select e.reason, e.to_status, e.occurred_at from order_event e
  where o.status <> 'pending' and e.order_id = o.id and e.from_status = 'pending' and e.to_status <> 'pending'
  order by e.sequence limit 1
) answered on true`;

const REFUSED = "('rejected_by_studio', 'confirmation_expired')";

interface Group {
  /** What orders are grouped by. */
  readonly key: string;
  readonly values: readonly string[];
  /** Of `grouped`. */
  readonly name: string;
  readonly order: string;
}

/** Sorting 100,000 orders by a language's rules costs as much as all the rest. */
const AS_BYTES = 'collate "C"';

const MOST_FIRST = 'orders desc, bucket';

function periodOf({ step, timeZone }: ReportScope): Group {
  const key = `date_trunc('${step}', o.created_at at time zone ?)::date`;
  return { key, values: [timeZone], name: 'null::text', order: 'bucket' };
}

function groupOf(group: ReportGroup, scope: ReportScope): Group {
  const groups: Record<ReportGroup, Group> = {
    period: periodOf(scope),
    guide: {
      key: `o.guide_id ${AS_BYTES}`,
      values: [],
      name: '(select name from guide where id = bucket)',
      order: MOST_FIRST,
    },
    area: { key: `g.area ${AS_BYTES}`, values: [], name: 'bucket', order: MOST_FIRST },
    partner: {
      key: `o.${otherSide(scope)} ${AS_BYTES}`,
      values: [],
      name: '(select name from merchant where merchant.key = bucket)',
      order: MOST_FIRST,
    },
  };
  return groups[group];
}

/** One more than are shown, so that it is known whether there are others. */
const LIMIT = `limit ${MAX_REPORT_GROUPS + 1}`;

/** Orders of a period and a currency. Amounts are minor units. */
export interface BookedRow {
  /** The first day of the week or month. */
  readonly period: string;
  readonly currency: string;
  readonly orders: number;
  readonly completed: number;
  readonly open: number;
  /** Rejected or expired. */
  readonly refused: number;
  readonly cancelled: number;
  readonly amount: number;
  /** Of those that are completed or open. */
  readonly keptAmount: number;
}

export async function selectBooked(em: EntityManager, scope: ReportScope): Promise<BookedRow[]> {
  const where = booked(scope);
  const { key, values } = periodOf(scope);
  return await em.execute<BookedRow[]>(
    `with own as (
       select ${key} as period, o.currency, o.total_amount as amount, case
         when o.status = 'completed' then 'completed' when o.status <> 'cancelled' then 'open'
         when ended.reason in ${REFUSED} then 'refused' else 'cancelled' end as outcome
       from orders o join guide g on g.id = o.guide_id ${ENDED} where ${where.sql}
     )
     select period::text, currency, count(*)::int as orders,
       count(*) filter (where outcome = 'completed')::int as completed,
       count(*) filter (where outcome = 'open')::int as open,
       count(*) filter (where outcome = 'refused')::int as refused,
       count(*) filter (where outcome = 'cancelled')::int as cancelled,
       sum(amount)::float8 as amount,
       coalesce(sum(amount) filter (where outcome in ('completed', 'open')), 0)::float8 as "keptAmount"
     from own group by period, currency order by period, currency`,
    [...values, ...where.values],
  );
}

/** Requests are orders that wait for their studio's answer; with instant confirmation there is none. */
export interface RequestRow {
  readonly key: string;
  readonly name: string | null;
  readonly orders: number;
  readonly instant: number;
  readonly requests: number;
  readonly waiting: number;
  readonly confirmed: number;
  readonly rejected: number;
  readonly expired: number;
  /** By who booked, before an answer. */
  readonly withdrawn: number;
  /** By an operator, before an answer. */
  readonly otherwise: number;
  /** Until the studio confirmed or rejected, in seconds; null without such answers. */
  readonly medianSeconds: number | null;
  readonly p90Seconds: number | null;
}

export async function selectRequests(
  em: EntityManager,
  scope: ReportScope,
  by: ReportGroup,
): Promise<RequestRow[]> {
  const where = booked(scope);
  const { key, values, name, order } = groupOf(by, scope);
  const counted = (result: string) => `count(*) filter (where result = '${result}')::int as ${result}`;
  return await em.execute<RequestRow[]>(
    `with own as (
       select ${key} as bucket, case
         when o.instant_confirmation then 'instant' when o.status = 'pending' then 'waiting'
         when answered.to_status = 'confirmed' or o.status <> 'cancelled' then 'confirmed'
         when answered.reason = 'rejected_by_studio' then 'rejected'
         when answered.reason = 'confirmation_expired' then 'expired'
         when answered.reason = 'cancelled_by_merchant' then 'withdrawn' else 'otherwise' end as result,
         case when not o.instant_confirmation and answered.reason in ('confirmed_by_studio', 'rejected_by_studio')
           then extract(epoch from answered.occurred_at - o.created_at)::float8 end as seconds
       from orders o join guide g on g.id = o.guide_id ${ANSWERED} where ${where.sql}
     ), grouped as (
       select bucket, count(*)::int as orders, count(*) filter (where result <> 'instant')::int as requests,
         ${['instant', 'waiting', 'confirmed', 'rejected', 'expired', 'withdrawn', 'otherwise'].map(counted).join(', ')},
         percentile_cont(0.5) within group (order by seconds) as "medianSeconds",
         percentile_cont(0.9) within group (order by seconds) as "p90Seconds"
       from own group by bucket order by ${order} ${LIMIT}
     )
     select grouped.*, bucket::text as key, ${name} as name from grouped order by ${order}`,
    [...values, ...where.values],
  );
}

export interface CancellationRow {
  readonly key: string;
  readonly name: string | null;
  /** Orders that were confirmed, whatever became of them. */
  readonly orders: number;
  readonly cancelled: number;
  readonly byAgency: number;
  readonly byStudio: number;
  readonly byOperator: number;
  /** From the cancellation to the trip's begin, in seconds; null without cancellations. */
  readonly medianSeconds: number | null;
}

const HOURS = 'extract(epoch from o.trip_start_at - ended.occurred_at) / 3600';
const LEAD = `case when ended.occurred_at is null then null ${CANCELLATION_LEADS.map(({ lead, below }) =>
  Number.isFinite(below) ? `when ${HOURS} < ${below} then '${lead}'` : `else '${lead}'`,
).join(' ')} end`;

/** Without orders that were never confirmed. By lead there are cancelled ones only. */
export async function selectCancellations(
  em: EntityManager,
  scope: ReportScope,
  by: CancellationGroup,
): Promise<CancellationRow[]> {
  const where = booked(scope);
  const group =
    by === 'lead' ? { key: LEAD, values: [], name: 'null::text', order: 'bucket' } : groupOf(by, scope);
  const only = by === 'lead' ? 'where is_cancelled' : '';
  return await em.execute<CancellationRow[]>(
    `with own as (
       select ${group.key} as bucket, o.status = 'cancelled' as is_cancelled, ended.actor_kind,
         extract(epoch from o.trip_start_at - ended.occurred_at)::float8 as seconds
       from orders o join guide g on g.id = o.guide_id ${ENDED}
       where ${where.sql} and (o.status in ('confirmed', 'in_progress', 'completed') or ended.from_status in ('confirmed', 'in_progress'))
     ), grouped as (
       select bucket, count(*)::int as orders, count(*) filter (where is_cancelled)::int as cancelled,
         count(*) filter (where actor_kind = 'merchant')::int as "byAgency",
         count(*) filter (where actor_kind = 'studio')::int as "byStudio",
         count(*) filter (where is_cancelled and actor_kind not in ('merchant', 'studio'))::int as "byOperator",
         percentile_cont(0.5) within group (order by seconds) as "medianSeconds"
       from own ${only} group by bucket order by ${group.order} ${LIMIT}
     )
     select grouped.*, bucket::text as key, ${group.name} as name from grouped order by ${group.order}`,
    [...group.values, ...where.values],
  );
}

/** A guide and a merchant of the other side that have orders together. */
export interface PairRow {
  readonly guideId: string;
  readonly guideName: string;
  readonly area: string;
  readonly partner: string;
  readonly partnerName: string;
}

const MAX_PAIRS = 2_000;

/** Those of the period, whatever the filters; the ones with the most orders. */
export async function selectPairs(em: EntityManager, scope: ReportScope): Promise<PairRow[]> {
  const where = booked({ ...scope, guideId: undefined, area: undefined, partner: undefined });
  return await em.execute<PairRow[]>(
    `with pair as (
       select o.guide_id, o.${otherSide(scope)} as partner, count(*) as orders from orders o where ${where.sql}
       group by 1, 2 order by 3 desc, 1, 2 limit ${MAX_PAIRS}
     )
     select g.id as "guideId", g.name as "guideName", g.area, m.key as partner, m.name as "partnerName"
     from pair join guide g on g.id = pair.guide_id join merchant m on m.key = pair.partner
     order by pair.orders desc, g.id, m.key`,
    where.values,
  );
}
