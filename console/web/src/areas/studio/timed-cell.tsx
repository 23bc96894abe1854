/** A day with its trips by the clock: a cell of a week, and a day by its hours. */
import { Link } from '@tanstack/react-router';
import { type CSSProperties, memo, type ReactNode } from 'react';
import { exact } from '../../parts/time.tsx';
import { useAddress } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { type Bar, isOfHours } from './bars.ts';
import { cellsOf, DayPrice, MarkWord, StayBar, useDayWords } from './cell.tsx';
import type { Choice } from './grid.ts';
import { clockText, lanesOf, minuteIn, spanOn, timesText } from './hours.ts';
import { MarkShape } from './mark-shape.tsx';
import { type DayMark, markOf, markOfTaken } from './marks.ts';
import type { StudioCalendar, TakenTime } from './own.ts';

interface CellProps {
  readonly calendar: StudioCalendar;
  readonly day: string;
  readonly isSelected: boolean;
  readonly isCursor: boolean;
}

interface WeekCellProps extends CellProps {
  /** The bar that begins here. */
  readonly bar: Bar | undefined;
  /** A bar goes over it. */
  readonly isCovered: boolean;
}

const SHOWN = 2;

const WeekCell = memo(function WeekCell({ bar, isCovered, ...cell }: WeekCellProps) {
  const { calendar, day, isCursor } = cell;
  const state = markOf(calendar, day);
  const hours = state.taken.filter(isOfHours);
  const shown = hours.slice(0, hours.length > SHOWN ? SHOWN - 1 : SHOWN);
  return (
    <TimedCell {...cell} state={state} linked={hours} more={isCovered ? 'covered' : ''}>
      {bar && <StayBar bar={bar} isWide />}
      {!isCovered && hours.length === 0 && state.mark !== 'free' && <Closed state={state} />}
      <DayPrice calendar={calendar} day={day} state={state} />
      {shown.map((time) => (
        <Trip key={time.id} className="trip-line" {...{ time, calendar, day, isCursor }} />
      ))}
      {hours.length > shown.length && <span className="trip-line">+{hours.length - shown.length}</span>}
      {hours.length > 0 && <Track times={hours} day={day} zone={calendar.timeZone} />}
    </TimedCell>
  );
});

interface DayProps {
  readonly calendar: StudioCalendar;
  readonly day: string;
  readonly choice: Choice | undefined;
}

/** A week of a guide, with the bars over its days. */
export function WeekCells(row: Parameters<typeof cellsOf>[0]) {
  return cellsOf(row).map((cell) => <WeekCell key={cell.day} {...cell} />);
}

/** A day of a guide by its hours. @param now an instant (ms), where that day is today. */
export function HoursCell({ calendar, day, choice, now }: DayProps & { now: number | undefined }) {
  const state = markOf(calendar, day);
  const minuteOf = minuteIn(calendar.timeZone);
  const spans = state.taken.map((time) => spanOn(day, time, minuteOf));
  const lanes = lanesOf(spans);
  const count = Math.max(0, ...lanes) + 1;
  const isCursor = choice?.cursor === day;
  return (
    <TimedCell
      {...{ calendar, day, state, isCursor }}
      isSelected={choice?.days.includes(day) ?? false}
      linked={state.taken}
      more={state.taken.length > 0 ? 'hours covered' : 'hours'}
      style={openingOf(calendar)}
    >
      {state.taken.length === 0 && state.mark !== 'free' && <Closed state={state} />}
      {state.taken.map((time, index) => (
        <Trip
          key={time.id}
          className={`trip-block ${markOfTaken([time])} ${count > 1 ? 'is-thin' : ''}`}
          style={styleOf({ ...spans[index]!, lane: lanes[index]!, lanes: count })}
          {...{ time, calendar, day, isCursor }}
        />
      ))}
      {now !== undefined && (
        <span className="now-line" style={styleOf({ from: minuteOf(new Date(now)) })} aria-hidden="true" />
      )}
    </TimedCell>
  );
}

interface TimedProps extends CellProps {
  readonly state: DayMark;
  /** Those who have a link of their own in it. */
  readonly linked: readonly TakenTime[];
  readonly more: string;
  readonly style?: CSSProperties | undefined;
  readonly children: ReactNode;
}

