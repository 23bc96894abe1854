/** The pull feed (docs/architecture.md, "HTTP"). */
import { type Static, Type } from 'typebox';
import { MAX_CURSOR_LENGTH } from '../services/cursor.ts';
import { Instant, nullable } from './common.ts';

export const EventListQuery = Type.Object(
  {
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_CURSOR_LENGTH,
        description: '`nextCursor` of the previous answer; without it the feed starts at the beginning',
      }),
    ),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 100 })),
  },
  { additionalProperties: false },
);
export type EventListQuery = Static<typeof EventListQuery>;

/** The members that every event has; the others follow from its type. */
const Event = Type.Object(
  {
    notificationId: Type.String(),
    type: Type.String({ examples: ['order.status_changed'] }),
    sequence: Type.Integer(),
    occurredAt: Instant,
  },
  { additionalProperties: true, description: 'The same JSON as the notification of the event' },
);

export const EventList = Type.Object({
  list: Type.Array(Event),
  nextCursor: nullable(
    Type.String({ description: 'Where to go on; null only when nothing has ever happened' }),
  ),
  hasMore: Type.Boolean({ description: 'False: ask again later, with `nextCursor`' }),
});
export type EventList = Static<typeof EventList>;
