import { expect, test } from '@jest/globals';
import { checkHeaders, MASKED_VALUE } from '../../domain/callback-headers.ts';

test('names are kept in lower case, values as they are', () => {
  const given = { 'X-Api-Key': 'abc', Authorization: 'Basic dXNlcjpwYXNz', "x-!#$%&'*+.^_`|~0": 'a b' };
  expect(checkHeaders(given)).toEqual({
    ok: true,
    headers: { 'x-api-key': 'abc', authorization: 'Basic dXNlcjpwYXNz', "x-!#$%&'*+.^_`|~0": 'a b' },
  });
});

test.each([
  'Host',
  'Connection',
  'keep-alive',
  'TE',
  'trailer',
  'Transfer-Encoding',
  'upgrade',
  'proxy-authorization',
  'expect',
  'Content-Length',
  'content-type',
  'Content-Encoding',
  'User-Agent',
  'Accept',
  'accept-encoding',
  'Webhook-Id',
  'webhook-signature',
  'webhook-anything',
  '',
  'a b',
  'x:y',
  'x\r\ny',
  'naïve',
])('the name %j is refused', (name) => {
  expect(checkHeaders({ 'x-fine': 'a', [name]: 'a' })).toEqual({
    ok: false,
    name,
    reason: expect.any(String),
  });
});

test.each(['', ' a', 'a ', 'a\r\nx: y', 'a\tb', '\0', 'é', MASKED_VALUE])(
  'the value %j is refused, and not repeated',
  (value) => {
    const check = checkHeaders({ 'x-a': value });
    expect(check).toEqual({
      ok: false,
      name: 'x-a',
      reason: 'must be visible ASCII, with blanks only in between',
    });
  },
);

test('a name is there once, however it is written', () => {
  expect(checkHeaders({ 'x-a': '1', 'X-A': '2' })).toEqual({
    ok: false,
    name: 'X-A',
    reason: 'is there twice',
  });
});

test('a name of more than 100 characters is refused, and not repeated whole', () => {
  expect(checkHeaders({ ['a'.repeat(100)]: '1' })).toMatchObject({ ok: true });
  const check = checkHeaders({ ['a'.repeat(101)]: '1' });
  expect(check).toEqual({
    ok: false,
    name: 'a'.repeat(100),
    reason: 'must not have more than 100 characters',
  });
});
