/** Who has which time of a guide: live orders and holds (docs/decisions/0074). Days are those of the guide's calendar. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { DayRange } from '../../../domain/availability.ts';
import type { Departure, TakenTime } from '../../../domain/departure.ts';
import { ROOMY_GUIDES } from '../../../domain/sandbox.ts';
import type { TripKind } from '../../../domain/trip-details.ts';
import { type ZoneDays, zoneDays } from '../../../domain/wall-time.ts';
import { Reservation } from '../../entities/index.ts';
import { addJobs } from '../platform/jobs.ts';

/**
 * SQL: gives back the time of orders and holds that end, in the statement that ends them; the guide is indexed again, and the waitlist for
 * the time is checked. Whether anybody waits is not read here: what this statement sees of waitlists may be older than the lock
 * that it waited for (docs/decisions/0171). @param ended the name of a query of their `id`.
 */
export const giveBackTime = (ended: string) => `freed as (
  delete from reservation using ${ended} where reservation.id = ${ended}.id
  returning reservation.id, reservation.guide_id, reservation.start_at, reservation.end_at
), ${noteFreed('freed')}`;

/** SQL: time of guides that is free from now on. @param freed the name of a query of `id` (of what had it), `guide_id`, `start_at` and `end_at`. */
export const noteFreed = (freed: string) => `freed_index as (
  ${addJobs('guide_index', `select guide_id as subject from ${freed}`)}
), freed_time as (
  ${addJobs(
    'waitlist_time',
    `select guide_id as subject, jsonb_build_object('id', id, 'startAt', start_at, 'endAt', end_at) as payload from ${freed}
     where end_at > now()`,
    ['payload'],
  )}
)`;

/** SQL: guides whose time was taken. @param taken the name of a query of `guide_id`. */
export const noteTaken = (taken: string) =>
  `taken_index as (${addJobs('guide_index', `select guide_id as subject from ${taken}`)})`;

/**
 * SQL: the end of a reservation. Of a guide with room it is its beginning, so that it overlaps with none; the constraint
 * `reservation_with_room` refuses another. All three are SQL: the guide's id, and the time that is wanted.
 */
export const keptUntil = (guideId: string, startAt: string, endAt: string) =>
  `case when ${guideId} in (${ROOMY_GUIDES.map((id) => `'${id}'`).join(', ')}) then ${startAt} else ${endAt} end`;

/**
 * SQL: starts that go from now on, so that parties which were too small can have places: the waitlists of their guides are checked.
 * @param taken the name of a query of `guide_id` and `goes`.
 */
export const noteGoing = (taken: string) =>
  `going_time as (${addJobs('waitlist_time', `select distinct guide_id as subject from ${taken} where goes`)})`;

/** SQL: with an order that comes to a departure after the decision it goes, or it could not come. */
export const JOINED = `case when id like 'ORD%' and "mustReach" > 1 then true end`;

/** SQL: rows of `reservation`, from a query of its columns with the time that is wanted. */
export const reserveSql = (wanted: string) =>
  `insert into reservation (id, guide_id, start_at, end_at, departure, places, capacity, goes)
   select id, guide_id, start_at, ${keptUntil('guide_id', 'start_at', 'end_at')}, departure, places, capacity, ${JOINED} from ${wanted}`;

/** SQL: one row for `reserveSql`. Takes what `wantedTime` answers. */
export const WANTED_TIME = `(select ?::text as id, ?::text as guide_id, ?::timestamptz as start_at, ?::timestamptz as end_at,
     ?::text as departure, ?::int as places, ?::int as capacity, ?::int as "mustReach", ?::jsonb as kept) wanted`;

/** What a party wants of a guide: its time, or places of a departure. */
export interface WantedTime extends ReservedTime {
  readonly departure: Departure | null;
  readonly guestCount: number;
}

/** For `WANTED_TIME`. */
export function wantedTime(id: string, guideId: string, wanted: WantedTime): unknown[] {
  const { departure, places, capacity, mustReach, kept } = placesOf(wanted);
  const columns = [departure, places, capacity, mustReach, kept && JSON.stringify(kept)];
  return [id, guideId, wanted.startAt, wanted.endAt, ...columns];
}

/** The columns of a departure, how many guests it must have by then, and what of it is kept for others. */
export function placesOf({ departure, guestCount }: Pick<WantedTime, 'departure' | 'guestCount'>) {
  if (departure === null)
    return { departure: null, places: null, capacity: null, mustReach: null, kept: null };
  const { id, capacity, mustReach, kept } = departure;
  return { departure: id, places: guestCount, capacity, mustReach, kept: kept.length > 0 ? kept : null };
}

