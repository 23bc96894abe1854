/** Which days of guides are left, and what they cost. */
import { type Static, Type } from 'typebox';
import { DAY_STATES } from '../../domain/guide-calendar.ts';
import { CalendarDate, CurrencyCode, GuideId, oneOf, TimeZone } from './common.ts';

const MAX_CALENDAR_GUIDES = 100;
/** Eighteen months, wherever they begin. */
export const MAX_CALENDAR_DAYS = 550;
/** Start times of trips of hours: for a page that shows them. */
export const MAX_TIMES_GUIDES = 10;
export const MAX_TIMES_DAYS = 31;

export const GuideCalendarQuery = Type.Object(
  {
    guideIds: Type.String({
      pattern: `^G[0-9]{1,18}(,G[0-9]{1,18}){0,${MAX_CALENDAR_GUIDES - 1}}$`,
      maxLength: 2_000,
      description: `Guide identifiers, separated by commas; at most ${MAX_CALENDAR_GUIDES}`,
      examples: ['G1001,G1002'],
    }),
    from: Type.String({ ...CalendarDate, description: "First day, in each guide's time zone" }),
    to: Type.String({
      ...CalendarDate,
      description: `Last day; at most 18 months ahead, and ${MAX_CALENDAR_DAYS} days in all`,
      examples: ['2027-05-31'],
    }),
    withTimes: Type.Optional(
      Type.Boolean({
        default: false,
        description: `Include the times at which trips of hours can begin; for at most ${MAX_TIMES_GUIDES} guides and ${MAX_TIMES_DAYS} days`,
      }),
    ),
  },
  { additionalProperties: false },
);
export type GuideCalendarQuery = Static<typeof GuideCalendarQuery>;

export const DayState = oneOf(
  DAY_STATES,
  '`available`: the whole day is free. `partly`: some trip of hours can still be booked. `booked`: it is taken. ' +
    '`closed`: the guide is off or takes no bookings. `past`: it is over, or too late to book',
);
export const TripKindTimes = Type.Object(
  {
    tripKindId: Type.String({ description: "The guide's own name for the trip" }),
    startTimes: Type.Array(Type.String(), { description: '`HH:MM`; those that can still be booked' }),
    placesLeft: Type.Optional(
      Type.Array(Type.Integer(), {
        description: 'For a trip that several parties share: the places left at each of `startTimes`',
        examples: [[12, 4]],
      }),
    ),
  },
  { description: 'When a trip of hours can begin' },
);
export const Day = Type.Object({
  date: CalendarDate,
  state: DayState,
  dayPrice: Type.Number({
    description:
      'Decimal, without what guests add: what the day costs the smallest party that books a trip of `minDays` days now; also for guides that only have trips of hours',
    examples: [140],
  }),
  holiday: Type.Optional(
    Type.String({
      description: 'The public holiday that the guide takes off',
      examples: ['Ano Novo'],
    }),
  ),
  times: Type.Optional(
    Type.Array(TripKindTimes, { description: 'With `withTimes`, if the guide has trips of hours' }),
  ),
});

export const GuideCalendar = Type.Object(
  {
    guideId: GuideId,
    currency: CurrencyCode,
    timeZone: TimeZone,
    days: Type.Array(Day, { description: 'Every day of the range, in order' }),
  },
  { description: 'The days of a guide' },
);
export const RefusedGuide = Type.Object(
  {
    guideId: GuideId,
    code: Type.Integer({ enum: [40003, 40004], description: 'As guide/detail would answer' }),
    msg: Type.String({ description: 'For people' }),
  },
  { description: 'A guide that guide/detail would refuse' },
);
export const GuideCalendars = Type.Object({
  list: Type.Array(GuideCalendar, { description: 'In the order of `guideIds`' }),
  refused: Type.Array(RefusedGuide, {
    description: 'The guides that guide/detail would refuse, with its code',
  }),
});
export type GuideCalendars = Static<typeof GuideCalendars>;