function TimedCell(props: TimedProps) {
  const { calendar, day, state, linked, isSelected, isCursor, more, style, children } = props;
  const { guideId, today } = calendar;
  const said = useDayWords(
    calendar,
    day,
    state,
    state.taken.filter((time) => !linked.includes(time)),
  );
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid can be chosen
      role="gridcell"
      className={`day ${state.mark} ${day < today ? 'past' : ''} ${day === today ? 'today' : ''} ${more}`}
      data-guide={guideId}
      data-day={day}
      aria-selected={isSelected}
      tabIndex={isCursor ? 0 : -1}
      style={style}
    >
      <span className="hidden">{said}</span>
      {children}
    </td>
  );
}

function Closed({ state }: { state: DayMark }) {
  return (
    <span className="day-closed">
      <MarkShape mark={state.mark} /> <MarkWord state={state} />
    </span>
  );
}

interface TripProps {
  readonly time: TakenTime;
  readonly calendar: StudioCalendar;
  readonly day: string;
  readonly className: string;
  readonly style?: CSSProperties;
  /** Tab leads into the cell that has the cursor, and into no other. */
  readonly isCursor: boolean;
}

/** When and who, which leads to its order; a hold has none. */
function Trip({ time, calendar, day, className, style, isCursor }: TripProps) {
  const words = useTexts().studio.calendar;
  const locale = useLocaleTag();
  const address = useAddress();
  const mark = markOfTaken([time]);
  const times = time.wholeDays ? '' : timesText(time, calendar.timeZone, locale);
  const when = time.wholeDays ? '' : clockText(day, time, calendar.timeZone, locale);
  const { departure } = time;
  const places = departure === null ? '' : words.places(departure.taken, departure.capacity);
  const { goesIf = null } = departure ?? {};
  const needs = goesIf === null ? '' : words.needs(goesIf.leastGuests);
  const decided =
    goesIf === null ? '' : words.decided(exact(new Date(goesIf.decidedAt), locale, calendar.timeZone));
  const isSilent = when === '' && time.who === '';
  const content = (
    <>
      <MarkShape mark={mark} />{' '}
      <span className="trip-text">
        <span className={isSilent ? undefined : 'hidden'}>{words.marks[mark]}</span>
        {when !== '' && <span className={departure === null ? undefined : 'shared-when'}>{when}</span>}{' '}
        {departure !== null && (
          <span>
            <span aria-hidden="true">
              {departure.taken}/{departure.capacity}
              {goesIf && ` ${words.atLeast(goesIf.leastGuests)}`}
            </span>
            <span className="hidden">{[places, needs].filter(Boolean).join(', ')}</span>
          </span>
        )}{' '}
        {time.who !== '' && <span>{time.who}</span>}
      </span>
    </>
  );
  const title = [words.marks[mark], times, time.who, places, needs, decided].filter(Boolean).join(', ');
  const look = { className, title, ...(style && { style }) };
  if (time.status === null) return <span {...look}>{content}</span>;
  return (
    <Link to={address(`/orders/${time.id}`)} {...look} tabIndex={isCursor ? 0 : -1} draggable={false}>
      {content}
    </Link>
  );
}

/** Trips of hours as bars where they lie on the day. */
function Track({ times, day, zone }: { times: readonly TakenTime[]; day: string; zone: string }) {
  const minuteOf = minuteIn(zone);
  return (
    <span className="day-track" aria-hidden="true">
      {times.map((time) => (
        <span
          key={time.id}
          className={`day-span ${markOfTaken([time])}`}
          style={styleOf({ ...spanOn(day, time, minuteOf) })}
        />
      ))}
    </span>
  );
}

/** Hours in which trips are offered; the others are shaded. */
function openingOf({ hours }: StudioCalendar): CSSProperties | undefined {
  return hours === null ? undefined : styleOf({ opens: hours.from, closes: hours.to });
}

/** Minutes and lanes, for calendar.css. */
const styleOf = (values: Readonly<Record<string, number>>): CSSProperties =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, value]));
