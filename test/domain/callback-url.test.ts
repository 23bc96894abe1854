import { describe, expect, test } from '@jest/globals';
import { checkCallbackUrl, isPublicAddress } from '../../domain/callback-url.ts';

const HOSTILE = [
  // loopback, however it is spelt
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://127.0.0.1./',
  'https://127.255.255.254/',
  'https://１２７.０.０.１/',
  'https://127。0。0。1/',
  'https://%31%32%37.0.0.1/',
  'https://①②⑦.0.0.1/',
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://api.localhost/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::127.0.0.1]/',
  'https://[64:ff9b:1::10.0.0.1]/',
  'https://[2002:7f00:1::]/',
  // this host, private networks, shared address space
  'https://0.0.0.0/',
  'https://0/',
  'https://[::]/',
  'https://10.0.0.1/',
  'https://0xa000001/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://192.168.257/',
  'https://100.64.0.1/',
  'https://[fc00::1]/',
  'https://[fd12:3456:789a::1]/',
  'https://[fec0::1]/',
  'https://[::ffff:192.168.0.1]/',
  // link-local and the clouds' metadata services
  'https://169.254.169.254/latest/meta-data/',
  'https://0xa9fea9fe/',
  'https://2852039166/',
  'https://[fe80::1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[fd00:ec2::254]/',
  'https://100.100.100.200/',
  'https://168.63.129.16/',
  'https://192.0.0.192/',
  'https://metadata.google.internal/',
  // multicast, reserved, documentation, benchmarking
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://240.0.0.1/',
  'https://198.18.0.1/',
  'https://192.0.2.1/',
  'https://[ff02::1]/',
  'https://[2001:db8::1]/',
  'https://[2001::1]/',
  // names that lead nowhere else
  'https://intranet/',
  'https://printer.local/',
  'https://router.home.arpa/',
  'https://a..example/',
  'https://hidden.onion/',
  // not what a notification can be sent to
  'http://agency.example/',
  'ftp://agency.example/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://user@agency.example/',
  'https://user:password@agency.example/',
  'https://agency.example@127.0.0.1/',
  'https://agency.example/#part',
  'https://agency.example/#',
  'https://agency.example\\@127.0.0.1/',
  'https:\\\\agency.example/',
  'https:/agency.example/',
  'https:agency.example/',
  'https:///agency.example/',
  '//agency.example/',
  'agency.example',
  '/callback',
  '',
  ' https://agency.example/',
  'https://agency.example/\n',
  'https://agency.example/a b',
  'https://agen\tcy.example/',
  'https://agency.example/\0',
  'https://agency\u200b.example/',
  'https://agency.example:0/',
  'https://agency.example:99999/',
  'https://[::1/',
  'https://256.256.256.256/',
  `https://agency.example/${'a'.repeat(2_048)}`,
  `https://agency.example/${'ü'.repeat(1_000)}`,
];

test.each(HOSTILE)('%j is refused', (text) => {
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
