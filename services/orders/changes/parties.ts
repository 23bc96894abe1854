import type { Order } from '../../../db/entities/index.ts';
import { MerchantKindForbidden } from '../../../domain/errors.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import type { Viewer } from '../../../domain/order-view.ts';
import type { Actor } from '../../../workflows/contract.ts';

/** @throws MerchantKindForbidden unless the caller is that side of the order. */
export function refuseOtherThan(side: Viewer, order: Order, merchant: CallingMerchant): void {
  const key = side === 'merchant' ? order.merchantKey : order.studioKey;
  if (key === merchant.key) return;
  const who = side === 'merchant' ? 'ordering merchant' : 'studio';
  throw new MerchantKindForbidden(`only the order's ${who} may do that`);
}

/** The caller as the history names it. */
export function actorOf(kind: Viewer, { key, via }: CallingMerchant): Actor {
  if (via === undefined) return { kind, key };
  const { actingKey, requestId } = via;
  return { kind, key, requestId, ...(actingKey !== undefined && { actedBy: actingKey }) };
}
