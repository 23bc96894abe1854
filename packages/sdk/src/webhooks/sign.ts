import { toBase64, utf8 } from '../bytes.ts';
import { signerOf } from './keys.ts';

export interface SignOptions {
  /** `webhook-id`. Default: the body's `notificationId`, or a new one. */
  readonly id?: string | undefined;
  /** When it is sent. Default: now. */
  readonly timestamp?: Date | undefined;
}

/** What a notification is sent with. */
export interface SignedWebhook {
  readonly body: string;
  readonly headers: {
    readonly 'content-type': string;
    readonly 'webhook-id': string;
    readonly 'webhook-timestamp': string;
    readonly 'webhook-signature': string;
  };
}

/**
 * Signs a notification as the platform does: for tests of your receiver.
 * @param event sent as JSON; a text is sent as it is.
 * @param secrets `whsec_…` or the private key `whsk_…`; several as while one is being replaced.
 * @throws WebhookVerificationError where a secret is malformed
 */
export async function sign(
  event: object | string,
  secrets: string | readonly string[],
  { id = idOf(event), timestamp = new Date() }: SignOptions = {},
): Promise<SignedWebhook> {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const seconds = String(Math.floor(timestamp.getTime() / 1_000));
  const content = utf8(`${id}.${seconds}.${body}`);
  const signers = await Promise.all([secrets].flat().map(signerOf));
  const signatures = await Promise.all(
    signers.map(async ({ scheme, sign }) => `${scheme},${toBase64(await sign(content))}`),
  );
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': seconds,
      'webhook-signature': signatures.join(' '),
    },
  };
}

/** A new callback secret, `whsec_…`. */
export function newSecret(): string {
  return `whsec_${toBase64(crypto.getRandomValues(new Uint8Array(32)))}`;
}

function idOf(event: object | string): string {
  const { notificationId } = (typeof event === 'string' ? {} : event) as { notificationId?: string };
  return notificationId ?? `NTF-${crypto.randomUUID()}`;
}
