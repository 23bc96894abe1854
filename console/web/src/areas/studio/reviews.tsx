/** What guests say of a guide. */
import { call } from '../../api/client.ts';
import { keyOf, useOperation, usePages } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { ComboField } from '../../parts/choices.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Awaited, EmptyState, Skeleton } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { useStudioGuides } from './own.ts';
import './guides.css';

const RATINGS = [5, 4, 3, 2, 1] as const;

export default function ReviewsPage() {
  const texts = useTexts();
  const words = texts.studio.reviews;
  const [filters, change] = useFilters();
  const { data, error, refetch } = useStudioGuides(useHere(), { size: 100 });
  const guideId = filters.guide ?? data?.list[0]?.guideId;
  return (
    <Page title={words.title} lead={words.lead}>
      <Awaited query={{ data, error, refetch }} lines={6} />
      {data?.list.length === 0 && <EmptyState icon="guides" title={texts.studio.guides.none} />}
      {data && guideId && (
        <>
          <ComboField
            key={guideId}
            name="guide"
            label={texts.studio.calendar.guide}
            options={data.list.map(({ guideId: id, name }) => ({ id, label: name }))}
            value={guideId}
            onChange={(guide) => guide !== '' && change({ guide })}
          />
          <Distribution guideId={guideId} />
          <ReviewList key={`list ${guideId}`} guideId={guideId} />
        </>
      )}
    </Page>
  );
}

function Distribution({ guideId }: { guideId: string }) {
  const words = useTexts().studio.reviews;
  const { data } = useOperation(useHere(), 'getGuide', { params: { guideId } });
  if (!data) return <Skeleton lines={5} />;
  const { count, averageRating, distribution } = data.reviewStatistics;
  if (count === 0) return null;
  return (
    <Section title={words.average(averageRating.toFixed(2), count)}>
      <div className="distribution">
        {RATINGS.map((rating) => (
          <DistributionRow key={rating} rating={rating} count={distribution[rating]} of={count} />
        ))}
      </div>
    </Section>
  );
}

function DistributionRow({ rating, count, of }: { rating: number; count: number; of: number }) {
  const words = useTexts().studio.reviews;
  return (
    <>
      <span className="rating">
        {rating} <Icon name="star" size={16} />
      </span>
      <meter min={0} max={of} value={count} aria-label={words.stars(rating)} />
      <span className="numbers">{count}</span>
    </>
  );
}

function ReviewList({ guideId }: { guideId: string }) {
  const words = useTexts().studio.reviews;
  const here = useHere();
  const { rows, error, refetch, more } = usePages(
    keyOf(here, 'listGuideReviews', { guideId }),
    (cursor, signal) =>
      call(here, 'listGuideReviews', {
        params: { guideId },
        query: { size: 50, ...(cursor !== undefined && { cursor }) },
        signal,
      }),
  );
  if (!rows) return <Awaited query={{ data: rows, error, refetch }} lines={6} />;
  if (rows.length === 0) {
    return <EmptyState icon="star" title={words.none} text={words.noneText} />;
  }
  return (
    <>
      <ul className="reviews">
        {rows.map(({ rating, text, createdAt }) => (
          <li key={`${createdAt} ${rating}`} className="card stack-s">
            <div className="row row-between">
              <span className="rating">
                <Icon name="star" size={16} title={words.stars(rating)} /> {rating}
              </span>
              <span className="soft">
                <When at={createdAt} />
              </span>
            </div>
            <p>{text === '' ? <span className="soft">{words.wordless}</span> : text}</p>
          </li>
        ))}
      </ul>
      {more.has && (
        <Button isPending={more.isLoading} onPress={more.load}>
          {words.more}
        </Button>
      )}
    </>
  );
}
