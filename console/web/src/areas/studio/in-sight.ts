/** On a narrow screen what is shown begins where today is, or the working day: what is before is a swipe away. */
import { useLayoutEffect } from 'react';
import type { View } from './views.ts';

const FIRST_HOUR = 7;

interface Sight {
  readonly view: View;
  readonly days: readonly string[];
  readonly today: string;
  /** That it is where the guides are. */
  readonly hour: number | undefined;
}

export function useInSight(frame: HTMLElement | null, { view, days, today, hour }: Sight): void {
  const [first] = days;
  const firstHour = first === today && hour !== undefined ? Math.max(0, hour - 1) : FIRST_HOUR;
  // Only another view, or other days: who has swiped on stays there while the time goes on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as said
  useLayoutEffect(() => {
    const heads = frame?.querySelectorAll<HTMLElement>('thead th') ?? [];
    const [names] = heads;
    if (!frame || !names) return;
    const column = view === 'day' ? 0 : days.indexOf(today);
    const head = heads[column + 1];
    const from = head && column >= 0 ? head.offsetLeft - names.offsetWidth : 0;
    const hours = view === 'day' && head ? (head.offsetWidth / 24) * firstHour : 0;
    frame.scrollLeft = from + hours;
  }, [frame, view, first, today]);
}
