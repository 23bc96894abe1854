import { DriverException, type EntityManager } from '@mikro-orm/postgresql';
import type {
  OrderCreate,
  OrderDetail,
  OrderFromHold,
  OrderFromQuote,
} from '../../contract/schemas/orders.ts';
import { Order } from '../../db/entities/index.ts';
import { type BookableGuide, findBookableGuides } from '../../db/queries/orders/bookable-guide.ts';
import {
  holdGuide,
  insertOrders,
  type NewOrder,
  type OrderInsert,
} from '../../db/queries/orders/insert-order.ts';
import { departureOf } from '../../domain/departure.ts';
import {
  GuideNotFound,
  type GuideUnavailable,
  type LimitReached,
  ReferenceTaken,
  Unavailable,
} from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { timeFor } from '../../domain/sandbox.ts';
import type { OrderLine } from '../../lib/operations/order-log.ts';
import { Batcher } from './batcher.ts';
import { refuseOthersThanBuyers } from './bookability.ts';
import { type BookingRequest, bookingOf } from './booking.ts';
import { bookHeld } from './booking-from-hold.ts';
import { commissionTerms } from './commission.ts';
import { answerAgain, type KeptAnswer, viewMade } from './created.ts';
import type { OrderServiceDeps } from './deps.ts';
import { insertOf, isTwinInFlight, violates } from './insertion.ts';
import { tooManyDays } from './keeping.ts';
import type { ReadQuote } from './quote-seal.ts';
import { asQuoted } from './quoted.ts';
import { findEarlier, hashOf, type Keyed } from './repeats.ts';
import { timeTaken } from './taken.ts';

/** Data, integrity, deadlock or serialization; and the limits of statements and of waiting for locks. */
const REFUSED_SQLSTATES = /^(22|23|40)\w{3}$|^57014$|^55P03$/;
/** Only ids that are taken again and again use them up. */
const MAX_ATTEMPTS = 5;
/** One is worked out while PostgreSQL reads and writes the others; more of them would only be smaller. */
const BATCHES = 3;
const BATCH_SIZE = 16;

export interface Intake {
  readonly created: OrderDetail;
  /** True when an earlier request under the same idempotency key did the work. */
  readonly isReplay: boolean;
}

/** Undefined where it has to be tried again. */
type Outcome =
  | { readonly order: NewOrder }
  | { readonly refusal: unknown }
  /** Somebody else has the time. */
  | { readonly taken: NewOrder }
  /** The agency keeps too many of the guide's days. */
  | { readonly crowded: NewOrder }
  | undefined;

/**
 * Books guides; the database's constraints decide. Orders that come at the same time are written together; what comes to
 * no outcome there is tried alone, with its guide held (docs/decisions/0001). Orders are handed to the starter after the
 * commit; the answer does not wait for Temporal.
 * @returns a function, which takes what opens the request's quote, that throws InvalidParameter, GuideForbidden, GuideNotFound,
 *   GuideUnavailable, IdempotencyKeyReused, LimitReached, MerchantKindForbidden, PriceChanged, ReferenceTaken; and what bookHeld throws
 */
export function createIntake(deps: OrderServiceDeps) {
  const together = new Batcher<Keyed<BookingRequest>, Outcome>({
    carryOut: (batch) => insertTogether(deps, batch),
    namesOf: ({ merchant, request, key }) => [
      `guide ${request.guideId}`,
      ...(key === undefined ? [] : [`key ${merchant.key} ${key}`]),
      ...(request.uniqueReference ? [`reference ${merchant.key} ${request.clientReference}`] : []),
    ],
    size: BATCH_SIZE,
    batches: BATCHES,
  });
  const book = async (keyed: Keyed<BookingRequest>): Promise<NewOrder> => {
    const outcome = (await together.do(keyed)) ?? (await insertAlone(deps, keyed));
    if ('refusal' in outcome) throw outcome.refusal;
    if ('taken' in outcome) throw await takenFrom(deps.orm.em.fork(), outcome.taken);
    if ('crowded' in outcome) throw await crowdedBy(deps.orm.em.fork(), outcome.crowded);
    return outcome.order;
  };
  const take = async (
    merchant: CallingMerchant,
    request: OrderCreate | OrderFromHold | OrderFromQuote,
    key: string | undefined,
    readQuote?: ReadQuote,
  ) => {
    refuseOthersThanBuyers(merchant);
    const keyed = { merchant, key, requestHash: hashOf('order/create', request) };
    try {
      const order =
        request.holdId === undefined
          ? await book({ ...keyed, request: asQuoted(request, readQuote, timeFor(merchant, deps.now())) })
          : await bookHeld(deps, { ...keyed, request });
      deps.starter.start(order);
      deps.log?.created(lineOf(order));
      const created = viewMade(order, merchant.via?.actingKey);
      return { created, isReplay: false, isLost: order.sandboxBehaviour === 'time_out' };
    } catch (error) {
      const em = deps.orm.em.fork();
      const earlier = await findEarlier<KeptAnswer>(em, keyed);
      if (earlier) {
        const created = await answerAgain(deps, merchant, request, earlier);
        return { created, isReplay: true, isLost: false };
      }
      throw error instanceof ReferenceTaken
        ? await withHolder(em, merchant, request.clientReference, error)
        : error;
    }
  };
  return async (...call: Parameters<typeof take>): Promise<Intake> => {
    const { isLost, ...intake } = await take(...call);
    // A guide of the sandbox on which clients learn what an answer that never comes means.
    if (isLost) throw new Unavailable(LOST, 1);
    return intake;
  };
}

