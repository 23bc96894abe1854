/** What must be true of guides' time at every moment: SQL that answers `rule` and `evidence` of whatever breaks it. */
import { isLiveSql } from '../../../db/order-days.ts';

/** Live orders and holds, as they themselves say. */
const TAKEN = `
  select id, guide_id, start_at, end_at, guests, (trip->>'capacity')::int as capacity,
    case when trip->>'capacity' is not null then concat(trip->>'tripKindId', extract(epoch from start_at)) end as departure
  from (
    select id, guide_id, trip_start_at as start_at, trip_end_at as end_at, trip, guest_count as guests from orders
    where ${isLiveSql('status')}
    union all
    select id, guide_id, trip_start_at, trip_end_at, terms->'trip', (terms->>'guestCount')::int from hold
    where status = 'held') live`;

const overlapsIn = (table: string) => `
  select a.id || ' and ' || b.id from ${table} a join ${table} b on a.guide_id = b.guide_id and a.id < b.id
    and coalesce(a.departure, a.id) <> coalesce(b.departure, b.id) and tstzrange(a.start_at, a.end_at) && tstzrange(b.start_at, b.end_at)`;

/** What an order takes over from its hold; what was changed later is not compared, nor a least number of guests that the studio has given up since. */
const TERMS = `
  select h.id || ' and ' || o.id from hold h join orders o on o.id = h.order_id
  where not exists (select from order_change c where c.order_id = o.id and c.status = 'applied')
    and ((o.guide_id, o.merchant_key, o.studio_key, o.trip_start_at, o.trip_end_at)
        is distinct from (h.guide_id, h.merchant_key, h.studio_key, h.trip_start_at, h.trip_end_at)
    or jsonb_build_object(
        'tripDate', o.trip_date, 'tripDays', o.trip_days, 'guestCount', o.guest_count, 'trip', o.trip,
        'totalAmount', o.total_amount, 'currency', o.currency, 'priceBreakdown', o.price_breakdown,
        'commissionRate', o.commission_rate, 'cancellationPolicy', o.cancellation_policy, 'timeZone', o.time_zone,
        'instantConfirmation', o.instant_confirmation)
      is distinct from case when o.trip->'leastGuestsToGo' is null
        then (h.terms - 'confirmationHours') #- '{trip,leastGuestsToGo}' #- '{trip,decideHoursBefore}'
        else h.terms - 'confirmationHours' end)`;

const RULES: Readonly<Record<string, string>> = {
  'reservations of a guide never overlap': overlapsIn('reservation'),
  'live orders and holds of a guide never overlap': overlapsIn('taken'),
  'a departure has no more guests than places': `
    select guide_id || ' ' || departure from taken where departure is not null group by guide_id, departure
    having sum(guests) > max(capacity)`,
  'every reservation is that of a live order or a hold': `
    select r.id from reservation r where not exists (
      select from taken t where t.id = r.id and t.guide_id = r.guide_id and t.start_at = r.start_at and t.end_at = r.end_at
        and r.places is not distinct from case when t.capacity is not null then t.guests end)`,
  'every live order and every hold has its reservation': `
    select t.id from taken t where not exists (
      select from reservation r where r.id = t.id and r.guide_id = t.guide_id and r.start_at = t.start_at)`,
  'an order from a hold has exactly its terms': TERMS,
  'a hold is booked where it names an order, and only there': `
    select id from hold where (status = 'booked') <> (order_id is not null)`,
};

/** One statement, so one moment. */
export const BROKEN_RESERVATIONS = `with taken as (${TAKEN})
${Object.entries(RULES)
  .map(([rule, sql]) => `select '${rule}' as rule, evidence from (${sql}) as broken (evidence)`)
  .join('\nunion all ')}`;
