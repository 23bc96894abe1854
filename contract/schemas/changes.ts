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
  contactName: Type.String({ description: 'Whom the studio can reach' }),
  contactPhone: Type.String({ description: 'E.164' }),
  contactEmail: nullable(Type.String({ description: "The contact person's e-mail address" })),
  guestNames: Type.Array(Type.String(), { description: 'Who comes' }),
  answers: Type.Array(Answer),
  remark: nullable(Type.String({ description: 'For the studio' })),
};

export const ChangeStatus = oneOf(
  CHANGE_STATES.slice(1) as ['requested', 'applied', 'declined', 'withdrawn', 'expired'],
  '`requested`: the studio has to agree; `applied`: the order is changed; otherwise it came to nothing',
);

const common = {
  changeId: ChangeId,
  status: ChangeStatus,
  fields: Type.Array(Type.String(), { description: 'Names of all members that it changes' }),
  difference: Type.Number({ description: 'Of `totalAmount`; above zero: the trip costs more' }),
  changeFee: Type.Number({ description: 'What the cancellation policy does not give back of what is saved' }),
  currency: CurrencyCode,
  reason: nullable(Type.String({ description: "The merchant's words" })),
  answer: nullable(Type.String({ description: "The studio's words, where it declined" })),
  answerBy: nullable(
    Type.String({ format: 'date-time', description: 'Until then the studio may accept it' }),
  ),
  sequence: nullable(Type.Integer({ description: "Number of the change's last event in the history" })),
  createdAt: Instant,
  decidedAt: nullable(Instant),
  // In every answer; events that were written before it existed lack it.
  endReason: Type.Optional(
    nullable(
      oneOf(
        CHANGE_END_REASONS,
        'Why it ended without an answer: nobody answered in time, its trip began, its order was cancelled, or a further request took its place',
      ),
    ),
  ),
};

export const ChangedMembers = Type.Partial(Type.Object({ ...tripMembers, ...contactMembers }), {
  description: 'Members of the order that the change alters',
});
export const PublishedMembers = Type.Partial(Type.Object(tripMembers), {
  description: 'Members of the order that the change alters, without contact data',
});
const BEFORE = { description: 'As they were' };
const AFTER = { description: 'As they become' };

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