/** SQL: a row with the columns of `placesOf` finds its places in a departure that goes with it, or needs none. Only behind the guide's lock that stays so. @param guideId SQL. */
export const hasPlaces = (guideId: string) =>
  `(departure is null or (places_taken(${guideId}, departure) + places
      + case when kept is null then 0 else places_kept(${guideId}, departure, kept) end <= capacity
    and start_goes(${guideId}, departure, places, "mustReach")))`;

/** Time of a guide, the end not included. */
export interface ReservedTime {
  readonly startAt: Date;
  readonly endAt: Date;
}

interface TakenTimeNeeds {
  /** Whose it is: where places are kept for others. */
  readonly agency: string;
  /** Whether its start goes with it, though nobody has decided that: where there is a least number. */
  readonly goes: string;
}

/** @param needs SQL of whether each matters of a reservation `r` that has places of a departure. */
const takenTimeSql = (
  needs: TakenTimeNeeds,
) => `r.start_at as "startAt", r.end_at as "endAt", r.departure, r.places,
  case when r.departure is not null and ${needs.agency} then coalesce(
    (select o.merchant_key from orders o where o.id = r.id), (select h.merchant_key from hold h where h.id = r.id)) end as agency,
  case when r.id like 'ORD%' and r.goes is distinct from false then coalesce(r.places, 0) else 0 end as coming,
  coalesce(r.goes, r.departure is not null and ${needs.goes} and exists (
    select from orders o where o.id = r.id and o.trip->'leastGuestsToGo' is null)) as goes`;

/** SQL: what a `TakenTime` says of a reservation `r`; `takenTime` reads it. */
export const TAKEN_TIME = takenTimeSql({ agency: 'true', goes: 'true' });

/** As PostgreSQL answers it. */
export type TakenRow = Omit<TakenTime, 'startAt' | 'endAt'> & {
  readonly startAt: string;
  readonly endAt: string;
};

export function takenTime<Row extends TakenRow>({ startAt, endAt, ...row }: Row) {
  return { ...row, startAt: new Date(startAt), endAt: new Date(endAt) };
}

const SPAN = 'tstzrange(r.start_at, r.end_at)';
const firstDay = (timeZone: string) => `(r.start_at at time zone ${timeZone})::date`;
const lastDay = (timeZone: string) =>
  `((r.end_at - interval '1 microsecond') at time zone ${timeZone})::date`;

/** SQL: the days that a reservation `r` takes, as rows of `day`. @param timeZone SQL of the guide's. */
export const reservedDaysSql = (timeZone: string) =>
  `generate_series(${firstDay(timeZone)}, ${lastDay(timeZone)}, interval '1 day') day`;

/**
 * SQL: a reservation `r` of a row `guide` leaves nothing of its days for a search: a departure with places left does, where
 * no whole days are sold.
 */
export const FILLS_ITS_DAYS = `(r.departure is null or guide.offers_whole_days
      or places_taken(r.guide_id, r.departure) >= r.capacity)`;

/** SQL: a reservation `r` takes some of these days. @param timeZone as above. @param first SQL of the first day, or it takes both. */
export const overlapsDaysSql = (timeZone: string, first = '?::date', last = '?::date') =>
  `${SPAN} && tstzrange(${first}::timestamp at time zone ${timeZone}, (${last} + 1)::timestamp at time zone ${timeZone})`;

/** SQL: the first and the last day that a reservation `r` takes, as columns of a `DayRange`. @param timeZone as above. */
export const takenDaysSql = (timeZone: string) =>
  `to_char(${firstDay(timeZone)}, 'YYYY-MM-DD') as "startDate", to_char(${lastDay(timeZone)}, 'YYYY-MM-DD') as "endDate"`;

/**
 * SQL: the days that live orders and holds of a row `guide` fill, as json of `DayRange`s, in order; two may share a day.
 * Takes the first and the last day. A little more may come: days begin and end where the guide is.
 */
export const RESERVED_DAYS_OF_GUIDE = `(
      select coalesce(json_agg(json_build_object(
        'startDate', to_char(${firstDay('guide.time_zone')}, 'YYYY-MM-DD'),
        'endDate', to_char(${lastDay('guide.time_zone')}, 'YYYY-MM-DD')) order by r.start_at), '[]')
      from reservation r
      where r.guide_id = guide.id and ${overlapsDaysSql('guide.time_zone')} and ${FILLS_ITS_DAYS})`;

/** Writes down whether the departures of these orders go (db/queries/orders/departures.ts), whose guide is locked. */
export async function markDecided(
  em: EntityManager,
  orderIds: readonly string[],
  goes: boolean,
): Promise<void> {
  await em.execute(
    `with decided as (
       update reservation set goes = ? where id = any(?::text[]) returning guide_id, goes
     ), ${noteGoing('decided')}
     select from decided`,
    [goes, `{${orderIds.join()}}`],
  );
}

