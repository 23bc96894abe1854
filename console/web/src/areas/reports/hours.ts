/** Minutes, hours or days, whichever says most in few digits. Hours may be below zero: the length counts. */
import { numberFormat } from '../../texts/format.ts';
export function hoursText(hours: number, locale: string): string {
  const length = Math.abs(hours);
  if (length < 1 / 60) return `< ${text(1, 'minute', locale)}`;
  if (length < 1) return text(length * 60, 'minute', locale);
  return length < 48 ? text(length, 'hour', locale) : text(length / 24, 'day', locale);
}

function text(value: number, unit: 'minute' | 'hour' | 'day', locale: string): string {
  const maximumFractionDigits = unit === 'minute' ? 0 : 1;
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits } as const;
  return numberFormat(locale, format).format(value);
}
