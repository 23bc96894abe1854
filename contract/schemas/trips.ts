/** What a trip is, in requests and answers: its time, its guests, its language (docs/orders.md, "What a trip is"). */
import { Type } from 'typebox';
import { HOLD_ID_PATTERN } from '../../domain/ids.ts';
import { GUEST_KINDS, MAX_TRIP_DAYS } from '../../domain/trip-details.ts';
import { CalendarDate, GuideId, Instant, Line, nullable, oneOf, Text } from './common.ts';

/** A studio's own name for something of its guide. */
export const OwnId = (description: string, examples: string[]) =>
  Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,39}$', maxLength: 40, description, examples });

export const StartTime = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  maxLength: 5,
  description: "Time of the day, `HH:MM`, in the guide's time zone",
  examples: ['09:30'],
});
const LanguageTag = Type.String({
  minLength: 2,
  maxLength: 35,
  description: 'Language tag, BCP 47',
  examples: ['pt'],
});
/** The name by which a guide's offer is asked for; compared without regard to case. */
export const OfferCode = Type.String({
  pattern: '^[A-Za-z0-9-]{3,32}$',
  maxLength: 32,
  description: 'Code of an offer of the guide',
  examples: ['SPRING-10'],
});
export const GuestKindSchema = oneOf(GUEST_KINDS, 'Kind of guest');
const TripKindId = OwnId('One of `tripKinds`: a trip of hours', ['half-day']);

export const GuestCountInput = Type.Object(
  { kind: GuestKindSchema, count: Type.Integer({ minimum: 0, maximum: 500, description: 'How many' }) },
  { additionalProperties: false, description: 'How many guests of one kind come' },
);
export const Guests = Type.Array(GuestCountInput, {
  minItems: 1,
  maxItems: GUEST_KINDS.length,
  description: 'By kind, as in `guestKinds`',
});

/** What a quote, a hold and a booking ask for alike. */
export const tripMembers = {
  guideId: GuideId,
  tripDate: Type.String({
    ...CalendarDate,
    description: "First day, in the guide's time zone; at most 18 months ahead",
  }),
  tripDays: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_TRIP_DAYS,
      description: 'Required unless `tripKindId` is there',
    }),
  ),
  tripKindId: Type.Optional(TripKindId),
  startTime: Type.Optional(StartTime),
  guestCount: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 500,
      description: 'Required unless `guests` is there',
    }),
  ),
  guests: Type.Optional(Guests),
  language: Type.Optional({ ...LanguageTag, description: "One of the guide's `languages`" }),
  offerCode: Type.Optional(OfferCode),
};

/** What a change says of the trip of an order or a hold. */
export const tripChangeMembers = {
  tripDate: Type.Optional(CalendarDate),
  tripDays: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_TRIP_DAYS, description: 'Number of days' }),
  ),
  tripKindId: Type.Optional(nullable(TripKindId)),
  startTime: Type.Optional(StartTime),
  guestCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Number of guests' })),
  guests: Type.Optional(Guests),
  language: Type.Optional(nullable(LanguageTag)),
};

/** Whole days need their number; guests are counted in one way or the other. */
export const TRIP_RULES = [unless(['tripKindId'], ['tripDays']), unless(['guests'], ['guestCount'])] as const;

/** The same where a hold may say all of it. */
export const TRIP_RULES_UNLESS_HELD = [
  unless(['holdId'], ['guideId', 'tripDate']),
  unless(['holdId', 'tripKindId'], ['tripDays']),
  unless(['holdId', 'guests'], ['guestCount']),
] as const;

/**
 * JSON Schema: all of these rules. They are in the `else` of a condition that no body fulfils, since generators of clients take an
 * `allOf` beside the members for a base class.
 */
export function obeying(...rules: readonly object[]) {
  return { if: { type: 'null' }, else: { allOf: [...rules] } };
}

/** JSON Schema: all of these rules, unless a quote is named, which says all of it. */
export function obeyingUnlessQuoted(...rules: readonly object[]) {
  return { if: having(['quoteId']), else: { allOf: [...rules] } };
}

