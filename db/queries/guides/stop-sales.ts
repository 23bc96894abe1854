/** Stop-sales and allotments in searches by days: what domain/stop-sale.ts and domain/allotment.ts decide, as SQL over a row `guide`. */

/** SQL: the members of a stop-sale, or of an allotment, that decide. */
const STOP = `stop ("startDate" date, "endDate" date, weekdays jsonb, "tripKindIds" jsonb, "wholeDays" boolean, agencies jsonb,
      places int, "releaseDaysBefore" int)`;

/**
 * SQL: a stop-sale is for who asks, or whole trips of a day are kept for others until so many days before. Of places that are kept a search
 * knows nothing: it would have to count what is left of each start.
 */
const IS_FOR_ASKING = `case when stop."releaseDaysBefore" is null
        then stop.agencies is null or jsonb_exists(stop.agencies, asked.agency)
        else stop.places is null and guide.studio_key is distinct from asked.agency
          and jsonb_exists(stop.agencies, asked.agency) is not true
          and day > (asked.at at time zone guide.time_zone)::date + stop."releaseDaysBefore" end`;

/** SQL: trips are stopped on a `day` for who asks. @param ofKind SQL of whether the stop is for such trips. */
const stopped = (ofKind: string) => `exists (
    select from jsonb_to_recordset(guide.stop_sales || guide.allotments) as ${STOP}
    where ${IS_FOR_ASKING}
      and day between coalesce(stop."startDate", day) and coalesce(stop."endDate", day)
      and (stop.weekdays is null or jsonb_exists(stop.weekdays, to_char(day, 'FMday')))
      and ${ofKind})`;

const DAYS_STOPPED = stopped(`coalesce(stop."wholeDays", stop."tripKindIds" is null)`);
const KIND_STOPPED = stopped(
  `coalesce(jsonb_exists(stop."tripKindIds", kind->>'tripKindId'), stop."wholeDays" is not true)`,
);

/** SQL: the guide has any. */
export const HAS_STOPS = `(guide.stop_sales <> '[]' or guide.allotments <> '[]')`;

/** SQL: some day is stopped. Takes the agency, the first and the last day, and the moment by the agency's clock. */
export const STOPPED = `(${HAS_STOPS} and exists (
  select from (select ?::text as agency, ?::date as first, ?::date as last, ?::timestamptz as at) asked
  cross join lateral (
    select generate_series(asked.first, asked.last, interval '1 day')::date as day) days
  where case when guide.offers_whole_days then ${DAYS_STOPPED}
    else not exists (select from jsonb_array_elements(guide.trip_kinds) kind where not ${KIND_STOPPED}) end))`;
