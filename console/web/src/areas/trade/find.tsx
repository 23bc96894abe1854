/** Guides to book: filters in the address, cards with what one decides by. */

import { useInfiniteQuery } from '@tanstack/react-query';
import { call, type Place } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import type { Data, Query } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { ComboField, SelectField } from '../../parts/choices.tsx';
import { DateRangeField } from '../../parts/date-fields.tsx';
import { dayIn } from '../../parts/days.ts';
import { FilterBar, FilterText } from '../../parts/filters.tsx';
import { Page } from '../../parts/page.tsx';
import { Awaited, EmptyState } from '../../parts/states.tsx';
import { type Filters, useFilters } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { currencies } from '../studio/currency-field.tsx';
import { useLanguageOptions, useServiceOptions } from '../studio/offer-fields.tsx';
import { GuideCard } from './guide-card.tsx';
import { HoldsAndWaits } from './holds-and-waits.tsx';
import './trade.css';

const PAGE_SIZE = 24;
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
  'sort',
] as const;

export default function Find() {
  const words = useTexts().trade.find;
  const { kind } = useHere();
  if (kind === 'studio') {
    return (
      <Page title={words.title}>
        <EmptyState title={words.agenciesOnly} text={words.agenciesOnlyText} />
      </Page>
    );
  }
  return (
    <Page title={words.title} lead={words.lead}>
      <HoldsAndWaits />
      <FindFilters />
      <Found />
    </Page>
  );
}

/** The address in the words of guide/list. */
function queryOf(filters: Filters): Query<'listGuides'> {
  const { area, text, language, service, from, to, guests, currency, maxPrice, sort } = filters;
  const isPriced = currency !== undefined && maxPrice !== undefined;
  return {
    status: 'active',
    ...(area && { area }),
    ...(text && { text }),
    ...(language && { language }),
    ...(service && { serviceType: service }),
    ...(from && to && { availableFrom: from, availableTo: to }),
    ...(guests && { guests: Number(guests) }),
    ...(currency && { currency }),
    ...(isPriced && { maxPrice: Number(maxPrice) }),
    ...(sort && { sort: sort as NonNullable<Query<'listGuides'>['sort']> }),
  };
}

function useGuides(place: Place, filters: Filters) {
  const query = queryOf(filters);
  return useInfiniteQuery<
    Data<'listGuides'>,
    Refusal,
    { pages: Data<'listGuides'>[] },
    readonly unknown[],
    number
  >({
    queryKey: [place.company, place.world, 'listGuides', 'find', query],
    queryFn: ({ pageParam: page, signal }) =>
      call(place, 'listGuides', { query: { ...query, page, size: PAGE_SIZE }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE_SIZE < total ? pages.length + 1 : undefined),
  });
}

function Found() {
  const here = useHere();
  const words = useTexts().trade.find;
  const [filters] = useFilters();
  const guides = useGuides(here, filters);
  if (!guides.data) return <Awaited query={guides} lines={9} />;
  const list = guides.data.pages.flatMap((page) => page.list);
  if (list.length === 0)
    return (
      <div className="card">
        <EmptyState icon="search" title={words.empty} text={words.emptyText} />
      </div>
    );
  return (
    <>
      <p className="soft" aria-live="polite">
        {words.found(guides.data.pages[0]?.total ?? 0)}
      </p>
      <ul className="guide-cards">
        {list.map((guide) => (
          <GuideCard key={guide.guideId} guide={guide} />
        ))}
      </ul>
      {guides.hasNextPage && (
        <div>
          <Button isPending={guides.isFetchingNextPage} onPress={() => void guides.fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
    </>
  );
}

function FindFilters() {
  const words = useTexts().trade.find.filters;
  const locale = useLocaleTag();
  const [filters, change] = useFilters();
  const choice = (name: (typeof NAMES)[number]) => ({
    name,
    isOptional: true,
    value: filters[name] ?? '',
    onChange: (value: string) => change({ [name]: value || undefined }),
  });
  const [from, to] = [dayIn(filters.from), dayIn(filters.to)];
  const isSpan = from !== '' && from <= to;
  const sorts = Object.entries(words.sorts).map(([id, label]) => ({ id: id || 'any', label }));
  return (
    <FilterBar names={NAMES}>
      <FilterText name="area" label={words.area} />
      <FilterText name="text" label={words.text} minLength={2} />
      <DateRangeField
        label={words.from}
        isOptional
        value={isSpan ? { from, to } : undefined}
        onChange={(span) => change({ from: span?.from, to: span?.to })}
      />
      <FilterText name="guests" label={words.guests} />
      <ComboField {...choice('language')} label={words.language} options={useLanguageOptions()} />
      <ComboField {...choice('service')} label={words.service} options={useServiceOptions()} />
      <ComboField {...choice('currency')} label={words.currency} options={currencies(locale)} />
      {filters.currency && <FilterText name="maxPrice" label={words.maxPrice} />}
      <SelectField
        name="sort"
        label={words.sort}
        options={sorts}
        value={filters.sort ?? 'any'}
        onChange={(sort) => change({ sort: sort === 'any' ? undefined : sort })}
      />
    </FilterBar>
  );
}