/** JSON Schema: the members are required where none of `others` is there. */
export function unless(others: readonly string[], required: readonly string[]) {
  const those = others.map((other) => having([other]));
  return { if: those.length === 1 ? those[0]! : { anyOf: those }, else: having(required) };
}

/** Members that are required are named as members, too: tools that check documents ask for it. */
export function having(names: readonly string[]) {
  return { properties: Object.fromEntries(names.map((name) => [name, {}])), required: [...names] };
}

export const HoldId = Type.String({
  pattern: HOLD_ID_PATTERN,
  maxLength: 27,
  description: 'Hold identifier: `HLD` and digits',
  examples: ['HLD1795230000000123456'],
});

export const QuoteId = Type.String({
  minLength: 1,
  maxLength: 16_000,
  description: 'Quote identifier: an opaque string',
});

/** Zero is a price, too. */
export const ExpectedTotal = Type.Number({
  minimum: 0,
  maximum: 1e15,
  description:
    "What you expect to pay, in the guide's currency. If the price differs, the request is refused with 40908, and `data` has the price",
  examples: [240],
});

const coordinates = {
  latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90, description: 'WGS 84' })),
  longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180, description: 'WGS 84' })),
};
const WHERE = { description: 'Where guide and guests meet', examples: ['Fountain on Rossio square'] };

export const MeetingPointInput = Type.Object(
  { text: Line(300, WHERE), ...coordinates },
  { additionalProperties: false, description: WHERE.description },
);

/** As a guide and an order show it. */
export const MeetingPoint = Type.Object(
  { text: Text(300, WHERE.description, WHERE.examples), ...coordinates },
  { description: WHERE.description },
);

export const TripDays = Type.Integer({ description: 'Number of days' });
export const GuestTotal = Type.Integer({ description: 'Number of guests' });
export const GuestCount = Type.Object(
  { kind: GuestKindSchema, count: Type.Integer({ description: 'How many' }) },
  { description: 'How many guests of one kind come' },
);

export const GuestCounts = Type.Array(GuestCount, {
  description: 'By kind; empty if the guide has no guest kinds',
});

export const GoesIf = Type.Object(
  { leastGuests: Type.Integer({ description: 'Guests of all parties together' }), decidedAt: Instant },
  { description: 'With fewer guests at `decidedAt`, the start is called off; absent: it goes ahead anyway' },
);

/** How an order shows its trip; null where it is not said. */
export const shownTripMembers = {
  tripKindId: nullable(Type.String({ description: 'Null for whole days' })),
  tripKindName: nullable(Type.String({ description: 'As it was when booked' })),
  startTime: nullable(Type.String({ description: '`HH:MM` where the guide is; null for whole days' })),
  durationMinutes: nullable(Type.Integer({ description: 'Null for whole days' })),
  language: nullable(Type.String({ description: 'Language tag, BCP 47' })),
  offerCode: Type.Optional(OfferCode),
  meetingPoint: nullable(MeetingPoint),
  guests: GuestCounts,
};

export const ContactEmail = Type.String({
  format: 'email',
  maxLength: 254,
  description: "The contact person's e-mail address",
  examples: ['ana@example.com'],
});
export const GuestNames = Type.Array(Line(100), {
  minItems: 1,
  maxItems: 500,
  description: 'At most one per guest',
});
export const AnswerInput = Type.Object(
  {
    questionId: OwnId("One of the guide's `questions`", ['diet']),
    answer: Line(500, { description: 'What the guests say' }),
  },
  { additionalProperties: false, description: 'An answer to a question of the guide' },
);
export const Answers = Type.Array(AnswerInput, {
  maxItems: 20,
  description: "Answers to the guide's `questions`",
});

/** As an order shows it. */
export const Answer = Type.Object(
  {
    questionId: Type.String({ description: "The guide's own name for the question" }),
    question: Type.String({ description: 'As it was when booked' }),
    answer: Type.String({ description: 'What the guests say' }),
  },
  { description: 'An answer to a question of the guide' },
);
