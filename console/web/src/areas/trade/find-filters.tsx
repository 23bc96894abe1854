/** What guides are searched by: what is offered, the commonest first. */
import { useMemo } from 'react';
import { canonicalTag, isRegisteredLanguage } from '../../../../../domain/languages.ts';
import { isServiceType } from '../../../../../domain/service-types.ts';
import { ComboField, SelectField } from '../../parts/choices.tsx';
import { DateRangeField } from '../../parts/date-fields.tsx';
import { dayIn } from '../../parts/days.ts';
import type { Option } from '../../parts/fields.tsx';
import { FilterBar, FilterText, useFilter } from '../../parts/filters.tsx';
import { useFilters } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { currencies, currencyOption } from '../studio/currency-field.tsx';
import { languageOption, languageOptions, serviceOptions } from '../studio/offer-fields.tsx';
import { useGuideChoices } from './found-trip.ts';

const NAMES = [
  'area',
  'text',
  'language',
  'service',
  'from',
  'to',
  'guests',
  'currency',
  'maxPrice',
  'near',
  'radiusKm',
  'sort',
];

export function FindFilters() {
  const words = useTexts().trade.find.filters;
  const [filters] = useFilters();
  const offered = useOffered();
  return (
    <FilterBar names={NAMES}>
      <FilterCombo name="area" label={words.area} options={offered.areas} takesOther />
      <TripDays />
      <FilterText name="guests" label={words.guests} />
      <FilterCombo name="language" label={words.language} options={offered.languages} />
      <FilterCombo name="service" label={words.service} options={offered.services} />
      <FilterText name="text" label={words.text} minLength={2} />
      <FilterCombo name="currency" label={words.currency} options={offered.currencies} />
      {filters.currency && <FilterText name="maxPrice" label={words.maxPrice} />}
      <Sort />
    </FilterBar>
  );
}

/** The days of the trip, or those on which a guide has to be free. */
export function TripDays() {
  const words = useTexts().trade.find.filters;
  const [filters, change] = useFilters();
  const [from, to] = [dayIn(filters.from), dayIn(filters.to)];
  return (
    <DateRangeField
      label={words.from}
      isOptional
      value={from !== '' && from <= to ? { from, to } : undefined}
      onChange={(span) => change({ from: span?.from, to: span?.to })}
    />
  );
}

interface FilterComboProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly takesOther?: boolean;
}

function FilterCombo({ name, ...field }: FilterComboProps) {
  const [value, setValue] = useFilter(name);
  return <ComboField {...field} name={name} isOptional value={value} onChange={setValue} />;
}

function Sort() {
  const words = useTexts().trade.find.filters;
  const [value, setValue] = useFilter('sort');
  const sorts = Object.entries(words.sorts).map(([id, label]) => ({ id: id || 'any', label }));
  return (
    <SelectField
      name="sort"
      label={words.sort}
      options={sorts}
      value={value || 'any'}
      onChange={(sort) => setValue(sort === 'any' ? '' : sort)}
    />
  );
}

type OptionOf = (value: string) => Option | undefined;

/** What guides offer, the commonest first; everything that exists where that can't be read. */
function useOffered() {
  const { frame, trade } = useTexts();
  const locale = useLocaleTag();
  const { data, isError } = useGuideChoices();
  return useMemo(() => {
    const { services } = frame;
    if (!data)
      return {
        areas: [],
        languages: isError ? languageOptions(locale) : [],
        services: isError ? serviceOptions(services, locale) : [],
        currencies: isError ? currencies(locale) : [],
      };
    const named = (choices: typeof data.areas, optionOf: OptionOf) =>
      choices.flatMap(({ value, guides }): Option[] => {
        const option = optionOf(value);
        return option ? [{ ...option, help: trade.find.found(guides) }] : [];
      });
    return {
      areas: named(data.areas, (id) => ({ id, label: id })),
      languages: named(data.languages, (tag) => knownLanguage(tag, locale)),
      services: named(data.serviceTypes, (id) =>
        isServiceType(id) ? { id, label: services[id] } : undefined,
      ),
      currencies: named(data.currencies, (code) => currencyOption(code, locale)),
    };
  }, [frame, trade, locale, data, isError]);
}

/** Choices have tags in lower case. */
function knownLanguage(tag: string, locale: string): Option | undefined {
  const known = canonicalTag(tag);
  return known !== undefined && isRegisteredLanguage(known) ? languageOption(known, locale) : undefined;
}
