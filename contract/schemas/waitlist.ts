/** Waiting for a guide whose time is taken (docs/orders.md, "Waitlist"). */
import { type Static, Type } from 'typebox';
import { WAITLIST_ID_PATTERN } from '../../domain/ids.ts';
import { CalendarDate, Cursor, GuideId, Instant, nullable } from './common.ts';
import { HoldId, TripDays, tripMembers, unless } from './trips.ts';

export const EntryId = Type.String({
  pattern: WAITLIST_ID_PATTERN,
  maxLength: 21,
  description: 'Entry identifier: `WTL` and digits',
  examples: ['WTL1207'],
});

const { guideId, tripDate, tripDays, tripKindId, startTime } = tripMembers;
const guestCount = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 500,
    default: 1,
    description: 'Guests; for a trip that several parties share, the places to wait for',
  }),
);
export const WaitlistBody = Type.Object(
  { guideId, tripDate, tripDays, tripKindId, startTime, guestCount },
  {
    additionalProperties: false,
    ...unless(['tripKindId'], ['tripDays']),
  },
);
export type WaitlistBody = Static<typeof WaitlistBody>;

/** Of a guide with a window: the time is held for you. */
export const turnMembers = { holdId: Type.Optional(HoldId), expiresAt: Type.Optional(Instant) };

/** The trip, as the entry and its event show it. */
export const waitlistTripMembers = {
  entryId: EntryId,
  guideId: GuideId,
  tripDate: CalendarDate,
  tripDays: TripDays,
  tripKindId: nullable(Type.String({ description: 'Null for whole days' })),
  startTime: nullable(Type.String({ description: "`HH:MM` in the guide's time zone; null for whole days" })),
  guestCount: Type.Integer({ description: 'Number of guests' }),
};

export const WaitlistData = Type.Object({
  ...waitlistTripMembers,
  createdAt: Instant,
  toldAt: nullable(
    Type.String({
      ...Instant,
      description: 'When you were last notified that the time is free; null while you wait for that',
    }),
  ),
});
export type WaitlistData = Static<typeof WaitlistData>;

export const WaitlistPath = Type.Object({ entryId: EntryId }, { additionalProperties: false });

export const WaitlistQuery = Type.Object(
  {
    size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 200, default: 100, description: 'Items per page' }),
    ),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
);
export type WaitlistQuery = Static<typeof WaitlistQuery>;

export const WaitlistList = Type.Object({
  list: Type.Array(WaitlistData),
  nextCursor: nullable(Type.String({ description: 'Null on the last page' })),
});
export type WaitlistList = Static<typeof WaitlistList>;

export const WaitlistDeleted = Type.Object({ entryId: EntryId, deleted: Type.Literal(true) });
