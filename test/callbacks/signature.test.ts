import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { newSigningSecret, publicKeyOf } from '../../lib/callbacks/keys.ts';
import {
  createSecrets,
  headersOf,
  openEndpoint,
  redactHeaders,
  signedHeaders,
} from '../../lib/callbacks/signature.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const previous = `whsec_${randomBytes(32).toString('base64')}`;
const body = '{"orderId":"ORD1","note":"日本語"}';
const signed = (secrets: string[], sentAt = new Date()) =>
  signedHeaders({ id: 'ntf_1', body, sentAt, secrets });

test('a merchant verifies the signature with the stock library', () => {
  expect(new Webhook(secret).verify(body, signed([secret]))).toEqual(JSON.parse(body));
});

test('during a rotation either secret verifies', () => {
  const headers = signed([secret, previous]);
  expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(new Webhook(previous).verify(body, headers)).toEqual(JSON.parse(body));
});

test('another body, id or secret does not verify', () => {
  const headers = signed([secret]);
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature');
  expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'ntf_2' })).toThrow();
  expect(() => new Webhook(previous).verify(body, headers)).toThrow('No matching signature');
});

test('the timestamp is in whole seconds', () => {
  const headers = signed([secret], new Date('2026-11-21T10:00:00.900Z'));
  expect(headers['webhook-timestamp']).toBe(String(Date.parse('2026-11-21T10:00:00Z') / 1_000));
});

/**
 * The published libraries of Standard Webhooks know no v1a (the specification's repository has it as open pull requests only),
 * so this follows the specification's text, and the case below is the one of its reference sender, Svix, whose signature the
 * specification prints as its example.
 */
function isSignedBy(publicKey: string, headers: Record<string, string>, text = body): boolean {
  const x = Buffer.from(publicKey.slice('whpk_'.length), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const content = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`);
  const given = headers['webhook-signature']!.split(' ').filter((one) => one.startsWith('v1a,'));
  return given.some((one) => verify(null, content, key, Buffer.from(one.slice('v1a,'.length), 'base64')));
}

describe('v1a', () => {
  const EXAMPLE_KEY =
    'whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==';

  test("signs the specification's example as its reference sender does", () => {
    const headers = signedHeaders({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      body: '{"test": 2432232314}',
      sentAt: new Date(1_614_265_330_000),
      secrets: [EXAMPLE_KEY],
    });
    expect(headers['webhook-signature']).toBe(
      'v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==',
    );
    expect(publicKeyOf(EXAMPLE_KEY)).toBe('whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=');
  });

  test('a merchant verifies with the public key alone, and nothing else verifies', () => {
    const key = newSigningSecret('v1a');
    const headers = signed([key]);
    expect(publicKeyOf(key)).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
    expect(isSignedBy(publicKeyOf(key), headers)).toBe(true);
    expect(isSignedBy(publicKeyOf(key), headers, `${body} `)).toBe(false);
    expect(isSignedBy(publicKeyOf(key), { ...headers, 'webhook-id': 'ntf_2' })).toBe(false);
    expect(isSignedBy(publicKeyOf(newSigningSecret('v1a')), headers)).toBe(false);
  });

  test('during a rotation from v1 both sign, and each verifies by itself', () => {
    const key = newSigningSecret('v1a');
    const headers = signed([key, secret]);
    expect(headers['webhook-signature']).toMatch(/^v1a,\S{88} v1,\S{44}$/);
    expect(isSignedBy(publicKeyOf(key), headers)).toBe(true);
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  });

  test('a key of another length is refused, and not told', () => {
    expect(() => signed(['whsk_c2hvcnQ='])).toThrow(/^not an Ed25519 key pair$/);
  });
});

describe('the headers of a notification', () => {
  const of = (headers: Record<string, string>) =>
    headersOf({ id: 'ntf_1', body, sentAt: new Date(), endpoint: { secrets: [secret], headers } });

  test("have the merchant's own, and ours win", () => {
    const headers = of({ 'x-gateway-key': 'k', 'Webhook-Id': 'forged', 'content-type': 'text/html' });
    expect(headers).toMatchObject({
      'x-gateway-key': 'k',
      'webhook-id': 'ntf_1',
      'content-type': 'application/json',
    });
    expect(headers).not.toHaveProperty('Webhook-Id');
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  });

  test("are shown without the values of the merchant's own", () => {
    const own = { 'X-Gateway-Key': 'k' };
    const shown = redactHeaders(of(own), { headers: own });
    expect(shown).toMatchObject({ 'x-gateway-key': '…', 'webhook-id': 'ntf_1' });
  });

  test('are decrypted with the secrets', async () => {
    const decrypt = async (text: string) => text.replace('sealed ', '');
    const sealed = { secretsEncrypted: ['sealed a', 'sealed b'], headersEncrypted: 'sealed {"x-a":"1"}' };
    expect(await openEndpoint(decrypt, sealed)).toEqual({ secrets: ['a', 'b'], headers: { 'x-a': '1' } });
    expect(await openEndpoint(decrypt, { ...sealed, headersEncrypted: null })).toMatchObject({ headers: {} });
  });
});

test('a secret is decrypted once, and each by itself', async () => {
  const asked: string[] = [];
  const secretOf = createSecrets({
    decrypt: async (encrypted) => {
      asked.push(encrypted);
      return `plain ${encrypted}`;
    },
  });
  const secrets = await Promise.all([secretOf('a'), secretOf('a'), secretOf('b')]);
  expect(secrets).toEqual(['plain a', 'plain a', 'plain b']);
  expect(await secretOf('a')).toBe('plain a');
  expect(asked).toEqual(['a', 'b']);
});

test('a secret that could not be decrypted is tried again', async () => {
  let isReadable = false;
  const secretOf = createSecrets({
    decrypt: async () => {
      if (!isReadable) throw new Error('another key');
      return 'plain';
    },
  });
  await expect(secretOf('a')).rejects.toThrow('another key');
  isReadable = true;
  expect(await secretOf('a')).toBe('plain');
});
