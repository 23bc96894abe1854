import { causesSince, deliveriesSince } from '../db/queries/operators/merchant-deliveries.ts';
import { createNotificationGateway } from '../lib/temporal/notification-gateway.ts';
import { createOrderGateway } from '../lib/temporal/order-gateway.ts';
import type { PageOptions } from '../services/lists/page.ts';
import { diagnose, retryMerchant } from '../services/operators/deliveries.ts';
import { createOrderHelp } from '../services/operators/order-help.ts';
import { reconcileOrder } from '../services/operators/reconciling.ts';
import { listStuck } from '../services/operators/stuck.ts';
import { SECOND_CHECK_MS } from '../services/reconcile/compare.ts';
import type { AdminCommand, TemporalContext } from './command.ts';
import { MERCHANT, MERCHANT_OPTION, type Since, since, words } from './options.ts';
import { orderCommand } from './order.ts';
import { paged, pageOfAll } from './paging.ts';
import { list, record, sections } from './shape.ts';

const ORDER = ['<order>', 'its id, ORD…'] as const;
const REASON = ['--reason <text>', 'why (required); nothing personal', words(500)] as const;
const WORKER = { worker: 'orders' } as const;

/** order, deliveries, why, stuck, retry, cancel-order, retry-order, abandon, catch-up: what the console's back office does, for a shell. */
export function helpCommands(program: AdminCommand): void {
  program.commandsGroup('Orders and deliveries:');
  orderCommand(program);
  deliveriesCommand(program);
  whyCommand(program);
  stuckCommand(program);
  retryCommands(program);
  cancelCommand(program);
  abandonCommand(program);
  catchUpCommand(program);
}

const FINDINGS = list({
  found: 'the cause, the most likely first',
  endpoint: 'which endpoint it is about',
  count: 'how many notifications, or events',
});
const ENDPOINTS = list({
  endpoint: 'its id',
  address: { says: 'scheme and host', none: 'none' },
  state: 'healthy, failing, paused',
  waiting: 'notifications',
  oldest: 'since when the oldest waits',
  next: 'the next attempt',
  lastAttempt: 'what came of the last attempt, and the HTTP status',
});

/** For tables. */
function diagnosed({ findings, endpoints }: Awaited<ReturnType<typeof diagnose>>) {
  return {
    findings: findings.map(({ code, endpointId, count }) => ({
      found: code,
      endpoint: endpointId ?? null,
      count: count ?? null,
    })),
    endpoints: endpoints.map(({ lastAttempts: [last], ...one }) => ({
      endpoint: one.endpointId,
      address: one.origin,
      state: one.state,
      waiting: one.waiting,
      oldest: one.oldestAt,
      next: one.nextAttemptAt,
      lastAttempt:
        last === undefined ? null : `${last.error ?? 'acknowledged'} ${last.httpStatus ?? ''}`.trim(),
    })),
  };
}

function whyCommand(program: AdminCommand): void {
  program
    .command('why')
    .description('why a merchant gets no notifications: what is found, and its endpoints')
    .argument(...MERCHANT)
    .endsWith('notFound')
    .does(sections({ findings: FINDINGS, endpoints: ENDPOINTS }), async ({ orm, now }, key: string) =>
      diagnosed(await diagnose(orm, key, now())),
    );
}

function deliveriesCommand(program: AdminCommand): void {
  program
    .command('deliveries')
    .description(
      'notifications to a merchant since a time, their results at each endpoint, and why any failed',
    )
    .argument(...MERCHANT)
    .option('--since <time>', 'so long ago, such as 30m, 2h or 3d, or an instant', since, since('1d'))
    .endsWith('notFound')
    .does(
      sections({
        findings: FINDINGS,
        told: list({
          endpoint: 'its id',
          notifications: 'made since then, the newest 10,000',
          acknowledged: 'of these',
          waiting: 'of these',
          abandoned: 'of these',
          median: 'seconds to the acknowledgement',
          p95: 'the same of 95 of 100',
        }),
        attempts: list({
          endpoint: 'its id',
          cause: { says: 'the error word', none: 'acknowledged' },
          status: 'HTTP',
          attempts: 'how many',
          last: 'when the last was',
          example: 'a notification that it was',
        }),
        endpoints: ENDPOINTS,
      }),
      async ({ orm, now }, key: string, { since: at }: { since: Since }) => {
        const found = diagnosed(await diagnose(orm, key, now()));
        const em = orm.em.fork();
        const from = at(now()).toISOString();
        const told = await deliveriesSince(em, key, from);
        const causes = await causesSince(em, key, from);
        return {
          ...found,
          told: told.map(({ endpointId: endpoint, medianSeconds: median, p95Seconds: p95, ...counts }) => ({
            endpoint,
            median,
            p95,
            ...counts,
          })),
          attempts: causes.map((one) => ({
            endpoint: one.endpointId,
            cause: one.error,
            status: one.httpStatus,
            attempts: one.attempts,
            last: one.lastAt,
            example: one.notificationId,
          })),
        };
      },
    );
}

