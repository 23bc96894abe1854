import { createHash } from 'node:crypto';
import { DriverException, type EntityManager } from '@mikro-orm/postgresql';
import { IdempotencyKey, Order } from '../../../db/entities/index.ts';
import {
  type BookableGuide,
  type CommissionTerms,
  findBookableGuides,
} from '../../../db/queries/bookable-guide.ts';
import {
  holdGuide,
  insertOrders,
  type NewOrder,
  type OrderInsert,
} from '../../../db/queries/insert-order.ts';
import {
  GuideNotFound,
  GuideUnavailable,
  IdempotencyKeyReused,
  MerchantKindForbidden,
  ReferenceTaken,
  Unavailable,
} from '../../../domain/errors.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import { toDecimal } from '../../../domain/money.ts';
import { type OrderEventBodies, orderEventBodies } from '../../../domain/order-notification.ts';
import { todayIn } from '../../../domain/trip.ts';
import type { OrderCreate, OrderCreated } from '../../schemas/orders.ts';
import { Batcher } from './batcher.ts';
import { bookingOf } from './booking.ts';
import type { OrderServiceDeps } from './deps.ts';

const UNIQUE_VIOLATION = '23505';
/** Data, integrity, deadlock or serialization; and the limits of statements and of waiting for locks. */
const REFUSED_SQLSTATES = /^(22|23|40)\w{3}$|^57014$|^55P03$/;
/** Only ids that are taken again and again use them up. */
const MAX_ATTEMPTS = 5;
/** One is worked out while PostgreSQL reads and writes the others; more of them would only be smaller. */
const BATCHES = 3;
const BATCH_SIZE = 16;

export interface Intake {
  readonly created: OrderCreated;
  /** True when an earlier request under the same idempotency key did the work. */
  readonly isReplay: boolean;
}

interface KeyedRequest {
  readonly merchant: CallingMerchant;
  readonly request: OrderCreate;
  readonly key: string | undefined;
  readonly requestHash: string;
}

/** Undefined where it has to be tried again. */
type Outcome = { readonly order: NewOrder } | { readonly refusal: unknown } | undefined;

/**
 * Books guides; the database's constraints decide. Orders that come at the same time are written together; what comes to
 * no outcome there is tried alone, with its guide held (docs/decisions/0049). Orders are handed to the starter after the
 * commit; the answer does not wait for Temporal.
 * @returns a function that throws InvalidParameter, GuideForbidden, GuideNotFound, GuideUnavailable,
 *   IdempotencyKeyReused, MerchantKindForbidden, ReferenceTaken
 */
export function createIntake(deps: OrderServiceDeps) {
  const together = new Batcher<KeyedRequest, Outcome>({
    carryOut: (batch) => insertTogether(deps, batch),
    namesOf: ({ merchant, request, key }) => [
      `guide ${request.guideId}`,
      ...(key === undefined ? [] : [`key ${merchant.key} ${key}`]),
      ...(request.uniqueReference ? [`reference ${merchant.key} ${request.clientReference}`] : []),
    ],
    size: BATCH_SIZE,
    batches: BATCHES,
  });
  return async (
    merchant: CallingMerchant,
    request: OrderCreate,
    key: string | undefined,
  ): Promise<Intake> => {
    if (merchant.kind === 'provider')
      throw new MerchantKindForbidden('a provider books for merchants that linked it: send On-Behalf-Of');
    if (merchant.kind === 'studio')
      throw new MerchantKindForbidden('a studio offers guides, it does not book them');
    const keyed = { merchant, request, key, requestHash: hashOf(request) };
    try {
      const outcome = (await together.do(keyed)) ?? (await insertAlone(deps, keyed));
      if ('refusal' in outcome) throw outcome.refusal;
      deps.starter.start(outcome.order);
      return { created: answerOf(outcome.order), isReplay: false };
    } catch (error) {
      const earlier = await findEarlier(deps.orm.em.fork(), keyed);
      if (earlier) return { created: earlier, isReplay: true };
      throw error instanceof ReferenceTaken ? await withHolder(deps.orm.em.fork(), keyed, error) : error;
    }
  };
}

