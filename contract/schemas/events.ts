/** The pull feed (docs/architecture.md, "HTTP"). */
import { type Static, Type } from 'typebox';
import { EVENT_FILTERS } from '../../domain/event-types.ts';

/** Longest cursor that any list gives out, with room to spare. */
const MAX_CURSOR_LENGTH = 300;

import { nullable, oneOf } from './common.ts';
import { EventBody } from './event-bodies.ts';
import { GivenInstant } from './notification-filters.ts';
import { OrderId } from './orders.ts';

/** Seconds; below the minute that most proxies wait for an answer. */
const MAX_WAIT_SECONDS = 55;

const anyFilter = `(?:${EVENT_FILTERS.map((filter) => filter.replace(/[.*]/g, '\\$&')).join('|')})`;

export const EventListQuery = Type.Object(
  {
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_CURSOR_LENGTH,
        description:
          '`nextCursor` of the previous answer; without it, the feed starts at the beginning, or at `since` or `from`',
      }),
    ),
    since: Type.Optional(GivenInstant('Only events that happened from this instant on')),
    from: Type.Optional(oneOf(['now'], '`now`: nothing from the past, only the cursor to continue from')),
    orderId: Type.Optional(OrderId),
    types: Type.Optional(
      Type.String({
        pattern: `^${anyFilter}(?:,${anyFilter}){0,19}$`,
        maxLength: 600,
        description: 'Only events of these types or families, separated by commas',
        examples: ['order.status_changed,settlement.*'],
      }),
    ),
    waitSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_WAIT_SECONDS,
        default: 0,
        description:
          'If there is nothing yet, the answer waits up to this long; at most two of your requests at the same time',
      }),
    ),
    size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 200, default: 100, description: 'Items per page' }),
    ),
  },
  { additionalProperties: false },
);
export type EventListQuery = Static<typeof EventListQuery>;

export const EventList = Type.Object({
  list: Type.Array(EventBody),
  nextCursor: nullable(
    Type.String({ description: 'Cursor for the next request; null only if nothing has ever happened' }),
  ),
  hasMore: Type.Boolean({
    description:
      'False: ask again later with `nextCursor`. With a filter, a page can be short or empty although it is true',
  }),
});
export type EventList = Static<typeof EventList>;
