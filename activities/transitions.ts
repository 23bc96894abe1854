import { type EntityManager, LockMode, type MikroORM } from '@mikro-orm/postgresql';
import { Notification, Order, OrderCommand, OrderEvent } from '../db/entities/index.ts';
import { post } from '../db/queries/post.ts';
import { quoteCancellation } from '../domain/cancellation.ts';
import { notificationId } from '../domain/ids.ts';
import { notificationBody } from '../domain/order-notification.ts';
import { postingOf } from '../domain/order-posting.ts';
import { DEFAULT_PLATFORM_TERMS } from '../domain/platform-terms.ts';
import type { OrderActivities, RecordedState, TransitionRecord } from '../workflows/contract.ts';
import { withoutDetails } from './without-details.ts';

export interface OrderActivityDeps {
  readonly orm: MikroORM;
  /** The platform's, for settlement months; UTC by default. */
  readonly timeZone?: string | undefined;
}

/** The writes of the order workflow. */
export function createOrderActivities({ orm, timeZone }: OrderActivityDeps): OrderActivities {
  return {
    recordTransition: async (record) => {
      try {
        return await orm.em.fork().transactional((em) => recordTransition(em, record, timeZone));
      } catch (error) {
        throw withoutDetails('the move could not be written', error);
      }
    },
    readStanding: async (orderId) => {
      try {
        const em = orm.em.fork();
        const { status, sequence } = await em.findOneOrFail(Order, orderId);
        // What was asked for again has a redelivery workflow.
        const here = { orderId, status: 'pending', resentAt: null } as const;
        const rows = await em.find(Notification, here, {
          fields: ['sequence'],
          orderBy: { sequence: 'asc' },
        });
        return { status, sequence, waiting: rows.map((row) => row.sequence) };
      } catch (error) {
        throw withoutDetails('the order could not be read', error);
      }
    },
  };
}

/**
 * One transaction: compare-and-set of the status, the event, its notification, its posting in the ledger. Idempotent
 * by (order, sequence): a local activity runs again when its workflow task is retried, and then finds its work done.
 */
async function recordTransition(
  em: EntityManager,
  record: TransitionRecord,
  timeZone: string = DEFAULT_PLATFORM_TERMS.timeZone,
): Promise<RecordedState> {
  const order = await em.findOneOrFail(Order, record.orderId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const isNext = order.status === record.from && order.sequence === record.sequence - 1;
  if (isNext) {
    await appendEvent(em, order, record);
    await em.flush();
    const posting = postingOf(order, record.sequence, new Date(record.occurredAt));
    if (posting) await post(em, posting, timeZone);
  }
  return { status: order.status, sequence: order.sequence };
}

async function appendEvent(em: EntityManager, order: Order, record: TransitionRecord): Promise<void> {
  const events = await em.find(OrderEvent, { orderId: order.id }, { orderBy: { sequence: 'asc' } });
  const command = record.updateId
    ? await em.findOne(OrderCommand, { orderId: order.id, updateId: record.updateId })
    : null;
  if (record.to === 'cancelled') order.refundAmount = refundOf(order, record);
  order.status = record.to;
  order.sequence = record.sequence;
  order.updatedAt = new Date(record.occurredAt);

  const event = em.create(OrderEvent, {
    orderId: order.id,
    sequence: record.sequence,
    fromStatus: record.from,
    toStatus: record.to,
    reason: record.reason,
    actorKind: record.actor.kind,
    actorKey: record.actor.key ?? null,
    actingKey: record.actor.actedBy ?? null,
    updateId: record.updateId ?? null,
    note: command?.note ?? null,
    occurredAt: new Date(record.occurredAt),
  });
  em.create(Notification, {
    id: notificationId(order.id, record.sequence),
    orderId: order.id,
    sequence: record.sequence,
    merchantKey: order.merchantKey,
    body: notificationBody(order, [...events, event]),
  });
}

function refundOf(order: Order, record: TransitionRecord): number {
  const terms = { ...order, policy: order.cancellationPolicy, status: record.from, by: record.actor.kind };
  return quoteCancellation(terms, new Date(record.occurredAt)).refundAmount;
}
