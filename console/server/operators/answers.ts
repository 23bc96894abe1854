/** What operators' routes answer; the pages take their types from here. It is long because it is one list of short answers. */
import { type Static, type TSchema, Type } from 'typebox';
import { Instant, nullable, oneOf } from '../../../contract/schemas/common.ts';
import { OrderDetailData, OrderStatus } from '../../../contract/schemas/orders.ts';
import { ENDPOINT_STATES } from '../../../domain/callback-endpoint.ts';
import { POSTING_KINDS } from '../../../domain/ledger.ts';
import { MERCHANT_KINDS, MERCHANT_STATUSES, VERIFICATIONS } from '../../../domain/merchant.ts';
import { ATTEMPT_ERRORS, NOTIFICATION_STATES } from '../../../domain/notification.ts';
import {
  type OperatorsNeeded,
  PROPOSAL_STATES,
  PROPOSED_ACTIONS,
} from '../../../domain/operator-proposals.ts';
import type { OrderReason } from '../../../domain/order-reasons.ts';
import { ACTOR_KINDS, REASON_CODES } from '../../../domain/order-state.ts';

const Text = Type.String();
const Count = Type.Integer();
const Details = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  additionalProperties: true,
});
const MerchantStatus = oneOf(MERCHANT_STATUSES);
const Verification = oneOf(VERIFICATIONS);

/** Read-only, as services give it. */
const listOf = <Item extends TSchema>(item: Item) => Type.Unsafe<readonly Static<Item>[]>(Type.Array(item));
export const ListOf = <Item extends TSchema>(item: Item) => Type.Object({ list: listOf(item) });
/** A page of a list by cursor. */
export const PageOf = <Item extends TSchema>(item: Item) =>
  Type.Object({ list: listOf(item), nextCursor: nullable(Text) });

const Pile = Type.Object({
  kind: oneOf([
    ...(['orders', 'deliveries', 'endpoints', 'proposals', 'disputes', 'verifications', 'mails'] as const),
    'statements',
  ]),
  count: Count,
  since: nullable(Instant),
});
export type Pile = Static<typeof Pile>;
export const OperatorHome = Type.Object({ piles: listOf(Pile) });

const Proposal = Type.Object({
  proposalId: Text,
  action: oneOf(Object.keys(PROPOSED_ACTIONS) as (keyof typeof PROPOSED_ACTIONS)[]),
  subject: Text,
  details: Details,
  state: oneOf(PROPOSAL_STATES),
  proposedBy: Text,
  proposedByName: nullable(Text),
  createdAt: Instant,
  decidedBy: nullable(Text),
  decidedByName: nullable(Text),
  decidedAt: nullable(Instant),
  collectUntil: nullable(Instant),
  collectedAt: nullable(Instant),
});
export type Proposal = Static<typeof Proposal>;
export const Proposals = Type.Object({
  operatorsNeeded: Type.Unsafe<OperatorsNeeded>(Type.Integer()),
  list: listOf(Proposal),
});
export type Proposals = Static<typeof Proposals>;
export const Decided = Type.Object({ proposalId: Text });

export const AuditRow = Type.Object({
  id: Count,
  occurredAt: Instant,
  action: Text,
  subject: Text,
  merchantKey: nullable(Text),
  actor: Text,
  actorName: nullable(Text),
  onBehalfOf: nullable(Text),
  address: nullable(Text),
  requestId: nullable(Text),
  details: Details,
});
export type AuditRow = Static<typeof AuditRow>;

const FoundOrder = Type.Object({
  orderId: Text,
  merchantKey: Text,
  studioKey: Text,
  guideId: Text,
  status: OrderStatus,
  sandbox: Type.Boolean(),
  clientReference: nullable(Text),
  tripDate: Text,
});
export type FoundOrder = Static<typeof FoundOrder>;
const FoundMerchant = Type.Object({
  merchantKey: Text,
  name: Text,
  kind: oneOf(MERCHANT_KINDS),
  status: MerchantStatus,
  verification: Verification,
  sandbox: Type.Boolean(),
});
export type FoundMerchant = Static<typeof FoundMerchant>;
const FoundGuide = Type.Object({ guideId: Text, name: Text, studioKey: Text, sandbox: Type.Boolean() });
const FoundCompany = Type.Object({
  companyId: Text,
  name: Text,
  kind: oneOf(MERCHANT_KINDS),
  sandboxKey: Text,
  liveKey: nullable(Text),
});
const FoundPerson = Type.Object({
  personId: Count,
  name: Text,
  email: Text,
  isOperator: Type.Boolean(),
  companies: listOf(Type.Object({ companyId: Text, name: Text, role: Text })),
});
const FoundFailure = Type.Object({
  requestId: Text,
  merchantKey: Text,
  operation: Text,
  httpStatus: Count,
  code: nullable(Count),
  path: nullable(Text),
  reason: nullable(Text),
  occurredAt: Instant,
});
export const Found = Type.Object({
  orders: listOf(FoundOrder),
  merchants: listOf(FoundMerchant),
  guides: listOf(FoundGuide),
  companies: listOf(FoundCompany),
  people: listOf(FoundPerson),
  failures: listOf(FoundFailure),
  requests: listOf(AuditRow),
});
export type Found = Static<typeof Found>;

