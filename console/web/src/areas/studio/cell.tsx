/** A day in a calendar: its shape, its word, its price, and what a screen reader says. */
import { type CSSProperties, memo, type ReactNode } from 'react';
import { moneyText } from '../../parts/money.tsx';
import { dayText } from '../../parts/time.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { type Bar, barsOf, isOfHours } from './bars.ts';
import type { useDayGrid } from './grid.ts';
import { type DayMark, MARKS, type Mark, markOf, markOfTaken, priceOn } from './marks.ts';
import type { StudioCalendar, TakenTime } from './own.ts';

/** One shape for each mark, so that they differ without color. */
const SHAPES: Readonly<Record<Mark, ReactNode>> = {
  free: <circle cx="6" cy="6" r="1.2" fill="currentColor" />,
  booked: <path d="M2 6.5 4.8 9.5 10 2.5" fill="none" stroke="currentColor" strokeWidth="2" />,
  toConfirm: <circle cx="6" cy="6" r="3.8" fill="none" stroke="currentColor" strokeWidth="2" />,
  held: (
    <>
      <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 2a4 4 0 0 1 0 8Z" fill="currentColor" />
    </>
  ),
  blocked: <path d="M2 2l8 8M10 2 2 10" fill="none" stroke="currentColor" strokeWidth="2" />,
  imported: <path d="M6 1.5v6M3 5l3 3 3-3M2 10.5h8" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  holiday: <path d="M6 1 11 6 6 11 1 6Z" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  rest: <path d="M2 6h8" fill="none" stroke="currentColor" strokeWidth="2" />,
};

function MarkShape({ mark }: { mark: Mark }) {
  return (
    <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      {SHAPES[mark]}
    </svg>
  );
}

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
  const said = useWords(calendar, day, state);
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

interface CellsProps {
  readonly calendar: StudioCalendar;
  /** Days that follow each other. */
  readonly days: readonly string[];
  readonly chosen: Pick<ReturnType<typeof useDayGrid>, 'isSelected' | 'isCursor'>;
  readonly isWide: boolean;
}

/** A row of days, with the bars over them. */
export function DayCells({ calendar, days, chosen, isWide }: CellsProps) {
  const { guideId } = calendar;
  const bars = barsOf(calendar, days);
  return days.map((day) => (
    <DayCell
      key={day}
      calendar={calendar}
      day={day}
      bar={bars.from.get(day)}
      isCovered={bars.days.has(day)}
      isSelected={chosen.isSelected({ guideId, day })}
      isCursor={chosen.isCursor({ guideId, day })}
      isWide={isWide}
    />
  ));
}

/** `Mon 3 May 2027: Booked, Ada Lovelace`. */
function useWords(calendar: StudioCalendar, day: string, { mark, holiday, taken }: DayMark): string {
  const words = useTexts().studio.calendar;
  const locale = useLocaleTag();
  const price = mark === 'free' && day >= calendar.today ? priceOn(calendar, day) : undefined;
  const facts = [
    words.marks[mark],
    holiday,
    ...taken.map(({ who }) => who),
    price === undefined ? undefined : moneyText(price, calendar.currency, locale),
  ];
  return `${dayText(day, locale, true)}: ${facts.filter(Boolean).join(', ')}`;
}

/** The day's number, and what a free day costs. */
function DayHead({ calendar, day, state }: { calendar: StudioCalendar; day: string; state: DayMark }) {
  const locale = useLocaleTag();
  const price = state.mark === 'free' && day >= calendar.today ? priceOn(calendar, day) : undefined;
  return (
    <span className="day-head" aria-hidden="true">
      <span className="day-number">{Number(day.slice(8))}</span>
      {price !== undefined && (
        <span className="day-price">{roundMoneyText(price, calendar.currency, locale)}</span>
      )}
    </span>
  );
}

/** Without `.00`, for which a cell has no room. */
function roundMoneyText(amount: number, currency: string, locale: string): string {
  const format = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const;
  return new Intl.NumberFormat(locale, format).format(amount);
}

function MarkWord({ state }: { state: DayMark }) {
  const words = useTexts().studio.calendar;
  return (
    <span className="day-word" aria-hidden="true">
      {(state.mark === 'holiday' && state.holiday) || words.marks[state.mark]}
    </span>
  );
}

/** Somebody's days, over the cells of all of them. */
function StayBar({ bar: { time, days, isBegun, isEnded }, isWide }: { bar: Bar; isWide: boolean }) {
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
  const format = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: zone });
  return (
    <span className="day-hours" aria-hidden="true">
      {times.slice(0, SHOWN).map((time) => (
        <span key={time.id} className="day-time">
          <MarkShape mark={markOfTaken([time])} /> {format.format(new Date(time.startAt))} {time.who}
        </span>
      ))}
      {times.length > SHOWN && <span>+{times.length - SHOWN}</span>}
    </span>
  );
}

/** What the shapes mean. */
export function Legend() {
  const words = useTexts().studio.calendar;
  return (
    <ul className="legend" aria-label={words.legend}>
      {MARKS.map((mark) => (
        <li key={mark} className={`day ${mark}`}>
          <MarkShape mark={mark} /> {words.marks[mark]}
        </li>
      ))}
    </ul>
  );
}
