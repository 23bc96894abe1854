import type { Client } from '@temporalio/client';
import type { Command } from 'commander';
import { createNotificationGateway } from '../temporal/notification-gateway.ts';
import { createOrderGateway } from '../temporal/order-gateway.ts';
import type { AdminContext } from './context.ts';
import { MERCHANT, words } from './options.ts';
import { print, printTable } from './print.ts';
import { SECOND_LOOK_MS } from './reconcile/compare.ts';
import { catchUpOrder } from './services/operators/catch-up.ts';
import { diagnose, retryMerchant } from './services/operators/deliveries.ts';
import { createOrderHelp } from './services/operators/order-help.ts';
import { listStuck } from './services/operators/stuck.ts';
import { withTemporal } from './temporal.ts';

type Run = <Result>(work: (context: AdminContext) => Promise<Result>) => Promise<Result>;

const ORDER = ['<order>', 'its id, ORD…'] as const;
const REASON = ['--reason <text>', 'why (required); nothing personal', words(500)] as const;

/** why, stuck, retry, cancel-order, retry-order, abandon, catch-up: what the console's desk does, for a shell. */
export function helpCommands(program: Command, run: Run): void {
  program.commandsGroup('Orders and deliveries:');
  deliveryCommands(program, run);
  orderCommands(program, run);
}

function deliveryCommands(program: Command, run: Run): void {
  program
    .command('why')
    .description('why a merchant gets no notifications: what is found, and its endpoints')
    .argument(...MERCHANT)
    .action(async (key: string) => {
      const { findings, endpoints } = await run(({ orm, now }) => diagnose(orm, key, now()));
      printTable(
        findings.map(({ code, endpointId, count }) => ({
          found: code,
          endpoint: endpointId ?? '-',
          count: count ?? '-',
        })),
      );
      printTable(
        endpoints.map(
          ({ endpointId, origin, state, waiting, oldestAt, nextAttemptAt, lastAttempts: [last] }) => ({
            endpoint: endpointId,
            address: origin ?? 'none',
            state,
            waiting,
            oldest: oldestAt ?? '-',
            next: nextAttemptAt ?? '-',
            'last attempt':
              last === undefined ? '-' : `${last.error ?? 'acknowledged'} ${last.httpStatus ?? ''}`.trim(),
          }),
        ),
      );
    });
  program
    .command('stuck')
    .description('list stuck notifications by merchant, endpoint and cause')
    .action(async () =>
      printTable(
        (await run(({ orm }) => listStuck(orm))).flatMap(({ merchantKey, endpoints }) =>
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
        ),
      ),
    );
  program
    .command('retry')
    .description('try all that waits for a merchant now; API processes do it')
    .argument(...MERCHANT)
    .action(async (key: string) =>
      print({
        merchant: key,
        endpoints: await run(({ orm, operator }) => retryMerchant(orm, operator, key)),
      }),
    );
}

function orderCommands(program: Command, run: Run): void {
  const withClient = <Result>(work: (context: AdminContext, client: Client) => Promise<Result>) =>
    run((context) => withTemporal(context, async (client) => await work(context, client)));
  const help = ({ orm, now }: AdminContext, client: Client) =>
    createOrderHelp({
      orm,
      now,
      orders: createOrderGateway(client),
      notifications: createNotificationGateway(client),
    });

  program
    .command('cancel-order')
    .description('cancel an order with a full refund; both parties are told at once, with the reason')
    .argument(...ORDER)
    .requiredOption(...REASON)
    .action(async (orderId: string, { reason }: { reason: string }) => {
      await withClient((context, client) => help(context, client).cancel(context.operator, orderId, reason));
      print({ order: orderId, status: 'cancelled' });
    });
  program
    .command('retry-order')
    .description('try what waits of an order now, at each endpoint')
    .argument(...ORDER)
    .action(async (orderId: string) => {
      const tried = await withClient((context, client) =>
        help(context, client).retry(context.operator, orderId),
      );
      print({ order: orderId, endpoints: tried });
    });
  program
    .command('abandon')
    .description('give up on a notification; the next one behind it goes out')
    .argument('<notification>', 'its id, NTF…')
    .requiredOption(...REASON)
    .action(async (id: string, { reason }: { reason: string }) => {
      const status = await withClient((context, client) =>
        help(context, client).abandon(context.operator, id, reason),
      );
      print({ notification: id, status });
    });
  program
    .command('catch-up')
    .description('have Temporal follow the database on one order, as reconcile --repair does on all')
    .argument(...ORDER)
    .action(async (orderId: string) => {
      const { found, repaired } = await withClient(({ orm, operator }, client) =>
        catchUpOrder({ orm, client, secondLookMs: SECOND_LOOK_MS }, operator, orderId),
      );
      print({ order: orderId, disagreement: found?.kind ?? 'none', repaired: repaired ?? 'nothing' });
    });
}
