/** What guests said of a guide, the newest first. */
import { call } from '../../api/client.ts';
import { usePages } from '../../api/queries.ts';
import type { Data } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Awaited } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';

type Review = Data<'listGuideReviews'>['list'][number];

const PAGE_SIZE = 5;

export function GuideReviews({ guideId }: { guideId: string }) {
  const here = useHere();
  const words = useTexts().trade;
  const reviews = usePages<Review>(
    [here.company, here.world, 'listGuideReviews', guideId],
    (cursor, signal) =>
      call(here, 'listGuideReviews', {
        params: { guideId },
        query: { size: PAGE_SIZE, ...(cursor && { cursor }) },
        signal,
      }),
  );
  if (!reviews.rows) return <Awaited query={{ ...reviews, data: reviews.rows }} lines={4} />;
  if (reviews.rows.length === 0) return <p className="soft">{words.find.noReviews}</p>;
  return (
    <>
      <ul className="plain-rows">
        {reviews.rows.map((review) => (
          <OneReview key={`${review.createdAt} ${review.text}`} review={review} />
        ))}
      </ul>
      {reviews.more.has && (
        <div>
          <Button isPending={reviews.more.isLoading} onPress={reviews.more.load}>
            {words.guide.moreReviews}
          </Button>
        </div>
      )}
    </>
  );
}

function OneReview({ review: { rating, text, createdAt } }: { review: Review }) {
  const words = useTexts().trade.find;
  return (
    <li className="stack-s">
      <p className="rating">
        <Icon name="star" size={16} title={words.rated(String(rating))} /> {rating}{' '}
        <span className="soft">
          <When at={createdAt} />
        </span>
      </p>
      {text !== '' && <p className="prose">{text}</p>}
    </li>
  );
}
