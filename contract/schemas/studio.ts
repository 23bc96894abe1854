/** What studios see of their own guides in the console: more than others do, and all of them at once. */
import { type Static, Type } from 'typebox';
import { IMPORT_ERRORS } from '../../domain/calendar-import.ts';
import { ORDER_STATES } from '../../domain/order-state.ts';
import { CalendarDate, CurrencyCode, GuideId, Instant, nullable, oneOf, TimeZone } from './common.ts';
import { Photo } from './guide-appearance.ts';
import { Amount, PriceBreakdown, Weekday } from './guide-terms.ts';
import { GuideCreateBody, GuideStatus, GuideVisibility } from './guides.ts';
import { GoesIf, Guests, OfferCode, StartTime } from './trips.ts';

const MAX_CALENDAR_DAYS = 62;

const filter = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  status: Type.Optional(GuideStatus),
  text: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  guideId: Type.Optional(GuideId),
};

export const StudioGuidesQuery = Type.Object(filter, { additionalProperties: false });
export type StudioGuidesQuery = Static<typeof StudioGuidesQuery>;

const StudioGuide = Type.Object({
  guideId: GuideId,
  name: Type.String(),
  area: Type.String(),
  status: GuideStatus,
  visibility: GuideVisibility,
  coverPhoto: nullable(Photo),
  rating: Type.Number({ description: '0 before the first review' }),
  reviewCount: Type.Integer(),
  dayRate: Amount,
  currency: CurrencyCode,
  timeZone: TimeZone,
  version: Type.Integer(),
  nextTrip: nullable(Type.Object({ orderId: Type.String(), startAt: Instant })),
});
export const StudioGuides = Type.Object({ total: Type.Integer(), list: Type.Array(StudioGuide) });
export type StudioGuides = Static<typeof StudioGuides>;

export const StudioCalendarQuery = Type.Object(
  { ...filter, from: CalendarDate, to: CalendarDate },
  { additionalProperties: false, description: `At most ${MAX_CALENDAR_DAYS} days` },
);
export type StudioCalendarQuery = Static<typeof StudioCalendarQuery>;
export { MAX_CALENDAR_DAYS as MAX_STUDIO_CALENDAR_DAYS };

const Range = Type.Object({ startDate: CalendarDate, endDate: CalendarDate });

const TakenTimeSchema = Type.Object({
  id: Type.String({ description: "An order's, or a hold's" }),
  status: nullable(oneOf(ORDER_STATES, 'Null: it is a hold')),
  startDate: CalendarDate,
  endDate: CalendarDate,
  startAt: Instant,
  endAt: Instant,
  wholeDays: Type.Boolean(),
  who: Type.String({
    description: 'The contact once you have confirmed, before that the agency; empty for a provider',
  }),
  guestCount: nullable(Type.Integer({ description: 'Null: it is a hold' })),
  departure: nullable(
    Type.Object(
      {
        taken: Type.Integer(),
        capacity: Type.Integer(),
        goesIf: nullable(
          Type.Object(GoesIf.properties, { description: 'Null: it goes ahead, or has enough guests' }),
        ),
      },
      { description: 'Places of all parties that share the start; null: the party has the guide to itself' },
    ),
  ),
});
const StudioCalendar = Type.Object({
  guideId: GuideId,
  name: Type.String(),
  status: GuideStatus,
  timeZone: TimeZone,
  today: CalendarDate,
  version: Type.Integer(),
  currency: CurrencyCode,
  prices: Type.Array(Type.Object({ ...Range.properties, dayPrice: Amount }), {
    description: 'What a whole day costs, without guests',
  }),
  hours: nullable(
    Type.Object(
      { from: Type.Integer(), to: Type.Integer() },
      {
        description:
          "From the first start of a trip of hours until the end of the last one: minutes from midnight by the guide's clock",
      },
    ),
  ),
  restDays: Type.Array(Weekday),
  holidays: Type.Array(Type.Object({ day: CalendarDate, name: Type.String() })),
  blocked: Type.Array(Range, { description: 'By hand' }),
  imported: Type.Array(Range, { description: "From the guide's own calendar" }),
  limited: Type.Array(Type.Object({ ...Range.properties, sale: Type.Enum(['none', 'some']) }), {
    description:
      'Not sold as usual, by stop-sales and allotments: `none` to nobody, `some` not everything or not to everybody',
  }),
  taken: Type.Array(TakenTimeSchema),
});
export const StudioCalendars = Type.Object({ total: Type.Integer(), list: Type.Array(StudioCalendar) });
export type StudioCalendars = Static<typeof StudioCalendars>;

