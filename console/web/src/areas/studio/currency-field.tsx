/** A currency, by its name in the reader's language, by its English one, or by its code (ISO 4217). */
import { useMemo } from 'react';
import { byLabel, ComboField } from '../../parts/choices.tsx';
import type { FieldProps, Option } from '../../parts/fields.tsx';
import { useLocaleTag } from '../../shell/preferences.tsx';
import { displayNames } from '../../texts/format.ts';

interface CurrencyProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Nothing is chosen while somebody types: prices beside it would be in no currency. */
export function CurrencyField({ onChange, ...props }: CurrencyProps) {
  const locale = useLocaleTag();
  const options = useMemo(() => currencies(locale), [locale]);
  return <ComboField {...props} options={options} onChange={(chosen) => chosen !== '' && onChange(chosen)} />;
}

/** All there are, in the order of their names. */
export function currencies(locale: string): Option[] {
  const all = Intl.supportedValuesOf('currency').map((id) => currencyOption(id, locale));
  return all.sort(byLabel(locale));
}

/** `Euro (EUR)`. */
export function currencyOption(id: string, locale: string): Option {
  const nameIn = (one: string) => displayNames(one, { type: 'currency' }).of(id) ?? id;
  const name = nameIn(locale);
  const label = name === id ? id : `${name.charAt(0).toLocaleUpperCase(locale)}${name.slice(1)} (${id})`;
  return { id, label, also: [name, nameIn('en')] };
}
