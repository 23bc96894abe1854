import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { asCurrency, currencyDigits, isCurrency, shareOf, toDecimal, toMinor } from '../../domain/money.ts';

describe('money', () => {
  test.each([
    ['JPY', 0, 28_000, 28_000],
    ['EUR', 2, 123_450, 1234.5],
    ['KWD', 3, 45_001, 45.001],
  ])('%s has %d decimals', (currency, digits, minor, decimal) => {
    expect(currencyDigits(currency)).toBe(digits);
    expect(toDecimal(minor, currency)).toBe(decimal);
    expect(toMinor(decimal, currency)).toBe(minor);
  });

  test('an amount with more decimals than the currency has is no amount', () => {
    expect(toMinor(10.5, 'JPY')).toBeUndefined();
    expect(toMinor(10.005, 'EUR')).toBeUndefined();
  });

  test.each([
    ['EUR', 0.1 + 0.2, 30],
    ['EUR', 1000.1 + 2000.2, 300_030],
    ['KWD', 1.001 + 2.002 + 0.1, 3_103],
    ['JPY', 0.1 + 0.2 + 0.7, 1],
    ['EUR', 99_999_999_999.99, 9_999_999_999_999],
  ])('a sum of %s that is off by what doubles are off by is taken: %d', (currency, decimal, minor) => {
    expect(toMinor(decimal, currency)).toBe(minor);
  });

  test('within a millionth of the smallest unit, and no further', () => {
    expect(toMinor(10 + 0.9e-8, 'EUR')).toBe(1_000);
    expect(toMinor(10 + 1.1e-8, 'EUR')).toBeUndefined();
    expect(toMinor(10 - 1.1e-8, 'EUR')).toBeUndefined();
  });

  test('an unknown currency is refused', () => {
    expect(isCurrency('XXQ')).toBe(false);
    expect(() => currencyDigits('XXQ')).toThrow(RangeError);
  });

  test('currencies that circulate are taken, funds, metals, units of account and tests are not', () => {
    const listed = readFileSync('node_modules/currency-codes/iso-4217-list-one.xml', 'utf8');
    const entries = listed.split('<CcyNtry>').slice(1);
    const codeOf = (entry: string) => /<Ccy>(\w+)/.exec(entry)?.[1] ?? '';
    const isMoney = (entry: string) => !/IsFund="true"|<CcyMnrUnts>N\.A\./i.test(entry);
    const withdrawn = ['CUC', 'UYW'];
    for (const code of new Set(entries.map(codeOf).filter(Boolean))) {
      const circulates = entries.some((entry) => codeOf(entry) === code && isMoney(entry));
      expect([code, isCurrency(code)]).toEqual([code, circulates && !withdrawn.includes(code)]);
    }
  });

  test('small letters are taken for capitals, and nothing else is touched', () => {
    expect(['eur', 'Kwd', 'JPY', 'ıdr', 'e1r', 'euro'].map(asCurrency)).toEqual([
      'EUR',
      'KWD',
      'JPY',
      'ıdr',
      'e1r',
      'euro',
    ]);
    expect(isCurrency('eur')).toBe(false);
  });

  test('minor units survive the way out and back in', () => {
    const currencies = fc.constantFrom('JPY', 'EUR', 'KWD');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), currencies, (minor, currency) => {
        expect(toMinor(toDecimal(minor, currency), currency)).toBe(minor);
      }),
    );
  });

  test.each([
    [5, 5_000, 2],
    [15, 5_000, 8],
    [7, 5_000, 4],
    [25, 1_000, 2],
    [35, 1_000, 4],
    [26, 1_000, 3],
    [9_007_199_254_740_991, 10_000, 9_007_199_254_740_991],
  ])('of %d a share of %d basis points, rounded half to even, is %d', (minor, share, expected) => {
    expect(shareOf(minor, share)).toBe(expected);
  });
});
