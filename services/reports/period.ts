import { invalidParameter } from '../../domain/errors.ts';
import { MAX_REPORT_MONTHS, REPORT_WEEKS } from '../../domain/report.ts';
import { addDays, addMonths } from '../../domain/trip.ts';

/** Days of the platform's calendar, both included. */
export interface ReportPeriod {
  readonly from: string;
  readonly to: string;
}

export interface AskedPeriod {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * The period that is asked for; what is left out is until today, and the weeks up to its end.
 * @param ahead days after today that belong to it where nothing is asked for.
 * @throws InvalidParameter where it ends before it starts, or is too long.
 */
export function reportPeriod(given: AskedPeriod, today: string, ahead = 0): ReportPeriod {
  const isUsual = given.from === undefined && given.to === undefined;
  const to = given.to ?? (isUsual ? addDays(today, ahead) : today);
  const from = given.from ?? addDays(mondayOf(given.to ?? today), -7 * (REPORT_WEEKS - 1));
  if (to < from) {
    const [name, msg] = given.to ? ['to', 'must not be before from'] : ['from', `must not be after ${to}`];
    throw invalidParameter(`query.${name}`, 'ends_before_start', msg);
  }
  if (to >= addMonths(from, MAX_REPORT_MONTHS))
    throw invalidParameter(
      'query.to',
      'range_too_long',
      `must be within ${MAX_REPORT_MONTHS} months from ${from}`,
    );
  return { from, to };
}

function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}
