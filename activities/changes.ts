import { DriverException, type EntityManager } from '@mikro-orm/postgresql';
import { Order, OrderChange, OrderCommand, type OrderEvent } from '../db/entities/index.ts';
import {
  type LockedGuide,
  lockGuide,
  lockOrder,
  moveOctoBooking,
  moveReservation,
  type UnmovedEvent,
  writeUnmoved,
} from '../db/queries/orders/change-order.ts';
import { addDecisions } from '../db/queries/orders/departures.ts';
import { endWaitingChange, findWaitingChange } from '../db/queries/orders/end-change.ts';
import { daysFit } from '../db/queries/orders/keeping.ts';
import { type OrderWithEvents, readWithEvents } from '../db/queries/orders/order-with-events.ts';
import { selectReserved, type WantedTime } from '../db/queries/orders/reservations.ts';
import { type KeptPlaces, keptFrom, keptPlaces } from '../domain/allotment.ts';
import {
  asMember,
  departureOf,
  guaranteedSince,
  hasRoom,
  timeLeft,
  withOwnPlaces,
} from '../domain/departure.ts';
import { isUnconfirmed } from '../domain/keeping.ts';
import {
  type ChangedOrder,
  fieldsChangedBy,
  isOfTrip,
  isOpen,
  outcomeOf,
  policyDateAfter,
  policyStartAfter,
  REPLACED,
} from '../domain/order-change.ts';
import { orderChangeBodies } from '../domain/order-notification.ts';
import { deadlineAfterChange, todayIn } from '../domain/trip.ts';
import { changedTravellers } from '../domain/trip-details.ts';
import type { ChangeRecord, ChangeRefusal, RecordedChange } from '../workflows/contract.ts';
import { actedBy } from './acted-by.ts';
import { dated } from './happening.ts';
import { snapshotWithSchedule } from './order-snapshot.ts';

const EXCLUSION_VIOLATION = '23P01';

/** What is written: the guide as it is held, where the trip changes. */
interface Step {
  readonly record: ChangeRecord;
  readonly change: OrderChange;
  readonly order: Order;
  readonly guide: LockedGuide | undefined;
}

/**
 * Writes a step of a change in one transaction: guide, order, time, event, notifications. Idempotent by its Update's id:
 * it runs again when its workflow task is retried or when it ran out of time, and then finds its work done. What this rules
 * out (test/api/order-changes.test.ts, test/api/order-changes.property.test.ts):
 *
 * - The guide is booked, or its terms are changed, between the check and the write: its row is locked first, and its version compared.
 * - Another change, a move or a refund comes between: the order's row is locked, and its sequence compared.
 * - A moment without any time of the guide, or with twice: the reservation is moved in place.
 */
export async function recordChange(
  em: EntityManager,
  record: ChangeRecord,
  now: () => Date,
): Promise<RecordedChange> {
  try {
    return await em.transactional(async (tx) => await take(tx, record, now));
  } catch (error) {
    const isTaken =
      error instanceof NoRoomInDeparture ||
      (error instanceof DriverException && error.code === EXCLUSION_VIOLATION);
    if (!isTaken) throw error;
    return await refused(em.fork(), record, 'taken');
  }
}

async function take(tx: EntityManager, request: ChangeRecord, now: () => Date): Promise<RecordedChange> {
  const { orderId, changeId, updateId, step } = request;
  const asked = await tx.findOneOrFail(OrderChange, { id: changeId, orderId }, { disableIdentityMap: true });
  const { guideId } = await tx.findOneOrFail(Order, orderId, { disableIdentityMap: true });
  const mayMove = isOfTrip(asked.after) && (step === 'submit' || step === 'accept');
  const guide = mayMove ? await lockGuide(tx, guideId) : undefined;
  await lockOrder(tx, orderId);
  const change = await tx.findOneOrFail(OrderChange, { id: changeId, orderId });
  const { order, events } = await readWithEvents(tx, orderId);
  const record = dated(request, events, now);
  const own = updateId === undefined ? undefined : events.find((event) => event.updateId === updateId);
  if (own)
    return { ...(await snapshotWithSchedule(tx, order, events, record.sequence)), recordedAs: own.sequence };
  const refusal =
    refusalOf({ record, change, order, guide }) ??
    ((await isTooLong(tx, record, change, order)) ? 'stale' : undefined);
  if (refusal)
    return { ...(await snapshotWithSchedule(tx, order, events, record.sequence)), recordedAs: null, refusal };
  return await write(tx, { record, change, order, guide }, events);
}

