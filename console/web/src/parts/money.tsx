/** Amounts, in the reader's way of writing them. */
import { useLocaleTag } from '../shell/preferences.tsx';
import { numberFormat } from '../texts/format.ts';

/** How many decimals a currency has. */
export function decimalsOf(currency: string): number {
  return numberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** `€1,234.50`; the amount is decimal, as in the API. */
export function moneyText(amount: number, currency: string, locale: string): string {
  return numberFormat(locale, { style: 'currency', currency }).format(amount);
}

/** From the least of these amounts to the most: `€60.00 – €95.50`; one where they are equal. */
export function moneyRangeText(amounts: readonly number[], currency: string, locale: string): string {
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  if (least === most) return moneyText(least, currency, locale);
  return numberFormat(locale, { style: 'currency', currency }).formatRange(least, most);
}

/** One amount without `.00`, where there is little room. */
export function roundMoneyText(amount: number, currency: string, locale: string): string {
  const format = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const;
  return numberFormat(locale, format).format(amount);
}

type MoneyProps = { readonly currency: string } & (
  | { /** Decimal, as in the API. */ readonly amount: number; readonly minor?: undefined }
  | { /** Whole minor units. */ readonly minor: number; readonly amount?: undefined }
);

export function Money({ currency, amount, minor }: MoneyProps) {
  const locale = useLocaleTag();
  const decimal = amount ?? minor / 10 ** decimalsOf(currency);
  return <span className="numbers">{moneyText(decimal, currency, locale)}</span>;
}
