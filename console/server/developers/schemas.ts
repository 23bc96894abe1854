import { Type } from 'typebox';
import { Cursor, Instant, Line, nullable } from '../../../contract/schemas/common.ts';
import {
  CredentialId,
  CredentialItem,
  CredentialKindName,
  CredentialRotatedData,
  octoKeyMembers,
  ScopeName,
} from '../../../contract/schemas/credential.ts';
import { GivenInstant } from '../../../contract/schemas/notification-filters.ts';
import { MAX_OVERLAP_SECONDS } from '../../../services/credentials/credentials.ts';

const { isCurrent: _isCurrent, ...Key } = CredentialItem.properties;

/** Parts of the OpenAPI document, as it has them. */
const Documented = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true });
export const Described = Type.Object({
  baseUrl: Type.String(),
  list: Type.Array(Documented),
  schemas: Documented,
  parameters: Documented,
});

export const KeyList = Type.Object({
  clientId: Type.String(),
  /** Of the API. */
  baseUrl: Type.String(),
  /** All that the merchant's kind allows. */
  scopes: Type.Array(ScopeName),
  list: Type.Array(Type.Object(Key)),
});

export const KeyPath = Type.Object({ credentialId: CredentialId });

export const KeyIssueBody = Type.Object(
  {
    label: Line(100),
    scopes: Type.Optional(Type.Array(ScopeName, { minItems: 1, uniqueItems: true })),
    requireSignature: Type.Optional(Type.Boolean()),
    kind: Type.Optional(CredentialKindName),
    /** For an OCTO key. */
    products: octoKeyMembers.products,
  },
  { additionalProperties: false },
);
const { credentialId, clientId, clientSecret } = CredentialRotatedData.properties;
export const KeyIssued = Type.Object({ credentialId, clientId, clientSecret });

export const KeyRotateBody = Type.Object(
  {
    overlapSeconds: Type.Integer({ minimum: 0, maximum: MAX_OVERLAP_SECONDS }),
    compromised: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

export const RequestQuery = Type.Object(
  {
    operation: Type.Optional(Type.String({ pattern: '^[A-Za-z]{1,100}$', maxLength: 100 })),
    code: Type.Optional(Type.Integer({ minimum: 40_000, maximum: 59_999 })),
    requestId: Type.Optional(Type.String({ pattern: '^[\\w.:-]{1,128}$', maxLength: 128 })),
    since: Type.Optional(GivenInstant('From this instant on')),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
);

export const RequestList = Type.Object({
  list: Type.Array(
    Type.Object({
      id: Type.String(),
      actingKey: nullable(Type.String()),
      credentialId: nullable(Type.String()),
      requestId: Type.String(),
      operation: Type.String(),
      method: Type.String(),
      httpStatus: Type.Integer(),
      code: nullable(Type.Integer()),
      /** What the documentation says of the code. */
      docUrl: nullable(Type.String()),
      path: nullable(Type.String()),
      reason: nullable(Type.String()),
      durationMs: Type.Integer(),
      occurredAt: Instant,
    }),
  ),
  nextCursor: nullable(Type.String()),
});

export const HistoryQuery = Type.Object(
  { hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 168, default: 24 })) },
  { additionalProperties: false },
);

export const History = Type.Object({
  list: Type.Array(
    Type.Object({
      endpointId: Type.String(),
      hours: Type.Array(Type.Object({ at: Instant, acknowledged: Type.Integer(), failed: Type.Integer() })),
      failures: Type.Array(Type.Object({ error: Type.String(), count: Type.Integer() })),
    }),
  ),
});
