/** A day in a calendar: its shape, its word, and what a screen reader says. */

import { dayText } from '../../parts/time.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { type DayMark, MARKS, type Mark } from './marks.ts';

/** One shape for each mark, so that they differ without color. */
const SHAPES: Readonly<Record<Mark, React.ReactNode>> = {
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
  readonly guideId: string;
  readonly day: string;
  readonly state: DayMark;
  readonly isSelected: boolean;
  readonly isCursor: boolean;
  readonly isToday: boolean;
  readonly isPast: boolean;
  /** It shows the word. */
  readonly isWide: boolean;
}

export function DayCell(props: CellProps) {
  const { guideId, day, state, isSelected, isCursor, isToday, isPast, isWide } = props;
  const words = useTexts().studio.calendar;
  const locale = useLocaleTag();
  const word = (state.mark === 'holiday' && state.holiday) || words.marks[state.mark];
  const said = `${dayText(day, locale, true)}: ${words.marks[state.mark]}${state.holiday ? `, ${state.holiday}` : ''}`;
  const classes = `day ${state.mark} ${isPast ? 'past' : ''} ${isToday ? 'today' : ''}`;
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid can be chosen
      role="gridcell"
      className={classes}
      data-guide={guideId}
      data-day={day}
      aria-selected={isSelected}
      tabIndex={isCursor ? 0 : -1}
      title={said}
    >
      <span className="hidden">{said}</span>
      {isWide && (
        <span className="day-number" aria-hidden="true">
          {Number(day.slice(8))}
        </span>
      )}
      <MarkShape mark={state.mark} />
      {isWide && state.mark !== 'free' && (
        <span className="day-word" aria-hidden="true">
          {word}
        </span>
      )}
    </td>
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
