/** A state: one color everywhere, always with its word and its own shape. */
import { useTexts } from '../shell/preferences.tsx';
import './badge.css';

type Color = 'amber' | 'green' | 'blue' | 'grey' | 'red';
type Shape = 'ring' | 'dot' | 'half' | 'check' | 'cross' | 'dash' | 'diamond';

const STYLES = {
  pending: ['amber', 'ring'],
  confirmed: ['green', 'dot'],
  in_progress: ['blue', 'half'],
  completed: ['grey', 'check'],
  cancelled: ['red', 'cross'],
  acknowledged: ['green', 'check'],
  skipped: ['grey', 'dash'],
  abandoned: ['red', 'cross'],
  unsubscribed: ['grey', 'dash'],
  none: ['grey', 'dash'],
  healthy: ['green', 'check'],
  failing: ['red', 'diamond'],
  paused: ['amber', 'dash'],
  open: ['amber', 'ring'],
  issued: ['blue', 'dot'],
  disputed: ['red', 'diamond'],
  paid: ['green', 'check'],
  resolved: ['grey', 'check'],
  active: ['green', 'dot'],
  retired: ['grey', 'dash'],
  suspended: ['red', 'diamond'],
  held: ['amber', 'half'],
  booked: ['green', 'check'],
  released: ['grey', 'dash'],
  expired: ['grey', 'cross'],
  running: ['blue', 'half'],
  done: ['green', 'check'],
  draft: ['grey', 'ring'],
  submitted: ['blue', 'half'],
  approved: ['green', 'check'],
  refused: ['red', 'cross'],
  returned: ['amber', 'diamond'],
  revoked: ['red', 'cross'],
  requested: ['amber', 'ring'],
  accepted: ['green', 'check'],
  declined: ['red', 'cross'],
  withdrawn: ['grey', 'dash'],
  failed: ['red', 'cross'],
  delivered: ['green', 'check'],
} as const satisfies Record<string, readonly [Color, Shape]>;
export type State = keyof typeof STYLES;

const SHAPES: Readonly<Record<Shape, React.ReactNode>> = {
  ring: <circle cx="5" cy="5" r="3.5" fill="none" stroke="currentColor" strokeWidth="2" />,
  dot: <circle cx="5" cy="5" r="4" fill="currentColor" />,
  half: (
    <>
      <circle cx="5" cy="5" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M5 1.5a3.5 3.5 0 0 1 0 7Z" fill="currentColor" />
    </>
  ),
  check: <path d="M1.5 5.5 4 8l4.5-6" fill="none" stroke="currentColor" strokeWidth="2" />,
  cross: <path d="M2 2l6 6M8 2 2 8" fill="none" stroke="currentColor" strokeWidth="2" />,
  dash: <path d="M1.5 5h7" fill="none" stroke="currentColor" strokeWidth="2" />,
  diamond: <path d="M5 .5 9.5 5 5 9.5.5 5Z" fill="currentColor" />,
};

/** `word` where the page has a better one than the common one. */
export function StateBadge({ state, word }: { state: State; word?: string }) {
  const texts = useTexts();
  const [color, shape] = STYLES[state];
  return (
    <span className={`badge ${color}`}>
      <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
        {SHAPES[shape]}
      </svg>
      {word ?? texts.frame.state[state]}
    </span>
  );
}

/** The color of a state, for pictures: the name of its token. */
export function colorOf(state: State): Color {
  return STYLES[state][0];
}
