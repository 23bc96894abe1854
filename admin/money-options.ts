import { InvalidArgumentError } from 'commander';
import { isCurrency, toMinor } from '../domain/money.ts';
import { MONTH_PATTERN } from '../domain/settlement-month.ts';
import { isCalendarDate } from '../domain/trip.ts';

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
  if (isCurrency(text)) return text;
  throw new InvalidArgumentError('A currency (ISO 4217), such as EUR.');
}

/** A decimal amount in minor units. */
export function minorUnits(text: string, code: string): number {
  const minor = toMinor(Math.abs(Number(text)), code);
  if (minor !== undefined && text.trim() !== '') return text.trim().startsWith('-') ? -minor : minor;
  throw new InvalidArgumentError(`An amount in ${code}, with no more decimals than it has.`);
}
