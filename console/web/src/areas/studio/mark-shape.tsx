/** What a day is, as a shape: they differ without color. */
import type { ReactNode } from 'react';
import { useTexts } from '../../shell/preferences.tsx';
import { MARKS, type Mark } from './marks.ts';

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
  stopped: (
    <path d="M6 1.5a4.5 4.5 0 1 0 .01 0M3 9 9 3" fill="none" stroke="currentColor" strokeWidth="1.5" />
  ),
  limited: (
    <>
      <path d="M2 2h8v8H2Z" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M2 10V2h8Z" fill="currentColor" />
    </>
  ),
};

export function MarkShape({ mark }: { mark: Mark }) {
  return (
    <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      {SHAPES[mark]}
    </svg>
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