const LOST = 'it is not known whether the order was made; repeat the request under the same Idempotency-Key';

function lineOf({ id, merchantKey, studioKey, guideId, requestId }: NewOrder): OrderLine {
  const parties = { merchant: merchantKey, studio: studioKey, guide: guideId };
  const event = { status: 'pending', sequence: 1, reason: 'created', actor: 'merchant' };
  return { order: id, ...parties, ...event, requestId };
}

async function insertTogether(
  deps: OrderServiceDeps,
  batch: readonly Keyed<BookingRequest>[],
): Promise<readonly Outcome[]> {
  try {
    return await insert(deps.orm.em.fork(), deps, batch);
  } catch (error) {
    if (isRefused(error)) return batch.map(() => undefined);
    throw error;
  }
}

/** The guide cannot change meanwhile, so that even one that is edited all the time gets its bookings. */
async function insertAlone(
  deps: OrderServiceDeps,
  keyed: Keyed<BookingRequest>,
): Promise<NonNullable<Outcome>> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const [outcome] = await deps.orm.em
      .fork()
      .transactional(async (em) => {
        await holdGuide(em, keyed.request.guideId);
        return await insert(em, deps, [keyed]);
      })
      .catch((error: unknown) => {
        // Its holder has committed: the next attempt sees it.
        if (violates(error, 'orders_unique_reference')) return [undefined];
        throw isTwinInFlight(error)
          ? new Unavailable('the same request is still being processed', 1, error)
          : error;
      });
    if (outcome) return outcome;
  }
  throw new Unavailable('no free order id was found, try again', 1);
}

/** One reading and one statement for all of them. */
async function insert(
  em: EntityManager,
  deps: OrderServiceDeps,
  batch: readonly Keyed<BookingRequest>[],
): Promise<Outcome[]> {
  const requests = batch.map(({ merchant, request: { guideId } }) => {
    return { guideId, caller: merchant, at: timeFor(merchant, deps.now()) };
  });
  const guides = await findBookableGuides(em, requests, commissionTerms(deps));
  const checked = batch.map((keyed, index) => check(keyed, guides[index], deps.now()));
  const results = await insertOrders(
    em,
    checked.flatMap((one) => ('insert' in one ? [one.insert] : [])),
  );
  return checked.map((one) => {
    if ('refusal' in one) return one;
    const { order } = one.insert;
    const result = results.get(order.id);
    if (result === 'written') return { order };
    if (result === 'reference taken') return { refusal: new ReferenceTaken() };
    if (result === 'too many days') return { crowded: order };
    return result === 'overlaps' ? { taken: order } : undefined;
  });
}

function check(
  keyed: Keyed<BookingRequest>,
  guide: BookableGuide | undefined,
  now: Date,
): { readonly insert: OrderInsert } | { readonly refusal: unknown } {
  try {
    if (!guide) throw new GuideNotFound();
    const order = bookingOf(keyed.merchant, guide, keyed.request, now);
    return { insert: { ...insertOf(order, keyed), guideVersion: guide.version } };
  } catch (refusal) {
    return { refusal };
  }
}

/** PostgreSQL itself gave the statement up, so that none of it is written; of a lost connection nobody knows. */
function isRefused(error: unknown): boolean {
  return error instanceof DriverException && REFUSED_SQLSTATES.test(error.code ?? '');
}

/** In a separate query: orders that are written together don't wait for it. */
async function takenFrom(em: EntityManager, order: NewOrder): Promise<GuideUnavailable> {
  const { guideId: id, timeZone, guestCount, trip: details = null } = order;
  const time = { startAt: order.tripStartAt, endAt: order.tripEndAt };
  const departure = departureOf(details, time.startAt, order.createdAt, order.kept);
  return await timeTaken(em, { id, timeZone }, { ...time, details, guestCount, departure });
}

async function crowdedBy(em: EntityManager, order: NewOrder): Promise<LimitReached> {
  const { guideId, merchantKey, createdAt: now } = order;
  return await tooManyDays(em, { guideId, merchantKey, now });
}

/** The refusal with the order that has the reference. */
async function withHolder(
  em: EntityManager,
  merchant: CallingMerchant,
  clientReference: string | undefined,
  cause: ReferenceTaken,
): Promise<ReferenceTaken> {
  const where = { merchantKey: merchant.key, clientReference, isReferenceUnique: true };
  const holder = await em.findOneOrFail(Order, where, { fields: ['id'] });
  return new ReferenceTaken({ data: { orderId: holder.id }, cause });
}
