/** All guides and the days of a month, a week, or one day by its hours, in one grid. */
import { ButtonLink } from '../../parts/button.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../parts/states.tsx';
import { useAddress, useFilters } from '../../shell/address.ts';
import { useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { StudioFeed } from './calendar-links.tsx';
import { GuideFilters } from './filters.tsx';
import { Legend } from './mark-shape.tsx';
import { Overview } from './overview.tsx';
import { useCalendarRows, useStudioFeed } from './own.ts';
import { CalendarBar, useCalendarView } from './view.tsx';
import './calendar.css';

export default function CalendarPage() {
  const words = useTexts().studio.calendar;
  const [{ text, status }] = useFilters();
  const shown = useCalendarView();
  const { days } = shown;
  const filter = { from: days[0], to: days.at(-1), text, status };
  const { rows, comeTo, error, refetch } = useCalendarRows(useHere(), filter);
  return (
    <Page title={words.title} lead={words.lead}>
      <GuideFilters />
      <CalendarBar calendar={shown} />
      {error && <ErrorState refusal={error} onRetry={refetch} />}
      {!error && !rows && <Skeleton lines={12} />}
      {rows?.length === 0 && <NoGuides isFiltered={Boolean(text ?? status)} />}
      {rows && rows.length > 0 && <Overview rows={rows} shown={shown} onLook={comeTo} />}
      <Legend />
      <FeedOfAll />
    </Page>
  );
}

function FeedOfAll() {
  const words = useTexts().studio.calendar.feed;
  const feed = useStudioFeed(useHere());
  return (
    <div className="reading">
      <Section title={words.titleOfAll}>
        {feed.error && <ErrorState refusal={feed.error} />}
        {feed.data && <StudioFeed madeAt={feed.data.feedMadeAt} />}
      </Section>
    </div>
  );
}

function NoGuides({ isFiltered }: { isFiltered: boolean }) {
  const words = useTexts().studio.guides;
  const address = useAddress();
  if (isFiltered) return <EmptyState icon="search" title={words.noneFound} />;
  return (
    <EmptyState
      icon="guides"
      title={words.none}
      action={
        <ButtonLink tone="main" icon="plus" to={address('/guides/new')}>
          {words.create}
        </ButtonLink>
      }
      text={words.noneText}
    />
  );
}
