/** What must be true of kept places, stopped days and starts that are called off: SQL that answers `rule` and `evidence` of whatever breaks it. */

/** Live orders and holds that share a start, whose they are, and what they were sold. */
const PARTIES = `
  select r.id, r.guide_id, r.departure, r.start_at, r.places, r.goes, o.status, o.created_at,
    coalesce(o.merchant_key, h.merchant_key) as agency, coalesce(o.trip, h.terms->'trip') as trip
  from reservation r left join orders o on o.id = r.id left join hold h on h.id = r.id
  where r.departure is not null`;

/** Every order that there ever was, and every hold. */
const SOLD = `
  select id, guide_id, merchant_key as agency, trip_start_at as start_at from orders
  union all select id, guide_id, merchant_key, trip_start_at from hold`;

const DECIDED_AT = "(p.start_at - (p.trip->>'decideHoursBefore')::int * interval '1 hour')";

const RULES: Readonly<Record<string, string>> = {
  "places that are kept are nobody else's": `
    select p.guide_id || ' ' || p.departure from party p join guide g on g.id = p.guide_id,
      jsonb_array_elements(g.allotments) one
    where one->>'places' is not null and not one->'agencies' @> to_jsonb(p.agency)
    group by p.guide_id, p.departure, one
    having sum(p.places) > max((p.trip->>'capacity')::int) - max((one->>'places')::int)`,
  'nothing is sold on days that are stopped': `
    select s.id from sold s join guide g on g.id = s.guide_id, jsonb_array_elements(g.stop_sales) one
    where one->'agencies' @> to_jsonb(s.agency)
      and one->'weekdays' @> to_jsonb(trim(to_char(s.start_at at time zone g.time_zone, 'day')))`,
  'whether a start goes is decided at its time': `
    select p.id from party p where p.goes is null and p.status is not null
      and p.created_at < ${DECIDED_AT} and ${DECIDED_AT} < now() - interval '1 minute'`,
  'nobody stays in a start that was called off': `
    select id from party where not goes and status in ('pending', 'confirmed')`,
  'a start that was guaranteed is not called off': `
    select e.order_id from order_event e join orders o on o.id = e.order_id join guide g on g.id = o.guide_id,
      jsonb_array_elements(g.trip_kinds) kind, jsonb_array_elements(kind->'guaranteedStarts') promised
    where e.note like 'fewer than%came together%' and o.trip->>'tripKindId' = kind->>'tripKindId'
      and o.trip->>'startTime' = promised->>'startTime' and o.trip_date = (promised->>'tripDate')::date
      and o.trip_start_at - (kind->>'decideHoursBefore')::int * interval '1 hour' > g.updated_at`,
  'who is called off pays nothing': `
    select e.order_id from order_event e join ledger_posting l on l.order_id = e.order_id
    where e.note like 'fewer than%came together%'`,
};

/** One statement, so one moment. */
export const BROKEN_OFFERS = `with party as (${PARTIES}), sold as (${SOLD})
${Object.entries(RULES)
  .map(
    ([rule, sql]) =>
      `select '${rule.replaceAll("'", "''")}' as rule, evidence from (${sql}) as broken (evidence)`,
  )
  .join('\nunion all ')}`;