export const PersonalOrders = ListOf(FoundOrder);
const PersonalCounts = Type.Object({
  contacts: Count,
  travellers: Count,
  remarks: Count,
  changes: Count,
  messages: Count,
  files: Count,
  notes: Count,
  reasons: Count,
  bookings: Count,
});
export type PersonalCounts = Static<typeof PersonalCounts>;
export const PersonalPreview = Type.Object({ counts: PersonalCounts, notOver: listOf(Text) });
export const PersonalAsked = Type.Object({ isDone: Type.Boolean(), proposalId: nullable(Text) });
/** Lines of JSON, as a file has them. */
export const PersonalExport = Type.Object({ lines: listOf(Text) });

export const MerchantRow = Type.Object({ ...FoundMerchant.properties, country: Text, createdAt: Instant });
export type MerchantRow = Static<typeof MerchantRow>;
export const Merchant = Type.Object({
  ...MerchantRow.properties,
  contactEmail: nullable(Text),
  keys: listOf(
    Type.Object({
      credentialId: Text,
      label: nullable(Text),
      scopes: nullable(listOf(Text)),
      requireSignature: Type.Boolean(),
      createdAt: Instant,
      lastUsedAt: nullable(Instant),
      validUntil: nullable(Instant),
      revokedAt: nullable(Instant),
    }),
  ),
  endpoints: listOf(
    Type.Object({
      endpointId: Text,
      origin: nullable(Text),
      description: Text,
      state: oneOf(['none', ...ENDPOINT_STATES]),
    }),
  ),
  links: listOf(Type.Object({ merchantKey: Text, name: Text, scopes: listOf(Text) })),
  audit: listOf(AuditRow),
});
export type Merchant = Static<typeof Merchant>;
export const Effects = Type.Object({
  orders: Type.Object({ pending: Count, confirmed: Count, in_progress: Count }),
  guides: Count,
  holds: Count,
  notifications: Count,
  statements: Count,
  links: Count,
});
export type Effects = Static<typeof Effects>;
export const StatusSet = Type.Object({ merchantKey: Text, status: MerchantStatus });
/** Done at once, or proposed to another operator. */
const Submitted = Type.Object({ proposalId: nullable(Text) });
export const Verified = Type.Object({
  merchantKey: Text,
  verification: Verification,
  ...Submitted.properties,
});
export const Registered = Type.Object({ merchantKey: Text, verification: Verification });
export const ContactSet = Type.Object({ merchantKey: Text, contactEmail: nullable(Text) });
export const LinkAsked = Type.Object({
  merchantKey: Text,
  providerKey: Text,
  scopes: listOf(Text),
  requestId: nullable(Text),
  ...Submitted.properties,
});
export const Unlinked = Type.Object({ removed: Type.Boolean() });

/** A new key: the one time that its secret is known. */
export const IssuedKey = Type.Object({ credentialId: Text, clientSecret: Text });
export type IssuedKey = Static<typeof IssuedKey>;
export const RotatedKey = Type.Object({ ...IssuedKey.properties, previousValidUntil: nullable(Instant) });
export const Descendants = ListOf(Text);
export const EndedKeys = Type.Object({ ended: listOf(Text) });

const Attempt = Type.Object({
  number: Count,
  startedAt: Instant,
  durationMs: Count,
  httpStatus: nullable(Count),
  error: nullable(oneOf(ATTEMPT_ERRORS)),
});
const DiagnosedEndpoint = Type.Object({
  endpointId: Text,
  origin: nullable(Text),
  description: Text,
  eventTypes: listOf(Text),
  maxPerSecond: nullable(Type.Number()),
  state: oneOf(ENDPOINT_STATES),
  since: nullable(Instant),
  heldUntil: nullable(Instant),
  taken: Count,
  excluded: Count,
  waiting: Count,
  oldestAt: nullable(Instant),
  nextAttemptAt: nullable(Instant),
  lastAttempts: listOf(
    Type.Object({
      notificationId: Text,
      subjectId: Text,
      type: Text,
      ...Attempt.properties,
      responseExcerpt: nullable(Text),
    }),
  ),
});
export type DiagnosedEndpoint = Static<typeof DiagnosedEndpoint>;
export const Diagnosis = Type.Object({
  findings: listOf(Type.Object({ code: Text, endpointId: Type.Optional(Text), count: Type.Optional(Count) })),
  endpoints: listOf(DiagnosedEndpoint),
  events: listOf(Type.Object({ type: Text, count: Count, lastAt: Instant })),
  unstarted: Count,
});
export type Diagnosis = Static<typeof Diagnosis>;
/** At how many endpoints. */
export const Retried = Type.Object({ endpoints: Count });

