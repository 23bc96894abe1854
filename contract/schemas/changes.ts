/** A change of an order, as answers and notifications show it (docs/orders.md, "Changes"). */
import { Type } from 'typebox';
import { CHANGE_ID_PATTERN } from '../../domain/ids.ts';
import { CHANGE_END_REASONS, CHANGE_STATES } from '../../domain/order-change.ts';
import { CalendarDate, CurrencyCode, Instant, nullable, oneOf } from './common.ts';
import { Amount, PriceBreakdown } from './guide-terms.ts';
import { Answer, GoesIf, GuestTotal, shownTripMembers, TripDays } from './trips.ts';

export const ChangeId = Type.String({
  pattern: CHANGE_ID_PATTERN,
  maxLength: 27,
  description: 'Identifier of a change: `CHG` and digits',
  examples: ['CHG1795230000000123456'],
});

const tripMembers = {
  tripDate: CalendarDate,
  tripDays: TripDays,
  tripStartAt: Instant,
  tripEndAt: Instant,
  guestCount: GuestTotal,
  ...shownTripMembers,
  goesIf: nullable(GoesIf),
  totalAmount: Amount,
  priceBreakdown: PriceBreakdown,
};

const contactMembers = {
  contactName: Type.String({ description: 'The contact person' }),
  contactPhone: Type.String({ description: 'E.164' }),
  contactEmail: nullable(Type.String({ description: "The contact person's e-mail address" })),
  guestNames: Type.Array(Type.String(), { description: 'Names of the guests' }),
  answers: Type.Array(Answer),
  remark: nullable(Type.String({ description: 'For the studio' })),
};

export const ChangeStatus = oneOf(
  CHANGE_STATES.slice(1) as ['requested', 'applied', 'declined', 'withdrawn', 'expired'],
  '`requested`: the studio has to agree; `applied`: the order was changed; any other: it was not',
);

const common = {
  changeId: ChangeId,
  status: ChangeStatus,
  fields: Type.Array(Type.String(), { description: 'Names of all members that it changes' }),
  difference: Type.Number({ description: 'Of `totalAmount`; positive: the trip costs more' }),
  changeFee: Type.Number({
    description: "The part of the price reduction that the cancellation policy doesn't refund",
  }),
  currency: CurrencyCode,
  reason: nullable(Type.String({ description: "The merchant's reason" })),
  answer: nullable(Type.String({ description: "The studio's reason for declining" })),
  answerBy: nullable(
    Type.String({ format: 'date-time', description: 'Until when the studio can accept it' }),
  ),
  sequence: nullable(Type.Integer({ description: "Number of the change's last event in the history" })),
  createdAt: Instant,
  decidedAt: nullable(Instant),
  // In every answer; events that were written before it existed lack it.
  endReason: Type.Optional(
    nullable(
      oneOf(
        CHANGE_END_REASONS,
        'Why it ended without an answer: nobody answered in time, the trip began, the order was cancelled, or a new request replaced it',
      ),
    ),
  ),
};

export const ChangedMembers = Type.Partial(Type.Object({ ...tripMembers, ...contactMembers }), {
  description: 'Members of the order that the change affects',
});
export const PublishedMembers = Type.Partial(Type.Object(tripMembers), {
  description: 'Members of the order that the change affects, without contact details',
});
const BEFORE = { description: 'As they were' };
const AFTER = { description: 'As they are afterwards' };

/** Contact data is left out where the caller may not see it yet. */
export const ChangeSchema = Type.Object({
  ...common,
  before: Type.Object(ChangedMembers.properties, BEFORE),
  after: Type.Object(ChangedMembers.properties, AFTER),
});

/** In notifications: without contact data. */
export const PublishedChange = Type.Object({
  ...common,
  before: Type.Object(PublishedMembers.properties, BEFORE),
  after: Type.Object(PublishedMembers.properties, AFTER),
});
