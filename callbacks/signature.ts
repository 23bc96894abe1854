import { Webhook } from 'standardwebhooks';

export interface Signable {
  /** The notification's id: the same at every attempt, so that the merchant can tell repeats. */
  readonly id: string;
  readonly body: string;
  readonly sentAt: Date;
  /** `whsec_…`; the current one first, and during a rotation the previous one. */
  readonly secrets: readonly string[];
}

/**
 * The headers of a notification, as Standard Webhooks specifies them (docs/notifications.md). `webhook-timestamp` is in
 * seconds, of this attempt; `webhook-signature` has one `v1,<base64>` per secret, separated by spaces.
 * @throws when a secret is not base64.
 */
export function signedHeaders({ id, body, sentAt, secrets }: Signable): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Guidepost/1 (+notifications)',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, sentAt, body)).join(' '),
  };
}
