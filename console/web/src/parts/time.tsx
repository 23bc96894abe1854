/** Instants and spans: relative at first sight, exact on hover and focus; the guide's time and the viewer's are distinguished. */
import { useEffect, useState } from 'react';
import { useLocaleTag, useTexts } from '../shell/preferences.tsx';
import type { Texts } from '../texts/index.ts';
import './time.css';
import { dateFormat, ownTimeZone, relativeFormat } from '../texts/format.ts';

const DAY_S = 86_400;
const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', DAY_S],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** `3 hr. ago`, `tomorrow`, `in 5 weeks`: days and longer in whole words, and "next month" is no answer to "when". */
export function relative(at: Date, now: Date, locale: string): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1_000);
  const [unit, length] = UNITS.find(([, one]) => Math.abs(seconds) >= one) ?? ['second', 1];
  const numeric = unit === 'day' || unit === 'second' ? 'auto' : 'always';
  const style = length >= DAY_S ? 'long' : 'short';
  return relativeFormat(locale, { numeric, style }).format(Math.trunc(seconds / length), unit);
}

const MINUTES = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;

/** `22 Nov 2026, 12:40` in that zone; without one in the viewer's, which is named: `22 Nov 2026, 12:40 CET`. */
export function exact(at: Date, locale: string, timeZone?: string): string {
  const zone = timeZone === undefined ? ({ timeZoneName: 'short' } as const) : { timeZone };
  return dateFormat(locale, { ...MINUTES, ...zone }).format(at);
}

/** In that zone, and in the viewer's if the time there differs (zones of different names may agree). */
function inBoth(at: Date, zone: string, locale: string, words: Texts['frame']['time']): string {
  // "In UTC" is nowhere.
  if (zone === 'UTC' && ownTimeZone() === 'UTC') return exact(at, locale);
  const there = exact(at, locale, zone);
  const here = exact(at, locale, ownTimeZone());
  return `${there} ${words.in(cityOf(zone))}${here === there ? '' : ` · ${here} ${words.yours}`}`;
}

/** `Lisbon` of `Europe/Lisbon`. */
export function cityOf(zone: string): string {
  return zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
}

interface WhenProps {
  /** RFC 3339. */
  readonly at: string;
  /** The guide's zone, where the instant is one of a trip. */
  readonly zone?: string | undefined;
  /** Show the exact time at once. */
  readonly isExact?: boolean;
  /** It lies in the past by its merchant's clock, which in the sandbox may be ahead: "in 4 days" would be no answer. */
  readonly hasHappened?: boolean;
}

/** An instant. With a zone other than the viewer's both times are shown. */
export function When({ at, zone, isExact = false, hasHappened = false }: WhenProps) {
  const locale = useLocaleTag();
  const words = useTexts().frame.time;
  const now = useNow(60_000);
  const date = new Date(at);
  const full = zone === undefined ? exact(date, locale) : inBoth(date, zone, locale, words);
  if (isExact || (hasHappened && date.getTime() > now.getTime() + 60_000))
    return <time dateTime={at}>{full}</time>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time is shown on focus too
    <span className="when" tabIndex={0}>
      <time dateTime={at}>{relative(date, now, locale)}</time>
      <span className="when-exact">{full}</span>
    </span>
  );
}

/** A calendar day without a time (`YYYY-MM-DD`), which no zone moves. */
export function Day({ date, weekday = false }: { date: string; weekday?: boolean }) {
  const locale = useLocaleTag();
  return <time dateTime={date}>{dayText(date, locale, weekday)}</time>;
}

export function dayText(date: string, locale: string, weekday = false): string {
  const parts = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  const format = dateFormat(locale, { ...parts, ...(weekday && { weekday: 'short' }) });
  return format.format(new Date(`${date}T00:00:00Z`));
}

/** The time now, updated every so often (ms). */
export function useNow(every: number): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}

interface CountdownProps {
  /** RFC 3339. */
  readonly until: string;
  /** After a verb: `in 2 h 10 min` for `2 h 10 min left`. */
  readonly isWithin?: boolean;
}

/** The time until an instant, counting down; amber below an hour, red when it is over. */
export function Countdown({ until, isWithin = false }: CountdownProps) {
  const words = useTexts().frame.time;
  const now = useNow(1_000);
  const seconds = Math.round((new Date(until).getTime() - now.getTime()) / 1_000);
  const span = spanText(Math.abs(seconds), words);
  const isOver = seconds < 0;
  const urgency = isOver ? 'over' : seconds < 3_600 ? 'soon' : '';
  return (
    <time className={`countdown ${urgency}`} dateTime={until} role="timer">
      {isOver ? words.over(span) : (isWithin ? words.within : words.left)(span)}
    </time>
  );
}

interface SpanWords {
  readonly days: (count: number) => string;
  readonly hours: string;
  readonly minutes: string;
  readonly seconds: string;
}

/** `2 h 10 min`, `3 days 4 h`, `45 s`. */
export function spanText(seconds: number, words: SpanWords): string {
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  if (days > 0) return `${words.days(days)} ${hours} ${words.hours}`;
  if (hours > 0) return `${hours} ${words.hours} ${minutes} ${words.minutes}`;
  if (minutes > 0) return `${minutes} ${words.minutes}`;
  return `${seconds % 60} ${words.seconds}`;
}
