import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { localKeys } from '../../packages/cli/src/config/local-keys.ts';
import {
  headersOf,
  newSigningKeys,
  signatureOf,
  signedDelivery,
} from '../../packages/cli/src/receiver/signing.ts';
import { createCli } from './run-cli.ts';

const { cli, folder, remove } = createCli();
afterAll(remove);

const keys = newSigningKeys();
const body = '{"notificationId":"NTF1-1","city":"Évora","url":"a/b","total":360}';
const now = Math.floor(Date.now() / 1_000);

interface Asked {
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  readonly secret?: string;
  readonly args?: string[];
}

/** What `verify` says of it, by its words. */
async function ask(asked: Asked = {}) {
  const {
    headers = signedDelivery([keys.secret], { id: 'NTF1-1', body }).headers,
    secret = keys.secret,
    args = [],
  } = asked;
  const files = { headers: join(folder, 'headers'), body: join(folder, 'body') };
  writeFileSync(
    files.headers,
    Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\r\n'),
  );
  writeFileSync(files.body, asked.body ?? body);
  const env = { GUIDEPOST_CALLBACK_SECRET: secret };
  const all = ['verify', '--headers', files.headers, '--body', files.body, '--json', ...args];
  const { code, stdout, stderr } = await cli(all, { env });
  expect(stdout + stderr).not.toContain(secret.trim().slice(6));
  const { valid, mistakes } = JSON.parse(stdout);
  expect(code).toBe(valid ? 0 : 1);
  return valid ? 'valid' : mistakes.map(({ word }: { word: string }) => word).join(' ');
}

test('what is right is valid, also one of several, and by a key pair', async () => {
  expect(await ask()).toBe('valid');
  const both = signedDelivery([newSigningKeys().secret, keys.privateKey, keys.secret], {
    id: 'NTF1-1',
    body,
  });
  expect(await ask(both)).toBe('valid');
  expect(await ask({ ...both, secret: keys.publicKey })).toBe('valid');
});

describe('of what was kept it is found that', () => {
  test.each([
    ['a line break was added', 'trailing_newline', { body: `${body}\n` }],
    ['the JSON was formatted', 'reserialised_json', { body: JSON.stringify(JSON.parse(body), null, 2) }],
    ['non-ASCII letters were escaped', 'reserialised_json', { body: body.replace('É', '\\u00c9') }],
    ['it was decoded as Latin-1', 'charset', { body: Buffer.from(body).toString('latin1') }],
    ['a byte order mark came before it', 'byte_order_mark', { body: `\ufeff${body}` }],
    ['the secret is the app_secret', 'app_secret', { secret: 'sk_0123456789abcdefghij' }],
    ['the secret is a key of the other scheme', 'wrong_scheme', { secret: keys.publicKey }],
    ['the secret is of somebody else', 'wrong_secret', { secret: newSigningKeys().secret }],
    ['the id is another', 'wrong_id', { headers: { 'webhook-id': 'NTF1-2' } }],
    ['a header is missing', 'header_missing', { headers: { 'webhook-timestamp': '' } }],
    [
      'the timestamp was made milliseconds',
      'timestamp_unit',
      { headers: { 'webhook-timestamp': `${now}000` } },
    ],
    [
      'the body was cut',
      'body_changed wrong_secret',
      { headers: { 'content-length': '67' }, body: body.slice(0, -9) },
    ],
  ])('%s', async (_, words, asked: Asked) => {
    // Signed and looked at by one clock: a second that begins in between is no mistake of anybody's.
    const of = { id: 'NTF1-1', body, timestamp: now };
    const good = headersOf(of, [signatureOf(keys.secret, of)]);
    expect(await ask({ ...asked, headers: { ...good, ...asked.headers } })).toBe(words);
  });

  test('it was signed with the local secret of `listen`', async () => {
    const { secret } = localKeys({ GUIDEPOST_CONFIG_DIR: folder });
    expect(await ask(signedDelivery([secret], { id: 'NTF1-1', body }))).toBe('local_secret');
  });

  test('it is old, unless it is said when it came', async () => {
    const timestamp = now - 3_600;
    const old = signedDelivery([keys.secret], { id: 'NTF1-1', body, timestamp });
    expect(await ask(old)).toBe('stale');
    const args = ['--received-at', new Date(timestamp * 1_000).toISOString()];
    expect(await ask({ ...old, args })).toBe('valid');
  });
});

describe('of what a merchant computed it is found that', () => {
  const { headers } = signedDelivery([keys.secret], { id: 'NTF1-1', body, timestamp: now });
  const key = Buffer.from(keys.secret.slice(6), 'base64');
  const hmac = (by: Buffer | string, content: string, hash = 'sha256') =>
    createHmac(hash, by).update(content);
  const right = `NTF1-1.${now}.${body}`;
  test.each([
    ['the secret was not decoded', 'secret_not_decoded', hmac(keys.secret.slice(6), right).digest('base64')],
    ['its prefix was left on it', 'secret_not_decoded', hmac(keys.secret, right).digest('base64')],
    ['only the body was signed', 'body_only', hmac(key, body).digest('base64')],
    ['the id was left out', 'id_missing', hmac(key, `${now}.${body}`).digest('base64')],
    ['the body was an object', 'body_object', hmac(key, `NTF1-1.${now}.[object Object]`).digest('base64')],
    ['it is in hexadecimal', 'hexadecimal', hmac(key, right).digest('hex')],
    ['another hash was used', 'wrong_hash', hmac(key, right, 'sha1').digest('base64')],
    ['two things are wrong', 'secret_not_decoded body_only', hmac(keys.secret, body).digest('base64')],
    ['nothing is wrong', 'valid', hmac(key, right).digest('base64')],
  ])('%s', async (_, words, computed) => {
    expect(await ask({ headers, args: ['--computed', computed] })).toBe(words);
  });
});

test('a whole request comes from stdin, and is explained in words', async () => {
  const { headers } = signedDelivery([keys.secret], { id: 'NTF1-1', body });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const stdin = ['POST /guidepost HTTP/1.1', ...lines, '', `${body}\n`].join('\r\n');
  const secretFile = join(folder, 'secret');
  writeFileSync(secretFile, `${keys.secret}\n`);
  const { code, stdout } = await cli(['verify', '--request', '-', '--secret-file', secretFile], { stdin });
  expect(code).toBe(1);
  expect(stdout).toContain('A line break was added at the end of the body');
});

test('what is missing is told', async () => {
  const { code, stderr } = await cli(['verify']);
  expect(code).toBe(2);
  expect(stderr).toContain('there is nothing to verify');
});
