/** What operators' routes take. Their answers are made by services, member by member. */
import { Type } from 'typebox';
import { Line, oneOf } from '../../../contract/schemas/common.ts';
import { CredentialId } from '../../../contract/schemas/credential.ts';
import { GivenInstant } from '../../../contract/schemas/notification-filters.ts';
import {
  ENDPOINT_ID_PATTERN,
  NOTIFICATION_ID_PATTERN,
  ORDER_ID_PATTERN,
  PROPOSAL_ID_PATTERN,
} from '../../../domain/ids.ts';
import { MERCHANT_KINDS, MERCHANT_STATUSES, VERIFICATIONS } from '../../../domain/merchant.ts';
import { SCOPES } from '../../../domain/scope.ts';
import { MAX_OVERLAP_SECONDS } from '../../../services/credentials/credentials.ts';

const CLOSED = { additionalProperties: false };
const MerchantKey = Type.String({ minLength: 1, maxLength: 64 });
const Cursor = Type.Optional(Type.String({ maxLength: 300 }));
const Scopes = Type.Array(oneOf(SCOPES), { minItems: 1, maxItems: SCOPES.length, uniqueItems: true });
const Email = Type.String({ format: 'email', maxLength: 254 });
/** Kept in the audit log, and where parties or workflows see it, said there: nothing personal. */
const Reason = Line(500);

export const ReasonBody = Type.Object({ reason: Reason }, CLOSED);
export const SearchBody = Type.Object({ text: Type.String({ minLength: 1, maxLength: 128 }) }, CLOSED);

export const MerchantPath = Type.Object({ merchantKey: MerchantKey });
export const ProviderPath = Type.Object({ merchantKey: MerchantKey, providerKey: MerchantKey });
export const CredentialPath = Type.Object({ merchantKey: MerchantKey, credentialId: CredentialId });
export const OrderPath = Type.Object({ orderId: Type.String({ pattern: ORDER_ID_PATTERN, maxLength: 27 }) });
export const ProposalPath = Type.Object({
  proposalId: Type.String({ pattern: PROPOSAL_ID_PATTERN, maxLength: 18 }),
});
/** As many as a search finds. */
const Orders = Type.Array(Type.String({ pattern: ORDER_ID_PATTERN, maxLength: 27 }), {
  minItems: 1,
  maxItems: 20,
  uniqueItems: true,
});
export const PersonalOrdersBody = Type.Object({ orders: Orders }, CLOSED);
export const PersonalBody = Type.Object({ orders: Orders, reason: Reason }, CLOSED);
export const ProposalsQuery = Type.Object({ state: Type.Optional(oneOf(['open', 'decided'])) }, CLOSED);
export const NotificationPath = Type.Object({
  notificationId: Type.String({ pattern: NOTIFICATION_ID_PATTERN, maxLength: 64 }),
});

export const MerchantsQuery = Type.Object(
  {
    kind: Type.Optional(oneOf(MERCHANT_KINDS)),
    world: Type.Optional(oneOf(['sandbox', 'live'])),
    status: Type.Optional(oneOf(MERCHANT_STATUSES)),
    verification: Type.Optional(oneOf(VERIFICATIONS)),
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    cursor: Cursor,
  },
  CLOSED,
);

export const RegisterBody = Type.Object(
  {
    name: Line(200),
    kind: oneOf(MERCHANT_KINDS),
    country: Type.String({ pattern: '^[A-Z]{2}$' }),
    sandbox: Type.Boolean(),
    contactEmail: Type.Optional(Email),
  },
  CLOSED,
);
export const ContactBody = Type.Object({ email: Type.Union([Email, Type.Null()]) }, CLOSED);
export const VerificationBody = Type.Object(
  { decision: oneOf(['approved', 'refused']), reason: Type.Optional(Reason) },
  CLOSED,
);
export const LinkBody = Type.Object({ scopes: Scopes }, CLOSED);
export const IssueBody = Type.Object(
  {
    label: Type.Optional(Line(100)),
    scopes: Type.Optional(Scopes),
    requireSignature: Type.Optional(Type.Boolean()),
  },
  CLOSED,
);
const Compromised = Type.Optional(Type.Boolean());
export const RotateBody = Type.Object(
  {
    overlapSeconds: Type.Integer({ minimum: 0, maximum: MAX_OVERLAP_SECONDS }),
    compromised: Compromised,
  },
  CLOSED,
);
export const RevokeBody = Type.Object({ compromised: Compromised }, CLOSED);

export const WaitingQuery = Type.Object(
  { endpointId: Type.String({ pattern: ENDPOINT_ID_PATTERN, maxLength: 20 }), cursor: Cursor },
  CLOSED,
);

const auditFilters = {
  actor: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  subject: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })),
  merchantKey: Type.Optional(MerchantKey),
  requestId: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  since: Type.Optional(GivenInstant('RFC 3339')),
  until: Type.Optional(GivenInstant('RFC 3339')),
};
export const AuditExportQuery = Type.Object(auditFilters, CLOSED);
export const AuditQuery = Type.Object({ ...auditFilters, cursor: Cursor }, CLOSED);
