/** Guides below each other, and the days of a month, a week or one day beside them. */
import { Fragment, useState } from 'react';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useMerchantClock } from '../trade/data.ts';
import { ChosenDays } from './chosen-days.tsx';
import { type Choice, useDayGrid } from './grid.ts';
import { GuideRow, WaitingRow } from './guide-row.tsx';
import { minuteIn } from './hours.ts';
import { useInSight } from './in-sight.ts';
import { useCalendarActions } from './month.tsx';
import { OverviewHead } from './overview-head.tsx';
import type { StudioCalendar } from './own.ts';
import { type CalendarView, viewText } from './view.tsx';
import { HEAD_HEIGHT, useVirtualRows } from './virtual-rows.ts';
import './calendar.css';

interface OverviewProps {
  /** Of all guides; undefined while their days are on their way. */
  readonly rows: readonly (StudioCalendar | undefined)[];
  readonly shown: CalendarView;
  /** Somebody looks at these rows. */
  readonly onLook?: ((first: number, last: number) => void) | undefined;
}

export function Overview({ rows, shown, onLook }: OverviewProps) {
  const words = useTexts().studio.calendar;
  const locale = useLocaleTag();
  const { view, days } = shown;
  const now = useMinute();
  const known = rows.filter((row) => row !== undefined);
  const today = known[0]?.today ?? shown.today;
  const { act, drag, open } = useCalendarActions(known);
  const guideIds = rows.map((row) => row?.guideId ?? '');
  const chosen = useDayGrid({
    guideIds,
    first: days[0]!,
    last: days.at(-1)!,
    isMonth: false,
    today,
    onDrag: drag,
    onKey: (key, guideId, range) => act(guideId, range, key === 'block'),
    onPress: open,
  });
  const { guideId } = chosen.selection;
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const hour = known[0] && minuteIn(known[0].timeZone)(new Date(now)) / 60;
  useInSight(frame, { view, days, today, hour });
  const cursor = known.find((one) => one.guideId === guideId) ?? known[0];
  return (
    <>
      <div ref={setFrame} className="overview-frame">
        <table
          {...chosen.grid}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells can be chosen is a grid
          role="grid"
          aria-multiselectable="true"
          aria-label={`${words.title}, ${viewText(shown, locale)}`}
          aria-rowcount={rows.length + 1}
          className={`overview of-${view}`}
        >
          <OverviewHead {...{ view, days, today }} />
          <Rows {...{ frame, rows, shown, now, onLook }} cursor={guideId} choice={chosen.choice} />
        </table>
      </div>
      {cursor && <ChosenDays isNamed calendar={cursor} days={chosen.selection.days} onAct={act} />}
      <p className="keys">
        {words.keys} {view !== 'month' && words.keysOfTrips}
      </p>
    </>
  );
}

interface RowsProps extends OverviewProps {
  /** In which they scroll; null before it is there. */
  readonly frame: HTMLElement | null;
  readonly now: number;
  /** The guide that has the cursor, and what of it is chosen. */
  readonly cursor: string;
  readonly choice: Choice;
}

/** While somebody scrolls, this alone is drawn again. */
function Rows({ frame, rows, shown: { view, days }, now, onLook, cursor, choice }: RowsProps) {
  const kept = rows.findIndex((row) => row?.guideId === cursor);
  const { items, end } = useVirtualRows(frame, { view, count: rows.length, kept, onLook });
  return (
    <tbody>
      {items.map(({ index, start }, at) => (
        <Fragment key={index}>
          <Gap height={start - (items[at - 1]?.end ?? HEAD_HEIGHT)} />
          <Row
            calendar={rows[index]}
            choice={index === kept ? choice : undefined}
            {...{ index, view, days, now }}
          />
        </Fragment>
      ))}
      <Gap height={end - (items.at(-1)?.end ?? HEAD_HEIGHT)} />
    </tbody>
  );
}

/** The merchant's time in whole minutes (ms), so that rows are drawn again once in each. */
function useMinute(): number {
  return Math.floor(useMerchantClock().now.getTime() / 60_000) * 60_000;
}

/** In the place of rows that are not drawn. */
function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it has no cell that takes the focus
    <tr aria-hidden="true" className="gap">
      <td style={{ height }} />
    </tr>
  );
}

type RowProps = Omit<Parameters<typeof GuideRow>[0], 'calendar' | 'now'> & {
  readonly calendar: StudioCalendar | undefined;
  readonly now: number;
};

function Row({ calendar, now, ...row }: RowProps) {
  const { index, view, days } = row;
  if (!calendar) return <WaitingRow index={index} columns={view === 'day' ? 1 : days.length} />;
  const isToday = view === 'day' && calendar.today === days[0];
  return <GuideRow {...row} calendar={calendar} now={isToday ? now : undefined} />;
}
