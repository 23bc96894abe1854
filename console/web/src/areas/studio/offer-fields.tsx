/** What a guide speaks and does: people choose names, the program keeps codes. */
import { useMemo } from 'react';
import { isRegisteredLanguage, offeredLanguages } from '../../../../../domain/languages.ts';
import { SERVICE_TYPES } from '../../../../../domain/service-types.ts';
import type { FieldProps, Option } from '../../parts/fields.tsx';
import { ManyField } from '../../parts/many-field.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { languageName } from '../../texts/language-names.ts';

interface ManyProps extends FieldProps {
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
}

const byLabel = (locale: string) => (one: Option, other: Option) =>
  one.label.localeCompare(other.label, locale);

/** Also by their English names, and by their codes. */
export function useLanguageOptions(): readonly Option[] {
  const locale = useLocaleTag();
  return useMemo(() => {
    const all = offeredLanguages().map((id) => ({
      id,
      label: languageName(id, locale),
      also: [languageName(id, 'en')],
    }));
    return all.sort(byLabel(locale));
  }, [locale]);
}

export function useServiceOptions(): readonly Option[] {
  const locale = useLocaleTag();
  const { services } = useTexts().frame;
  return useMemo(
    () => SERVICE_TYPES.map((id) => ({ id, label: services[id] })).sort(byLabel(locale)),
    [services, locale],
  );
}

export function LanguagesField(props: ManyProps) {
  const locale = useLocaleTag();
  const options = useLanguageOptions();
  const nameOf = (tag: string) => languageName(tag, locale);
  return <ManyField {...props} options={options} isKnown={isRegisteredLanguage} nameOf={nameOf} />;
}

export function ServicesField(props: ManyProps) {
  return <ManyField {...props} options={useServiceOptions()} />;
}