async function insertTogether(
  deps: OrderServiceDeps,
  batch: readonly KeyedRequest[],
): Promise<readonly Outcome[]> {
  try {
    return await insert(deps.orm.em.fork(), deps, batch);
  } catch (error) {
    if (isRefused(error)) return batch.map(() => undefined);
    throw error;
  }
}

/** The guide cannot change meanwhile, so that even one that is edited all the time gets its bookings. */
async function insertAlone(deps: OrderServiceDeps, keyed: KeyedRequest): Promise<NonNullable<Outcome>> {
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
  batch: readonly KeyedRequest[],
): Promise<Outcome[]> {
  const requests = batch.map(({ merchant, request }) => ({ guideId: request.guideId, caller: merchant }));
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
    return result === 'overlaps' ? { refusal: new GuideUnavailable() } : undefined;
  });
}

function check(
  keyed: KeyedRequest,
  guide: BookableGuide | undefined,
  now: Date,
): { readonly insert: OrderInsert } | { readonly refusal: unknown } {
  try {
    if (!guide) throw new GuideNotFound();
    const order = bookingOf(keyed.merchant, guide, keyed.request, now);
    return { insert: orderInsert(order, guide.version, keyed) };
  } catch (refusal) {
    return { refusal };
  }
}

/** The rate that is in effect now is the order's for ever. */
function commissionTerms({ terms, now }: OrderServiceDeps): CommissionTerms {
  return { today: todayIn(terms.timeZone, now()), defaultRate: terms.commissionRate };
}

function orderInsert(
  order: NewOrder,
  guideVersion: number,
  { merchant, key, requestHash }: KeyedRequest,
): OrderInsert {
  const actingKey = merchant.via?.actingKey;
  return {
    order,
    guideVersion,
    bodies: creationBodies(order, actingKey),
    actingKey,
    ...(key === undefined ? {} : { idempotency: { key, requestHash, answer: { ...answerOf(order) } } }),
  };
}

/** PostgreSQL itself gave the statement up, so that none of it is written; of a lost connection nobody knows. */
function isRefused(error: unknown): boolean {
  return error instanceof DriverException && REFUSED_SQLSTATES.test(error.code ?? '');
}

function violates(error: unknown, constraint: string): boolean {
  return error instanceof DriverException && 'constraint' in error && error.constraint === constraint;
}

/** Of what is written with an order only its key and its reference can be there already. */
function isTwinInFlight(error: unknown): boolean {
  return error instanceof DriverException && error.code === UNIQUE_VIOLATION;
}

async function findEarlier(
  em: EntityManager,
  { merchant, key, requestHash }: KeyedRequest,
): Promise<OrderCreated | undefined> {
  if (key === undefined) return undefined;
  const earlier = await em.findOne(IdempotencyKey, { merchantKey: merchant.key, key });
  if (!earlier) return undefined;
  if (earlier.requestHash !== requestHash) throw new IdempotencyKeyReused();
  return earlier.answer as OrderCreated;
}

/** The refusal with the order that has the reference. */
async function withHolder(
  em: EntityManager,
  { merchant, request: { clientReference } }: KeyedRequest,
  cause: ReferenceTaken,
): Promise<ReferenceTaken> {
  const where = { merchantKey: merchant.key, clientReference, isReferenceUnique: true };
  const holder = await em.findOneOrFail(Order, where, { fields: ['id'] });
  return new ReferenceTaken({ data: { orderId: holder.id }, cause });
}

function answerOf(order: NewOrder): OrderCreated {
  return {
    orderId: order.id,
    status: 'pending',
    totalAmount: toDecimal(order.totalAmount, order.currency),
    currency: order.currency,
  };
}

function creationBodies(order: NewOrder, actingKey: string | undefined): OrderEventBodies {
  const created = {
    sequence: 1,
    toStatus: 'pending',
    reason: 'created',
    actorKind: 'merchant',
    actingKey,
    occurredAt: order.createdAt,
  } as const;
  return orderEventBodies({ ...order, status: 'pending', sequence: 1 }, [created]);
}

/** Equal for bodies with equal members, in whatever order and spacing they came. */
function hashOf(request: OrderCreate): string {
  const members = Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify(['order/create', members]))
    .digest('hex');
}
