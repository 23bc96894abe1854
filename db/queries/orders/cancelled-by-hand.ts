import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditEntry, type Order } from '../../entities/index.ts';

/** Notes who cancelled an order at Temporal itself, and why; in the move's own transaction. */
export async function noteByHand(
  em: EntityManager,
  { id, merchantKey, status }: Order,
  { operator, reason }: { readonly operator: string; readonly reason: string },
): Promise<void> {
  await em.insert(AuditEntry, {
    actor: `operator:${operator}`,
    address: 'temporal',
    action: 'order.cancelled',
    subject: `order:${id}`,
    merchantKey,
    details: { reason, from: status },
  });
}
