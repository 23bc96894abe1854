/** Refusals of merchants that would keep too much of a guide without a confirmed order (docs/orders.md, "What one agency may keep"). */
import type { EntityManager } from '@mikro-orm/postgresql';
import { daysFit, firstKeptEnd, heldInVain, type Keeping } from '../../db/queries/orders/keeping.ts';
import type { ReservedTime } from '../../db/queries/orders/reservations.ts';
import { detail, type ErrorDetail, LimitReached } from '../../domain/errors.ts';
import { KEPT_WITHIN_DAYS } from '../../domain/keeping.ts';

/** What to throw where the database refused the days. */
export async function tooManyDays(em: EntityManager, keeping: Keeping): Promise<LimitReached> {
  const { maxUnconfirmedDays, endsAt } = await firstKeptEnd(em, keeping);
  return new LimitReached(secondsUntil(endsAt ?? keeping.now, keeping.now), {
    details: [daysHeld(maxUnconfirmedDays)],
    data: { maxUnconfirmedDays },
  });
}

/** @throws LimitReached where so many days more are too many. */
export async function refuseTooManyDays(em: EntityManager, keeping: Keeping, days: number): Promise<void> {
  if (!(await daysFit(em, keeping, days))) throw await tooManyDays(em, keeping);
}

/** For a pending order that would become so long. */
export async function daysInTheWay(
  em: EntityManager,
  keeping: Keeping,
  days: number,
  orderId: string,
): Promise<ErrorDetail[]> {
  if (await daysFit(em, keeping, days, orderId)) return [];
  return [daysHeld((await firstKeptEnd(em, keeping)).maxUnconfirmedDays)];
}

/** @param seconds for which the time would be held in all. @throws LimitReached */
export async function refuseHeldInVain(
  em: EntityManager,
  keeping: Keeping,
  time: ReservedTime,
  seconds: number,
): Promise<void> {
  const found = await heldInVain(em, keeping, time, seconds);
  if (!found) return;
  const { maxHeldHours, freeAt } = found;
  const msg = `your holds of this time that came to nothing may keep it for ${maxHeldHours} hours within ${KEPT_WITHIN_DAYS} days: book it, or wait`;
  throw new LimitReached(secondsUntil(freeAt, keeping.now), {
    details: [detail('body', 'held_too_long', msg)],
    data: { maxHeldHours },
  });
}

function daysHeld(limit: number): ErrorDetail {
  const msg = `would keep more than ${limit} days of this guide at once without a confirmed order`;
  return detail('body.tripDays', 'guide_days_held', msg);
}

const secondsUntil = (then: Date, now: Date) =>
  Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1_000));
