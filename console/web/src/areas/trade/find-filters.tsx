/** What guides are searched by: what is offered, the commonest first. */
import { ComboField, SelectField } from '../../parts/choices.tsx';
import { DateRangeField } from '../../parts/date-fields.tsx';
import { dayIn } from '../../parts/days.ts';
import type { Option } from '../../parts/fields.tsx';
import { FilterBar, FilterText, useFilter } from '../../parts/filters.tsx';
import { useFilters } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { currencies } from '../studio/currency-field.tsx';
import { useLanguageOptions, useServiceOptions } from '../studio/offer-fields.tsx';
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

/** Options in the order of how many guides have them; all that exist until that is known. */
function useOffered() {
  const words = useTexts().trade.find;
  const offered = useGuideChoices().data;
  const locale = useLocaleTag();
  const [languages, services, money] = [useLanguageOptions(), useServiceOptions(), currencies(locale)];
  type Choices = NonNullable<typeof offered>['areas'];
  const among = (options: readonly Option[], choices: Choices | undefined) =>
    choices === undefined
      ? options
      : choices.flatMap(({ value, guides }) =>
          options
            .filter(({ id }) => id.toLowerCase() === value.toLowerCase())
            .map((option) => ({ ...option, help: words.found(guides) })),
        );
  const areas = offered?.areas ?? [];
  return {
    areas: areas.map(({ value, guides }) => ({ id: value, label: value, help: words.found(guides) })),
    languages: among(languages, offered?.languages),
    services: among(services, offered?.serviceTypes),
    currencies: among(money, offered?.currencies),
  };
}
