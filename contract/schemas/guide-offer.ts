/** What a guide offers beside whole days, whom it takes, and what it asks (docs/guides.md, "What a guide offers"). */
import { type Static, Type } from 'typebox';
import { HELD_HOURS, KEPT_WITHIN_DAYS, UNCONFIRMED_DAYS } from '../../domain/keeping.ts';
import { CHANGE_RULES } from '../../domain/order-change.ts';
import { GUEST_KINDS, MAX_DECIDE_HOURS, MAX_TRIP_DAYS } from '../../domain/trip-details.ts';
import { MAX_WINDOW_MINUTES } from '../../domain/waitlist.ts';
import { CalendarDate, Line, nullable, oneOf } from './common.ts';
import { Allotments, AllotmentsInput } from './guide-allotments.ts';
import {
  DayRates,
  DayRatesInput,
  GuestPrice,
  guestPrice,
  PartySize,
  TripRates,
  TripRatesInput,
} from './guide-rates.ts';
import { SpecialOffers, SpecialOffersInput } from './guide-special-offers.ts';
import { StopSales, StopSalesInput } from './guide-stop-sales.ts';
import { DailyAmount, Weekday } from './guide-terms.ts';
import { MeetingPoint, MeetingPointInput, OwnId, StartTime } from './trips.ts';

const DAY_MINUTES = 1_440;
const tripDays = (description: string) => Type.Integer({ minimum: 1, maximum: MAX_TRIP_DAYS, description });
const leastPrice = (description: string) => DailyAmount(description, [300]);
const waitlistWindow = (minimum: number) =>
  Type.Integer({
    minimum,
    maximum: MAX_WINDOW_MINUTES,
    description: 'Minutes for which time that becomes free is held for the first agency on the waitlist',
  });
const LEAST_PRICE = 'Minimum price of a trip of whole days, decimal';
const partySize = (description: string) => Type.Integer({ minimum: 1, maximum: 500, description });
const age = (description: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: 120, description }));

export const WeekendRate = Type.Object(
  {
    weekdays: Type.Array(Weekday, { minItems: 1, maxItems: 6, uniqueItems: true }),
    dayRate: DailyAmount('Price of each of these days outside a season', [170]),
  },
  {
    additionalProperties: false,
    description: 'Another rate on some weekdays; null: every day outside a season costs the same',
  },
);
const WeekendRateSchema = nullable(WeekendRate);

export const GuestKindOffer = Type.Object(
  {
    ...guestPrice,
    minAge: age('Youngest, in years'),
    maxAge: age('Oldest, in years'),
  },
  { additionalProperties: false, description: 'A kind of guest, and what each of them adds to the price' },
);
const GuestKinds = Type.Array(GuestKindOffer, {
  maxItems: GUEST_KINDS.length,
  description:
    'What a guest of each kind adds to the price: per day for whole days, otherwise per trip. Empty: guests have no ' +
    'kinds. Guests without a kind are adults',
});

export const Capacity = Type.Integer({
  minimum: 2,
  maximum: 500,
  description: 'Places at each start, which several parties share; absent: one party has the guide to itself',
  examples: [12],
});
export const LeastGuestsToGo = Type.Integer({
  minimum: 2,
  maximum: 500,
  description: 'Minimum guests of all parties of a start together; with fewer, it is called off',
});
export const DecideHoursBefore = Type.Integer({
  minimum: 1,
  maximum: MAX_DECIDE_HOURS,
  description: 'How many hours before a start `leastGuestsToGo` is checked',
});
/** So that nothing of a guide is unbounded. */
const MAX_GUARANTEED_STARTS = 200;
export const GuaranteedStart = Type.Object(
  { tripDate: CalendarDate, startTime: StartTime },
  { additionalProperties: false, description: 'A start, where the guide is' },
);
export const GuaranteedStarts = Type.Array(GuaranteedStart, {
  maxItems: MAX_GUARANTEED_STARTS,
  description: "Starts that go ahead however few guests come: `leastGuestsToGo` doesn't apply to them",
});
const StartTimes = Type.Array(StartTime, {
  minItems: 1,
  maxItems: 96,
  uniqueItems: true,
  description: 'Times at which it can begin',
  examples: [['09:00', '14:00']],
});

const tripKind = {
  tripKindId: OwnId('Your name for it', ['half-day']),
  name: Line(100, { description: 'What merchants show', examples: ['Alfama on foot, half a day'] }),
  durationMinutes: Type.Integer({
    minimum: 15,
    maximum: DAY_MINUTES,
    description: 'How long it takes',
    examples: [240],
  }),
  startTimes: StartTimes,
  price: DailyAmount('Price of the trip, decimal', [90]),
  leastPrice: Type.Optional(
    DailyAmount('Minimum price of the trip, decimal, whatever the rate and the guests', [120]),
  ),
  guestPrices: Type.Optional(
    Type.Array(GuestPrice, {
      maxItems: GUEST_KINDS.length,
      description: "Where a kind of guest adds another amount than in the guide's `guestKinds`",
    }),
  ),
  minGuests: Type.Optional(PartySize),
  maxGuests: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 500,
      description: "Fewer than the guide's; for a shared trip, in one party",
    }),
  ),
  capacity: Type.Optional(Capacity),
  leastGuestsToGo: Type.Optional(LeastGuestsToGo),
  decideHoursBefore: Type.Optional(DecideHoursBefore),
  guaranteedStarts: Type.Optional(GuaranteedStarts),
};
const TRIP_KINDS = { maxItems: 20, description: 'Trips of hours that can be booked by their `tripKindId`' };

