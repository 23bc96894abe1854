/**
 * Every operation of the API, by its id: the only place where each is written down. Routes take it from here, the OpenAPI document
 * follows from those; the SDK's and the console's addresses are generated (`npm run sdk:types`); samples find it here.
 */
import { authOperations } from './auth.ts';
import { callbackOperations } from './callback.ts';
import { callbackEndpointOperations } from './callback-endpoints.ts';
import { credentialOperations } from './credential.ts';
import type { Operation } from './define.ts';
import { guideReadingOperations } from './guide-reading.ts';
import { guideOperations } from './guides.ts';
import { healthOperations } from './health.ts';
import { holdOperations } from './holds.ts';
import { messageOperations } from './messages.ts';
import { notificationOperations } from './notifications.ts';
import { orderChangeOperations } from './order-changes.ts';
import { orderOperations } from './orders.ts';
import { partnerOperations } from './partners.ts';
import { quoteOperations } from './quotes.ts';
import { reviewOperations } from './reviews.ts';
import { sandboxOperations } from './sandbox.ts';
import { settlementOperations } from './settlements.ts';
import { signatureOperations } from './signature.ts';
import { waitlistOperations } from './waitlist.ts';
import { wellKnownOperations } from './well-known.ts';

/** In the order in which the reference lists them: that in which they are used. */
export const OPERATIONS = {
  ...authOperations,
  ...wellKnownOperations,
  ...healthOperations,
  ...credentialOperations,
  ...signatureOperations,
  ...guideReadingOperations,
  ...guideOperations,
  ...partnerOperations,
  ...quoteOperations,
  ...orderOperations,
  ...holdOperations,
  ...orderChangeOperations,
  ...reviewOperations,
  ...messageOperations,
  ...waitlistOperations,
  ...callbackOperations,
  ...callbackEndpointOperations,
  ...notificationOperations,
  ...sandboxOperations,
  ...settlementOperations,
} as const satisfies Readonly<Record<string, Operation>>;
