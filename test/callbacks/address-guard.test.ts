import type { LookupAddress } from 'node:dns';
import { expect, test } from '@jest/globals';
import {
  guardedLookup,
  isPermittedAddress,
  isPermittedProtocol,
  type Resolver,
} from '../../lib/callbacks/address-guard.ts';

const PRODUCTION = { allowInsecure: false };
const DEVELOPMENT = { allowInsecure: true };
const PUBLIC: LookupAddress[] = [
  { address: '93.184.216.34', family: 4 },
  { address: '2606:2800:220:1:248:1893:25c8:1946', family: 6 },
];

function lookup(rules: { allowInsecure: boolean }, resolve: Resolver, all = true) {
  return new Promise<unknown>((done, fail) => {
    guardedLookup(rules, resolve)('merchant.example', { all }, (error, address, family) => {
      if (error) fail(error);
      else done(all ? address : { address, family });
    });
  });
}

test('a socket gets exactly the addresses that were checked', async () => {
  expect(await lookup(PRODUCTION, async () => PUBLIC)).toEqual(PUBLIC);
  expect(await lookup(PRODUCTION, async () => PUBLIC, false)).toEqual(PUBLIC[0]);
});

test('one lookup asks the resolver once', async () => {
  let asked = 0;
  await lookup(PRODUCTION, async () => {
    asked += 1;
    return PUBLIC;
  });
  expect(asked).toBe(1);
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '64:ff9b::a00:1',
])('a name is refused when one of its addresses is %s', async (address) => {
  const resolve = async () => [...PUBLIC, { address, family: address.includes(':') ? 6 : 4 }];
  await expect(lookup(PRODUCTION, resolve)).rejects.toMatchObject({ word: 'address_refused' });
});

test('a name without an address is a failure of its own', async () => {
  await expect(lookup(PRODUCTION, async () => [])).rejects.toMatchObject({ word: 'dns_failed' });
  const broken = () => Promise.reject(new Error('ENOTFOUND'));
  await expect(lookup(PRODUCTION, broken)).rejects.toMatchObject({ word: 'dns_failed' });
});

test('development may send to this machine, and to no other private address', () => {
  expect(isPermittedAddress('127.0.0.1', DEVELOPMENT)).toBe(true);
  expect(isPermittedAddress('::1', DEVELOPMENT)).toBe(true);
  expect(isPermittedAddress('10.0.0.1', DEVELOPMENT)).toBe(false);
  expect(isPermittedAddress('169.254.169.254', DEVELOPMENT)).toBe(false);
  expect(isPermittedAddress('127.0.0.1', PRODUCTION)).toBe(false);
});

test('http is for development only', () => {
  expect(isPermittedProtocol('https:', PRODUCTION)).toBe(true);
  expect(isPermittedProtocol('http:', PRODUCTION)).toBe(false);
  expect(isPermittedProtocol('http:', DEVELOPMENT)).toBe(true);
  expect(isPermittedProtocol('ftp:', DEVELOPMENT)).toBe(false);
});
