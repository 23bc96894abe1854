/** The delivery log (docs/architecture.md, "HTTP"; docs/notifications.md). */
import { type Static, Type } from 'typebox';
import { NOTIFICATION_ID_PATTERN } from '../../domain/ids.ts';
import { ATTEMPT_ERRORS, NOTIFICATION_STATES, RECOVERABLE_STATES } from '../../domain/notification.ts';
import { EndpointId, EventTypeName } from './callback-endpoints.ts';
import { Cursor, Instant, nullable, oneOf } from './common.ts';
import { GivenInstant, HttpStatus } from './notification-filters.ts';
import { OrderId } from './orders.ts';
import { SettlementId } from './settlements.ts';

const MAX_PAGE = 100;

export const NotificationId = Type.String({
  pattern: NOTIFICATION_ID_PATTERN,
  maxLength: 64,
  description: 'The same as `webhook-id`',
  examples: ['NTF1795230000000123456-2'],
});
const STATES =
  '`pending`: not acknowledged yet; `skipped`: there was no callback address; `abandoned`: an operator gave up';
export const Status = oneOf(
  NOTIFICATION_STATES,
  `${STATES}; \`unsubscribed\`: the endpoint doesn't take such events; it is only in the event feed`,
);
export const RecoverableStatus = oneOf(RECOVERABLE_STATES, STATES);

export const NotificationPath = Type.Object({ notificationId: NotificationId });

export const NotificationListQuery = Type.Object(
  {
    endpointId: Type.Optional(EndpointId),
    type: Type.Optional(EventTypeName),
    status: Type.Optional(RecoverableStatus),
    httpStatus: Type.Optional(HttpStatus),
    orderId: Type.Optional(OrderId),
    settlementId: Type.Optional(SettlementId),
    from: Type.Optional(GivenInstant('Created at or after this instant')),
    to: Type.Optional(GivenInstant('Created before this instant')),
    size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 10, description: 'Items per page' }),
    ),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
);
export type NotificationListQuery = Static<typeof NotificationListQuery>;

export const NotificationItem = Type.Object({
  notificationId: NotificationId,
  type: EventTypeName,
  endpointId: EndpointId,
  orderId: nullable(OrderId),
  settlementId: nullable(
    Type.String({ description: 'For notifications of a settlement', examples: ['STL1000000001'] }),
  ),
  sequence: Type.Integer({ description: "Number of the event in the order's history, or the settlement's" }),
  status: Status,
  attempts: Type.Integer({ description: 'How often it was sent' }),
  httpStatus: nullable(Type.Integer({ description: 'Status of the last answer; null if there was none' })),
  createdAt: Instant,
  nextAttemptAt: nullable(Instant),
  acknowledgedAt: nullable(Instant),
});
export type NotificationItem = Static<typeof NotificationItem>;

export const NotificationList = Type.Object({
  list: Type.Array(NotificationItem),
  nextCursor: nullable(Type.String({ description: 'Null on the last page' })),
});
export type NotificationList = Static<typeof NotificationList>;

export const AttemptError = oneOf(ATTEMPT_ERRORS, 'Why it was not acknowledged: docs, "When it fails"');

export const Attempt = Type.Object({
  number: Type.Integer({ description: 'From 1' }),
  startedAt: Instant,
  durationMs: Type.Integer({ description: 'Milliseconds until the answer' }),
  httpStatus: nullable(Type.Integer({ description: 'Of the answer; null if there was none' })),
  error: nullable(AttemptError),
  signedAt: nullable(
    Type.String({
      format: 'date-time',
      description: 'The value of `webhook-timestamp`; null for old attempts',
    }),
  ),
  requestHeaders: nullable(
    Type.Record(Type.String(), Type.String(), {
      description: 'Headers that were sent, your own without their values; null for old attempts',
    }),
  ),
  responseExcerpt: nullable(Type.String({ description: 'The first 1 KiB of the answer' })),
  responseHeaders: nullable(
    Type.Record(Type.String(), Type.String(), {
      description: 'Headers of the answer, long ones cut; null if there was no answer, and for old attempts',
    }),
  ),
});

export const NotificationDetail = Type.Object({
  ...NotificationItem.properties,
  body: Type.String({ description: 'Exactly what is sent, byte for byte' }),
  attemptLog: Type.Array(Attempt, {
    description: 'Every attempt, oldest first; at most the last 1,000',
  }),
});
export type NotificationDetail = Static<typeof NotificationDetail>;
