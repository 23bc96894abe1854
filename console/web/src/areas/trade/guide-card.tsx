/** A guide in a list: picture, name, place, price, rating. */
import { Link } from '@tanstack/react-router';
import type { Data } from '../../api/types.ts';
import { Icon } from '../../parts/icon.tsx';
import { Money } from '../../parts/money.tsx';
import { type Filters, searchText, useAddress, useFilters } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { languageName } from '../../texts/language-names.ts';

type Guide = Data<'listGuides'>['list'][number];

export function GuideCard({ guide }: { guide: Guide }) {
  const words = useTexts().trade.find;
  const locale = useLocaleTag();
  const address = useAddress();
  const [filters] = useFilters();
  const { guideId, name, area, coverPhoto, languages, maxGuests, dayRate, currency } = guide;
  return (
    <li className="card guide-card">
      <GuidePicture url={coverPhoto?.url} />
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
          <strong>
            <Money amount={dayRate} currency={currency} />
          </strong>{' '}
          <span className="soft">{words.perDay}</span>
          {guide.instantConfirmation && <span className="soft">{` · ${words.instant}`}</span>}
        </p>
        <Rating rating={guide.rating} count={guide.reviewCount} />
      </div>
    </li>
  );
}

/** What was searched for is chosen already. */
function carried({ from, to, guests, language }: Filters): Record<string, string | undefined> {
  const days = from && to ? Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1 : undefined;
  return { date: from, days: days && days > 1 ? String(days) : undefined, guests, language };
}

/** A studio's picture from wherever it keeps it; without one, or where it does not come, a mark. */
export function GuidePicture({
  url,
  caption = '',
}: {
  url: string | undefined;
  caption?: string | undefined;
}) {
  if (url === undefined)
    return (
      <div className="guide-picture none">
        <Icon name="guides" />
      </div>
    );
  return (
    <img className="guide-picture" src={url} alt={caption} loading="lazy" referrerPolicy="no-referrer" />
  );
}

export function Rating({ rating, count }: { rating: number; count: number }) {
  const words = useTexts().trade.find;
  const locale = useLocaleTag();
  if (count === 0) return <p className="soft">{words.noReviews}</p>;
  const text = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(rating);
  return (
    <p className="rating">
      <Icon name="star" size={16} title={words.rated(text)} /> {text}{' '}
      <span className="soft">{words.reviews(count)}</span>
    </p>
  );
}