/** A pending order would have more days than its agency may keep of the guide, which is locked: what was worked out is over. */
async function isTooLong(
  tx: EntityManager,
  { step, occurredAt }: ChangeRecord,
  { after }: OrderChange,
  order: Order,
): Promise<boolean> {
  const { id, guideId, merchantKey, tripDays } = order;
  const isKeeping = step === 'submit' && isUnconfirmed(order);
  if (!isKeeping || after.tripDays === undefined || after.tripDays <= tripDays) return false;
  return !(await daysFit(tx, { guideId, merchantKey, now: new Date(occurredAt) }, after.tripDays, id));
}

/** Judged on locked rows: what the API and the workflow checked may have changed since. */
function refusalOf({ record, change, order, guide }: Step): ChangeRefusal | undefined {
  const { step } = record;
  if (step === 'submit') {
    const isAsItWas = change.status === 'prepared' && order.sequence === change.basedOn;
    const isPriceAsItWas = change.guideVersion === null || change.guideVersion === guide?.version;
    return isAsItWas && isPriceAsItWas ? undefined : 'stale';
  }
  // The agreed price could not consider refunds that the studio made meanwhile.
  const isBelowRefund = (order.refundAmount ?? 0) > (change.after.totalAmount ?? order.totalAmount);
  if (step === 'accept' && isBelowRefund) return 'stale';
  if (change.status !== 'requested' || order.status !== 'confirmed') return 'closed';
  const isExpired = !isOpen(change, order.status, new Date(record.occurredAt));
  return step !== 'expire' && isExpired ? 'expired' : undefined;
}

async function write(tx: EntityManager, step: Step, events: OrderEvent[]): Promise<RecordedChange> {
  const { record, change, order } = step;
  const at = new Date(record.occurredAt);
  const { to, reason } = outcomeOf(record.step, change.answerBy !== null);
  const note = await noteOf(tx, step);
  const before =
    to === 'applied' || to === 'requested' ? await replaceOpen(tx, step, events) : { order, events };
  const sequence = before.order.sequence + 1;
  if (to === 'applied') await apply(tx, step, at);
  Object.assign(order, { sequence, updatedAt: at });
  Object.assign(change, { status: to, sequence, decidedAt: to === 'requested' ? null : at });
  if (to === 'declined') change.answer = note;
  if (to === 'expired') change.endReason = 'unanswered';
  await tx.flush();
  const event = eventOf(step, { reason, sequence, note });
  const history = [...before.events, event];
  const facts = { ...order, waitingChange: await findWaitingChange(tx, order, history) };
  await writeUnmoved(tx, event, orderChangeBodies(facts, history, change), { isAnnounced: true });
  return { ...(await snapshotWithSchedule(tx, order, history, record.sequence)), recordedAs: sequence };
}

/** A new one takes the place of what waits for the studio, unless it is about other things. */
async function replaceOpen(
  tx: EntityManager,
  { record, change, order }: Step,
  events: OrderEvent[],
): Promise<OrderWithEvents> {
  const unchanged = { order, events };
  if (!isOfTrip(change.after)) return unchanged;
  const open = { orderId: order.id, status: 'requested', id: { $ne: change.id } } as const;
  const replaced = await tx.findOne(OrderChange, open);
  if (!replaced) return unchanged;
  // The order's row is locked, so it still has the state that was read.
  return (await endWaitingChange(tx, unchanged, replaced, REPLACED, actedBy(record))) ?? unchanged;
}

