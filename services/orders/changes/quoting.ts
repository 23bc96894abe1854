import type { ChangeQuote, ChangeRequest } from '../../../contract/schemas/order-changes.ts';
import { detail } from '../../../domain/errors.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import { toDecimal } from '../../../domain/money.ts';
import { fieldsChangedBy } from '../../../domain/order-change.ts';
import { viewChange } from '../../../domain/order-change-view.ts';
import { viewGoesIf } from '../../../domain/order-view.ts';
import { viewPriceLine } from '../../../domain/price.ts';
import { timeFor } from '../../../domain/sandbox.ts';
import type { OrderServiceDeps } from '../deps.ts';
import { findVisibleOrder } from '../reading.ts';
import { refuseOtherThan } from './parties.ts';
import { planChange } from './plan.ts';

/**
 * What a change would cost, and whether it is possible; nothing is changed or held.
 * @throws OrderNotFound, MerchantKindForbidden, InvalidParameter
 */
export async function quoteChange(
  deps: Pick<OrderServiceDeps, 'orm' | 'now'>,
  merchant: CallingMerchant,
  orderId: string,
  request: ChangeRequest,
): Promise<ChangeQuote> {
  const em = deps.orm.em.fork();
  const { order } = await findVisibleOrder(em, merchant, orderId);
  refuseOtherThan('merchant', order, merchant);
  const at = timeFor(order, deps.now());
  const plan = await planChange(em, merchant, order, request, at);
  const { patch, price } = plan;
  const { currency } = order;
  const isChangeable = order.status === 'pending' || order.status === 'confirmed';
  const obstacles = [
    ...(isChangeable ? [] : [detail('path.orderId', 'order_state', `the order is ${order.status}`)]),
    ...plan.obstacles,
  ];
  const facts = {
    id: '',
    status: 'prepared',
    before: fieldsChangedBy(patch, order),
    after: patch,
    createdAt: at,
  } as const;
  const { fields } = viewChange(facts, { currency, orderStatus: order.status, at, withContact: true });
  const trip = patch.trip === undefined ? order.trip : patch.trip;
  const tripStartAt = patch.tripStartAt ?? order.tripStartAt.toISOString();
  const lines = price?.lines ?? order.priceBreakdown ?? [];
  return {
    orderId,
    status: order.status,
    possible: obstacles.length === 0,
    obstacles: obstacles.map(({ msg }) => msg),
    obstacleDetails: obstacles,
    needsConsent: plan.needsConsent,
    answerBy: plan.answerBy?.toISOString() ?? null,
    confirmBy: plan.confirmBy?.toISOString() ?? null,
    fields,
    totalAmount: toDecimal(price?.totalAmount ?? order.totalAmount, currency),
    previousTotal: toDecimal(order.totalAmount, currency),
    difference: toDecimal(price?.difference ?? 0, currency),
    changeFee: toDecimal(price?.changeFee ?? 0, currency),
    refundPercent: (price?.refundShare ?? 10_000) / 100,
    currency,
    priceBreakdown: lines.map((line) => viewPriceLine(line, currency)),
    tripStartAt,
    tripEndAt: patch.tripEndAt ?? order.tripEndAt.toISOString(),
    ...viewGoesIf(trip, new Date(tripStartAt)),
    policyDate: plan.policyDate,
    quotedAt: at.toISOString(),
  };
}
