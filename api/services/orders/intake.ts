import { createHash } from 'node:crypto';
import { DriverException, type EntityManager } from '@mikro-orm/postgresql';
import { IdempotencyKey } from '../../../db/entities/index.ts';
import { type CommissionTerms, findBookableGuide } from '../../../db/queries/bookable-guide.ts';
import { insertOrder, type NewOrder } from '../../../db/queries/insert-order.ts';
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
import { bookingOf } from './booking.ts';
import type { OrderServiceDeps } from './deps.ts';

const EXCLUSION_VIOLATION = '23P01';
const UNIQUE_VIOLATION = '23505';
/** A guide that changes at each of so many readings is being edited by a machine. */
const MAX_READINGS = 5;

export interface Intake {
  readonly created: OrderCreated;
  /** True when an earlier request under the same idempotency key did the work. */
  readonly isReplay: boolean;
}

/**
 * Books a guide: one statement writes everything, the database's constraints decide (design, chapter 3).
 * The order is handed to the launcher after the commit; the answer does not wait for Temporal.
 * @throws InvalidParameter, GuideForbidden, GuideNotFound, GuideUnavailable, IdempotencyKeyReused,
 *   MerchantKindForbidden
 */
export async function createOrder(
  deps: OrderServiceDeps,
  merchant: CallingMerchant,
  request: OrderCreate,
  key: string | undefined,
): Promise<Intake> {
  if (merchant.kind === 'provider')
    throw new MerchantKindForbidden('a provider books for merchants that linked it: send On-Behalf-Of');
  if (merchant.kind === 'studio')
    throw new MerchantKindForbidden('a studio offers guides, it does not book them');
  const requestHash = hashOf(request);
  const em = deps.orm.em.fork();
  try {
    const order = await insert(em, deps, { merchant, request, key, requestHash });
    deps.launcher.launch(order);
    return { created: answerOf(order), isReplay: false };
  } catch (error) {
    const earlier = key === undefined ? null : await findEarlier(em, merchant, key, requestHash);
    if (earlier) return { created: earlier, isReplay: true };
    throw error;
  }
}

interface KeyedRequest {
  readonly merchant: CallingMerchant;
  readonly request: OrderCreate;
  readonly key: string | undefined;
  readonly requestHash: string;
}

async function insert(em: EntityManager, deps: OrderServiceDeps, keyed: KeyedRequest): Promise<NewOrder> {
  for (let reading = 0; reading < MAX_READINGS; reading++) {
    const { merchant, request } = keyed;
    const guide = await findBookableGuide(em, request.guideId, merchant, commissionTerms(deps));
    if (!guide) throw new GuideNotFound();
    const order = bookingOf(merchant, guide, request, deps.now());
    const isInserted = await tryInsert(em, order, guide.version, keyed);
    if (isInserted) return order;
  }
  throw new Unavailable('the guide is being changed, try again', 1);
}

/** The rate that is in effect now is the order's for ever. */
function commissionTerms({ terms, now }: OrderServiceDeps): CommissionTerms {
  return { today: todayIn(terms.timeZone, now()), defaultRate: terms.commissionRate };
}

async function tryInsert(
  em: EntityManager,
  order: NewOrder,
  guideVersion: number,
  { merchant, key, requestHash }: KeyedRequest,
): Promise<boolean> {
  try {
    return await insertOrder(em, {
      order,
      guideVersion,
      notification: { id: notificationId(order.id, 1), body: creationBody(order) },
      actingKey: merchant.via?.actingKey,
      ...(key === undefined ? {} : { idempotency: { key, requestHash, answer: { ...answerOf(order) } } }),
    });
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
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
  merchant: CallingMerchant,
  key: string,
  requestHash: string,
): Promise<OrderCreated | undefined> {
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

function creationBody(order: NewOrder): string {
  const created = {
    sequence: 1,
    toStatus: 'pending',
    reason: 'created',
    actorKind: 'merchant',
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
