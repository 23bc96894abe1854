/** A studio's own guides, with what has their time: for its pages and its feeds. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { DayRange, Holiday } from '../../../domain/availability.ts';
import type { GuidePhoto, GuideStatus, GuideVisibility } from '../../../domain/guide.ts';
import type { OrderState } from '../../../domain/order-state.ts';
import type { CalendarTerms } from '../../../domain/price.ts';
import type { Allotment, StopSale, TripDetails, TripKind } from '../../../domain/trip-details.ts';
import { NAME_ORDER } from '../../entities/guide.ts';
import { parseMultirange } from '../../types/day-ranges.ts';
import { selectReservedOf } from '../orders/reservations.ts';
import { HOLIDAYS_OF_GUIDE } from './holidays.ts';

export interface StudioGuide {
  readonly guideId: string;
  readonly name: string;
  readonly area: string;
  readonly status: GuideStatus;
  readonly visibility: GuideVisibility;
  readonly coverPhoto: GuidePhoto | null;
  /** Hundredths; null before the first review. */
  readonly ratingHundredths: number | null;
  readonly reviewCount: number;
  /** Minor units. */
  readonly dayRate: number;
  readonly currency: string;
  readonly timeZone: string;
  readonly version: number;
  readonly nextOrderId: string | null;
  readonly nextTripAt: Date | null;
  readonly total: number;
}

