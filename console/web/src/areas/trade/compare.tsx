/** Guides side by side: what each costs for the same trip, and what else one decides by. */
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import { keyOf } from '../../api/queries.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { FilterBar, FilterText } from '../../parts/filters.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState, Skeleton } from '../../parts/states.tsx';
import { searchText, useAddress, useFilters } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { languageName } from '../../texts/language-names.ts';
import { TripDays } from './find-filters.tsx';
import { searched, tripIn, useTripPrices } from './found-trip.ts';
import { carried, ForTrip, GuidePhoto, PerDay, Rating } from './guide-card.tsx';
import { GuideScene } from './guide-scene.tsx';
import { PolicyText } from './price.tsx';
import { ShareButton, SharedShortlists } from './share-shortlist.tsx';
import { idsIn, useShortlist } from './shortlist.ts';
import type { GuideDetail } from './trip-choice.ts';
import './trade.css';

export default function Compare() {
  const words = useTexts().trade.find;
  const address = useAddress();
  const [filters] = useFilters();
  const ids = idsIn(filters.guides ?? '');
  const guides = useGuides(ids);
  const crumbs = [{ title: words.title, to: `${address('/find')}${searchText(searched(filters))}` }];
  return (
    <Page
      title={words.compare.title}
      crumbs={crumbs}
      lead={words.lead}
      actions={<ShareButton guideIds={guides.list.map(({ guideId }) => guideId)} />}
    >
      <FilterBar names={['from', 'to', 'guests']}>
        <TripDays />
        <FilterText name="guests" label={words.filters.guests} />
      </FilterBar>
      {guides.isLoading && <Skeleton lines={10} />}
      {guides.list.length > 0 && <Table guides={guides.list} />}
      {!guides.isLoading && guides.list.length === 0 && (
        <EmptyState
          icon="mark"
          title={words.compare.empty}
          text={words.compare.emptyText}
          action={<ButtonLink to={address('/find')}>{words.title}</ButtonLink>}
        />
      )}
      <SharedShortlists />
    </Page>
  );
}

/** In the order of the address, without those that are gone. */
function useGuides(ids: readonly string[]) {
  const here = useHere();
  const answers = useQueries({
    queries: ids.map((guideId) => ({
      queryKey: keyOf(here, 'getGuide', { guideId }, {}),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(here, 'getGuide', { params: { guideId }, signal }) as Promise<GuideDetail>,
    })),
  });
  return {
    list: answers.flatMap(({ data }) => data ?? []),
    isLoading: answers.some(({ isLoading }) => isLoading),
  };
}

function Table({ guides }: { guides: readonly GuideDetail[] }) {
  const texts = useTexts();
  const words = texts.trade;
  const services: Readonly<Record<string, string>> = texts.frame.services;
  const locale = useLocaleTag();
  const [filters] = useFilters();
  const trip = tripIn(filters);
  const prices = useTripPrices(
    guides.map(({ guideId }) => guideId),
    trip,
  ).data;
  const priceOf = (guide: GuideDetail): ReactNode => {
    const price = prices?.get(guide.guideId);
    if (trip === undefined || prices === undefined) return <PerDay guide={guide} />;
    return price ? <ForTrip trip={trip} price={price} /> : <span className="soft">{words.find.notSuch}</span>;
  };
  const rows: readonly (readonly [string, (guide: GuideDetail) => ReactNode])[] = [
    [words.price.title, priceOf],
    [words.guide.reviews, ({ rating, reviewCount }) => <Rating rating={rating} count={reviewCount} />],
    [words.guide.speaks, ({ languages }) => languages.map((tag) => languageName(tag, locale)).join(', ')],
    [words.guide.services, ({ serviceTypes }) => serviceTypes.map((one) => services[one] ?? one).join(', ')],
    [words.guide.areas, ({ serviceAreas }) => serviceAreas.join(', ')],
    [words.guide.guests, ({ maxGuests }) => words.find.upTo(maxGuests)],
    [words.order.meeting, ({ meetingPoint }) => meetingPoint?.text ?? '–'],
    [words.policy.title, ({ cancellationPolicy }) => <PolicyText policy={cancellationPolicy} />],
    [
      words.find.compare.confirmation,
      ({ instantConfirmation, confirmationHours }) =>
        instantConfirmation ? words.find.instant : words.find.compare.within(confirmationHours),
    ],
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys, too
    <section className="compare-scroll card" aria-label={words.find.compare.title} tabIndex={0}>
      <table className="compare-table">
        <thead>
          <tr>
            <td />
            {guides.map((guide) => (
              <Head key={guide.guideId} guide={guide} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([title, cell]) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              {guides.map((guide) => (
                <td key={guide.guideId}>{cell(guide)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Head({ guide: { guideId, name, area, photos } }: { guide: GuideDetail }) {
  const words = useTexts().trade.find.compare;
  const address = useAddress();
  const [filters, change] = useFilters();
  const { ids, toggle } = useShortlist();
  const [photo] = photos;
  const remove = () => {
    if (ids.includes(guideId)) toggle(guideId);
    change({
      guides: idsIn(filters.guides ?? '')
        .filter((id) => id !== guideId)
        .join(','),
    });
  };
  return (
    <th scope="col">
      <div className="stack-s">
        {photo ? <GuidePhoto url={photo.url} /> : <GuideScene name={name} area={area} />}
        <Link to={`${address(`/find/${guideId}`)}${searchText(carried(filters))}`}>{name}</Link>
        <span className="soft">{area}</span>
        <div>
          <Button small icon="close" onPress={remove} label={words.remove(name)} />
        </div>
      </div>
    </th>
  );
}
