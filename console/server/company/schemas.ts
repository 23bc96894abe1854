import { type Static, Type } from 'typebox';
import { Instant, nullable, oneOf } from '../../../contract/schemas/common.ts';
import { AUDIT_ACTORS } from '../../../db/queries/operators/audit-log.ts';
import { LINK_REQUEST_ID_PATTERN } from '../../../domain/ids.ts';
import { LINK_REQUEST_STATES } from '../../../domain/link-request.ts';
import { MERCHANT_KINDS, MERCHANT_STATUSES, VERIFICATIONS } from '../../../domain/merchant.ts';
import { SCOPES } from '../../../domain/scope.ts';
import { LINE_PATTERN, VISIBLE_TEXT_PATTERN } from '../../../domain/text.ts';
import { SUBMISSION_STATES } from '../../../domain/verification.ts';

const CLOSED = { additionalProperties: false } as const;
const MerchantKey = Type.String({ maxLength: 64, pattern: '^[\\w.:-]{1,64}$' });
const CompanyId = Type.String({ maxLength: 20 });

export const CompanyPath = Type.Object({ company: CompanyId }, CLOSED);
export const Done = Type.Object({});

const ProfileMerchant = Type.Object({
  key: Type.String(),
  name: Type.String(),
  country: Type.String(),
  status: oneOf(MERCHANT_STATUSES),
  verification: oneOf(VERIFICATIONS),
  contactEmail: nullable(Type.String()),
});
export const Profile = Type.Object({
  companyId: Type.String(),
  name: Type.String(),
  kind: oneOf(MERCHANT_KINDS),
  country: Type.String(),
  registeredAt: Instant,
  sandbox: ProfileMerchant,
  live: nullable(ProfileMerchant),
  verification: nullable(oneOf(SUBMISSION_STATES)),
});
export const ProfileBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200, pattern: LINE_PATTERN }),
    country: Type.String({ pattern: '^[A-Z]{2}$', maxLength: 2 }),
  },
  CLOSED,
);
export const ContactBody = Type.Object(
  { email: nullable(Type.String({ format: 'email', maxLength: 254 })) },
  CLOSED,
);

const Scopes = Type.Array(oneOf(SCOPES), { minItems: 1, maxItems: SCOPES.length, uniqueItems: true });
export const ProviderPath = Type.Object({ providerKey: MerchantKey }, CLOSED);
export const OtherPath = Type.Object({ otherKey: MerchantKey }, CLOSED);
export const RequestPath = Type.Object(
  { requestId: Type.String({ maxLength: 18, pattern: LINK_REQUEST_ID_PATTERN }) },
  CLOSED,
);
export const GrantBody = Type.Object({ scopes: Scopes }, CLOSED);
export const AskBody = Type.Object(
  {
    merchantKey: MerchantKey,
    scopes: Scopes,
    message: Type.Optional(Type.String({ minLength: 1, maxLength: 500, pattern: VISIBLE_TEXT_PATTERN })),
  },
  CLOSED,
);
export const Asked = Type.Object({ requestId: Type.String() });
export const Ended = Type.Object({ ended: Type.Boolean() });
export const Links = Type.Object({
  links: Type.Array(
    Type.Object({
      key: Type.String(),
      name: Type.String(),
      scopes: Type.Array(oneOf(SCOPES)),
      since: Instant,
    }),
  ),
  requests: Type.Array(
    Type.Object({
      requestId: Type.String(),
      key: Type.String(),
      name: nullable(Type.String()),
      scopes: Type.Array(oneOf(SCOPES)),
      message: nullable(Type.String()),
      byOperator: Type.Boolean(),
      state: oneOf(LINK_REQUEST_STATES),
      askedAt: Instant,
      answeredAt: nullable(Instant),
    }),
  ),
});

export const AuditQuery = Type.Object(
  {
    world: Type.Optional(oneOf(['sandbox', 'live'] as const)),
    who: Type.Optional(oneOf(AUDIT_ACTORS)),
    personId: Type.Optional(Type.Integer({ minimum: 1, maximum: 9_007_199_254_740_991 })),
    about: Type.Optional(Type.String({ maxLength: 40, pattern: '^[a-z_]+$' })),
    from: Type.Optional(Instant),
    to: Type.Optional(Instant),
    before: Type.Optional(Type.Integer({ minimum: 1, maximum: 9_007_199_254_740_991 })),
  },
  CLOSED,
);
export const AuditPage = Type.Object({
  entries: Type.Array(
    Type.Object({
      entryId: Type.Integer(),
      occurredAt: Instant,
      action: Type.String(),
      subject: Type.String(),
      world: nullable(oneOf(['sandbox', 'live'] as const)),
      who: oneOf(AUDIT_ACTORS),
      name: nullable(Type.String()),
      credentialId: nullable(Type.String()),
      address: nullable(Type.String()),
      requestId: nullable(Type.String()),
      details: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
    }),
  ),
  hasMore: Type.Boolean(),
});

/** For the pages. */
export type Profile = Static<typeof Profile>;
export type Links = Static<typeof Links>;
export type AuditPage = Static<typeof AuditPage>;
