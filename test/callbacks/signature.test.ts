import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { createSecrets, signedHeaders } from '../../callbacks/signature.ts';

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
