/**
 * Whether a start goes for which enough guests have to come together (docs/guides.md, "Shared trips"). What this rules out
 * (test/api/departures.test.ts):
 *
 * - Somebody books between the count and what follows from it: it is written behind the guide's lock, and bookings go by what is written.
 * - An order stays behind: what lands later, and was made in time, has the start decided once more.
 * - A start that goes is called off later, since guests have cancelled: the first decision is kept with its orders.
 * - The process dies between two cancellations: who is to be cancelled is written, and each cancellation is one command.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import pMap from 'p-map';
import { Guide, Order } from '../../db/entities/index.ts';
import {
  dropLeastGuests,
  type GuideStart,
  type StartingOrder,
  selectStarting,
} from '../../db/queries/orders/departures.ts';
import { holdGuide } from '../../db/queries/orders/insert-order.ts';
import { markDecided } from '../../db/queries/orders/reservations.ts';
import { goesIfOf, goesWith, guaranteedSince } from '../../domain/departure.ts';
import { OrderStateForbids } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import type { OrderAction, OrderState } from '../../domain/order-state.ts';
import { realTimeOf } from '../../domain/sandbox.ts';
import { type MoveDeps, moveOrder } from './moving.ts';

/** An order that is pending may be confirmed while it is rejected; it is then cancelled as such. */
const MAX_ATTEMPTS = 3;

/** Calls to Temporal at once. */
const CONCURRENCY = 8;

/** How the studio's side cancels an order without a fee. */
const CANCELLED_BY: Partial<Record<OrderState, OrderAction>> = { pending: 'reject', confirmed: 'cancel' };

/**
 * Decides about the orders of a start that are due by their own clocks, and cancels those of a start that does not go.
 * @returns when the next of its orders is due, in real time; undefined where all are decided.
 * @throws Unavailable
 */
export async function decideStart(deps: MoveDeps, start: GuideStart): Promise<Date | undefined> {
  const now = deps.now();
  const em = deps.orm.em.fork();
  const orders = await em.transactional(async (tx) => {
    await holdGuide(tx, start.guideId);
    await decide(tx, start, now);
    return await selectStarting(tx, start);
  });
  await callAllOff(deps, start, orders);
  const open = orders.flatMap((order) => (order.goes === null ? (dueAt(order, start) ?? []) : []));
  return open.toSorted((one, other) => one.getTime() - other.getTime())[0];
}

/** Its orders, under what the studio has guaranteed since they booked. */
async function selectPromised(em: EntityManager, start: GuideStart): Promise<StartingOrder[]> {
  const { tripKinds } = await em.findOneOrFail(Guide, start.guideId);
  const booked = await selectStarting(em, start);
  const orders = booked.map((order) =>
    order.goes === null ? { ...order, trip: guaranteedSince(order.trip, order.tripDate, tripKinds) } : order,
  );
  const guaranteed = orders.filter(({ trip }, index) => trip !== booked[index]!.trip).map(({ id }) => id);
  if (guaranteed.length > 0) await dropLeastGuests(em, guaranteed);
  return orders;
}

async function decide(em: EntityManager, start: GuideStart, now: Date): Promise<void> {
  const departures = Map.groupBy(await selectPromised(em, start), ({ departure }) => departure);
  for (const parties of departures.values()) {
    const isDue = (order: StartingOrder) => order.goes === null && (dueAt(order, start) ?? now) <= now;
    const due = parties.filter(isDue).map(({ id }) => id);
    const coming = parties.filter((party) => party.goes !== false);
    const goes = goesWith(coming.map((party) => ({ ...party, guests: party.guestCount })));
    await markDecided(em, due, goes);
  }
}

/** In real time; undefined for an order that goes anyway. */
function dueAt({ trip, clockAheadMs }: StartingOrder, { startAt }: GuideStart): Date | undefined {
  const goesIf = goesIfOf(trip, startAt);
  return goesIf === null ? undefined : realTimeOf({ clockAheadMs }, goesIf.decidedAt);
}

/** One that fails holds up no other. @throws the first failure: the job is tried again. */
async function callAllOff(
  deps: MoveDeps,
  start: GuideStart,
  orders: readonly StartingOrder[],
): Promise<void> {
  const calledOff = orders.filter((order) => order.goes === false);
  const failures: unknown[] = [];
  const one = (order: StartingOrder) =>
    callOff(deps, start, order).catch((error: unknown) => void failures.push(error));
  await pMap(calledOff, one, { concurrency: CONCURRENCY });
  if (failures.length > 0) throw failures[0];
}

/** Does nothing for an order that has ended, has begun or was moved to another start. */
async function callOff(
  deps: MoveDeps,
  { startAt }: GuideStart,
  { id, departure, trip }: StartingOrder,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const order = await deps.orm.em.fork().findOneOrFail(Order, id);
    const status: OrderState = order.status;
    const action = CANCELLED_BY[status];
    const isMoved = order.tripStartAt.getTime() !== startAt.getTime();
    if (action === undefined || isMoved) return;
    const note = `fewer than ${trip?.leastGuestsToGo} guests came together for this start`;
    try {
      await moveOrder(deps, studioOf(order), id, action, {
        note,
        idempotencyKey: `start ${departure} ${id}`,
      });
      return;
    } catch (error) {
      if (!(error instanceof OrderStateForbids) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** As the studio that agreed to the rule when it offered the trip. */
function studioOf({ studioKey, sandbox }: Order): CallingMerchant {
  return { key: studioKey, kind: 'studio', status: 'active', country: '', sandbox };
}
