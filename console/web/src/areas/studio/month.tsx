/** The month of one guide. */
import { useNavigate } from '@tanstack/react-router';
import { monthText, weeksOfMonth } from '../../parts/days.ts';
import { useAddress } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import { useBlocking } from './blocking.ts';
import { DayCells } from './cell.tsx';
import { ChosenDays } from './chosen-days.tsx';
import { type Choice, type Place, useDayGrid } from './grid.ts';
import { changeable, markOf } from './marks.ts';
import type { StudioCalendar } from './own.ts';
import './calendar.css';
import { dateFormat } from '../../texts/format.ts';

/** What a calendar does with the days that are chosen in it. */
export function useCalendarActions(calendars: readonly StudioCalendar[]) {
  const block = useBlocking(useHere());
  const navigate = useNavigate();
  const address = useAddress();
  const of = (guideId: string) => calendars.find((one) => one.guideId === guideId);
  return {
    act: (guideId: string, days: readonly string[], isBlocking: boolean) => {
      const calendar = of(guideId);
      if (calendar) void block(calendar, days, isBlocking);
    },
    /** Free days are blocked; if none of them is free, they are freed. */
    drag: (guideId: string, days: readonly string[]) => {
      const calendar = of(guideId);
      if (!calendar) return;
      const isBlocking = !markOf(calendar, days[0]!).isBlocked && changeable(calendar, days, true).length > 0;
      void block(calendar, days, isBlocking);
    },
    /** A booked day leads to its order. */
    open: ({ guideId, day }: Place) => {
      const calendar = of(guideId);
      const order = calendar && markOf(calendar, day).taken.find(({ status }) => status !== null);
      if (order) void navigate({ to: address(`/orders/${order.id}`) });
    },
  };
}

interface MonthProps {
  readonly calendar: StudioCalendar;
  /** Of the month. */
  readonly days: readonly string[];
}

export function MonthGrid({ calendar, days }: MonthProps) {
  const words = useTexts().studio.calendar;
  const locale = useLocaleTag();
  const month = days[0]!.slice(0, 7);
  const { act, drag, open } = useCalendarActions([calendar]);
  const { guideId, today } = calendar;
  const chosen = useDayGrid({
    guideIds: [guideId],
    first: days[0]!,
    last: days.at(-1)!,
    isMonth: true,
    today,
    onDrag: drag,
    onKey: (key, id, range) => act(id, range, key === 'block'),
    onPress: open,
  });
  return (
    <>
      <table
        {...chosen.grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells can be chosen is a grid
        role="grid"
        aria-multiselectable="true"
        aria-label={`${calendar.name}, ${monthText(month, locale)}`}
        className="month"
      >
        <thead>
          <tr>
            {weekdayNames(locale).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOfMonth(month).map((week) => (
            <Week key={week[0]} calendar={calendar} week={week} month={month} choice={chosen.choice} />
          ))}
        </tbody>
      </table>
      <ChosenDays calendar={calendar} days={chosen.selection.days} onAct={act} />
      <p className="keys">{words.keys}</p>
    </>
  );
}

interface WeekProps {
  readonly calendar: StudioCalendar;
  readonly week: readonly string[];
  readonly month: string;
  readonly choice: Choice | undefined;
}

function Week({ calendar, week, month, choice }: WeekProps) {
  const days = week.filter((day) => day.startsWith(month));
  const outside = (isThere: (day: string) => boolean) =>
    week.filter(isThere).map((day) => <td key={day} className="outside" />);
  return (
    <tr>
      {outside((day) => day < days[0]!)}
      <DayCells calendar={calendar} days={days} choice={choice} isWide />
      {outside((day) => day > days.at(-1)!)}
    </tr>
  );
}

function weekdayNames(locale: string): string[] {
  const format = dateFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  // The first of January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, index) => format.format(new Date(Date.UTC(2024, 0, index + 1))));
}
