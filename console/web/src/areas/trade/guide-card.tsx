/** A guide in a list: picture, name, place, what the trip costs, when it is free, rating. */
import { Link } from '@tanstack/react-router';
import type { Data } from '../../api/types.ts';
import { Icon } from '../../parts/icon.tsx';
import { Money } from '../../parts/money.tsx';
import { type Filters, searchText, useAddress, useFilters } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { numberFormat } from '../../texts/format.ts';
import { languageName } from '../../texts/language-names.ts';
import { type FoundTrip, type TripPrice, tripIn, useFreeDays, useTripPrices } from './found-trip.ts';
import { GuideScene } from './guide-scene.tsx';
import { ShortlistButton } from './shortlist-bar.tsx';

type FoundGuide = Data<'listGuides'>['list'][number];
type Day = Data<'getGuideCalendars'>['list'][number]['days'][number];

/** A page of guides; prices and free days of all of them are asked for at once. */
export function GuideCards({ guides }: { guides: readonly FoundGuide[] }) {
  const [filters] = useFilters();
  const trip = tripIn(filters);
  const ids = guides.map(({ guideId }) => guideId);
  const prices = useTripPrices(ids, trip).data;
  const free = useFreeDays(ids, trip === undefined);
  return guides.map((guide) => (
    <GuideCard
      key={guide.guideId}
      guide={guide}
      trip={trip}
      price={prices?.get(guide.guideId)}
      days={free.get(guide.guideId)}
    />
  ));
}

interface CardProps {
  readonly guide: FoundGuide;
  readonly trip: FoundTrip | undefined;
  readonly price: TripPrice | undefined;
  readonly days: readonly Day[] | undefined;
}

function GuideCard({ guide, trip, price, days }: CardProps) {
  const words = useTexts().trade.find;
  const locale = useLocaleTag();
  const address = useAddress();
  const [filters] = useFilters();
  const { guideId, name, area, coverPhoto, languages, maxGuests } = guide;
  return (
    <li className="card guide-card">
      {coverPhoto ? <GuidePhoto url={coverPhoto.url} /> : <GuideScene name={name} area={area} />}
      <ShortlistButton guideId={guideId} name={name} />
      <div className="stack-s">
        <h2 className="card-title">
          <Link to={`${address(`/find/${guideId}`)}${searchText(carried(filters))}`} className="card-link">
            {name}
          </Link>
        </h2>
        <p>{area}</p>
        <p className="soft">
          {languages.map((tag) => languageName(tag, locale)).join(', ')} · {words.upTo(maxGuests)}
        </p>
        <p>
          {trip && price ? <ForTrip trip={trip} price={price} /> : <PerDay guide={guide} />}
          {guide.instantConfirmation && <span className="soft">{` · ${words.instant}`}</span>}
        </p>
        {days && <ComingDays days={days} />}
        <Rating rating={guide.rating} count={guide.reviewCount} />
      </div>
    </li>
  );
}

export function PerDay({
  guide: { dayRate, currency },
}: {
  guide: Pick<FoundGuide, 'dayRate' | 'currency'>;
}) {
  const words = useTexts().trade.find;
  return (
    <>
      <strong>
        <Money amount={dayRate} currency={currency} />
      </strong>{' '}
      <span className="soft">{words.perDay}</span>
    </>
  );
}

export function ForTrip({ trip, price }: { trip: FoundTrip; price: TripPrice }) {
  const words = useTexts().trade;
  const { totalAmount, currency, tripKindName, available } = price;
  const length = tripKindName ?? words.trip.days(trip.tripDays);
  return (
    <>
      <strong>
        <Money amount={totalAmount} currency={currency} />
      </strong>{' '}
      <span className="soft">{words.find.forTrip(length, words.trip.guests(trip.guestCount))}</span>
      {!available && <span className="badge amber guide-taken">{words.find.taken}</span>}
    </>
  );
}

/** One mark for each day; the sentence says the same. */
function ComingDays({ days }: { days: readonly Day[] }) {
  const words = useTexts().trade.find;
  const free = days.filter(({ state }) => state === 'available' || state === 'partly').length;
  return (
    <p className="coming-days">
      <span className="coming-marks" aria-hidden="true">
        {days.map(({ date, state }) => (
          <span key={date} className={`coming-day ${state}`} />
        ))}
      </span>
      <span className="soft">{words.freeOf(free, days.length)}</span>
    </p>
  );
}

/** What was searched for is chosen already. */
export function carried(filters: Filters): Record<string, string | undefined> {
  const { guests, language } = filters;
  const trip = tripIn(filters);
  const days = trip && trip.tripDays > 1 ? String(trip.tripDays) : undefined;
  return { date: trip?.tripDate, days, guests, language };
}

/** A studio's picture from wherever it keeps it. */
export function GuidePhoto({ url, caption = '' }: { url: string; caption?: string }) {
  return (
    <img className="guide-picture" src={url} alt={caption} loading="lazy" referrerPolicy="no-referrer" />
  );
}

export function Rating({ rating, count }: { rating: number; count: number }) {
  const words = useTexts().trade.find;
  const locale = useLocaleTag();
  if (count === 0) return <p className="soft">{words.noReviews}</p>;
  const text = numberFormat(locale, { maximumFractionDigits: 2 }).format(rating);
  return (
    <p className="rating">
      <Icon name="star" size={16} title={words.rated(text)} /> {text}{' '}
      <span className="soft">{words.reviews(count)}</span>
    </p>
  );
}
