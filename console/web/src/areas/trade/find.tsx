/** Guides to book: filters in the address, cards with what one decides by. */

import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { call, type Place } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import type { Data, Query } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { Segments } from '../../parts/segments.tsx';
import { Awaited, EmptyState, Skeleton } from '../../parts/states.tsx';
import { type Filters, useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { FindFilters } from './find-filters.tsx';
import { guestsIn } from './found-trip.ts';
import { GuideCards } from './guide-card.tsx';
import { HoldsAndWaits } from './holds-and-waits.tsx';
import { ShortlistBar } from './shortlist-bar.tsx';
import './trade.css';

/** With its library and the outlines of countries: for who opens it. */
const FindMap = lazy(() => import('./find-map.tsx'));
const PAGE_SIZE = 24;

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
      <FoundPart />
      <Found />
      <ShortlistBar />
    </Page>
  );
}

/** The address in the words of guide/list. */
function queryOf(filters: Filters): Query<'listGuides'> {
  const { area, text, language, service, from, to, currency, maxPrice, sort, near, radiusKm } = filters;
  const guests = guestsIn(filters);
  const isPriced = currency !== undefined && maxPrice !== undefined;
  return {
    status: 'active',
    ...(area && { area }),
    ...(text && { text }),
    ...(language && { language }),
    ...(service && { serviceType: service }),
    ...(from && to && { availableFrom: from, availableTo: to }),
    ...(guests && { guests }),
    ...(currency && { currency }),
    ...(isPriced && { maxPrice: Number(maxPrice) }),
    ...(near && { near, ...(radiusKm && { radiusKm: Number(radiusKm) }) }),
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
    placeholderData: (before) => before,
  });
}

/** Where the search is of a part of the map. */
function FoundPart() {
  const words = useTexts().trade.find.map;
  const [{ near }, change] = useFilters();
  if (near === undefined) return null;
  return (
    <p className="row">
      {words.here}
      <Button small icon="close" onPress={() => change({ near: undefined, radiusKm: undefined })}>
        {words.everywhere}
      </Button>
    </p>
  );
}

function ViewChoice() {
  const words = useTexts().trade.find.views;
  const [{ view }, change] = useFilters();
  return (
    <Segments
      label={words.label}
      segments={[
        { id: 'list', label: words.list },
        { id: 'map', label: words.map },
      ]}
      value={view === 'map' ? 'map' : 'list'}
      onChange={(chosen) => change({ view: chosen === 'map' ? 'map' : undefined })}
    />
  );
}

function Found() {
  const here = useHere();
  const words = useTexts().trade.find;
  const [filters] = useFilters();
  const guides = useGuides(here, filters);
  if (!guides.data || guides.error) return <Awaited query={guides} lines={9} />;
  const { pages } = guides.data;
  const isEmpty = pages.every(({ list }) => list.length === 0);
  return (
    <>
      <div className="row row-between">
        <p className="soft" aria-live="polite">
          {words.found(pages[0]?.total ?? 0)}
        </p>
        <ViewChoice />
      </div>
      {filters.view === 'map' ? (
        <Suspense fallback={<Skeleton lines={9} />}>
          <FindMap pages={pages} search={JSON.stringify(queryOf(filters))} />
        </Suspense>
      ) : (
        !isEmpty && (
          <ul className="guide-cards" aria-busy={guides.isPlaceholderData}>
            {pages.map(({ list }) => (
              <GuideCards key={list[0]?.guideId} guides={list} />
            ))}
          </ul>
        )
      )}
      {isEmpty && (
        <div className="card">
          <EmptyState icon="search" title={words.empty} text={words.emptyText} />
        </div>
      )}
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