function stuckCommand(program: AdminCommand): void {
  const command = program
    .command('stuck')
    .description('list stuck notifications by merchant, endpoint and cause')
    .option(...MERCHANT_OPTION);
  paged(command).does(
    list({
      merchant: 'its key',
      endpoint: 'its id',
      state: 'paused, or failing',
      waiting: 'notifications',
      oldest: 'since when the oldest waits',
      causes: 'how many with which error and HTTP status',
    }),
    async ({ orm }, { merchant, ...page }: PageOptions & { merchant?: string }) => {
      const stuck = (await listStuck(orm))
        .filter(({ merchantKey }) => merchant === undefined || merchantKey === merchant)
        .flatMap(({ merchantKey, endpoints }) =>
          endpoints.map(({ endpointId, isPaused, waiting, oldestAt, causes }) => ({
            merchant: merchantKey,
            endpoint: endpointId,
            state: isPaused ? 'paused' : 'failing',
            waiting,
            oldest: oldestAt,
            causes: causes
              .map(({ error, httpStatus, count }) =>
                `${count} ${error ?? 'not tried'} ${httpStatus ?? ''}`.trim(),
              )
              .join(', '),
          })),
        );
      return pageOfAll(stuck, page, ({ endpoint }) => endpoint);
    },
  );
}

function retryCommands(program: AdminCommand): void {
  program
    .command('retry')
    .description('try all that waits for a merchant now; API processes do it')
    .argument(...MERCHANT)
    .changes('notFound')
    .does(
      record({ merchant: 'its key', endpoints: 'at how many' }),
      async ({ orm, operator }, key: string) => ({
        merchant: key,
        endpoints: await retryMerchant(orm, operator, key),
      }),
    );
  program
    .command('retry-order')
    .description('try what waits of an order now, at each endpoint')
    .argument(...ORDER)
    .changes('notFound')
    .doesInTemporal(
      {},
      record({ order: 'its id', endpoints: 'at how many' }),
      async (context, orderId: string) => ({
        order: orderId,
        endpoints: await helpOf(context).retry(context.operator, orderId),
      }),
    );
}

function cancelCommand(program: AdminCommand): void {
  program
    .command('cancel-order')
    .description('cancel an order with a full refund; both parties are notified at once, with the reason')
    .argument(...ORDER)
    .requiredOption(...REASON)
    .changes('notFound')
    .doesInTemporal(
      WORKER,
      record({ order: 'its id', status: 'cancelled' }),
      async (context, orderId: string, { reason }: { reason: string }) => {
        await helpOf(context).cancel(context.operator, orderId, reason);
        return { order: orderId, status: 'cancelled' };
      },
    );
}

function abandonCommand(program: AdminCommand): void {
  program
    .command('abandon')
    .description('give up on a notification; the next one behind it goes out')
    .argument('<notification>', 'its id, NTF…')
    .requiredOption(...REASON)
    .changes('notFound')
    .doesInTemporal(
      {},
      record({ notification: 'its id', status: 'abandoned; acknowledged where the merchant was quicker' }),
      async (context, id: string, { reason }: { reason: string }) => ({
        notification: id,
        status: await helpOf(context).abandon(context.operator, id, reason),
      }),
    );
}

function catchUpCommand(program: AdminCommand): void {
  program
    .command('catch-up')
    .description('have Temporal follow the database on one order, as reconcile --repair does on all')
    .argument(...ORDER)
    .changes('notFound')
    .doesInTemporal(
      WORKER,
      record({
        order: 'its id',
        disagreement: { says: 'what was different', none: 'none' },
        repaired: { says: 'what was done', none: 'nothing' },
      }),
      async ({ orm, client, now, operator }, orderId: string) => {
        const sources = { orm, client, now, secondCheckMs: SECOND_CHECK_MS };
        const { found, repaired } = await reconcileOrder(sources, operator, orderId);
        return { order: orderId, disagreement: found?.kind ?? null, repaired };
      },
    );
}

function helpOf({ orm, now, client }: TemporalContext) {
  return createOrderHelp({
    orm,
    now,
    orders: createOrderGateway(client),
    notifications: createNotificationGateway(client, now),
  });
}
