/** Who calls the API: `agency` books, `studio` offers guides, `provider` acts for linked merchants (design, chapter 1). */
export const MERCHANT_KINDS = ['agency', 'studio', 'provider'] as const;
export type MerchantKind = (typeof MERCHANT_KINDS)[number];

export const MERCHANT_STATUSES = ['active', 'suspended'] as const;
export type MerchantStatus = (typeof MERCHANT_STATUSES)[number];

/** The merchant whose token came with a request. */
export interface CallingMerchant {
  readonly key: string;
  readonly kind: MerchantKind;
  readonly status: MerchantStatus;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Sandbox merchants and the others live in two worlds that never see each other. */
  readonly sandbox: boolean;
}
