/** What order/create answers: the order as its merchant sees it the moment it is made, from what was written, without a read. */

import type {
  OrderCreate,
  OrderDetail,
  OrderFromHold,
  OrderFromQuote,
} from '../../contract/schemas/orders.ts';
import type { NewOrder } from '../../db/queries/orders/insert-order.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { type EventFacts, viewOrderDetail } from '../../domain/order-view.ts';
import { phoneOf } from './booking.ts';
import type { OrderServiceDeps } from './deps.ts';
import { readOrder } from './reading.ts';

/** The order's facts with its first event. @param actingKey the provider that books for the merchant. */
export function asMade(order: NewOrder, actingKey: string | undefined) {
  const created: EventFacts = {
    sequence: 1,
    toStatus: 'pending',
    reason: 'created',
    actorKind: 'merchant',
    actingKey,
    occurredAt: order.createdAt,
  };
  return { facts: { ...order, status: 'pending', sequence: 1 } as const, events: [created] };
}

/** The same as order/detail answers, until something happens to the order. */
export function viewMade(order: NewOrder, actingKey: string | undefined): OrderDetail {
  const { facts, events } = asMade(order, actingKey);
  return { ...viewOrderDetail(facts, events, 'merchant'), openChange: null };
}

type OfPeople = 'contactName' | 'contactPhone' | 'contactEmail' | 'guestNames' | 'answers' | 'remark';

/**
 * What is kept under an `Idempotency-Key`: the answer without what it says of people, which each repeat says itself (its
 * hash is the first one's); `questions` are those of `answers`. Releases up to 0.2 kept four members alone.
 */
export type KeptAnswer = Omit<OrderDetail, OfPeople> & { readonly questions: readonly string[] };
type KeptEarlier = KeptAnswer | (Pick<KeptAnswer, 'orderId'> & { readonly questions?: undefined });

export function toKeep(answer: OrderDetail): KeptAnswer {
  const { contactName, contactPhone, contactEmail, guestNames, answers, remark, ...kept } = answer;
  return { ...kept, questions: (answers ?? []).map(({ question }) => question) };
}

/** The first answer again, for a repeat of its request. */
export async function answerAgain(
  { orm, now }: Pick<OrderServiceDeps, 'now' | 'orm'>,
  merchant: CallingMerchant,
  request: OrderCreate | OrderFromHold | OrderFromQuote,
  earlier: KeptEarlier,
): Promise<OrderDetail> {
  if (earlier.questions === undefined)
    return { ...(await readOrder(orm.em.fork(), merchant, earlier.orderId, now())), ...earlier };
  const { questions, ...kept } = earlier;
  const { contactName, contactPhone, contactEmail, guestNames, answers, remark } = request;
  return {
    ...kept,
    contactName,
    contactPhone: phoneOf(merchant, contactPhone) ?? contactPhone,
    contactEmail: contactEmail ?? null,
    guestNames: guestNames ?? [],
    answers: (answers ?? []).map((one, index) => ({ ...one, question: questions[index] ?? '' })),
    remark: remark ?? null,
  };
}
