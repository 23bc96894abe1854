import type { MikroORM } from '@mikro-orm/postgresql';
import type { CallingMerchant } from '../../domain/merchant.ts';
import type { OrderAction } from '../../domain/order-state.ts';
import { recordAudit } from '../audit.ts';
import type { AnswerStep } from './changes/answering.ts';

/** What the audit log calls what a person did to an order at the console. */
type OrderAct =
  | 'order.created'
  | 'order.change-requested'
  | (typeof MOVE_ACTS)[OrderAction]
  | (typeof ANSWER_ACTS)[AnswerStep];

export const MOVE_ACTS = {
  confirm: 'order.confirmed',
  reject: 'order.rejected',
  start: 'order.started',
  complete: 'order.completed',
  cancel: 'order.cancelled',
} as const satisfies Record<OrderAction, string>;

export const ANSWER_ACTS = {
  accept: 'order.change-accepted',
  decline: 'order.change-declined',
  withdraw: 'order.change-withdrawn',
} as const satisfies Record<AnswerStep, string>;

/**
 * An order's history names its sides, and the provider that acted for one; who of a company's people it was is in the audit
 * log. What a merchant's own program does is not noted again.
 */
export async function noteActOfPerson(
  orm: MikroORM,
  merchant: CallingMerchant,
  action: OrderAct,
  orderId: string,
): Promise<void> {
  if (merchant.via?.personId === undefined) return;
  await recordAudit(orm.em.fork(), merchant, { action, subject: `order:${orderId}` });
}
