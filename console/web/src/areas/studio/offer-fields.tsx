/** What a guide speaks and does: people choose names, the program keeps codes. */
import { useMemo } from 'react';
import { isRegisteredLanguage, offeredLanguages } from '../../../../../domain/languages.ts';
import { SERVICE_TYPES } from '../../../../../domain/service-types.ts';
import { byLabel } from '../../parts/choices.tsx';
import type { FieldProps, Option } from '../../parts/fields.tsx';
import { ManyField } from '../../parts/many-field.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import type { Texts } from '../../texts/index.ts';
import { languageName } from '../../texts/language-names.ts';

interface ManyProps extends FieldProps {
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
}

/** Also by its English name, and by its code. */
export function languageOption(id: string, locale: string): Option {
  return { id, label: languageName(id, locale), also: [languageName(id, 'en')] };
}

export function languageOptions(locale: string): Option[] {
  return offeredLanguages()
    .map((id) => languageOption(id, locale))
    .sort(byLabel(locale));
}

export function serviceOptions(services: Texts['frame']['services'], locale: string): Option[] {
  return SERVICE_TYPES.map((id) => ({ id, label: services[id] })).sort(byLabel(locale));
}

export function LanguagesField(props: ManyProps) {
  const locale = useLocaleTag();
  const options = useMemo(() => languageOptions(locale), [locale]);
  const nameOf = (tag: string) => languageName(tag, locale);
  return <ManyField {...props} options={options} isKnown={isRegisteredLanguage} nameOf={nameOf} />;
}

export function ServicesField(props: ManyProps) {
  const locale = useLocaleTag();
  const { services } = useTexts().frame;
  const options = useMemo(() => serviceOptions(services, locale), [services, locale]);
  return <ManyField {...props} options={options} />;
}