const question = {
  questionId: OwnId('Your name for it', ['diet']),
  text: Line(300, { description: 'What guests are asked', examples: ['What do you not eat?'] }),
  required: Type.Boolean({ description: 'True: bookings without an answer are refused' }),
};
export const QuestionInput = Type.Object(question, {
  additionalProperties: false,
  description: 'What guests are asked when they book',
});
const Questions = Type.Array(QuestionInput, {
  maxItems: 20,
  description: 'What guests are asked when they book',
});

export const TripKindInput = Type.Object(
  {
    ...tripKind,
    rates: Type.Optional(TripRatesInput),
    meetingPoint: Type.Optional(MeetingPointInput),
  },
  { additionalProperties: false, description: 'A trip of hours' },
);
export const ChangeRule = oneOf(
  CHANGE_RULES,
  "How a confirmed order is changed: by the studio's consent, or at once",
);

/** What a studio may write of it; each may be left out. */
export const offerInput = {
  offersWholeDays: Type.Optional(
    Type.Boolean({ description: 'False: only `tripKinds` can be booked; true by default' }),
  ),
  tripKinds: Type.Optional(Type.Array(TripKindInput, TRIP_KINDS)),
  guestKinds: Type.Optional(GuestKinds),
  questions: Type.Optional(Questions),
  meetingPoint: Type.Optional(nullable(MeetingPointInput)),
  weekendRate: Type.Optional(WeekendRateSchema),
  dayRates: Type.Optional(DayRatesInput),
  offers: Type.Optional(SpecialOffersInput),
  stopSales: Type.Optional(StopSalesInput),
  allotments: Type.Optional(AllotmentsInput),
  leastPrice: Type.Optional(nullable(leastPrice(`${LEAST_PRICE}; null: none`))),
  minGuests: Type.Optional(nullable(partySize('Minimum guests for whole days; null: one'))),
  minDays: Type.Optional(nullable(tripDays('Minimum days of a trip of whole days; null: no limit'))),
  maxDays: Type.Optional(nullable(tripDays('Maximum days of a trip of whole days; null: no limit'))),
  minimumNoticeHours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_160,
      description: 'Minimum hours between booking and trip',
    }),
  ),
  maxUnconfirmedDays: Type.Optional(
    Type.Integer({
      minimum: UNCONFIRMED_DAYS.minimum,
      maximum: UNCONFIRMED_DAYS.maximum,
      description: `Days of the guide that one agency may keep at the same time without a confirmed order; ${UNCONFIRMED_DAYS.default} by default`,
    }),
  ),
  maxHeldHours: Type.Optional(
    Type.Integer({
      minimum: HELD_HOURS.minimum,
      maximum: HELD_HOURS.maximum,
      description: `Hours that one agency may hold the same time within ${KEPT_WITHIN_DAYS} days without booking it; ${HELD_HOURS.default} by default`,
    }),
  ),
  waitlistWindowMinutes: Type.Optional(nullable(waitlistWindow(0))),
  changeRule: Type.Optional(ChangeRule),
};

export const TripKind = Type.Object(
  {
    ...tripKind,
    name: Type.String({ description: 'What merchants show' }),
    rates: Type.Optional(TripRates),
    meetingPoint: Type.Optional(MeetingPoint),
  },
  { description: 'A trip of hours' },
);
export const Question = Type.Object(
  { ...question, text: Type.String({ description: 'What guests are asked' }) },
  { description: 'What guests are asked when they book' },
);

/** How a guide shows it. Text that was written under rules of before is shown as it is. */
export const offerShown = {
  offersWholeDays: Type.Boolean({ description: 'False: only `tripKinds` can be booked' }),
  tripKinds: Type.Array(TripKind, TRIP_KINDS),
  guestKinds: GuestKinds,
  questions: Type.Array(Question, { description: 'What guests are asked when they book' }),
  meetingPoint: nullable(MeetingPoint),
  weekendRate: WeekendRateSchema,
  dayRates: Type.Optional(DayRates),
  offers: Type.Optional(SpecialOffers),
  stopSales: Type.Optional(StopSales),
  allotments: Type.Optional(Allotments),
  leastPrice: Type.Optional(leastPrice(`${LEAST_PRICE}; absent: none`)),
  minGuests: Type.Optional(partySize('Minimum guests for whole days; absent: one')),
  minDays: Type.Optional(tripDays('Minimum days of a trip of whole days; absent: no limit')),
  maxDays: Type.Optional(tripDays('Maximum days of a trip of whole days; absent: no limit')),
  minimumNoticeHours: Type.Integer({ description: 'Minimum hours between booking and trip' }),
  maxUnconfirmedDays: Type.Integer({
    description: 'Days of the guide that one agency may keep at the same time without a confirmed order',
  }),
  maxHeldHours: Type.Integer({
    description: `Hours that one agency may hold the same time within ${KEPT_WITHIN_DAYS} days without booking it`,
  }),
  waitlistWindowMinutes: Type.Optional(waitlistWindow(1)),
  changeRule: ChangeRule,
};

const Shown = Type.Object(offerShown);
export type GuideOffer = Static<typeof Shown>;
