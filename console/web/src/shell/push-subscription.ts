/** What pages and the service worker have in common. */
import type { PushSubscription as Subscription } from '../../../../domain/push-message.ts';

/** The service worker asks an open page to go there. */
export interface OpenPage {
  readonly open: string;
}

/** As the server takes it. */
export function subscriptionOf(subscription: PushSubscription): Subscription {
  const { keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const { endpoint, options } = subscription;
  return { endpoint, p256dh, auth, serverKey: base64url(options.applicationServerKey) };
}

function base64url(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