/** What live orders and holds of a guide have of this time, in order. */
export async function selectReserved(
  em: EntityManager,
  guideId: string,
  { startAt, endAt }: ReservedTime,
  exceptId?: string,
): Promise<TakenTime[]> {
  const rows = await em.execute<TakenRow[]>(
    `select ${TAKEN_TIME} from reservation r
     where r.guide_id = ? and r.id is distinct from ? and ${SPAN} && tstzrange(?::timestamptz, ?::timestamptz)
     order by r.start_at`,
    [guideId, exceptId ?? null, startAt, endAt],
  );
  return rows.map(takenTime);
}

interface ReservedGuide {
  readonly id: string;
  readonly timeZone: string;
  /** What is kept from who asks; without it nobody asks whose the time is. */
  readonly allotments?: readonly unknown[];
  /** Without it nobody asks whether starts go. */
  readonly tripKinds?: readonly Pick<TripKind, 'leastGuestsToGo'>[];
}

/** What live orders and holds have of each of these guides on these days, in order, with the days that it takes. */
export async function selectReservedOf(
  em: EntityManager,
  guides: readonly ReservedGuide[],
  { startDate, endDate }: DayRange,
): Promise<
  Map<string, (TakenTime & DayRange & { readonly id: string; readonly capacity: number | null })[]>
> {
  // By our own zones: PostgreSQL's are often of another release, and where a country has changed its clocks since, its days are others.
  const daysOf = new Map<string, ZoneDays & { readonly hasKept: boolean; readonly hasLeast: boolean }>();
  for (const [timeZone, there] of Map.groupBy(guides, (guide) => guide.timeZone)) {
    const days = zoneDays(timeZone, startDate, endDate);
    for (const { id, allotments = [], tripKinds = [] } of there) {
      const hasLeast = tripKinds.some(({ leastGuestsToGo }) => leastGuestsToGo !== undefined);
      daysOf.set(id, { ...days, hasKept: allotments.length > 0, hasLeast });
    }
  }
  const asked = [...daysOf].map(([id, { dateOf: _, ...time }]) => ({ id, ...time }));
  const rows = await em.execute<(TakenRow & { id: string; guideId: string; capacity: number | null })[]>(
    `select r.id, r.guide_id as "guideId", ${takenTimeSql({ agency: 'g."hasKept"', goes: 'g."hasLeast"' })}, r.capacity
     from json_to_recordset(?::json) as g (id text, "startAt" timestamptz, "endAt" timestamptz, "hasKept" boolean, "hasLeast" boolean)
     join reservation r on r.guide_id = g.id and ${SPAN} && tstzrange(g."startAt", g."endAt") order by r.start_at`,
    [JSON.stringify(asked)],
  );
  const byGuide = Map.groupBy(rows, ({ guideId }) => guideId);
  return new Map(
    [...byGuide].map(([id, ofGuide]) => {
      const days = daysOf.get(id) as ZoneDays;
      return [id, ofGuide.map(({ guideId: _, ...row }) => withDays(takenTime(row), days))];
    }),
  );
}

function withDays<Time extends TakenTime>(time: Time, { dateOf }: ZoneDays): Time & DayRange {
  return {
    ...time,
    startDate: dateOf(time.startAt),
    endDate: dateOf(new Date(time.endAt.getTime() - 1)),
  };
}

/** True while any order of the guide can still move, or somebody holds it. */
export async function isReserved(em: EntityManager, guideId: string): Promise<boolean> {
  return (await em.count(Reservation, { guideId })) > 0;
}

/**
 * The days of live orders and holds that rest days, blocks or holidays would cover, the first `limit` of them.
 * @param restDays a sum of `1 << weekday`, Monday is 0 (domain/availability.ts).
 * @param blocked a datemultirange.
 * @param calendar the calendar of public holidays; null: none.
 */
export async function bookedDaysWithin(
  em: EntityManager,
  { id, timeZone }: { readonly id: string; readonly timeZone: string },
  {
    restDays,
    blocked,
    calendar,
    limit,
  }: { restDays: number; blocked: string; calendar: string | null; limit: number },
): Promise<string[]> {
  const rows = await em.execute<{ day: string }[]>(
    `select distinct to_char(day, 'YYYY-MM-DD') as day
     from (select ?::text as zone) g, reservation r, ${reservedDaysSql('g.zone')}
     where r.guide_id = ?
       and ((1 << (extract(isodow from day)::int - 1)) & ?::int <> 0 or day::date <@ ?::datemultirange
         or exists (select from public_holiday h where h.calendar = ?::text and h.day = day.day::date))
     order by 1 limit ?`,
    [timeZone, id, restDays, blocked, calendar, limit],
  );
  return rows.map(({ day }) => day);
}
