/** Hands messages to browsers' push services (RFC 8030). */
import type { PushMessage, PushSubscription } from '../../domain/push-message.ts';
import { createPoster, outcomeOf, type PosterOptions, type PostOutcome } from './poster.ts';
import type { VapidKey } from './vapid.ts';

export interface PushSenderOptions extends PosterOptions {
  /** The first one is for new subscriptions; the others are of those from before ENCRYPTION_KEY was changed. */
  readonly keys: readonly VapidKey[];
  /** Whom a push service may write to: `https://…` or `mailto:…` (RFC 8292, section 2.1). */
  readonly contact: string;
}

interface PushOptions {
  /** For how long the push service keeps it for a device that is off. */
  readonly ttlSeconds: number;
  /** It may wake up a device that saves its battery. */
  readonly isUrgent: boolean;
}

/** @throws PostRefused, which may be over later; AttemptFailed, EgressUnavailable where there is no connection. */
export type SendPush = (
  subscription: PushSubscription,
  message: PushMessage,
  options: PushOptions,
) => Promise<PostOutcome>;

/** 403: it was made for another key than it says. */
const GONE = [403, 404, 410];

export function createPushSender({ keys, contact, ...options }: PushSenderOptions): SendPush {
  const post = createPoster(options);
  return async ({ endpoint, p256dh, auth, serverKey }, message, { ttlSeconds, isUrgent }) => {
    const key = keys.find(({ publicKey }) => publicKey === serverKey);
    if (key === undefined) return 'gone';
    // With the first message: a start need not wait for it (60 ms).
    const { default: webPush } = await import('web-push');
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      {
        vapidDetails: { subject: contact, ...key },
        TTL: ttlSeconds,
        urgency: isUrgent ? 'high' : 'normal',
      },
    );
    const sent = { ...headers, 'content-length': `${body.length}` };
    return outcomeOf(await post(endpoint, headersOf(sent), body), GONE);
  };
}

/** One spelling of each name, and texts alone. */
function headersOf(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), `${value}`]));
}
