import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { OrderFromHold } from '../../contract/schemas/orders.ts';
import { Hold } from '../../db/entities/index.ts';
import type { BookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import { findBookableGuide } from '../../db/queries/orders/bookable-guide.ts';
import {
  holdGuide,
  insertOrderFromHold,
  type NewOrder,
  type OrderInsert,
} from '../../db/queries/orders/insert-order.ts';
import { type Departure, departureOf, guaranteedSince } from '../../domain/departure.ts';
import {
  type ErrorDetail,
  GuideNotFound,
  GuideUnavailable,
  InvalidParameter,
  ReferenceTaken,
  Unavailable,
} from '../../domain/errors.ts';
import { holdStateAt } from '../../domain/hold.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { findOwnHold, holdForbids } from '../holds/reading.ts';
import { agreedOn, ownProblems, phoneOf, whatItSays } from './booking.ts';
import type { OrderServiceDeps } from './deps.ts';
import { refuseOtherTotal } from './expected-total.ts';
import { insertOf, isTwinInFlight, violates } from './insertion.ts';
import { differences } from './kept-trip.ts';
import type { Keyed } from './repeats.ts';
import { takenBy } from './taken.ts';

const NO_QUOTE: ErrorDetail = {
  path: 'body.quoteId',
  reason: 'conflicting_parameters',
  msg: 'must be left out: the hold has its own price',
};
/** Of which each finds the hold changed since it was read. */
const MAX_ATTEMPTS = 5;

/**
 * Books what a hold keeps, under its terms word for word: whether the guide would be free, active or as cheap today is not
 * asked. Only its studio must still be there, and its questions answered. What this rules out
 * (test/api/holds-booking.test.ts):
 *
 * - Two bookings of one hold: the hold's row is held by the first, and is not `held` any more for the second.
 * - The hold is changed between the reading and the write: the order is written under the terms that were read, or it is read again.
 * - Somebody books the guide while the time passes from the hold to the order: the reservation is renamed, never given up.
 * - The hold's time ends in this moment: who writes the hold first has it.
 * - A repeat is refused, since the time is over meanwhile, and the first try succeeds after it: a refused caller has
 *   waited for the hold's row, and then finds the answer under its key.
 * - Its start was called off while it was held: places that are held do not make it go (docs/guides.md, "Shared trips").
 * @throws GuideUnavailable, HoldNotFound, HoldStateForbids, GuideNotFound, InvalidParameter, PriceChanged, ReferenceTaken, Unavailable
 */
export async function bookHeld(
  deps: OrderServiceDeps,
  keyed: Keyed<OrderFromHold>,
  attemptsLeft = MAX_ATTEMPTS,
): Promise<NewOrder> {
  const { merchant, request } = keyed;
  const em = deps.orm.em.fork();
  const hold = await findOwnHold(em, merchant, request.holdId);
  const realNow = deps.now();
  if (holdStateAt(hold, timeFor(merchant, realNow)) !== 'held')
    throw holdForbids(await whenWritten(deps, hold.id), timeFor(merchant, deps.now()));
  const guide = await findBookableGuide(em, hold.guideId, merchant, timeFor(merchant, realNow));
  if (!guide) throw new GuideNotFound();
  refuseOtherTotal(request.expectedTotal, hold.terms);
  const order = orderOf(keyed, hold, guide, realNow);
  const departure = departureOf(order.trip, order.tripStartAt, order.createdAt);
  const isBooked = await insertBehind(em, departure, hold, insertOf(order, keyed)).catch((error: unknown) => {
    if (violates(error, 'orders_unique_reference')) throw new ReferenceTaken({ cause: error });
    throw isTwinInFlight(error)
      ? new Unavailable('the same request is still being processed', 1, error)
      : error;
  });
  if (!isBooked) {
    const current = await whenWritten(deps, hold.id);
    const at = timeFor(merchant, deps.now());
    if (holdStateAt(current, at) !== 'held') throw holdForbids(current, at);
    await refuseIfCalledOff(em, guide, order, departure, hold.id);
    if (attemptsLeft === 0) throw new Unavailable('the hold is being changed at the same time', 1);
    return await bookHeld(deps, keyed, attemptsLeft - 1);
  }
  deps.holdWorkflows?.announceClock(hold.id);
  return order;
}

/** Whether its departure goes is decided behind the guide's lock; others need not wait for it. */
async function insertBehind(
  em: EntityManager,
  departure: Departure | null,
  hold: Hold,
  insert: Omit<OrderInsert, 'guideVersion'>,
): Promise<boolean> {
  if (!departure?.goesIf) return await insertOrderFromHold(em, hold, insert);
  return await em.transactional(async (tx) => {
    await holdGuide(tx, hold.guideId);
    return await insertOrderFromHold(tx, hold, insert);
  });
}

/** A hold keeps places, and does not make a start go. @throws GuideUnavailable */
async function refuseIfCalledOff(
  em: EntityManager,
  guide: BookableGuide,
  { trip, tripStartAt: startAt, tripEndAt: endAt, guestCount }: NewOrder,
  departure: Departure | null,
  holdId: string,
): Promise<void> {
  if (!departure?.goesIf) return;
  const wanted = { startAt, endAt, details: trip ?? null, guestCount, departure };
  const { obstacles } = await takenBy(em, guide, wanted, holdId);
  if (obstacles.length > 0) throw new GuideUnavailable({ details: obstacles });
}

/** Waits for the transaction that is writing the hold: it may be an earlier try of the same request. */
const whenWritten = (deps: OrderServiceDeps, holdId: string): Promise<Hold> =>
  deps.orm.em
    .fork()
    .transactional((em) => em.findOneOrFail(Hold, holdId, { lockMode: LockMode.PESSIMISTIC_WRITE }));

function orderOf(
  { merchant, request }: Keyed<OrderFromHold>,
  hold: Hold,
  guide: BookableGuide,
  realNow: Date,
): NewOrder {
  const { terms } = hold;
  const contactPhone = phoneOf(merchant, request.contactPhone);
  const problems = [
    ...differences(request, hold, 'differs_from_hold'),
    ...(request.quoteId === undefined ? [] : [NO_QUOTE]),
    ...ownProblems(request, guide, contactPhone, terms.guestCount),
  ];
  if (contactPhone === undefined || problems.length > 0) throw new InvalidParameter(problems);
  const own = whatItSays(merchant, guide, request, contactPhone, realNow);
  const time = { startAt: hold.tripStartAt, endAt: hold.tripEndAt };
  const trip = guaranteedSince(terms.trip, terms.tripDate, guide.tripKinds);
  return { ...agreedOn({ ...terms, trip }, guide, time, own.createdAt), ...own };
}