export interface StudioGuideFilter {
  readonly studioKey: string;
  readonly status?: GuideStatus | undefined;
  /** As `searchable` makes it (domain/guide.ts). */
  readonly text?: string | undefined;
  readonly guideId?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

const LIST = `
select g.id as "guideId", g.name, g.area, g.status, g.visibility, g.photos -> 0 as "coverPhoto",
  g.rating_hundredths as "ratingHundredths", g.review_count as "reviewCount", g.day_rate::float8 as "dayRate", g.currency,
  g.time_zone as "timeZone", g.version, next.id as "nextOrderId", next.start_at as "nextTripAt",
  (count(*) over ())::int as total
from guide g
left join lateral (
  select r.id, r.start_at from reservation r join orders o on o.id = r.id
  where r.guide_id = g.id and r.end_at > ?::timestamptz order by r.start_at limit 1) next on true
where g.studio_key = ? and g.deleted_at is null
  and (?::text is null or g.status = ?) and (?::text is null or g.id = ?)
  and (?::text is null or g.search_text like '%' || ? || '%')
order by g.name collate ${NAME_ORDER}, length(g.id), g.id limit ? offset ?`;

/** A page of the studio's guides by name, each with its next trip and how many there are in all. */
export async function selectStudioGuides(
  em: EntityManager,
  { studioKey, status = null, text, guideId = null, limit, offset }: Nullable<StudioGuideFilter>,
  now: Date,
): Promise<StudioGuide[]> {
  const like = text?.replace(/[\\%_]/g, '\\$&') ?? null;
  const filters = [status, status, guideId, guideId, like, like];
  const rows = await em.execute<StudioGuide[]>(LIST, [now, studioKey, ...filters, limit, offset]);
  return rows.map((row) => ({ ...row, nextTripAt: row.nextTripAt && new Date(row.nextTripAt) }));
}

type Nullable<Filter> = { readonly [key in keyof Filter]: Filter[key] | null };

/** Somebody has a guide's time: an order, or a hold. */
export interface TakenTime extends DayRange {
  readonly id: string;
  /** Null: it is a hold. */
  readonly status: OrderState | null;
  readonly startAt: Date;
  readonly endAt: Date;
  /** The id of the order or the hold. */
  readonly createdAt: Date;
  /** Who comes, where the studio may know: once it has confirmed, and until that is erased; else the merchant that has the time. */
  readonly who: string;
  /** Null: it is a hold. */
  readonly guestCount: number | null;
  /** Of a party that shares the guide: the departure's id, the party's places and all of them; else null. */
  readonly departure: string | null;
  readonly places: number | null;
  readonly capacity: number | null;
  /** Of an order, what it has agreed to. */
  readonly trip: TripDetails | null;
  /** As `TakenTime` of domain/departure.ts has them. */
  readonly coming: number;
  readonly goes: boolean;
}

export interface ClosedGuide {
  readonly restDays: number;
  readonly holidays: readonly Holiday[];
  readonly blocked: readonly DayRange[];
  readonly imported: readonly DayRange[];
  /** In minor units. */
  readonly terms: CalendarTerms;
  readonly tripKinds: readonly TripKind[];
  readonly offersWholeDays: boolean;
  readonly stopSales: readonly StopSale[];
  readonly allotments: readonly Allotment[];
}

const CLOSED = `
select guide.id as "guideId", guide.rest_days as "restDays", guide.day_rate::float8 as "dayRate",
  guide.seasonal_rates as "seasonalRates", guide.weekend_rate as "weekendRate", guide.day_rates as "dayRates", guide.offers,
  guide.least_price::float8 as "leastPrice", guide.min_days as "minDays", guide.min_guests as "minGuests", guide.trip_kinds as "tripKinds",
  guide.offers_whole_days as "offersWholeDays", guide.stop_sales as "stopSales", guide.allotments,
  ${HOLIDAYS_OF_GUIDE} as holidays,
  (guide.blocked * datemultirange(daterange(?, ?, '[]')))::text as blocked,
  (guide.imported * datemultirange(daterange(?, ?, '[]')))::text as imported
from guide where guide.id = any(?::text[])`;

/** What these guides keep free of bookings on these days. */
export async function selectClosedDays(
  em: EntityManager,
  guideIds: readonly string[],
  { startDate, endDate }: DayRange,
): Promise<Map<string, ClosedGuide>> {
  type Row = Omit<ClosedGuide, 'terms' | 'blocked' | 'imported'> &
    ClosedGuide['terms'] & { guideId: string; blocked: string; imported: string };
  const days = [startDate, endDate, startDate, endDate];
  const rows = await em.execute<Row[]>(CLOSED, [...days, `{${guideIds.join(',')}}`]);
  const within = ({ day }: Holiday) => day >= startDate && day <= endDate;
  return new Map(
    rows.map(
      ({
        guideId,
        restDays,
        tripKinds,
        offersWholeDays,
        stopSales,
        allotments,
        holidays,
        blocked,
        imported,
        ...terms
      }) => [
        guideId,
        {
          ...{ terms, restDays, tripKinds, offersWholeDays, stopSales, allotments },
          holidays: holidays.filter(within),
          blocked: parseMultirange(blocked),
          imported: parseMultirange(imported),
        },
      ],
    ),
  );
}

interface HolderRow extends Pick<TakenTime, 'id' | 'status' | 'who' | 'guestCount' | 'trip'> {
  readonly createdAt: string;
}

const HOLDERS = `
select o.id, o.status, o.created_at as "createdAt", o.guest_count as "guestCount", o.trip,
  coalesce(case when o.status in ('confirmed', 'in_progress', 'completed') then nullif(o.contact_name, '') end, m.name) as who
from orders o join merchant m on m.key = o.merchant_key where o.id = any(?::text[])
union all
select h.id, null, h.created_at, null, null::jsonb, m.name from hold h join merchant m on m.key = h.merchant_key where h.id = any(?::text[])`;

/** Who has these guides' time on these days, in order. */
export async function selectTakenTimes(
  em: EntityManager,
  guides: readonly { readonly id: string; readonly timeZone: string }[],
  range: DayRange,
): Promise<Map<string, TakenTime[]>> {
  const reserved = await selectReservedOf(em, guides, range);
  const ids = [...reserved.values()].flat().map(({ id }) => id);
  const rows = await em.execute<HolderRow[]>(HOLDERS, [`{${ids}}`, `{${ids}}`]);
  const known = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    [...reserved].map(([guideId, times]) => [
      guideId,
      times.map((time) => {
        const {
          status = null,
          createdAt = time.startAt,
          who = '',
          guestCount = null,
          trip = null,
        } = known.get(time.id) ?? {};
        return { ...time, status, createdAt: new Date(createdAt), who, guestCount, trip };
      }),
    ]),
  );
}
