import { type Bytes, concat, fromBase64, utf8 } from '../bytes.ts';
import type { GuidepostEvent } from '../types.ts';
import { type WebhookReason, WebhookVerificationError } from './errors.ts';
import { verifierOf } from './keys.ts';

const TOLERANCE_SECONDS = 300;

/** Of a `Request`, of Node's `request.headers`, or any record of them. */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface UnwrapOptions {
  /** Seconds that the time of sending may be off. Default: 300. */
  readonly tolerance?: number | undefined;
  /** For tests of your own. Default: now. */
  readonly now?: Date | undefined;
}

/**
 * The event of a notification, once its signature has been checked (https://www.standardwebhooks.com).
 * @param rawBody what arrived, byte for byte: JSON that was parsed and written again does not match.
 * @param secrets `whsec_…`, or the public key `whpk_…`; several while one is being replaced.
 * @throws WebhookVerificationError, whose `reason` says what is wrong
 */
export async function unwrap(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { tolerance = TOLERANCE_SECONDS, now = new Date() }: UnwrapOptions = {},
): Promise<GuidepostEvent> {
  const body = bytesOf(rawBody);
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('header_missing');
  const wrongTime = judgeTime(timestamp, now, tolerance);
  if (wrongTime !== undefined) throw new WebhookVerificationError(wrongTime);
  await verify(concat(utf8(`${id}.${timestamp}.`), body), signatures, [secrets].flat());
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new WebhookVerificationError('body_not_json', cause);
  }
}

/** One signature that matches one secret is enough. */
async function verify(content: Bytes, header: string, secrets: readonly string[]): Promise<void> {
  if (secrets.length === 0) throw new WebhookVerificationError('secret_missing');
  const verifiers = await Promise.all(secrets.map(verifierOf));
  const given = header.split(' ').map((signature) => signature.split(',', 2));
  let isKnown = false;
  for (const { scheme, verify } of verifiers) {
    for (const [kind, text = ''] of given) {
      const signature = kind === scheme ? fromBase64(text) : undefined;
      if (signature === undefined) continue;
      isKnown = true;
      if (await verify(signature, content)) return;
    }
  }
  throw new WebhookVerificationError(isKnown ? 'signature_wrong' : 'signature_unknown');
}

function judgeTime(timestamp: string, now: Date, tolerance: number): WebhookReason | undefined {
  if (!/^\d{1,12}$/.test(timestamp)) return 'timestamp_malformed';
  const age = now.getTime() / 1_000 - Number(timestamp);
  if (age > tolerance) return 'timestamp_too_old';
  return age < -tolerance ? 'timestamp_too_new' : undefined;
}

function bytesOf(rawBody: unknown): Bytes {
  if (typeof rawBody === 'string') return utf8(rawBody);
  // By its tag: a test runner's or a frame's ArrayBuffer is of another realm.
  const tag = Object.prototype.toString.call(rawBody);
  if (tag === '[object ArrayBuffer]') return new Uint8Array(rawBody as ArrayBuffer);
  if (ArrayBuffer.isView(rawBody)) {
    return new Uint8Array(rawBody.buffer as ArrayBuffer, rawBody.byteOffset, rawBody.byteLength);
  }
  throw new WebhookVerificationError('body_parsed');
}

/** A header that came twice proves nothing. */
function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const values = Object.entries(headers as Record<string, unknown>).find(
    ([key]) => key.toLowerCase() === name,
  );
  const value = values?.[1];
  if (Array.isArray(value)) return value.length === 1 ? value[0] : undefined;
  return typeof value === 'string' ? value : undefined;
}
