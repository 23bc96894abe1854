/** A currency, by its name in the reader's language, by its English one, or by its code (ISO 4217). */
import { useMemo } from 'react';
import { ComboField } from '../../parts/choices.tsx';
import type { FieldProps } from '../../parts/fields.tsx';
import { useLocaleTag } from '../../shell/preferences.tsx';

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

/** `Euro (EUR)`, in the order of their names. */
export function currencies(locale: string) {
  const [own, english] = [locale, 'en'].map((one) => new Intl.DisplayNames(one, { type: 'currency' }));
  const all = Intl.supportedValuesOf('currency').map((id) => {
    const name = own!.of(id) ?? id;
    const label = name === id ? id : `${name.charAt(0).toLocaleUpperCase(locale)}${name.slice(1)} (${id})`;
    return { id, label, also: [name, english!.of(id) ?? id] };
  });
  return all.sort((one, other) => one.label.localeCompare(other.label, locale));
}
