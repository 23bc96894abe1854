/** The delivery log (docs/architecture.md, "HTTP"; docs/notifications.md). */
import { type Static, Type } from 'typebox';
import { NOTIFICATION_ID_PATTERN, ORDER_ID_PATTERN } from '../../domain/ids.ts';
import { ATTEMPT_ERRORS, NOTIFICATION_STATES } from '../../domain/notification.ts';
import { Cursor, Instant, nullable, oneOf } from './common.ts';

const MAX_PAGE = 100;

const NotificationId = Type.String({
  pattern: NOTIFICATION_ID_PATTERN,
  maxLength: 32,
  description: 'The same as `webhook-id`',
  examples: ['NTF1795230000000123456-2'],
});
const OrderId = Type.String({
  pattern: ORDER_ID_PATTERN,
  maxLength: 27,
  examples: ['ORD1795230000000123456'],
});
const Status = oneOf(
  NOTIFICATION_STATES,
  '`pending`: not acknowledged yet; `skipped`: there was no callback address; `abandoned`: an operator gave up',
);

/** Years that PostgreSQL and JavaScript both know; with any UTC offset. */
const GivenInstant = (description: string, examples: string[] = []) =>
  Type.String({ format: 'date-time', pattern: '^[12][0-9]{3}-', maxLength: 40, description, examples });

export const NotificationPath = Type.Object({ notificationId: NotificationId });

export const NotificationListQuery = Type.Object(
  {
    status: Type.Optional(Status),
    orderId: Type.Optional(OrderId),
    from: Type.Optional(GivenInstant('Created at or after this instant')),
    to: Type.Optional(GivenInstant('Created before this instant')),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 10 })),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
);
export type NotificationListQuery = Static<typeof NotificationListQuery>;

export const NotificationItem = Type.Object({
  notificationId: NotificationId,
  orderId: nullable(OrderId),
  settlementId: nullable(
    Type.String({ description: 'For notifications of a settlement', examples: ['STL1000000001'] }),
  ),
  sequence: Type.Integer({ description: "Number of the event in the order's history, or the settlement's" }),
  status: Status,
  attempts: Type.Integer({ description: 'How many times it was sent' }),
  createdAt: Instant,
  nextAttemptAt: nullable(Instant),
  acknowledgedAt: nullable(Instant),
});
export type NotificationItem = Static<typeof NotificationItem>;

export const NotificationList = Type.Object({
  list: Type.Array(NotificationItem),
  nextCursor: nullable(Type.String()),
});
export type NotificationList = Static<typeof NotificationList>;

const AttemptError = oneOf(ATTEMPT_ERRORS, 'Why it was not acknowledged: docs, "When it fails"');

const Attempt = Type.Object({
  number: Type.Integer(),
  startedAt: Instant,
  durationMs: Type.Integer(),
  httpStatus: nullable(Type.Integer()),
  error: nullable(AttemptError),
  responseExcerpt: nullable(Type.String({ description: 'The first 1 KiB of the answer' })),
});

export const NotificationDetail = Type.Object({
  ...NotificationItem.properties,
  body: Type.String({ description: 'What is sent, byte for byte' }),
  attemptLog: Type.Array(Attempt, {
    description: 'Every attempt, oldest first; at most the last 1,000',
  }),
});
export type NotificationDetail = Static<typeof NotificationDetail>;

export const RecoverBody = Type.Object(
  {
    since: GivenInstant('Notifications of events from this instant on', ['2027-05-01T08:00:00Z']),
    dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Only count' })),
  },
  { additionalProperties: false },
);
export type RecoverBody = Static<typeof RecoverBody>;

export const RecoverData = Type.Object({
  count: Type.Integer({ description: 'Notifications that are not acknowledged' }),
  pending: Type.Integer(),
  skipped: Type.Integer(),
  abandoned: Type.Integer(),
  dryRun: Type.Boolean(),
});
export type RecoverData = Static<typeof RecoverData>;
