/** Closing days of a guide: refused where live orders or holds have one of them, and then nothing changes. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type AvailabilityBody, MAX_BLOCKED } from '../../contract/schemas/guide-terms.ts';
import type { Guide } from '../../db/entities/index.ts';
import { unknownPart } from '../../db/public-holidays.ts';
import { writeHolidays } from '../../db/queries/guides/holidays.ts';
import { bookedDaysWithin } from '../../db/queries/orders/reservations.ts';
import { toMultirange } from '../../db/types/day-ranges.ts';
import { type DayRange, toRestDays, weekdaysOf, withRange } from '../../domain/availability.ts';
import {
  type ErrorDetail,
  GuideUnavailable,
  InvalidParameter,
  invalidParameter,
} from '../../domain/errors.ts';
import { calendarName } from '../../domain/guide.ts';
import { rangeProblems } from '../../domain/guide-terms.ts';
import { todayIn } from '../../domain/trip.ts';

/** A refusal names so many days at most. */
const NAMED_DAYS = 31;

/**
 * Sets what the body names. The guide's row must be locked.
 * @throws GuideUnavailable where live orders or holds have the days, InvalidParameter
 */
export async function closeDays(
  em: EntityManager,
  guide: Guide,
  body: AvailabilityBody,
  at: Date,
): Promise<void> {
  const { restDays = weekdaysOf(guide.restDays), blocked = guide.blocked, holidays } = body;
  const problems = [...rangeProblems('blocked', body.blocked ?? [], at), ...holidayProblems(holidays)];
  if (problems.length > 0) throw new InvalidParameter(problems);
  const calendar =
    holidays === undefined ? (guide.holidayCalendar ?? null) : holidays && calendarName(holidays);
  if (holidays) await writeHolidays(em, calendarName(holidays), at);
  const closed = { restDays: toRestDays(restDays), blocked: toMultirange(blocked), calendar };
  await refuseBooked(em, guide, closed);
  guide.restDays = closed.restDays;
  guide.blocked = blocked;
  guide.holidayCalendar = calendar;
}

/**
 * Blocks these days as well, as far as they are not over. The guide's row must be locked.
 * @throws GuideUnavailable where live orders or holds have them, InvalidParameter, also where all of them are over
 */
export async function blockDays(em: EntityManager, guide: Guide, asked: DayRange, at: Date): Promise<void> {
  refuseRange(asked, at);
  const range = fromToday(asked, todayIn(guide.timeZone, at));
  const blocked = withRange(guide.blocked, range);
  if (blocked.length > MAX_BLOCKED) {
    const msg = `the guide would have more than ${MAX_BLOCKED} blocked ranges`;
    throw invalidParameter('body', 'limit_reached', msg);
  }
  await refuseBooked(em, guide, { restDays: 0, blocked: toMultirange([range]), calendar: null });
  guide.blocked = blocked;
}

/** What is over cannot be kept free any more. @throws InvalidParameter where nothing is left. */
function fromToday({ startDate, endDate }: DayRange, today: string): DayRange {
  if (endDate >= today) return { startDate: startDate < today ? today : startDate, endDate };
  const msg = `must be today or later, which is ${today} where the guide is`;
  throw invalidParameter('body.endDate', 'past_date', msg);
}

/** @throws InvalidParameter for days that end before they start or lie too far from today. */
export function refuseRange(range: DayRange, at: Date): void {
  const problems = rangeProblems('0', [range], at).map((problem) => ({
    ...problem,
    path: problem.path.replace('body.0.0.', 'body.'),
  }));
  if (problems.length > 0) throw new InvalidParameter(problems);
}

function holidayProblems(holidays: AvailabilityBody['holidays']): ErrorDetail[] {
  const part = holidays ? unknownPart(holidays) : undefined;
  return part === undefined
    ? []
    : [
        {
          path: `body.holidays.${part}`,
          reason: 'unknown_reference',
          msg: 'is none whose holidays are known',
        },
      ];
}

interface Closed {
  readonly restDays: number;
  /** A datemultirange. */
  readonly blocked: string;
  readonly calendar: string | null;
}

async function refuseBooked(em: EntityManager, guide: Guide, closed: Closed): Promise<void> {
  const days = await bookedDaysWithin(em, guide, { ...closed, limit: NAMED_DAYS });
  if (days.length === 0) return;
  const msg = `booked by live orders: ${days.join(', ')}`;
  throw new GuideUnavailable({
    details: [{ path: 'body', reason: 'already_booked', msg, days }],
    data: { bookedDays: days },
  });
}
