/** Money is an integer of minor units inside, a decimal number with an ISO 4217 code outside. */
import currencyCodes from 'currency-codes';

/** Basis points in a whole: 10,000 bp = 100 %. */
export const BASIS_POINTS = 10_000;

/** Codes of ISO 4217 in which nobody pays: funds, units of account, metals, tests; and what was withdrawn. */
const NOT_CIRCULATING: ReadonlySet<string> = new Set(
  [
    'BOV CHE CHW CLF COU MXV USN UYI UYW',
    'XBA XBB XBC XBD XDR XSU XUA XAG XAU XPD XPT XTS XXX',
    'CUC',
  ].flatMap((codes) => codes.split(' ')),
);

/** True for the code of a currency that circulates, in upper case as in ISO 4217. */
export function isCurrency(code: string): boolean {
  return code === asCurrency(code) && currencyCodes.code(code) !== undefined && !NOT_CIRCULATING.has(code);
}

/** A code as it is stored: `eur` becomes EUR. What is not three letters stays as it is. */
export function asCurrency(text: string): string {
  return /^[A-Za-z]{3}$/.test(text) ? text.toUpperCase() : text;
}

/**
 * Decimals of the currency's minor unit: JPY 0, EUR 2, KWD 3.
 * @throws RangeError for a code that ISO 4217 does not list.
 */
export function currencyDigits(code: string): number {
  const currency = currencyCodes.code(code);
  if (currency === undefined) throw new RangeError(`not a currency of ISO 4217: ${code}`);
  return currency.digits;
}

/** Minor units as the decimal number that the API answers: 123450 EUR → 1234.5. */
export function toDecimal(minor: number, currency: string): number {
  return Number((minor / 10 ** currencyDigits(currency)).toFixed(currencyDigits(currency)));
}

/** Minor units as text with all of the currency's decimals: 123450 EUR → `1234.50`. Exact for every amount. */
export function toDecimalText(minor: number, currency: string): string {
  const digits = currencyDigits(currency);
  const text = String(Math.abs(minor)).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const sign = minor < 0 ? '-' : '';
  return digits === 0 ? `${sign}${whole}` : `${sign}${whole}.${text.slice(-digits)}`;
}

/** How far a sum of doubles may be from the exact amount, in minor units: 0.1 + 0.2 is not 0.3. */
const ADDING_ERROR = 1e-6;

/** A decimal number as minor units, or undefined when it has more decimals than the currency. */
export function toMinor(decimal: number, currency: string): number | undefined {
  const exact = decimal * 10 ** currencyDigits(currency);
  const minor = Math.round(exact);
  // For large amounts the product itself is less exact than that.
  const isMeant = Math.abs(exact - minor) <= ADDING_ERROR || toDecimal(minor, currency) === decimal;
  return isMeant && Number.isSafeInteger(minor) ? minor : undefined;
}

/** The largest amount that is booked at once. Sums of many of them are still exact as numbers. */
export const MAX_MINOR = 10 ** 14;

/**
 * An amount as people write it, in minor units: `-12.50` EUR → -1250. A sign, digits, and at most as many decimals as the
 * currency has; undefined for anything else (`0x10`, `1e1`, ` 5`, `1,000`), and beyond MAX_MINOR.
 */
export function parseMinor(text: string, currency: string): number | undefined {
  const [, sign, whole = '', decimals = ''] = /^([+-]?)([0-9]{1,15})(?:\.([0-9]+))?$/.exec(text) ?? [];
  const digits = currencyDigits(currency);
  const minor = Number(whole + decimals.padEnd(digits, '0'));
  if (whole === '' || decimals.length > digits || minor > MAX_MINOR) return undefined;
  return sign === '-' ? 0 - minor : minor;
}

/** `share` basis points of `minor`, rounded half to even (the rule of every amount on the platform). */
export function shareOf(minor: number, share: number): number {
  const product = BigInt(minor) * BigInt(share);
  const whole = product / BigInt(BASIS_POINTS);
  const twiceRest = (product % BigInt(BASIS_POINTS)) * 2n;
  const isAboveHalf = twiceRest > BigInt(BASIS_POINTS);
  const isHalfOfOdd = twiceRest === BigInt(BASIS_POINTS) && whole % 2n === 1n;
  return Number(isAboveHalf || isHalfOfOdd ? whole + 1n : whole);
}
