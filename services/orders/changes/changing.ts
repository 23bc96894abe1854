import { type EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import type { Changed, OrderChange as OrderChangeRequest } from '../../../contract/schemas/order-changes.ts';
import { type Order, OrderChange } from '../../../db/entities/index.ts';
import { GuideUnavailable, OrderStateForbids, RequestInProgress } from '../../../domain/errors.ts';
import { newChangeId } from '../../../domain/ids.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import { fieldsChangedBy, MAX_CHANGES } from '../../../domain/order-change.ts';
import { timeFor } from '../../../domain/sandbox.ts';
import { CommandRefusedError } from '../../../lib/temporal/calling.ts';
import type { ChangeResult } from '../../../workflows/contract.ts';
import type { OrderServiceDeps } from '../deps.ts';
import { refuseOtherTotal } from '../expected-total.ts';
import { haveFollow } from '../following.ts';
import { forbids } from '../moving.ts';
import { findVisibleOrder } from '../reading.ts';
import { actorOf, refuseOtherThan } from './parties.ts';
import { type ChangePlan, planChange } from './plan.ts';
import { readChanged } from './reading.ts';
import { changeTaken } from './taken.ts';

/** Only an order that is changed all the time, or whose guide is, uses them up. */
const MAX_ATTEMPTS = 3;
const RETRY_AFTER_SECONDS = 2;
/** As long as an `Idempotency-Key` holds. */
const KEY_LIFETIME_MS = 86_400_000;

/**
 * Changes an order, or asks its studio to agree, through the order's workflow. What the merchant wrote waits in the
 * database under the change's id, so that none of it passes through Temporal.
 * @throws OrderNotFound, MerchantKindForbidden, InvalidParameter, OrderStateForbids, GuideUnavailable, PriceChanged, Unavailable
 */
export async function changeOrder(
  deps: OrderServiceDeps,
  merchant: CallingMerchant,
  orderId: string,
  request: OrderChangeRequest,
): Promise<Changed> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const em = deps.orm.em.fork();
    const { order } = await findVisibleOrder(em, merchant, orderId);
    refuseOtherThan('merchant', order, merchant);
    const changeId = await change(deps, em, merchant, order, request);
    if (changeId !== undefined) {
      return await readChanged(deps.orm.em.fork(), merchant, orderId, changeId, deps.now());
    }
  }
  throw new OrderStateForbids(
    'the order or its guide is being changed at the same time: read it again and repeat',
  );
}

/**
 * What an earlier try of the same request has prepared is submitted again, whatever the order has become: only its workflow knows what
 * came of it.
 * @returns undefined where the order or its guide have become others meanwhile.
 */
async function change(
  deps: OrderServiceDeps,
  em: EntityManager,
  merchant: CallingMerchant,
  order: Order,
  request: OrderChangeRequest,
): Promise<string | undefined> {
  const earlier = await findEarlier(em, merchant, order.id, deps.now());
  if (earlier !== null && earlier.status !== 'prepared') {
    await haveFollow(em, order.id);
    return earlier.id;
  }
  const change = earlier ?? (await prepare(deps, em, merchant, order, request));
  const { refusal } = await submit(deps, merchant, order, change.id);
  if (refusal === undefined) return change.id;
  await forget(deps, change.id);
  if (refusal === 'taken')
    throw await changeTaken(deps.orm.em.fork(), order, change.after, timeFor(order, deps.now()));
  return undefined;
}

async function submit(
  deps: OrderServiceDeps,
  merchant: CallingMerchant,
  order: Order,
  changeId: string,
): Promise<Pick<ChangeResult, 'refusal'>> {
  try {
    // A change is submitted once: its id is the Update's, too.
    const command = {
      changeId,
      step: 'submit',
      updateId: changeId,
      actor: actorOf('merchant', merchant),
    } as const;
    return await deps.gateway.change(order, command);
  } catch (error) {
    if (!(error instanceof CommandRefusedError)) throw error;
    // Not so where an earlier try got through.
    if ((await forget(deps, changeId)) === 0) return {};
    const current = await findVisibleOrder(deps.orm.em.fork(), merchant, order.id);
    throw forbids(current.order, merchant, error);
  }
}

/** A text is not kept if its change did not happen. @returns 0 where it happened. */
async function forget(deps: OrderServiceDeps, changeId: string): Promise<number> {
  return await deps.orm.em.fork().nativeDelete(OrderChange, { id: changeId, status: 'prepared' });
}

type Prepared = Pick<OrderChange, 'id' | 'after'>;

async function prepare(
  deps: OrderServiceDeps,
  em: EntityManager,
  merchant: CallingMerchant,
  order: Order,
  request: OrderChangeRequest,
): Promise<Prepared> {
  if (order.status !== 'pending' && order.status !== 'confirmed') throw forbids(order, merchant);
  const { expectedTotal, reason, ...members } = request;
  const at = timeFor(order, deps.now());
  const plan = await planChange(em, merchant, order, members, at);
  if (plan.obstacles.length > 0) throw new GuideUnavailable({ details: plan.obstacles });
  refuseOtherPrice(order, plan, expectedTotal);
  await refuseTooMany(em, order, merchant);
  const change = {
    id: newChangeId(deps.now()),
    orderId: order.id,
    status: 'prepared',
    basedOn: order.sequence,
    guideVersion: plan.guideVersion,
    requestKey: merchant.via?.command?.id ?? null,
    before: fieldsChangedBy(plan.patch, order),
    after: plan.patch,
    actingKey: merchant.via?.actingKey ?? null,
    note: reason || null,
    answerBy: plan.answerBy,
    createdAt: at,
  } as const;
  try {
    await em.insert(OrderChange, change);
  } catch (error) {
    // Another process carries out the same request in this moment.
    if (error instanceof UniqueConstraintViolationException) throw new RequestInProgress(RETRY_AFTER_SECONDS);
    throw error;
  }
  return change;
}

/** What an earlier try of the same request has prepared or done; the last one of several. */
async function findEarlier(
  em: EntityManager,
  { via }: CallingMerchant,
  orderId: string,
  now: Date,
): Promise<OrderChange | null> {
  if (via?.command === undefined) return null;
  const createdAt = { $gt: new Date(now.getTime() - KEY_LIFETIME_MS) };
  const own = { orderId, requestKey: via.command.id, createdAt };
  return await em.findOne(OrderChange, own, { orderBy: { id: 'desc' } });
}

function refuseOtherPrice(order: Order, { price }: ChangePlan, expectedTotal: number | undefined): void {
  const { currency } = order;
  const priceBreakdown = price?.lines ?? order.priceBreakdown;
  refuseOtherTotal(expectedTotal, {
    totalAmount: price?.totalAmount ?? order.totalAmount,
    currency,
    priceBreakdown,
  });
}

async function refuseTooMany(em: EntityManager, order: Order, merchant: CallingMerchant): Promise<void> {
  const count = await em.count(OrderChange, { orderId: order.id, status: { $ne: 'prepared' } });
  if (count < MAX_CHANGES) return;
  const { data } = forbids(order, merchant);
  throw new OrderStateForbids(`the order was changed ${MAX_CHANGES} times, which is the limit`, { data });
}
