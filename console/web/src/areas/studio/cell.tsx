/** A day in a calendar: its shape, its word, its price, and what a screen reader says. */
import { type CSSProperties, memo } from 'react';
import { moneyText, roundMoneyText } from '../../parts/money.tsx';
import { dayText } from '../../parts/time.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { type Bar, barsOf, isOfHours } from './bars.ts';
import type { Choice } from './grid.ts';
import { clockText } from './hours.ts';
import { MarkShape } from './mark-shape.tsx';
import { type DayMark, markOf, markOfTaken, priceOn } from './marks.ts';
import type { StudioCalendar, TakenTime } from './own.ts';

interface CellProps {
  readonly calendar: StudioCalendar;
  readonly day: string;
  /** The bar that begins here. */
  readonly bar: Bar | undefined;
  /** A bar goes over it. */
  readonly isCovered: boolean;
  readonly isSelected: boolean;
  readonly isCursor: boolean;
  /** There is room for words and prices. */
  readonly isWide: boolean;
}

/** Few nodes, and drawn again only where it changes: a page has fifty guides' months. */
const DayCell = memo(function DayCell(props: CellProps) {
  const { calendar, day, bar, isCovered, isSelected, isCursor, isWide } = props;
  const { guideId, today } = calendar;
  const state = markOf(calendar, day);
  const said = useDayWords(calendar, day, state, state.taken);
  const classes = `day ${state.mark} ${day < today ? 'past' : ''} ${day === today ? 'today' : ''} ${isCovered ? 'covered' : ''}`;
  const hours = isCovered ? state.taken.filter(isOfHours) : state.taken;
  const hasWords = isWide || hours.length > 1;
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid can be chosen
      role="gridcell"
      className={classes}
      data-guide={guideId}
      data-day={day}
      // Where words are seen, they would have to be in it.
      aria-label={hasWords ? undefined : said}
      aria-selected={isSelected}
      tabIndex={isCursor ? 0 : -1}
      title={said}
    >
      {hasWords && <span className="hidden">{said}</span>}
      {isWide && <DayHead calendar={calendar} day={day} state={state} />}
      {bar && <StayBar bar={bar} isWide={isWide} />}
      {!isCovered && state.mark !== 'free' && hours.length === 0 && (
        <>
          <MarkShape mark={state.mark} />
          {isWide && <MarkWord state={state} />}
        </>
      )}
      {hours.length > 0 && <Hours times={hours} zone={calendar.timeZone} isWide={isWide} />}
    </td>
  );
});

interface Row {
  readonly calendar: StudioCalendar;
  /** Days that follow each other. */
  readonly days: readonly string[];
  /** Where the guide has the cursor. */
  readonly choice: Choice | undefined;
}

interface CellsProps extends Row {
  readonly isWide: boolean;
}

/** A row of days, with the bars over them. */
export function DayCells({ isWide, ...row }: CellsProps) {
  return cellsOf(row).map((cell) => <DayCell key={cell.day} {...cell} isWide={isWide} />);
}

/** What each cell of a row has. */
export function cellsOf({ calendar, days, choice }: Row): Omit<CellProps, 'isWide'>[] {
  const bars = barsOf(calendar, days);
  return days.map((day) => ({
    calendar,
    day,
    bar: bars.from.get(day),
    isCovered: bars.days.has(day),
    isSelected: choice?.days.includes(day) ?? false,
    isCursor: choice?.cursor === day,
  }));
}

/** `Mon 3 May 2027: Booked, Ada Lovelace`. @param named those whose names are not read out elsewhere. */
export function useDayWords(
  calendar: StudioCalendar,
  day: string,
  state: DayMark,
  named: readonly TakenTime[],
): string {
  const words = useTexts().studio.calendar;
  const locale = useLocaleTag();
  const price = priceOn(calendar, day, state);
  const facts = [
    words.marks[state.mark],
    state.holiday,
    ...named.map(({ who }) => who),
    price === undefined ? undefined : moneyText(price, calendar.currency, locale),
  ];
  return `${dayText(day, locale, true)}: ${facts.filter(Boolean).join(', ')}`;
}

interface DayProps {
  readonly calendar: StudioCalendar;
  readonly day: string;
  readonly state: DayMark;
}

/** The day's number, and what a free day costs. */
function DayHead({ calendar, day, state }: DayProps) {
  return (
    <span className="day-head" aria-hidden="true">
      <span className="day-number">{Number(day.slice(8))}</span>
      <DayPrice calendar={calendar} day={day} state={state} />
    </span>
  );
}

/** Of a free day that is not over; `useDayWords` says it to those who don't see it. */
export function DayPrice({ calendar, day, state }: DayProps) {
  const locale = useLocaleTag();
  const price = priceOn(calendar, day, state);
  if (price === undefined) return null;
  return (
    <span className="day-price" aria-hidden="true">
      {roundMoneyText(price, calendar.currency, locale)}
    </span>
  );
}

export function MarkWord({ state }: { state: DayMark }) {
  const words = useTexts().studio.calendar;
  return (
    <span className="day-word" aria-hidden="true">
      {(state.mark === 'holiday' && state.holiday) || words.marks[state.mark]}
    </span>
  );
}

/** Somebody's days, over the cells of all of them. */
export function StayBar({ bar: { time, days, isBegun, isEnded }, isWide }: { bar: Bar; isWide: boolean }) {
  const mark = markOfTaken([time]);
  const classes = `stay ${mark} ${isBegun ? '' : 'goes-back'} ${isEnded ? '' : 'goes-on'}`;
  return (
    <span className={classes} style={{ '--stay-days': days } as CSSProperties} aria-hidden="true">
      <MarkShape mark={mark} />
      {(isWide || days > 1) && <span className="stay-who">{time.who}</span>}
    </span>
  );
}

const SHOWN = 2;

/** Trips of hours by their times; a narrow cell says how many there are. */
function Hours({ times, zone, isWide }: { times: readonly TakenTime[]; zone: string; isWide: boolean }) {
  const locale = useLocaleTag();
  if (!isWide)
    return times.length === 1 ? (
      <MarkShape mark={markOfTaken(times)} />
    ) : (
      <span aria-hidden="true">{times.length}</span>
    );
  return (
    <span className="day-hours" aria-hidden="true">
      {times.slice(0, SHOWN).map((time) => (
        <span key={time.id} className="day-time">
          <MarkShape mark={markOfTaken([time])} /> {clockText(time.startDate, time, zone, locale)} {time.who}
        </span>
      ))}
      {times.length > SHOWN && <span>+{times.length - SHOWN}</span>}
    </span>
  );
}
