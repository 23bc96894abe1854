/** Where times lie on a day, by the guide's clock. */
import { dateFormat } from '../../texts/format.ts';
import type { TakenTime } from './own.ts';

const DAY_MINUTES = 1_440;
/** Of a block on a day: what is shorter could not be pressed. */
const SHORTEST = 30;

/** Minutes from midnight. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

type Time = Pick<TakenTime, 'startDate' | 'endDate' | 'startAt' | 'endAt'>;

/** Of an instant, by the clock there: 120 is two o'clock, also on a day whose clocks change. */
export function minuteIn(timeZone: string): (at: Date) => number {
  const format = dateFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return (at) => {
    const [hours = 0, minutes = 0] = format.format(at).split(':').map(Number);
    return hours * 60 + minutes;
  };
}

/**
 * What of a time lies on that day. Where an hour comes twice, a time may end by the clock before it begins: as any short one it is
 * as long as can be pressed.
 */
export function spanOn(day: string, time: Time, minuteOf: (at: Date) => number): Span {
  const from = time.startDate < day ? 0 : minuteOf(new Date(time.startAt));
  // Midnight ends a day, and is none of its minutes.
  const end = time.endDate > day ? DAY_MINUTES : minuteOf(new Date(time.endAt)) || DAY_MINUTES;
  const to = Math.min(Math.max(end, from + SHORTEST), DAY_MINUTES);
  return { from: Math.min(from, to - SHORTEST), to };
}

/** Beside each other where they overlap: the lane of each, the first that is free when it begins. @param spans in the order of their beginnings. */
export function lanesOf(spans: readonly Span[]): number[] {
  const ends: number[] = [];
  return spans.map(({ from, to }) => {
    const free = ends.findIndex((end) => end <= from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = to;
    return lane;
  });
}

/** `10:00` on the day on which it begins, `–12:30` on another one on which it ends: where the guide is. */
export function clockText(day: string, time: Time, timeZone: string, locale: string): string {
  const format = dateFormat(locale, { timeStyle: 'short', timeZone });
  if (time.startDate === day) return format.format(new Date(time.startAt));
  return time.endDate === day ? `–${format.format(new Date(time.endAt))}` : '';
}

/** `10:00 – 12:30`, where the guide is. */
export function timesText({ startAt, endAt }: Time, timeZone: string, locale: string): string {
  return dateFormat(locale, { timeStyle: 'short', timeZone }).formatRange(new Date(startAt), new Date(endAt));
}
