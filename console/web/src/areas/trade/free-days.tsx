/** A month of a guide: which days are free and what they cost. Taken days can be chosen too: to wait for them. */
import { type CalendarDate, endOfMonth, parseDate, startOfMonth, today } from '@internationalized/date';
import { createContext, useContext, useState } from 'react';
import { Calendar, CalendarCell, RangeCalendar } from 'react-aria-components';
import { useOperation } from '../../api/queries.ts';
import type { Data } from '../../api/types.ts';
import { CalendarMonth } from '../../parts/calendar-month.tsx';
import { addDays } from '../../parts/days.ts';
import { dayText } from '../../parts/time.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useHere } from '../../shell/session.ts';
import '../../parts/date-fields.css';
import { numberFormat } from '../../texts/format.ts';
import { bookableDays, type GuideDetail, type TripChoice } from './trip-choice.ts';

type Day = Data<'getGuideCalendars'>['list'][number]['days'][number];

/** domain/trip.ts: how far ahead a trip may start. */
const HORIZON_MONTHS = 18;

interface FreeDaysProps {
  readonly guide: GuideDetail;
  readonly choice: TripChoice;
  readonly onChange: (choice: TripChoice) => void;
}

const DaysOfMonth = createContext<ReadonlyMap<string, Day>>(new Map());

export function FreeDays({ guide, choice, onChange }: FreeDaysProps) {
  const words = useTexts().trade.guide;
  const first = today(guide.timeZone);
  const [month, setMonth] = useState(() => (choice.tripDate === '' ? first : parseDate(choice.tripDate)));
  const days = useMonth(guide.guideId, month, first);
  const common = {
    'aria-label': words.calendar,
    minValue: first,
    maxValue: first.add({ months: HORIZON_MONTHS }),
    focusedValue: month,
    onFocusChange: setMonth,
  };
  return (
    <DaysOfMonth value={days}>
      {choice.tripKindId === '' ? (
        <RangeCalendar
          {...common}
          className="free-days"
          value={rangeOf(choice)}
          onChange={({ start, end }) =>
            onChange({
              ...choice,
              tripDate: start.toString(),
              tripDays: bookableDays(guide, end.compare(start) + 1),
            })
          }
        >
          <CalendarMonth cell={dayCell} />
        </RangeCalendar>
      ) : (
        <Calendar
          {...common}
          className="free-days"
          value={choice.tripDate === '' ? null : parseDate(choice.tripDate)}
          onChange={(day) => onChange({ ...choice, tripDate: day.toString() })}
        >
          <CalendarMonth cell={dayCell} />
        </Calendar>
      )}
      <Legend />
      <p className="soft" aria-live="polite">
        <FocusedDay day={days.get(month.toString())} />
      </p>
    </DaysOfMonth>
  );
}

function rangeOf({ tripDate, tripDays }: TripChoice) {
  if (tripDate === '') return null;
  return { start: parseDate(tripDate), end: parseDate(addDays(tripDate, tripDays - 1)) };
}

/** The days of the month that is shown, from today on. */
function useMonth(guideId: string, month: CalendarDate, first: CalendarDate): ReadonlyMap<string, Day> {
  const from = startOfMonth(month);
  const query = {
    guideIds: guideId,
    from: (from.compare(first) < 0 ? first : from).toString(),
    to: endOfMonth(month).toString(),
  };
  const horizon = first.add({ months: HORIZON_MONTHS }).toString();
  const asked = { ...query, to: query.to > horizon ? horizon : query.to };
  const calendar = useOperation(useHere(), 'getGuideCalendars', { query: asked });
  return new Map(calendar.data?.list[0]?.days.map((day) => [day.date, day]));
}

const dayCell = (date: CalendarDate) => <DayCell date={date} />;

function DayCell({ date }: { date: CalendarDate }) {
  const day = useContext(DaysOfMonth).get(date.toString());
  const locale = useLocaleTag();
  const price = day && (day.state === 'available' || day.state === 'partly') ? day.dayPrice : undefined;
  return (
    <CalendarCell date={date} className={`calendar-cell free-day ${day?.state ?? ''}`}>
      <span>{date.day}</span>
      {/* A hint of the price: screen readers read the day's name, and the quote has the price. */}
      <span
        className="free-day-price"
        data-price={price === undefined ? '' : numberFormat(locale).format(price)}
      />
    </CalendarCell>
  );
}

const STATES = ['available', 'partly', 'booked', 'closed'] as const;

function Legend() {
  const words = useTexts().trade.guide;
  return (
    <ul className="row free-legend">
      {STATES.map((state) => (
        <li key={state} className="row">
          <span className={`free-mark ${state}`} aria-hidden="true" /> {words.days[state]}
        </li>
      ))}
    </ul>
  );
}

/** In words, for those who don't see colors. */
function FocusedDay({ day }: { day: Day | undefined }) {
  const words = useTexts().trade.guide;
  const locale = useLocaleTag();
  if (!day) return null;
  return (
    <>
      {dayText(day.date, locale, true)}: {words.days[day.state]}
      {day.holiday && ` (${day.holiday})`}
    </>
  );
}
