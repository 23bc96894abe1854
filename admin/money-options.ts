import { InvalidArgumentError } from 'commander';
import { LINE_ID_PATTERN } from '../domain/ids.ts';
import { asCurrency, isCurrency, MAX_MINOR, parseMinor, toDecimalText } from '../domain/money.ts';
import { MONTH_PATTERN } from '../domain/settlement-month.ts';
import { isCalendarDate } from '../domain/trip.ts';

/** An argument, as `help` shows it. */
export const AMOUNT = ['<amount>', 'decimal, such as 12.50; with a minus it is a debit'] as const;

/** A part of the posting's id, so that `reverse` can name it. */
export function correctionKey(text: string): string {
  if (/^[\w.-]{1,40}$/.test(text)) return text;
  throw new InvalidArgumentError('1 to 40 letters, digits, dots, dashes and underscores.');
}

/** `LIN12`. */
export function lineId(text: string): string {
  if (new RegExp(LINE_ID_PATTERN).test(text)) return text;
  throw new InvalidArgumentError('A line, such as LIN12.');
}

/** `2027-01`. */
export function month(text: string): string {
  if (new RegExp(MONTH_PATTERN).test(text)) return text;
  throw new InvalidArgumentError('A month, such as 2027-01.');
}

/** `2027-01-31`. */
export function day(text: string): string {
  if (isCalendarDate(text)) return text;
  throw new InvalidArgumentError('A day, such as 2027-01-31.');
}

/** ISO 4217. */
export function currency(text: string): string {
  const code = asCurrency(text);
  if (isCurrency(code)) return code;
  throw new InvalidArgumentError('A currency (ISO 4217), such as EUR.');
}

/** A decimal amount in minor units. */
export function minorUnits(text: string, code: string): number {
  const minor = parseMinor(text, code);
  if (minor !== undefined) return minor;
  throw new InvalidArgumentError(
    `An amount in ${code}: digits, with at most as many decimals as it has, up to ${toDecimalText(MAX_MINOR, code)}.`,
  );
}
