import { ENGLISH_REASONS, sayReason } from '../domain/order-reasons.ts';
import { readOrderForOperator } from '../services/operators/order.ts';
import { type KnownWorkflow, readWorkflowFacts, reasonsOf } from '../services/operators/order-reasons.ts';
import type { AdminCommand } from './command.ts';
import type { AdminContext } from './context.ts';
import { explain } from './refusal.ts';
import { list, record, sections } from './shape.ts';
import { withTemporal } from './temporal.ts';

type OrderView = Awaited<ReturnType<typeof readOrderForOperator>>;

const ORDER = record({
  order: 'its id',
  status: 'its state',
  merchant: 'who ordered',
  studio: 'whose guide it is',
  guide: 'which guide',
  trip: 'first day, and how many days',
  price: 'with the currency',
  reference: "the merchant's own",
  workflow: 'what Temporal says',
});

/** order: one order in one screen, and why it is in its state. */
export function orderCommand(program: AdminCommand): void {
  program
    .command('order')
    .description('one order in one screen: why it is in its state, its events, its notifications')
    .argument('<order>', 'its id, ORD…')
    .endsWith('notFound')
    .does(
      sections({
        order: ORDER,
        why: list({ reason: 'the most likely first' }),
        events: list({
          at: 'when',
          status: 'where it went',
          reason: 'why',
          by: 'who',
          note: 'what they wrote',
        }),
        told: list({
          notification: 'its id',
          endpoint: 'where to',
          type: 'of the event',
          status: 'pending, acknowledged, abandoned',
          attempts: 'how many',
          lastAttempt: 'what came of the last one',
          next: 'the next attempt',
        }),
        operators: list({ at: 'when', action: 'what was done', by: 'who' }),
      }),
      async (context, orderId: string) => {
        const order = await readOrderForOperator(context.orm, orderId, context.now());
        const workflow = await askTemporal(context, orderId);
        return {
          order: headOf(order, workflow),
          why: reasonsOf(order, workflow).map((reason) => ({ reason: sayReason(ENGLISH_REASONS, reason) })),
          events: order.events.map(eventRow),
          told: order.notifications.map(notificationRow),
          operators: order.audit.map(({ occurredAt, action, actor }) => ({
            at: occurredAt,
            action,
            by: actor,
          })),
        };
      },
    );
}

/** Without Temporal the screen is there all the same. */
async function askTemporal(context: AdminContext, orderId: string): Promise<KnownWorkflow> {
  return await withTemporal(context, (client) => readWorkflowFacts(client, orderId)).catch(explain);
}

function headOf(order: OrderView, workflow: KnownWorkflow) {
  return {
    order: order.orderId,
    status: order.status,
    merchant: `${order.merchant.merchantKey} (${order.merchant.name})`,
    studio: `${order.studio.merchantKey} (${order.studio.name})`,
    guide: `${order.guideId} (${order.guideName ?? 'removed'})`,
    trip: `${order.tripDate}, ${order.tripDays} day(s)`,
    price: `${order.totalAmount} ${order.currency}`,
    reference: order.clientReference,
    workflow: typeof workflow === 'string' ? workflow : workflow.status,
  };
}

function eventRow({ occurredAt, status, reason, actor, actorKey, note }: OrderView['events'][number]) {
  return { at: occurredAt, status, reason, by: actorKey ?? actor, note };
}

function notificationRow(one: OrderView['notifications'][number]) {
  const [last] = one.lastAttempts;
  return {
    notification: one.notificationId,
    endpoint: one.endpointId,
    type: one.type,
    status: one.status,
    attempts: one.attempts,
    lastAttempt:
      last === undefined ? null : `${last.error ?? 'acknowledged'} ${last.httpStatus ?? ''}`.trim(),
    next: one.status === 'pending' ? one.nextAttemptAt : null,
  };
}
