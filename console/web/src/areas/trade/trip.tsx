/** A trip in words: when it is, how long, who comes. */
import type { ReactNode } from 'react';
import { dayText } from '../../parts/time.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import type { Texts } from '../../texts/index.ts';

interface TripFacts {
  readonly tripDate: string;
  readonly tripDays: number;
  readonly tripKindName?: string | null;
  readonly startTime?: string | null;
}

/** `Sat, 1 May 2027 · 2 days`, or `Sat, 1 May 2027 at 09:00 · Half a day`. */
function tripText(trip: TripFacts, words: Texts['trade']['trip'], locale: string): string {
  const day = dayText(trip.tripDate, locale, true);
  if (trip.startTime) return `${day} ${words.at} ${trip.startTime} · ${trip.tripKindName ?? ''}`;
  return `${day} · ${words.days(trip.tripDays)}`;
}

export function TripText({ trip }: { trip: TripFacts }): ReactNode {
  const words = useTexts().trade.trip;
  const locale = useLocaleTag();
  return <span className="numbers">{tripText(trip, words, locale)}</span>;
}

interface GuestFacts {
  readonly guestCount: number;
  readonly guests: readonly {
    readonly kind: keyof Texts['trade']['trip']['kinds'];
    readonly count: number;
  }[];
}

/** `4 guests: 2 adults, 2 children`. */
export function guestsText({ guestCount, guests }: GuestFacts, words: Texts['trade']['trip']): string {
  const total = words.guests(guestCount);
  if (guests.length === 0) return total;
  return `${total}: ${guests.map(({ kind, count }) => words.kinds[kind](count)).join(', ')}`;
}
