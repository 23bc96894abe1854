/** Minutes, hours or days, whichever says most in few digits. Hours may be below zero: the length counts. */
export function hoursText(hours: number, locale: string): string {
  const length = Math.abs(hours);
  const [value, unit] = inUnit(length);
  const format = {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'minute' ? 0 : 1,
  };
  return new Intl.NumberFormat(locale, format as Intl.NumberFormatOptions).format(value);
}

function inUnit(hours: number): [value: number, unit: string] {
  if (hours < 1) return [hours * 60, 'minute'];
  return hours < 48 ? [hours, 'hour'] : [hours / 24, 'day'];
}