/** Changes the order as requested; the deadlines of a pending order start again. */
async function apply(tx: EntityManager, step: Step, at: Date): Promise<void> {
  const { change, order, guide } = step;
  if (guide) keepGuaranteed(change, order, guide);
  const { tripStartAt, tripEndAt, travellers, ...others } = change.after;
  const before = change.before.travellers;
  change.before = fieldsChangedBy(change.after, order);
  if (travellers !== undefined) {
    order.travellers = changedTravellers(order.travellers ?? null, before ?? null, travellers);
  }
  if (tripStartAt !== undefined && tripEndAt !== undefined) {
    const span = { startAt: new Date(tripStartAt), endAt: new Date(tripEndAt) };
    const { trip = order.trip, guestCount = order.guestCount } = change.after;
    await moveTime(tx, order, { ...span, guestCount, trip, kept: keptFromOrder(step, at) }, at);
    if (change.after.tripDate !== undefined) await moveOctoBooking(tx, order.id, change.after.tripDate);
    const policyDate = policyDateAfter(order, change.after.tripDate ?? order.tripDate);
    const policyStartAt = policyStartAfter(order, span.startAt);
    const limitHours = guide?.confirmationHours ?? 0;
    const confirmBy =
      order.status === 'pending'
        ? deadlineAfterChange(order.confirmBy, at, limitHours, span.startAt)
        : order.confirmBy;
    const policy = { policyDate, policyStartAt };
    Object.assign(order, { ...policy, confirmBy, tripStartAt: span.startAt, tripEndAt: span.endAt });
  }
  Object.assign(order, others satisfies Partial<ChangedOrder>);
}

/** What the studio has guaranteed since the change was asked for holds for it, too. */
function keepGuaranteed(change: OrderChange, { tripDate }: Order, { tripKinds }: LockedGuide): void {
  const { after } = change;
  if (!after.trip) return;
  change.after = { ...after, trip: guaranteedSince(after.trip, after.tripDate ?? tripDate, tripKinds) };
}

/** Places of the order's new departure that are kept for other agencies. What the studio itself agrees to, it does not keep. */
function keptFromOrder({ record, change, order, guide }: Step, at: Date): KeptPlaces[] {
  if (record.step !== 'submit' || !guide) return [];
  const { trip = order.trip, tripDate = order.tripDate } = change.after;
  const kept = keptFrom(guide.allotments, order.merchantKey, todayIn(order.timeZone, at));
  return keptPlaces(kept, trip?.tripKindId, tripDate);
}

/**
 * Behind the guide's lock: whether the order's new departure goes with it, and has places for it, can't change meanwhile.
 * @throws NoRoomInDeparture
 */
async function moveTime(
  tx: EntityManager,
  order: Order,
  {
    trip,
    kept,
    ...time
  }: Pick<WantedTime, 'startAt' | 'endAt' | 'guestCount'> &
    Pick<Order, 'trip'> & { readonly kept: readonly KeptPlaces[] },
  at: Date,
): Promise<void> {
  const own = departureOf(order.trip, order.tripStartAt, at);
  const wanted = { ...time, departure: departureOf(trip, time.startAt, at, kept) };
  const departure = asMember(withOwnPlaces(wanted, { ...order, departure: own }), own);
  const { id, guideId, clockAheadMs } = order;
  const moved = { ...time, departure };
  if (departure !== null) {
    const left = timeLeft(moved, await selectReserved(tx, guideId, moved, id));
    if (!hasRoom(left, time.guestCount)) throw new NoRoomInDeparture();
  }
  await moveReservation(tx, { id, guideId }, moved);
  if (departure !== null && departure.id !== own?.id)
    await addDecisions(tx, [{ guideId, startAt: time.startAt, departure, clockAheadMs }]);
}

/** The order was to be moved into a departure that does not go with so few guests, or has too few places for it. */
class NoRoomInDeparture extends Error {
  override name = 'NoRoomInDeparture';
}

/** What the actor wrote: with the change, or with the step (OrderCommand). */
async function noteOf(tx: EntityManager, { record, change }: Step): Promise<string | null> {
  if (record.step === 'submit') return change.note ?? null;
  if (record.updateId === undefined) return null;
  const { orderId, updateId } = record;
  return (await tx.findOne(OrderCommand, { orderId, updateId }))?.note ?? null;
}

function eventOf(
  { record, order }: Step,
  { reason, sequence, note }: Pick<UnmovedEvent, 'reason' | 'sequence' | 'note'>,
): UnmovedEvent {
  const { updateId = null } = record;
  const { id: orderId, status } = order;
  return {
    ...{ orderId, sequence, fromStatus: status, toStatus: status, reason, updateId, note },
    ...actedBy(record),
  };
}

async function refused(
  em: EntityManager,
  { orderId, sequence }: ChangeRecord,
  refusal: ChangeRefusal,
): Promise<RecordedChange> {
  const { order, events } = await readWithEvents(em, orderId);
  return { ...(await snapshotWithSchedule(em, order, events, sequence)), recordedAs: null, refusal };
}
