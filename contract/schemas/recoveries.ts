/** Everything that was not acknowledged, sent again (docs/notifications.md, "Search and recover"). */
import { type Static, Type } from 'typebox';
import { RECOVERY_ID_PATTERN } from '../../domain/ids.ts';
import { RECOVERY_STATES } from '../../domain/notification.ts';
import { EndpointId, EventTypeName } from './callback-endpoints.ts';
import { Cursor, Instant, nullable, oneOf } from './common.ts';
import { GivenInstant, HttpStatus } from './notification-filters.ts';
import { RecoverableStatus } from './notifications.ts';
import { OrderId } from './orders.ts';

export const RecoveryId = Type.String({
  pattern: RECOVERY_ID_PATTERN,
  maxLength: 21,
  description: 'Recovery identifier: `RCV` and digits',
  examples: ['RCV100001'],
});

/** What else limits a recovery; `since` is always required. */
const limits = {
  until: Type.Optional(GivenInstant('Only for events before this instant')),
  types: Type.Optional(
    Type.Array(EventTypeName, { minItems: 1, uniqueItems: true, description: 'Only for these events' }),
  ),
  statuses: Type.Optional(
    Type.Array(RecoverableStatus, {
      minItems: 1,
      uniqueItems: true,
      description: 'Only in these states; default: all but `acknowledged`',
    }),
  ),
  endpointId: Type.Optional(EndpointId),
  orderId: Type.Optional(OrderId),
  httpStatus: Type.Optional(HttpStatus),
};

export const RecoverBody = Type.Object(
  {
    since: GivenInstant('Notifications of events since this instant', ['2027-05-01T08:00:00Z']),
    ...limits,
    dryRun: Type.Optional(Type.Boolean({ default: false, description: 'True: only count them' })),
  },
  { additionalProperties: false },
);
export type RecoverBody = Static<typeof RecoverBody>;

export const RecoverData = Type.Object({
  count: Type.Integer({ description: 'Number of notifications that it takes' }),
  pending: Type.Integer({ description: 'Of them `pending`' }),
  skipped: Type.Integer({ description: 'Of them `skipped`' }),
  abandoned: Type.Integer({ description: 'Of them `abandoned`' }),
  acknowledged: Type.Integer({ description: '0 unless `statuses` names them' }),
  dryRun: Type.Boolean({ description: 'Only counted' }),
  recoveryId: nullable(
    Type.String({
      description: 'Null if nothing is sent: a dry run, or nothing to send',
      examples: ['RCV100001'],
    }),
  ),
});
export type RecoverData = Static<typeof RecoverData>;

export const RecoveryPath = Type.Object({ recoveryId: RecoveryId }, { additionalProperties: false });

export const RecoveryState = oneOf(
  RECOVERY_STATES,
  '`waiting`: not started yet; `running`; `finished`; `cancelled`: stopped by you',
);
export const RecoveryFilter = Type.Object(
  { since: GivenInstant('The earliest instant that was asked for'), ...limits },
  { description: 'As it was asked for' },
);
export const Recovery = Type.Object({
  recoveryId: RecoveryId,
  state: RecoveryState,
  filter: RecoveryFilter,
  total: Type.Integer({ description: 'Notifications that were found when it was started' }),
  taken: Type.Integer({
    description: 'Notifications that it has taken so far; each is sent until it is acknowledged',
  }),
  requestedAt: Instant,
  finishedAt: nullable(Instant),
});
export type Recovery = Static<typeof Recovery>;

export const RecoveryListQuery = Type.Object(
  {
    size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Items per page' }),
    ),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
);
export type RecoveryListQuery = Static<typeof RecoveryListQuery>;

export const RecoveryList = Type.Object({
  list: Type.Array(Recovery),
  nextCursor: nullable(Type.String({ description: 'Null on the last page' })),
});
export type RecoveryList = Static<typeof RecoveryList>;
