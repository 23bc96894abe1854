/** All guides and the days of a month in one grid. */
import { Link } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { daysOfMonth, monthText, weekdayOf } from '../../parts/days.ts';
import { Page, Section } from '../../parts/page.tsx';
import { Awaited, EmptyState, ErrorState } from '../../parts/states.tsx';
import { useAddress, useFilters } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { StudioFeed } from './calendar-links.tsx';
import { DayCells, Legend } from './cell.tsx';
import { ChosenDays } from './chosen-days.tsx';
import { GuideFilters } from './filters.tsx';
import { useDayGrid } from './grid.ts';
import { MonthBar, useCalendarActions, useMonth } from './month.tsx';
import { type StudioCalendar, useStudioCalendars, useStudioFeed } from './own.ts';
import './calendar.css';

const PAGE_SIZE = 50;

export default function CalendarPage() {
  const words = useTexts().studio.calendar;
  const [filters, change] = useFilters();
  const [month] = useMonth();
  const days = daysOfMonth(month);
  const page = Math.max(1, Number(filters.page) || 1);
  const { data, error, refetch } = useStudioCalendars(useHere(), {
    from: days[0],
    to: days.at(-1),
    text: filters.text,
    status: filters.status,
    page,
  });
  return (
    <Page title={words.title} lead={words.lead}>
      <GuideFilters />
      <MonthBar />
      <Awaited query={{ data, error, refetch }} lines={12} />
      {data && data.list.length === 0 && <NoGuides isFiltered={Boolean(filters.text ?? filters.status)} />}
      {data && data.list.length > 0 && <Overview calendars={data.list} days={days} />}
      {data && data.total > PAGE_SIZE && (
        <div className="row">
          <Button isDisabled={page === 1} onPress={() => change({ page: String(page - 1) })}>
            {words.previousGuides}
          </Button>
          <span className="soft">{words.pageOf(page, Math.ceil(data.total / PAGE_SIZE))}</span>
          <Button
            isDisabled={page * PAGE_SIZE >= data.total}
            onPress={() => change({ page: String(page + 1) })}
          >
            {words.nextGuides}
          </Button>
        </div>
      )}
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

function Overview({ calendars, days }: { calendars: readonly StudioCalendar[]; days: readonly string[] }) {
  const words = useTexts().studio.calendar;
  const locale = useLocaleTag();
  const [month] = useMonth();
  const { act, drag, open } = useCalendarActions(calendars);
  const chosen = useDayGrid({
    guideIds: calendars.map(({ guideId }) => guideId),
    first: days[0]!,
    last: days.at(-1)!,
    isMonth: false,
    today: calendars[0]!.today,
    onDrag: drag,
    onKey: (key, guideId, range) => act(guideId, range, key === 'block'),
    onPress: open,
  });
  const frame = useTodayInSight(month, calendars[0]!.today);
  const cursor = calendars.find(({ guideId }) => guideId === chosen.selection.guideId) ?? calendars[0]!;
  return (
    <>
      <div ref={frame} className="overview-frame">
        <table
          {...chosen.grid}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells can be chosen is a grid
          role="grid"
          aria-multiselectable="true"
          aria-label={`${words.title}, ${monthText(month, locale)}`}
          className="overview"
        >
          <thead>
            <tr>
              <th scope="col">{words.guide}</th>
              {days.map((day) => (
                <th key={day} scope="col" className={headOf(day, calendars[0]!.today)}>
                  {Number(day.slice(8))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {calendars.map((calendar) => (
              <GuideRow key={calendar.guideId} calendar={calendar} days={days} chosen={chosen} />
            ))}
          </tbody>
        </table>
      </div>
      <ChosenDays isNamed calendar={cursor} days={chosen.selection.days} onAct={act} />
      <p className="keys">{words.keys}</p>
    </>
  );
}

const headOf = (day: string, today: string) =>
  `${weekdayOf(day) > 4 ? 'weekend' : ''} ${day === today ? 'today' : ''}`;

/** On a narrow screen the month begins where today is: what is over is a swipe away. */
function useTodayInSight(month: string, today: string) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    const cell = today.startsWith(month) ? current.querySelector<HTMLElement>(`[data-day="${today}"]`) : null;
    const names = current.querySelector<HTMLElement>('th');
    current.scrollLeft = cell ? cell.offsetLeft - (names?.offsetWidth ?? 0) : 0;
  }, [month, today]);
  return frame;
}

interface RowProps {
  readonly calendar: StudioCalendar;
  readonly days: readonly string[];
  readonly chosen: Pick<ReturnType<typeof useDayGrid>, 'isSelected' | 'isCursor'>;
}

function GuideRow({ calendar, days, chosen }: RowProps) {
  const address = useAddress();
  const { guideId, name } = calendar;
  return (
    <tr>
      <th scope="row">
        <Link to={address(`/guides/${guideId}/calendar`)} title={name}>
          {name}
        </Link>
      </th>
      <DayCells calendar={calendar} days={days} chosen={chosen} isWide={false} />
    </tr>
  );
}
