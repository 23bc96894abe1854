import { type EntityProperty, type Platform, Type } from '@mikro-orm/core';
import type { DayRange } from '../../domain/availability.ts';
import { addDays } from '../../domain/trip.ts';

/** A `datemultirange` as day ranges with both days included. PostgreSQL merges what overlaps or touches. */
export class DayRangesType extends Type<readonly DayRange[], string> {
  override convertToDatabaseValue(value: readonly DayRange[] | string): string {
    return typeof value === 'string' ? value : toMultirange(value);
  }
  override convertToJSValue(value: string | readonly DayRange[]): readonly DayRange[] {
    return typeof value === 'string' ? parseMultirange(value) : value;
  }
  override getColumnType(_property: EntityProperty, _platform: Platform): string {
    return 'datemultirange';
  }
  override compareAsType(): string {
    return 'string';
  }
}

/** The text that PostgreSQL reads as a datemultirange. */
export function toMultirange(ranges: readonly DayRange[]): string {
  return `{${ranges.map(({ startDate, endDate }) => `[${startDate},${endDate}]`).join(',')}}`;
}

/** A datemultirange as PostgreSQL writes it: `{[2027-05-01,2027-05-03),…}`. */
export function parseMultirange(text: string): DayRange[] {
  return [...text.matchAll(/\[(\d{4}-\d{2}-\d{2}),(\d{4}-\d{2}-\d{2})\)/g)].map(([, first, after]) => ({
    startDate: first!,
    endDate: addDays(after!, -1),
  }));
}
