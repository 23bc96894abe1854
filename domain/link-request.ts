/** A provider's request to act for a merchant. It is withdrawn by the provider; the merchant grants or declines it. */
export const LINK_REQUEST_STATES = ['open', 'granted', 'declined', 'withdrawn'] as const;
export type LinkRequestState = (typeof LINK_REQUEST_STATES)[number];

/** A provider's most open requests, so that nobody tries out keys. */
export const MAX_OPEN_LINK_REQUESTS = 50;

/** Who was declined does not ask the same merchant again before that, ms. */
export const ASK_AGAIN_AFTER_MS = 86_400_000;
