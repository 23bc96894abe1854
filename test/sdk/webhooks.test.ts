/** Notifications: what the platform signs is taken, what anybody else makes is not, and the error says why. */
import { randomBytes } from 'node:crypto';
import { webhooks } from '@guidepost/sdk';
import {
  type GuidepostEvent,
  sign,
  unwrap,
  type WebhookHeaders,
  WebhookVerificationError,
} from '@guidepost/sdk/webhooks';
import { describe, expect, test } from '@jest/globals';
import { newSigningSecret, publicKeyOf } from '../../lib/callbacks/keys.ts';
import { signedHeaders } from '../../lib/callbacks/signature.ts';

const EVENT = {
  notificationId: 'NTF123-1',
  type: 'order.status_changed',
  status: 'confirmed',
  note: '日本語',
};
const body = JSON.stringify(EVENT);
const secret = newSigningSecret('v1');
const pair = newSigningSecret('v1a');
const publicKey = publicKeyOf(pair);

/** As the platform sends it. */
const sent = (secrets = [secret], sentAt = new Date()) =>
  signedHeaders({ id: 'NTF123-1', body, sentAt, secrets });

async function reasonOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.catch((reason: unknown) => reason);
  if (!(error instanceof WebhookVerificationError)) throw new Error('it was taken', { cause: error });
  for (const key of [secret, pair]) expect(String(error)).not.toContain(key.slice(6, 20));
  return error.reason;
}

describe('what the platform signs is taken', () => {
  test('with the shared secret, as text, bytes or buffer, whatever keeps the headers', async () => {
    const upper = Object.fromEntries(
      Object.entries(sent()).map(([name, value]) => [name.toUpperCase(), value]),
    );
    const lists = Object.fromEntries(Object.entries(sent()).map(([name, value]) => [name, [value]]));
    const bytes = new TextEncoder().encode(`xx${body}`).subarray(2);
    const given: [string | Uint8Array | ArrayBuffer, WebhookHeaders][] = [
      [body, sent()],
      [body, new Headers(sent())],
      [body, upper],
      [body, lists],
      [Buffer.from(body), sent()],
      [bytes, sent()],
      [bytes.slice().buffer, sent()],
    ];
    for (const [raw, headers] of given) expect(await unwrap(raw, headers, secret)).toEqual(EVENT);
  });

  test('with a key pair, and the public key is all that it takes', async () => {
    expect(await unwrap(body, sent([pair]), publicKey)).toEqual(EVENT);
  });

  test('while a secret is replaced, on either side, also by one of another kind', async () => {
    const old = newSigningSecret('v1');
    expect(await unwrap(body, sent([secret, old]), old)).toEqual(EVENT);
    expect(await unwrap(body, sent([old]), [secret, old])).toEqual(EVENT);
    expect(await unwrap(body, sent([pair, secret]), secret)).toEqual(EVENT);
    expect(await unwrap(body, sent([pair, secret]), [publicKey, secret])).toEqual(EVENT);
    expect(await unwrap(body, sent([old, pair]), [secret, publicKey])).toEqual(EVENT);
  });

  test('as one of a union, by its type', async () => {
    const event: GuidepostEvent = await unwrap(body, sent(), secret);
    if (event.type !== 'order.status_changed') throw new Error(event.type);
    const status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled' = event.status;
    expect(status).toBe('confirmed');
  });
});

