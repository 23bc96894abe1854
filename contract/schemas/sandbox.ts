/** What only sandbox merchants can do (docs/sandbox.md). */
import { type Static, Type } from 'typebox';
import { MAX_CLOCK_AHEAD_DAYS } from '../../domain/sandbox.ts';
import { Instant } from './common.ts';
import { type OrderCreate, OrderId, orderCreateMembers } from './orders.ts';
import { Month, SettlementId, SettlementSummary } from './settlements.ts';
import { obeying, TRIP_RULES } from './trips.ts';

const count = (what: string, maximum: number) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum, description: what }));

/** Either some of days, hours and minutes, or `until`. */
export const ClockAdvanceBody = Type.Object(
  {
    days: count('Days of 24 hours', MAX_CLOCK_AHEAD_DAYS),
    hours: count('Hours', MAX_CLOCK_AHEAD_DAYS * 24),
    minutes: count('Minutes', MAX_CLOCK_AHEAD_DAYS * 24 * 60),
    until: Type.Optional(
      Type.String({
        format: 'date-time',
        pattern: '^[12][0-9]{3}-',
        maxLength: 40,
        description: 'Instant, RFC 3339, later than your clock says',
        examples: ['2027-05-01T08:00:00Z'],
      }),
    ),
  },
  { additionalProperties: false },
);

export const SandboxClock = Type.Object({
  now: { ...Instant, description: 'The time for you and for the orders that you placed' },
  realNow: { ...Instant, description: 'The real time' },
  aheadSeconds: Type.Integer({ description: 'Seconds between the two' }),
  latest: { ...Instant, description: 'How far the clock can be moved now' },
  ordersBehind: Type.Integer({
    description:
      'Open orders and holds that have yet to catch up with the clock: not all deadlines that have passed have taken effect. At most 1,000 are counted; 0: all have caught up',
  }),
});
export type SandboxClock = Static<typeof SandboxClock>;

export const StatementIssueBody = Type.Object(
  { month: Type.Optional({ ...Month, description: 'Default: the first month with something to settle' }) },
  { additionalProperties: false },
);

export const IssuedStatements = Type.Object({
  month: Month,
  closedUntil: {
    ...Instant,
    description: "The end of the month, or your clock's time if the month isn't over",
  },
  list: Type.Array(SettlementSummary, {
    description: 'One for each currency; empty if there was nothing to settle',
  }),
});
export type IssuedStatements = Static<typeof IssuedStatements>;

/** As order/create, without holds: those are the agency's own. */
export const TestOrderBody = Type.Unsafe<OrderCreate>(
  Type.Object(orderCreateMembers, { additionalProperties: false, ...obeying(...TRIP_RULES) }),
);

export const SandboxExamples = Type.Object(
  {
    month: {
      ...Month,
      description: 'The last month that is over by the clock of the agency: most trips are in it',
    },
    orderIds: Type.Array(OrderId, { description: 'Including those that an earlier request created' }),
    settlementIds: Type.Array(SettlementId, {
      description: 'Your issued statements of that month; empty if its lines are in a later one',
    }),
  },
  { description: 'What the sandbox was filled with' },
);
export type SandboxExamples = Static<typeof SandboxExamples>;
