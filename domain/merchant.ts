/** Who calls the API: `agency` books, `studio` offers guides, `provider` acts for linked merchants (design, chapter 1). */
export const MERCHANT_KINDS = ['agency', 'studio', 'provider'] as const;
export type MerchantKind = (typeof MERCHANT_KINDS)[number];

export const MERCHANT_STATUSES = ['active', 'suspended'] as const;
export type MerchantStatus = (typeof MERCHANT_STATUSES)[number];