describe('what is not', () => {
  const CASES: [string, () => Promise<unknown>][] = [
    ['signature_wrong', () => unwrap(`${body} `, sent(), secret)],
    ['signature_wrong', () => unwrap(body, { ...sent(), 'webhook-id': 'NTF123-2' }, secret)],
    ['signature_wrong', () => unwrap(body, sent(), newSigningSecret('v1'))],
    ['signature_wrong', () => unwrap(JSON.stringify(EVENT, null, 1), sent(), secret)],
    ['signature_wrong', () => unwrap(body, { ...sent(), 'webhook-signature': 'v1,AAAA' }, secret)],
    ['signature_wrong', () => unwrap(body, sent([pair]), publicKeyOf(newSigningSecret('v1a')))],
    ['signature_wrong', () => unwrap(body, { ...sent(), 'webhook-signature': 'v1a,AAAA' }, publicKey)],
    ['signature_unknown', () => unwrap(body, { ...sent(), 'webhook-signature': 'v2,AAAA' }, secret)],
    ['signature_unknown', () => unwrap(body, { ...sent(), 'webhook-signature': 'v1,~~' }, secret)],
    ['signature_unknown', () => unwrap(body, sent([pair]), secret)],
    ['signature_unknown', () => unwrap(body, sent(), publicKey)],
    ['timestamp_too_old', () => unwrap(body, sent([secret], new Date(Date.now() - 302_000)), secret)],
    ['timestamp_too_new', () => unwrap(body, sent([secret], new Date(Date.now() + 302_000)), secret)],
    [
      'timestamp_too_old',
      () => unwrap(body, sent([secret], new Date(Date.now() - 12_000)), secret, { tolerance: 9 }),
    ],
    ['timestamp_malformed', () => unwrap(body, { ...sent(), 'webhook-timestamp': '1e9' }, secret)],
    ['timestamp_malformed', () => unwrap(body, { ...sent(), 'webhook-timestamp': '-1' }, secret)],
    ['header_missing', () => unwrap(body, {}, secret)],
    ['header_missing', () => unwrap(body, { ...sent(), 'webhook-signature': undefined }, secret)],
    ['header_missing', () => unwrap(body, { ...sent(), 'webhook-id': ['a', 'b'] }, secret)],
    ['secret_missing', () => unwrap(body, sent(), [])],
    ['secret_malformed', () => unwrap(body, sent(), '')],
    ['secret_malformed', () => unwrap(body, sent(), secret.replace('whsec_', ''))],
    ['secret_malformed', () => unwrap(body, sent(), 'whsec_')],
    ['secret_malformed', () => unwrap(body, sent(), 'whsec_***')],
    ['secret_malformed', () => unwrap(body, sent(), `whsec_${randomBytes(23).toString('base64')}`)],
    ['secret_malformed', () => unwrap(body, sent(), 'whpk_AAAA')],
    ['secret_malformed', () => unwrap(body, sent(), pair)],
    ['secret_malformed', () => unwrap(body, sent(), [secret, undefined as unknown as string])],
    ['body_parsed', () => unwrap(EVENT as never, sent(), secret)],
    ['body_parsed', () => unwrap(undefined as never, sent(), secret)],
  ];

  test.each(CASES)('%s (%#)', async (reason, attempt) => {
    expect(await reasonOf(attempt())).toBe(reason);
  });

  test('a body that is signed and no JSON', async () => {
    const { body, headers } = await sign('{"type":', secret);
    expect(await reasonOf(unwrap(body, headers, secret))).toBe('body_not_json');
  });
});

describe('sign', () => {
  test('signs as the platform does, byte for byte', async () => {
    const timestamp = new Date();
    const signed = await sign(body, [secret, pair], { id: 'NTF123-1', timestamp });
    expect({ 'user-agent': 'Guidepost/1 (+notifications)', ...signed.headers }).toEqual(
      sent([secret, pair], timestamp),
    );
    expect(signed.body).toBe(body);
  });

  test('takes the id from the event, and makes one where there is none', async () => {
    expect((await sign(EVENT, secret)).headers['webhook-id']).toBe('NTF123-1');
    expect((await sign({}, secret)).headers['webhook-id']).toMatch(/^NTF-[\w-]{36}$/);
  });

  test('a new secret is one', async () => {
    const fresh = webhooks.newSecret();
    const { body, headers } = await webhooks.sign(EVENT, fresh);
    expect(await webhooks.unwrap(body, headers, fresh)).toEqual(EVENT);
    expect(fresh).toHaveLength(secret.length);
  });

  test('says what is wrong with a secret', async () => {
    const malformed = [randomBytes(32).toString('base64'), 'whsk_AAAA', publicKey];
    for (const wrong of malformed) expect(await reasonOf(sign(EVENT, wrong))).toBe('secret_malformed');
  });
});
