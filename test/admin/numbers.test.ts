import { describe, expect, test } from '@jest/globals';
import { minorUnits } from '../../admin/money-options.ts';
import { wholeNumber, words } from '../../admin/options.ts';
import { loadConfig } from '../../lib/config.ts';

/** What JavaScript reads as a number and no person means as one. */
const NOT_DECIMAL = [
  '0x10',
  '1e1',
  '1E1',
  '0b1',
  '0o7',
  ' 5',
  '5 ',
  '5\n',
  '',
  ' ',
  '.5',
  '5.',
  '1,000',
  '1_000',
  '٣',
  'Infinity',
  'NaN',
  '--5',
  '5-',
  '½',
];

describe('amounts of money', () => {
  test.each([
    ['12.50', 'EUR', 1_250],
    ['-5.5', 'EUR', -550],
    ['+20', 'EUR', 2_000],
    ['0.01', 'EUR', 1],
    ['-0', 'EUR', 0],
    ['28000', 'JPY', 28_000],
    ['45.001', 'KWD', 45_001],
    ['1000000000000.00', 'EUR', 100_000_000_000_000],
    ['99999999999.99', 'EUR', 9_999_999_999_999],
  ])('%s %s is %d minor units', (text, currency, minor) => {
    expect(minorUnits(text, currency)).toBe(minor);
  });

  test.each([...NOT_DECIMAL, '1.001', '1000000000000.01', '99999999999999999999'])(
    '%j is refused',
    (text) => {
      expect(() => minorUnits(text, 'EUR')).toThrow(/An amount in EUR/);
    },
  );

  test('decimals that the currency does not have are refused', () => {
    expect(() => minorUnits('10.0', 'JPY')).toThrow(/An amount in JPY/);
    expect(() => minorUnits('1.0001', 'KWD')).toThrow(/An amount in KWD/);
  });
});

describe('whole numbers', () => {
  test.each([...NOT_DECIMAL, '1.0', '-1', '+1', '101'])('%j is no option', (text) => {
    expect(() => wholeNumber(100)(text)).toThrow(/whole number from 0 to 100/);
  });

  test('are what they say', () => {
    expect(['0', '7', '100'].map(wholeNumber(100))).toEqual([0, 7, 100]);
  });

  const ENV = { DATABASE_URL: 'postgresql://x', ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') };
  test.each([...NOT_DECIMAL.filter((text) => text !== ''), '1.0', '+8080'])('%j is no setting', (text) => {
    for (const name of ['PORT', 'DATABASE_POOL_MAX', 'RATE_LIMIT_MERCHANT', 'PLATFORM_COMMISSION_RATE'])
      expect(() => loadConfig({ ...ENV, [name]: text })).toThrow(`${name} must be a whole number`);
  });
});

test('what operators write down has no line breaks or control characters, which end up in merchants’ files', () => {
  expect(words(10)(' SEPA "1" ')).toBe('SEPA "1"');
  for (const text of ['a\nb', 'a\rb', 'a\tb', 'a\u0000b', ''])
    expect(() => words(10)(text)).toThrow(/Text of 1 to 10/);
});
