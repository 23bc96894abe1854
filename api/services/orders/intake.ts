import { createHash } from 'node:crypto';
import { DriverException, type EntityManager } from '@mikro-orm/postgresql';
import { IdempotencyKey } from '../../../db/entities/index.ts';
import {
  type BookableGuide,
  type CommissionTerms,
  findBookableGuide,
  findBookableGuides,
} from '../../../db/queries/bookable-guide.ts';
import {
  holdGuide,
  insertOrder,
  insertOrders,
  type NewOrder,
  type OrderInsert,
} from '../../../db/queries/insert-order.ts';
import {
  GuideNotFound,
  GuideUnavailable,
  IdempotencyKeyReused,
  MerchantKindForbidden,
  Unavailable,
} from '../../../domain/errors.ts';
import { notificationId } from '../../../domain/ids.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import { toDecimal } from '../../../domain/money.ts';
import { notificationBody } from '../../../domain/order-notification.ts';
import { todayIn } from '../../../domain/trip.ts';
import type { OrderCreate, OrderCreated } from '../../schemas/orders.ts';
import { Batcher } from './batcher.ts';
import { bookingOf } from './booking.ts';
import type { OrderServiceDeps } from './deps.ts';

const EXCLUSION_VIOLATION = '23P01';
const UNIQUE_VIOLATION = '23505';
/** Data, integrity, deadlock or serialization; and the statement timeout. */
const REFUSED_SQLSTATES = /^(22|23|40)\w{3}$|^57014$/;
/** Violated where another order of the same millisecond drew the same digits. */
const ORDER_IDS = 'orders_pkey';
/** Only ids that are taken again and again use them up: see insertAlone(). */
const MAX_READINGS = 5;

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

/**
 * Books guides. Orders that come at the same time are written together; what that does not write, for whatever reason, is
 * tried alone, where the database's constraints decide (docs/decisions/0049). Orders are handed to the launcher after the
 * commit; the answer does not wait for Temporal.
 * @returns a function that throws InvalidParameter, GuideForbidden, GuideNotFound, GuideUnavailable,
 *   IdempotencyKeyReused, MerchantKindForbidden
 */
export function createIntake(deps: OrderServiceDeps) {
  const together = new Batcher<KeyedRequest, NewOrder | undefined>({
    carryOut: (batch) => insertTogether(deps, batch),
    namesOf: ({ merchant, request, key }) => [
      `guide ${request.guideId}`,
      ...(key === undefined ? [] : [`key ${merchant.key} ${key}`]),
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
      const order = (await together.do(keyed)) ?? (await insertAlone(deps, keyed));
      deps.launcher.launch(order);
      return { created: answerOf(order), isReplay: false };
    } catch (error) {
      const earlier = await findEarlier(deps.orm.em.fork(), keyed);
      if (earlier) return { created: earlier, isReplay: true };
      throw error;
    }
  };
}

/**
 * One reading and one statement for all of them.
 * @returns undefined for each that was not written.
 */
async function insertTogether(
  deps: OrderServiceDeps,
  batch: readonly KeyedRequest[],
): Promise<readonly (NewOrder | undefined)[]> {
  const em = deps.orm.em.fork();
  const wishes = batch.map(({ merchant, request }) => ({ guideId: request.guideId, caller: merchant }));
  const guides = await findBookableGuides(em, wishes, commissionTerms(deps));
  const inserts = batch.map((keyed, index) => insertIfBookable(keyed, guides[index], deps.now()));
  const written = await insertOrders(
    em,
    inserts.filter((insert) => insert !== undefined),
  ).catch((error: unknown) => {
    if (isRefused(error)) return new Set<string>();
    throw error;
  });
  return inserts.map((insert) => (insert && written.has(insert.order.id) ? insert.order : undefined));
}

/** @returns undefined where guide or request forbid it: alone, it is told why. */
function insertIfBookable(
  keyed: KeyedRequest,
  guide: BookableGuide | undefined,
  now: Date,
): OrderInsert | undefined {
  if (!guide) return undefined;
  try {
    return orderInsert(bookingOf(keyed.merchant, guide, keyed.request, now), guide.version, keyed);
  } catch {
    return undefined;
  }
}

/**
 * One reading and one statement, as a rule. Where the guide has changed in between, it is held from the next reading on,
 * so that even a guide that is edited all the time gets its bookings.
 */
async function insertAlone(deps: OrderServiceDeps, keyed: KeyedRequest): Promise<NewOrder> {
  const em = deps.orm.em.fork();
  let isHeld = false;
  for (let reading = 0; reading < MAX_READINGS; reading++) {
    try {
      const order = await (isHeld ? insertHeld(em, deps, keyed) : readAndInsert(em, deps, keyed));
      if (order) return order;
      isHeld = true;
    } catch (error) {
      if (!isIdTaken(error)) throw refusalOf(error) ?? error;
    }
  }
  throw new Unavailable('no free order id was found, try again', 1);
}

function insertHeld(em: EntityManager, deps: OrderServiceDeps, keyed: KeyedRequest) {
  return em.transactional(async (held) => {
    await holdGuide(held, keyed.request.guideId);
    return await readAndInsert(held, deps, keyed);
  });
}

/** @returns undefined when the guide has changed since it was read, and nothing was written. */
async function readAndInsert(
  em: EntityManager,
  deps: OrderServiceDeps,
  keyed: KeyedRequest,
): Promise<NewOrder | undefined> {
  const { merchant, request } = keyed;
  const guide = await findBookableGuide(em, request.guideId, merchant, commissionTerms(deps));
  if (!guide) throw new GuideNotFound();
  const order = bookingOf(merchant, guide, request, deps.now());
  const isInserted = await insertOrder(em, orderInsert(order, guide.version, keyed));
  return isInserted ? order : undefined;
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
    notification: { id: notificationId(order.id, 1), body: creationBody(order, actingKey) },
    actingKey,
    ...(key === undefined ? {} : { idempotency: { key, requestHash, answer: { ...answerOf(order) } } }),
  };
}

function isIdTaken(error: unknown): boolean {
  return error instanceof DriverException && 'constraint' in error && error.constraint === ORDER_IDS;
}

/** PostgreSQL itself gave the statement up, so that none of it is written; of a lost connection nobody knows. */
function isRefused(error: unknown): boolean {
  return error instanceof DriverException && REFUSED_SQLSTATES.test(error.code ?? '');
}

/** The constraint decides, the code keeps the cause. */
function refusalOf(error: unknown): Error | undefined {
  if (!(error instanceof DriverException)) return undefined;
  if (error.code === EXCLUSION_VIOLATION) return new GuideUnavailable({ cause: error });
  const isTwinInFlight = error.code === UNIQUE_VIOLATION;
  return isTwinInFlight ? new Unavailable('the same request is being carried out', 1, error) : undefined;
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

function answerOf(order: NewOrder): OrderCreated {
  return {
    orderId: order.id,
    status: 'pending',
    totalAmount: toDecimal(order.totalAmount, order.currency),
    currency: order.currency,
  };
}

function creationBody(order: NewOrder, actingKey: string | undefined): string {
  const created = {
    sequence: 1,
    toStatus: 'pending',
    reason: 'created',
    actorKind: 'merchant',
    actingKey,
    occurredAt: order.createdAt,
  } as const;
  return notificationBody({ ...order, status: 'pending', sequence: 1 }, [created]);
}

/** Equal for bodies with equal members, in whatever order and spacing they came. */
function hashOf(request: OrderCreate): string {
  const members = Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify(['order/create', members]))
    .digest('hex');
}
