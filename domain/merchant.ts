/** Who calls the API: `agency` books, `studio` offers guides, `provider` acts for linked merchants (docs/architecture.md, "Words"). */
export const MERCHANT_KINDS = ['agency', 'studio', 'provider'] as const;
export type MerchantKind = (typeof MERCHANT_KINDS)[number];

export const MERCHANT_STATUSES = ['active', 'suspended'] as const;
export type MerchantStatus = (typeof MERCHANT_STATUSES)[number];

/** The state of the operator's check of the company (specification, "Authentication" 6); only approved ones get tokens. */
export const VERIFICATIONS = ['pending', 'approved', 'refused'] as const;
export type Verification = (typeof VERIFICATIONS)[number];

/** A request under an `Idempotency-Key`: sent again, it is the same command. */
interface Command {
  /** A hash of merchant, key and request (services/commands.ts). */
  readonly id: string;
  /** `Idempotency-Key`. */
  readonly key: string;
  /** A hash of method, target and body. */
  readonly requestHash: string;
}

/** How a request reached us; what the audit log records besides the merchant. */
interface Via {
  /** The only products that the key of an OCTO client sees; absent or null: all. */
  readonly products?: readonly string[] | null;
  /** The app_secret that the token was bought with; absent in the console. */
  readonly credentialId?: string;
  /** Who sits at the console; absent for programs. */
  readonly personId?: number;
  /** The person's role has no say over endpoints, so it is shown no secret parts of their addresses. */
  readonly mayNotManageEndpoints?: boolean;
  /** The provider that acts for the merchant, where one does. */
  readonly actingKey?: string;
  /** IP address of the client. */
  readonly address: string;
  readonly requestId: string;
  /** The request under its `Idempotency-Key`; absent without one. */
  readonly command?: Command;
}

/** The merchant that a request speaks for: the token's own, or the one named by `On-Behalf-Of`. */
export interface CallingMerchant {
  readonly key: string;
  readonly kind: MerchantKind;
  readonly status: MerchantStatus;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Sandbox merchants and the others live in two worlds that never see each other. */
  readonly sandbox: boolean;
  /** Milliseconds that a sandbox merchant's clock is ahead; absent: none. */
  readonly clockAheadMs?: number;
  /** Absent where no request is behind it. */
  readonly via?: Via;
}
