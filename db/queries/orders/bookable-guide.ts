import type { EntityManager } from '@mikro-orm/postgresql';
import type { CancellationPolicy } from '../../../domain/cancellation.ts';
import { offerFor } from '../../../domain/contract-rates.ts';
import type { GuideVisibility } from '../../../domain/guide.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import type { ChangeRule } from '../../../domain/order-change.ts';
import type { Clocked, SandboxBehaviour } from '../../../domain/sandbox.ts';
import type { Question } from '../../../domain/trip-details.ts';
import type { TripOffer } from '../../../domain/trip-plan.ts';
import { executePrepared, prepared } from '../../prepared.ts';
import { parseMultirange } from '../../types/day-ranges.ts';
import { HOLIDAYS_OF_GUIDE } from '../guides/holidays.ts';

/** What a booking needs to know of a guide, and of its studio's terms; contract rates, stop-sales and allotments are those of the caller alone. */
export interface BookableGuide extends TripOffer {
  readonly id: string;
  readonly studioKey: string;
  readonly visibility: GuideVisibility;
  /** True where the studio linked the caller. */
  readonly isPartner: boolean;
  readonly currency: string;
  readonly confirmationHours: number;
  readonly questions: readonly Question[];
  readonly changeRule: ChangeRule;
  readonly sandboxBehaviour: SandboxBehaviour | null;
  readonly cancellationPolicy: CancellationPolicy;
  readonly commissionRate: number;
  readonly version: number;
}

/** What decides the commission rate, beside the rules in the database. */
export interface CommissionTerms {
  /** Today in the platform's time zone by that merchant's clock, `YYYY-MM-DD`: rules are in effect from a day on. */
  readonly todayOf: (caller: Clocked) => string;
  /** The platform's own, in basis points. */
  readonly defaultRate: number;
}

/** For reads only: a quote shows no commission. */
export const NO_COMMISSION: CommissionTerms = { todayOf: () => '0001-01-01', defaultRate: 0 };

/** Who asks for which guide. */
export interface GuideRequest {
  readonly guideId: string;
  readonly caller: Pick<CallingMerchant, 'key' | 'sandbox'> & Clocked;
  /** By the caller's clock. */
  readonly at: Date;
}

/** By its id alone (`offset 0`): with the other conditions PostgreSQL may read all guides of one world for it. */
const GUIDE = `(select * from guide where id = wish."guideId" offset 0)`;

/** The commission: of this agency with this studio, else of the studio, else of the platform (docs/settlement.md). */
export const BOOKABLE_GUIDES = prepared(
  'bookable-guides',
  `
select wish.place, bookable.*
from json_to_recordset(?::json) as wish (place int, "guideId" text, "callerKey" text, sandbox boolean, today date)
cross join lateral (
  select guide.id, guide.studio_key as "studioKey", guide.status, guide.visibility, guide.day_rate::float8 as "dayRate",
    guide.seasonal_rates as "seasonalRates", guide.guest_surcharge as "guestSurcharge",
    guide.weekend_rate as "weekendRate", guide.day_rates as "dayRates",
    guide.offers, guide.stop_sales as "stopSales", guide.allotments, guide.least_price::float8 as "leastPrice", guide.min_guests as "minGuests", guide.min_days as "minDays",
    guide.max_days as "maxDays", guide.guest_kinds as "guestKinds", guide.trip_kinds as "tripKinds",
    guide.offers_whole_days as "offersWholeDays", guide.questions, guide.meeting_point as "meetingPoint",
    to_json(guide.languages) as languages, guide.minimum_notice_hours as "minimumNoticeHours",
    guide.change_rule as "changeRule", guide.sandbox_behaviour as "sandboxBehaviour",
    guide.rest_days as "restDays", (guide.blocked + guide.imported)::text as blocked, ${HOLIDAYS_OF_GUIDE} as holidays,
    exists (
      select from partnership link
      where link.studio_key = guide.studio_key and link.partner_key = wish."callerKey") as "isPartner",
    guide.currency, guide.time_zone as "timeZone", guide.max_guests as "maxGuests",
    guide.instant_confirmation as "instantConfirmation", guide.confirmation_hours as "confirmationHours",
    guide.cancellation_policy as "cancellationPolicy",
    coalesce(
      (select rule.rate from commission_rule rule
       where rule.studio_key = guide.studio_key and rule.agency_key = wish."callerKey" and rule.effective_from <= wish.today
       order by rule.effective_from desc limit 1),
      (select rule.rate from commission_rule rule
       where rule.studio_key = guide.studio_key and rule.agency_key is null and rule.effective_from <= wish.today
       order by rule.effective_from desc limit 1),
      studio.commission_rate, ?::int) as "commissionRate",
    guide.version
  from ${GUIDE} guide join merchant studio on studio.key = guide.studio_key
  where guide.sandbox = wish.sandbox and guide.deleted_at is null and studio.status = 'active'
  limit 1) bookable`,
);

/** The guide in the caller's world (sandbox or not), or undefined. */
export async function findBookableGuide(
  em: EntityManager,
  guideId: string,
  caller: GuideRequest['caller'],
  at: Date,
  commission: CommissionTerms = NO_COMMISSION,
): Promise<BookableGuide | undefined> {
  const [guide] = await findBookableGuides(em, [{ guideId, caller, at }], commission);
  return guide;
}

/** For each wish its guide, as findBookableGuide. One round trip, no entities: this is a hot path. */
export async function findBookableGuides(
  em: EntityManager,
  requests: readonly GuideRequest[],
  { todayOf, defaultRate }: CommissionTerms,
): Promise<(BookableGuide | undefined)[]> {
  type Row = Omit<BookableGuide, 'blocked'> & { place: number; blocked: string };
  const list = requests.map(({ guideId, caller }, place) => {
    return { place, guideId, callerKey: caller.key, sandbox: caller.sandbox, today: todayOf(caller) };
  });
  const values = [JSON.stringify(list), defaultRate];
  const rows = await executePrepared<Row>(em, BOOKABLE_GUIDES, values);
  const found = new Array<BookableGuide | undefined>(requests.length);
  for (const { place, blocked, ...guide } of rows) {
    const { caller, at } = requests[place]!;
    found[place] = offerFor({ ...guide, blocked: parseMultirange(blocked) }, caller.key, at);
  }
  return found;
}
