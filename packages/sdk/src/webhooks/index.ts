/** Notifications: check what arrives, and sign what tests send. Without the rest of the SDK: `@guidepost/sdk/webhooks`. */
export type { EventOf, EventType, GuidepostEvent } from '../types.ts';
export { type WebhookReason, WebhookVerificationError } from './errors.ts';
export type { SignatureScheme } from './keys.ts';
export { newSecret, type SignedWebhook, type SignOptions, sign } from './sign.ts';
export { type UnwrapOptions, unwrap, type WebhookHeaders } from './unwrap.ts';
