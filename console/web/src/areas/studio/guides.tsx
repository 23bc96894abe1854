/** The studio's guides: picture, state, next trip, rating. */
import { StateBadge } from '../../parts/badge.tsx';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Money } from '../../parts/money.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { type Column, DataTable } from '../../parts/table.tsx';
import { When } from '../../parts/time.tsx';
import { useAddress, useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import type { Texts } from '../../texts/index.ts';
import { GuideFilters } from './filters.tsx';
import { type StudioGuide, useStudioGuides } from './own.ts';
import { Picture } from './picture.tsx';
import './guides.css';

const PAGE_SIZE = 50;

export default function GuidesPage() {
  const texts = useTexts();
  const words = texts.studio.guides;
  const address = useAddress();
  const [filters, change] = useFilters();
  const page = Math.max(1, Number(filters.page) || 1);
  const filter = { text: filters.text, status: filters.status, page };
  const { data, error, refetch } = useStudioGuides(useHere(), filter);
  const isFiltered = filters.text !== undefined || filters.status !== undefined;
  const create = (
    <ButtonLink tone="main" icon="plus" to={address('/guides/new')}>
      {words.create}
    </ButtonLink>
  );
  return (
    <Page
      title={words.title}
      actions={
        <>
          <ButtonLink icon="upload" to={address('/guides/import')}>
            {texts.studio.import.title}
          </ButtonLink>
          {create}
        </>
      }
    >
      <GuideFilters />
      <DataTable
        label={words.title}
        columns={columnsOf(texts)}
        rows={data?.list}
        keyOf={({ guideId }) => guideId}
        to={({ guideId }) => address(`/guides/${guideId}`)}
        error={error}
        refetch={refetch}
        empty={
          isFiltered ? (
            <EmptyState icon="search" title={words.noneFound} />
          ) : (
            <EmptyState icon="guides" title={words.none} action={create} text={words.noneText} />
          )
        }
      />
      {data && data.total > PAGE_SIZE && (
        <div className="row">
          <Button isDisabled={page === 1} onPress={() => change({ page: String(page - 1) })}>
            {texts.studio.calendar.previousGuides}
          </Button>
          <Button
            isDisabled={page * PAGE_SIZE >= data.total}
            onPress={() => change({ page: String(page + 1) })}
          >
            {texts.studio.calendar.nextGuides}
          </Button>
        </div>
      )}
    </Page>
  );
}

function columnsOf({ studio: { guides: words } }: Texts): Column<StudioGuide>[] {
  return [
    {
      id: 'name',
      title: words.name,
      cell: ({ name, coverPhoto, guideId }) => (
        <span className="guide-name">
          <Picture url={coverPhoto?.url} />
          <span>
            {name}
            <span className="soft mono">{guideId}</span>
          </span>
        </span>
      ),
    },
    { id: 'status', title: words.status, cell: ({ status }) => <StateBadge state={status} /> },
    { id: 'area', title: words.area, cell: ({ area }) => area, wideOnly: true },
    {
      id: 'next',
      title: words.nextTrip,
      cell: ({ nextTrip, timeZone }) =>
        nextTrip ? (
          <When at={nextTrip.startAt} zone={timeZone} />
        ) : (
          <span className="soft">{words.noTrip}</span>
        ),
    },
    {
      id: 'rating',
      title: words.rating,
      isNumber: true,
      wideOnly: true,
      cell: ({ rating, reviewCount }) =>
        reviewCount === 0 ? (
          <span className="soft">{words.noReviews}</span>
        ) : (
          <span className="rating">
            <Icon name="star" size={16} /> {rating.toFixed(2)} <span className="soft">({reviewCount})</span>
          </span>
        ),
    },
    {
      id: 'rate',
      title: words.dayRate,
      isNumber: true,
      wideOnly: true,
      cell: ({ dayRate, currency }) => <Money amount={dayRate} currency={currency} />,
    },
  ];
}