export const ImportBody = Type.Object(
  { url: Type.String({ minLength: 1, maxLength: 2_048 }) },
  { additionalProperties: false },
);
export const CalendarSettingsSchema = Type.Object({
  feedMadeAt: nullable(Instant),
  import: nullable(
    Type.Object({
      host: Type.String({ description: 'The address itself is a secret: who knows it reads that calendar' }),
      lastImportAt: nullable(Instant),
      nextImportAt: Instant,
      error: nullable(oneOf(IMPORT_ERRORS, 'Why the last import failed')),
      days: Type.Array(Range),
      bookedDays: Type.Array(CalendarDate, {
        description: 'Imported days that orders or holds have: these keep them, whatever the calendar says',
      }),
    }),
  ),
});
export type CalendarSettingsData = Static<typeof CalendarSettingsSchema>;
export const StudioFeedSettings = Type.Object({ feedMadeAt: nullable(Instant) });
export type StudioFeedData = Static<typeof StudioFeedSettings>;
export const NewFeed = Type.Object({ url: Type.String({ description: 'Shown this once' }) });

export const PreviewBody = Type.Object(
  {
    guide: GuideCreateBody,
    trip: Type.Object(
      {
        tripDate: CalendarDate,
        tripDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 })),
        tripKindId: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
        startTime: Type.Optional(StartTime),
        guestCount: Type.Integer({ minimum: 1, maximum: 500 }),
        guests: Type.Optional(Guests),
        offerCode: Type.Optional(OfferCode),
        agency: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 64,
            description: 'Whose contract rates and offers count; absent: none',
          }),
        ),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type PreviewBody = Static<typeof PreviewBody>;

export const Preview = Type.Object({
  currency: CurrencyCode,
  totalAmount: Amount,
  breakdown: PriceBreakdown,
  cancellation: Type.Array(
    Type.Object({
      until: nullable(Instant),
      refundAmount: Amount,
      feeAmount: Amount,
      refundPercent: Type.Number(),
    }),
    { description: 'What cancelling gives back, were it booked now; the last one lasts for good' },
  ),
});
export type Preview = Static<typeof Preview>;

export const YearPreview = Type.Object({
  currency: CurrencyCode,
  periods: Type.Array(
    Type.Object({
      startDate: CalendarDate,
      endDate: CalendarDate,
      totalAmount: Amount,
      rateNames: Type.Array(Type.String(), { description: 'The rates that the price is by' }),
    }),
    { description: 'First days of the trip, neighbours of one price together: a year from today on' },
  ),
});
export type YearPreview = Static<typeof YearPreview>;

/** So many guides, or ranges of days, are taken from one file. */
const MAX_IMPORTED_GUIDES = 200;
const MAX_IMPORTED_DAYS = 1_000;
const isTrial = Type.Optional(
  Type.Boolean({ description: 'Says what it would come to, and changes nothing' }),
);
export const GuideImportBody = Type.Object(
  { guides: Type.Array(GuideCreateBody, { minItems: 1, maxItems: MAX_IMPORTED_GUIDES }), isTrial },
  { additionalProperties: false },
);
const ClosedDaysRowSchema = Type.Object(
  { guideId: GuideId, ...Range.properties },
  { additionalProperties: false },
);
export type ClosedDaysRow = Static<typeof ClosedDaysRowSchema>;
export const ClosedDaysImportBody = Type.Object(
  { days: Type.Array(ClosedDaysRowSchema, { minItems: 1, maxItems: MAX_IMPORTED_DAYS }), isTrial },
  { additionalProperties: false },
);
export const Imported = Type.Object({
  guideIds: Type.Array(Type.String(), { description: 'In the order of the file' }),
});
