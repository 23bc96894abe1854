/** Month, week or day: what a calendar shows is in the address. */
import { useMemo } from 'react';
import { Button } from '../../parts/button.tsx';
import { monthText, todayIn } from '../../parts/days.ts';
import { Segments } from '../../parts/segments.tsx';
import { useFilters } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { dateFormat, ownTimeZone } from '../../texts/format.ts';
import { useMerchantClock } from '../trade/data.ts';
import { daysIn, searchOf, stepped, VIEWS, type View, viewIn } from './views.ts';

export interface CalendarView {
  readonly view: View;
  readonly days: readonly string[];
  /** Today, by the merchant's clock, where the reader is. */
  readonly today: string;
  readonly show: (view: View, day?: string) => void;
}

export function useCalendarView(): CalendarView {
  const [search, change] = useFilters();
  const { now } = useMerchantClock();
  const today = todayIn(ownTimeZone(), now);
  const { view, day } = viewIn(search, today);
  const days = useMemo(() => daysIn(view, day), [view, day]);
  return { view, days, today, show: (one, at) => change(searchOf(one, at)) };
}

/** `May 2027`, `3–9 May 2027`, `Monday, 3 May 2027`. */
export function viewText({ view, days }: Pick<CalendarView, 'view' | 'days'>, locale: string): string {
  const [first, last] = [days[0]!, days.at(-1)!];
  if (view === 'month') return monthText(first.slice(0, 7), locale);
  const weekday = view === 'day' ? ({ weekday: 'long' } as const) : {};
  const parts = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC', ...weekday } as const;
  return dateFormat(locale, parts).formatRange(new Date(first), new Date(last));
}

export function CalendarBar({ calendar }: { calendar: CalendarView }) {
  const words = useTexts().studio.calendar;
  const locale = useLocaleTag();
  const { view, days, today, show } = calendar;
  const step = (by: number) => show(view, stepped(view, days[0]!, by));
  const kept = days.includes(today) ? today : days[0];
  return (
    <div className="calendar-bar">
      <Button icon="back" label={words.previous[view]} onPress={() => step(-1)} />
      <h2 aria-live="polite">{viewText(calendar, locale)}</h2>
      <Button icon="arrow" label={words.next[view]} onPress={() => step(1)} />
      <Button tone="quiet" onPress={() => show(view)}>
        {words.now[view]}
      </Button>
      <Segments
        label={words.view}
        segments={VIEWS.map((id) => ({ id, label: words.views[id] }))}
        value={view}
        onChange={(one) => show(one, kept)}
      />
    </div>
  );
}
