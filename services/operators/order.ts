import type { MikroORM } from '@mikro-orm/postgresql';
import { Guide, Merchant, Order, OrderEvent } from '../../db/entities/index.ts';
import { findAuditEntries } from '../../db/queries/operators/audit.ts';
import { changesOf, messagesOf, notificationsOf, postingsOf } from '../../db/queries/operators/order.ts';
import { findWaitingChange } from '../../db/queries/orders/end-change.ts';
import { quoteCancellation } from '../../domain/cancellation.ts';
import { OrderNotFound } from '../../domain/errors.ts';
import type { MerchantStatus } from '../../domain/merchant.ts';
import { toDecimal } from '../../domain/money.ts';
import { transitionFor } from '../../domain/order-state.ts';
import { viewOrder } from '../../domain/order-view.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { withNames } from './audit-log.ts';

const ENTRIES = 100;
const SECOND_MS = 1_000;
interface Party {
  readonly merchantKey: string;
  readonly name: string;
  readonly status: MerchantStatus;
}

/** So much of a phone number distinguishes callers. */
const PHONE_ENDING = 4;

/**
 * One order with both parties, all that happened around it, and what an operator can do. Who travels stays between the
 * parties: of the contact there is the end of the phone number, of messages that they were sent.
 * @throws OrderNotFound
 */
export async function readOrderForOperator(orm: MikroORM, orderId: string, now: Date) {
  const em = orm.em.fork();
  const order = await em.findOne(Order, orderId);
  if (order === null) throw new OrderNotFound();
  const [events, notifications, postings, messages, changes, audit, parties, guide] = await Promise.all([
    em.fork().find(OrderEvent, { orderId }, { orderBy: { sequence: 'asc' } }),
    notificationsOf(em.fork(), orderId),
    postingsOf(em.fork(), orderId),
    messagesOf(em.fork(), orderId),
    changesOf(em.fork(), orderId),
    findAuditEntries(em.fork(), { subject: `order:${orderId}` }, undefined, ENTRIES),
    em.fork().find(Merchant, { key: { $in: [order.merchantKey, order.studioKey] } }),
    em.fork().findOne(Guide, order.guideId, { fields: ['name'] }),
  ]);
  const party = (key: string) =>
    partyView(
      parties.find((one) => one.key === key),
      key,
    );
  const waitingChange = await findWaitingChange(em, order, events);
  const facts = { ...order, waitingChange };
  const { availableActions: _, history: _history, ...view } = viewOrder(facts, events, 'merchant');
  const at = timeFor(order, now);
  return {
    ...view,
    sandbox: order.sandbox,
    updatedAt: order.updatedAt.toISOString(),
    merchant: party(order.merchantKey),
    studio: party(order.studioKey),
    guideName: guide?.name ?? null,
    phoneEnding: order.contactPhone.slice(-PHONE_ENDING),
    isStarted: order.workflowStartedAt != null,
    events: events.map(eventView),
    notifications,
    postings: postings.map(({ entries, ...posting }) => ({
      ...posting,
      entries: (entries ?? []).map((entry) => ({
        ...entry,
        amount: toDecimal(entry.amount, posting.currency),
      })),
    })),
    messages,
    changes,
    audit: await withNames(orm, audit),
    overdueSeconds: overdueSeconds(view.nextDeadline, at),
    cancellation: cancellationOf(order, at),
  };
}

/** How long its deadline has passed; 0 while it has not. */
function overdueSeconds(next: { readonly at: string } | null, at: Date): number {
  return next === null ? 0 : Math.max(0, Math.floor((at.getTime() - Date.parse(next.at)) / SECOND_MS));
}

function partyView(merchant: Merchant | undefined, key: string): Party {
  const { name = key, status = 'active' } = merchant ?? {};
  return { merchantKey: key, name, status };
}

function eventView(event: OrderEvent) {
  const {
    sequence,
    fromStatus,
    toStatus,
    reason,
    actorKind,
    actorKey,
    actingKey,
    note,
    occurredAt,
    requestId,
  } = event;
  return {
    sequence,
    previousStatus: fromStatus ?? null,
    status: toStatus,
    reason,
    actor: actorKind,
    actorKey: actorKey ?? null,
    actedBy: actingKey ?? null,
    note: note ?? null,
    requestId: requestId ?? null,
    occurredAt: occurredAt.toISOString(),
  };
}

/** What an operator's cancelling would give back; null where the order can't be cancelled. */
function cancellationOf(order: Order, at: Date) {
  if (transitionFor(order.status, 'cancelByOperator') === undefined) return null;
  const { refundAmount } = quoteCancellation(
    { ...order, policy: order.cancellationPolicy, by: 'operator' },
    at,
  );
  return { refund: toDecimal(refundAmount, order.currency), currency: order.currency };
}
