import { describe, expect, test } from '@jest/globals';
import { checkCallbackUrl, isPublicAddress } from '../../domain/callback-url.ts';
import { HOSTILE_ADDRESSES } from '../support/network/hostile-addresses.ts';

test.each(HOSTILE_ADDRESSES)('%j is refused', (text) => {
  expect(checkCallbackUrl(text, { allowInsecure: false })).toEqual({ ok: false, reason: expect.any(String) });
});

test.each([
  ['https://agency.example/callback', 'https://agency.example/callback'],
  ['HTTPS://Agency.Example', 'https://agency.example/'],
  ['https://agency.example:8443/a/b?c=d&e=%20', 'https://agency.example:8443/a/b?c=d&e=%20'],
  ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
  ['https://8.8.8.8/', 'https://8.8.8.8/'],
  ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
  ['https://internal.agency.example/', 'https://internal.agency.example/'],
])('%s is accepted as %s', (text, url) => {
  expect(checkCallbackUrl(text, { allowInsecure: false })).toEqual({ ok: true, url });
});

describe('where insecure addresses are allowed', () => {
  test.each([
    'http://localhost:9000/cb',
    'http://127.0.0.1:9000/',
    'http://[::1]:9000/',
    'https://localhost/',
  ])('%s is accepted', (text) => expect(checkCallbackUrl(text, { allowInsecure: true }).ok).toBe(true));

  test.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/',
    'http://[fd00::1]/',
    'http://u:p@localhost/',
    'ftp://localhost/',
  ])('%s is refused all the same', (text) =>
    expect(checkCallbackUrl(text, { allowInsecure: true }).ok).toBe(false),
  );
});

test.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'])(
  '%s is public',
  (ip) => expect(isPublicAddress(ip)).toBe(true),
);

test.each([
  '010.0.0.1',
  '0x08.8.8.8',
  '8.8.2056',
  'fe80::1%eth0',
  '2606:4700::1111%eth0',
  '',
  'agency.example',
  '8.8.8.8/8',
])('%j is not public', (ip) => expect(isPublicAddress(ip)).toBe(false));
