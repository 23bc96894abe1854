import type { Refund } from '../../contract/schemas/order-changes.ts';
import type { OrderDetail } from '../../contract/schemas/orders.ts';
import { Order, OrderCommand } from '../../db/entities/index.ts';
import { findWithEvents } from '../../db/queries/orders/order-with-events.ts';
import { type StudioRefund, writeStudioRefund } from '../../db/queries/orders/studio-refund.ts';
import { type ErrorDetail, InvalidParameter, OrderStateForbids } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { toDecimalText, toMinor } from '../../domain/money.ts';
import {
  MAX_REFUNDS,
  type RefundRefusal,
  refundableAmount,
  refusalOfRefund,
} from '../../domain/order-refund.ts';
import { isLive } from '../../domain/order-state.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { CommandRefusedError } from '../../lib/temporal/calling.ts';
import type { RefundCommand } from '../../lib/temporal/order-gateway.ts';
import { recordAudit } from '../audit.ts';
import { once } from '../commands.ts';
import { actorOf, refuseOtherThan } from './changes/parties.ts';
import type { OrderServiceDeps } from './deps.ts';
import { forbids, isDone, type MoveOptions, updateIdOf } from './moving.ts';
import { readOrder, seenBy } from './reading.ts';

const REFUNDED = 'order.refunded';

type Deps = Pick<OrderServiceDeps, 'gateway' | 'now' | 'orm' | 'terms'>;

/**
 * Refunds a part of the price for the studio. Before the trip is completed that lowers what is posted then, and the order's workflow
 * writes it in its turn; afterwards it is a separate posting (docs/settlement.md), and no move can come between.
 * @throws OrderNotFound, MerchantKindForbidden, InvalidParameter, OrderStateForbids, Unavailable
 */
export async function refundOrder(
  deps: Deps,
  merchant: CallingMerchant,
  orderId: string,
  { amount: decimal, reason }: Refund,
  { idempotencyKey }: Pick<MoveOptions, 'idempotencyKey'> = {},
): Promise<OrderDetail> {
  const em = deps.orm.em.fork();
  const known = await findWithEvents(em, orderId);
  const { order } = seenBy(merchant, known?.order);
  refuseOtherThan('studio', order, merchant);
  const amount = toMinor(decimal, order.currency);
  const updateId = updateIdOf(merchant, `refund ${orderId}`, idempotencyKey);
  if (!(await isDone(deps, orderId, updateId))) {
    if (amount === undefined || amount <= 0) throw otherAmount(order, amount);
    refuse(order, merchant, refusalOfRefund(order, known?.events ?? [], amount));
    await em.upsert(OrderCommand, { orderId, updateId, note: reason });
    await give(deps, merchant, order, { amount, updateId, actor: actorOf('studio', merchant) });
  }
  await noteRefund(deps, merchant, order, amount);
  return await readOrder(deps.orm.em.fork(), merchant, orderId, deps.now());
}

/** Through the order's workflow while it is live; by the same write once it is over. */
async function give(
  deps: Deps,
  merchant: CallingMerchant,
  order: Order,
  command: RefundCommand,
): Promise<void> {
  const refusal = isLive(order.status)
    ? await giveInTurn(deps, merchant, order, command)
    : await giveBeside(deps, order, command);
  if (refusal === undefined) return;
  refuse(await deps.orm.em.fork().findOneOrFail(Order, order.id), merchant, refusal);
}

async function giveInTurn(
  deps: Deps,
  merchant: CallingMerchant,
  order: Order,
  command: RefundCommand,
): Promise<RefundRefusal | undefined> {
  try {
    return (await deps.gateway.refund(order, command)).refusal;
  } catch (error) {
    if (!(error instanceof CommandRefusedError)) throw error;
    const current = await deps.orm.em.fork().findOneOrFail(Order, order.id);
    // It was closed meanwhile.
    if (!isLive(current.status)) return await giveBeside(deps, current, command);
    throw forbids(current, merchant, error);
  }
}

async function giveBeside(
  { orm, now, terms }: Deps,
  order: Order,
  { amount, updateId, actor }: RefundCommand,
): Promise<RefundRefusal | undefined> {
  const { key = null, actedBy = null, requestId = null } = actor;
  const refund: StudioRefund = {
    ...{ orderId: order.id, amount, updateId, actor: { key, actedBy, requestId } },
    ...{ occurredAt: timeFor(order, now()), timeZone: terms.timeZone, isByWorkflow: false },
  };
  return (await orm.em.fork().transactional((tx) => writeStudioRefund(tx, refund))).refusal;
}

/** Once for each request, also where a crash came between the refund and this. */
async function noteRefund(
  { orm }: Deps,
  merchant: CallingMerchant,
  { id, currency }: Order,
  amount: number | undefined,
): Promise<void> {
  await orm.em.fork().transactional((tx) =>
    once(tx, merchant, REFUNDED, async () => {
      const details = { amount, currency };
      await recordAudit(tx, merchant, { action: REFUNDED, subject: `order:${id}`, details });
      return {};
    }),
  );
}

/** @throws OrderStateForbids, InvalidParameter where there is a refusal. */
function refuse(order: Order, merchant: CallingMerchant, refusal: RefundRefusal | undefined): void {
  if (refusal === undefined) return;
  if (refusal === 'too_large') throw otherAmount(order, refundableAmount(order) + 1);
  if (refusal === 'closed') throw forbids(order, merchant);
  const { data } = forbids(order, merchant);
  throw new OrderStateForbids(`the order was refunded ${MAX_REFUNDS} times, which is the limit`, { data });
}

/** @param amount minor units; undefined where the currency has no such amount. */
function otherAmount(order: Order, amount: number | undefined): InvalidParameter {
  const { currency } = order;
  const detail: Pick<ErrorDetail, 'reason' | 'msg'> =
    amount === undefined
      ? { reason: 'too_many_decimals', msg: `must not have more decimals than ${currency} has` }
      : {
          reason: 'too_large',
          msg: `must be at most ${toDecimalText(refundableAmount(order), currency)} ${currency}: what was not given back yet`,
        };
  return new InvalidParameter([{ path: 'body.amount', ...detail }]);
}