export const StuckMerchant = Type.Object({
  merchantKey: Text,
  name: Text,
  sandbox: Type.Boolean(),
  waiting: Count,
  oldestAt: Instant,
  endpoints: listOf(
    Type.Object({
      endpointId: Text,
      isPaused: Type.Boolean(),
      since: nullable(Instant),
      waiting: Count,
      oldestAt: Instant,
      causes: listOf(
        Type.Object({
          error: nullable(oneOf(ATTEMPT_ERRORS)),
          httpStatus: nullable(Count),
          count: Count,
        }),
      ),
    }),
  ),
});
export type StuckMerchant = Static<typeof StuckMerchant>;
export const WaitingRow = Type.Object({
  notificationId: Text,
  subjectId: Text,
  type: Text,
  createdAt: Instant,
  attempts: Count,
  error: nullable(oneOf(ATTEMPT_ERRORS)),
  httpStatus: nullable(Count),
  nextAttemptAt: nullable(Instant),
});
export type WaitingRow = Static<typeof WaitingRow>;

const OrderNotification = Type.Object({
  notificationId: Text,
  endpointId: Text,
  merchantKey: Text,
  type: Text,
  sequence: Count,
  status: oneOf(NOTIFICATION_STATES),
  createdAt: Instant,
  attempts: Count,
  nextAttemptAt: nullable(Instant),
  acknowledgedAt: nullable(Instant),
  abandonReason: nullable(Text),
  isResent: Type.Boolean(),
  lastAttempts: listOf(Attempt),
});
export type OrderNotification = Static<typeof OrderNotification>;
const OrderEvent = Type.Object({
  sequence: Count,
  previousStatus: nullable(OrderStatus),
  status: OrderStatus,
  reason: oneOf(REASON_CODES),
  actor: oneOf(ACTOR_KINDS),
  actorKey: nullable(Text),
  actedBy: nullable(Text),
  note: nullable(Text),
  requestId: nullable(Text),
  occurredAt: Instant,
});
const OrderPosting = Type.Object({
  postingId: Text,
  kind: oneOf(POSTING_KINDS),
  currency: Text,
  occurredAt: Instant,
  reason: nullable(Text),
  operator: nullable(Text),
  entries: listOf(Type.Object({ account: Text, merchantKey: nullable(Text), amount: Type.Number() })),
});
const Party = Type.Object({ merchantKey: Text, name: Text, status: MerchantStatus });
/** What merchants see of it, without personal data; what both sides may do, and their messages, are other members here. */
const OrderFacts = Type.Omit(OrderDetailData, [
  ...(['contactName', 'contactPhone', 'contactEmail', 'guestNames', 'remark', 'answers'] as const),
  ...(['availableActions', 'openChange', 'history'] as const),
]);
export const OperatorOrder = Type.Object({
  ...OrderFacts.properties,
  sandbox: Type.Boolean(),
  updatedAt: Instant,
  merchant: Party,
  studio: Party,
  guideName: nullable(Text),
  phoneEnding: Text,
  isStarted: Type.Boolean(),
  events: listOf(OrderEvent),
  notifications: listOf(OrderNotification),
  postings: listOf(OrderPosting),
  messages: listOf(
    Type.Object({ id: Count, senderKey: Text, createdAt: Instant, readAt: nullable(Instant) }),
  ),
  changes: listOf(
    Type.Object({
      changeId: Text,
      status: Text,
      fields: listOf(Text),
      createdAt: Instant,
      decidedAt: nullable(Instant),
    }),
  ),
  audit: listOf(AuditRow),
  overdueSeconds: Count,
  cancellation: nullable(Type.Object({ refund: Type.Number(), currency: Text })),
  temporalUrl: nullable(Text),
});
export type OperatorOrder = Static<typeof OperatorOrder>;
/** The facts of each code are in domain/order-reasons.ts. */
const Reason = Type.Unsafe<OrderReason>({
  type: 'object',
  required: ['code'],
  properties: { code: { type: 'string' } },
  additionalProperties: true,
});
export const OrderReasons = ListOf(Reason);
const Disagreement = Type.Object({
  kind: Text,
  id: Text,
  endpointId: Type.Optional(Text),
  database: Text,
  temporal: Text,
});
export const Agreement = Type.Object({ found: nullable(Disagreement) });
export const CaughtUp = Type.Object({ ...Agreement.properties, repaired: nullable(Text) });
export const OrderDone = Type.Object({ orderId: Text });
/** How many notifications were tried. */
export const Tried = Type.Object({ tried: Count });
export const Abandoned = Type.Object({ notificationId: Text, status: oneOf(NOTIFICATION_STATES) });
