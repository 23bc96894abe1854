import type { Data, Guidepost, WriteOptions } from '@guidepost/sdk';
import { type Command, Option } from 'commander';
import { ORDER_STATES, type OrderState } from '../../../../domain/order-state.ts';
import { findProfile } from '../config/profiles.ts';
import { connect } from '../connect.ts';
import { misused } from '../failure.ts';
import { isInteractive } from '../terminal/io.ts';
import type { Output } from '../terminal/output.ts';
import { ask } from '../terminal/prompt.ts';
import { pairs } from '../terminal/table.ts';
import { addCommand, type CommonOptions, type Context, group, outputOf, wholeNumber } from './common.ts';

type Order = Data<'getOrder'>;

interface ListOptions extends CommonOptions {
  readonly status?: OrderState;
  readonly guide?: string;
  readonly reference?: string;
  readonly limit: number;
}
interface MoveOptions extends CommonOptions {
  readonly reason?: string;
  readonly yes?: boolean;
}

const DEFAULT_LIMIT = 20;

const MOVES = [
  ['confirm', 'studio: take an order'],
  ['reject', 'studio: do not take an order'],
  ['start', 'studio: the trip has begun'],
  ['complete', 'studio: the trip is over'],
  ['cancel', 'cancel an order; asks first'],
] as const;
type MoveName = (typeof MOVES)[number][0];

/** `guidepost orders`: list, show, and the moves of both sides. */
export function ordersCommand(program: Command, context: Context): void {
  const orders = group(program, 'orders', 'read and move orders');
  list(orders, context);
  show(orders, context);
  for (const [name, summary] of MOVES) move(orders, context, name, summary);
}

function list(orders: Command, context: Context): void {
  addCommand(orders, 'list', 'list orders, the newest first', [
    'guidepost orders list --status pending',
    'guidepost orders list --reference B-2207 --json',
  ])
    .addOption(new Option('--status <status>', 'in this state').choices([...ORDER_STATES]))
    .option('--guide <guideId>', 'of this guide')
    .option('--reference <clientReference>', 'with this reference of yours')
    .option('--limit <number>', 'so many at most', wholeNumber, DEFAULT_LIMIT)
    .action(async (options: ListOptions) => {
      const output = outputOf(context, options);
      const { status, guide: guideId, reference: clientReference, limit } = options;
      const filters = {
        ...(status && { status }),
        ...(guideId && { guideId }),
        ...(clientReference && { clientReference }),
      };
      const guidepost = connect(findProfile(context.io.env, options.profile));
      const found = guidepost.orders.list(
        { ...filters, size: Math.min(limit, 100) },
        { signal: context.io.signal },
      );
      const rows = await found.toArray({ limit });
      output.result(rows, () => output.rows(rows.map(rowOf)));
    });
}

function rowOf({
  orderId,
  status,
  guideId,
  tripDate,
  tripDays,
  totalAmount,
  currency,
  clientReference,
}: Data<'listOrders'>['list'][number]) {
  return {
    orderId,
    status,
    guideId,
    tripDate,
    days: tripDays,
    total: `${totalAmount} ${currency}`,
    reference: clientReference,
  };
}

function show(orders: Command, context: Context): void {
  addCommand(orders, 'show', 'show one order with its history', [
    'guidepost orders show ORD1795233211844123456',
  ])
    .argument('<orderId>')
    .action(async (orderId: string, options: CommonOptions) => {
      const output = outputOf(context, options);
      const guidepost = connect(findProfile(context.io.env, options.profile));
      const order = await guidepost.orders.get(orderId, { signal: context.io.signal });
      output.result(order, () => textOf(order, output));
    });
}

function move(orders: Command, context: Context, name: MoveName, summary: string): void {
  const command = addCommand(orders, name, summary, [`guidepost orders ${name} ORD1795233211844123456`])
    .argument('<orderId>')
    .option('--reason <text>', 'for the other side');
  if (name === 'cancel') command.option('--yes', 'do not ask');
  command.action(async (orderId: string, options: MoveOptions) => {
    const output = outputOf(context, options);
    const guidepost = connect(findProfile(context.io.env, options.profile));
    const { signal } = context.io;
    if (name === 'cancel' && !options.yes && !(await isSure(guidepost, orderId, output, context))) {
      return output.note('Nothing was done.');
    }
    const body = options.reason === undefined ? undefined : { reason: options.reason };
    const order = await guidepost.orders[name](orderId, body, { signal } satisfies WriteOptions);
    output.result(order, () => textOf(order, output));
  });
}

/** Shows what cancelling costs, and asks. @throws CommandFailure where nobody can be asked */
async function isSure(
  guidepost: Guidepost,
  orderId: string,
  output: Output,
  { io }: Context,
): Promise<boolean> {
  if (!isInteractive(io)) throw misused('cancelling has to be confirmed', 'Say --yes.');
  const { cancellable, refund, totalAmount, currency } = await guidepost.orders.quoteCancellation(orderId, {
    signal: io.signal,
  });
  // One that can't be cancelled is refused, with the reason, by the request itself.
  if (!cancellable) return true;
  output.note(`Cancelling ${orderId} gives back ${refund} of ${totalAmount} ${currency}.`);
  return /^y(es)?$/i.test(await ask(io, 'Cancel it? [y/N]'));
}

function textOf(order: Order, { style }: Output): string {
  const {
    orderId,
    status,
    guideId,
    tripDate,
    tripDays,
    guestCount,
    totalAmount,
    currency,
    clientReference,
    nextDeadline,
  } = order;
  const facts = {
    order: orderId,
    status,
    guide: guideId,
    trip: `${tripDate}, ${tripDays} ${tripDays === 1 ? 'day' : 'days'}, ${guestCount} ${guestCount === 1 ? 'guest' : 'guests'}`,
    total: `${totalAmount} ${currency}`,
    ...(clientReference && { reference: clientReference }),
    ...(nextDeadline && {
      next: `${nextDeadline.changeId ? 'its change expires' : nextDeadline.status} at ${nextDeadline.at}`,
    }),
    'you may': order.availableActions.join(', ') || 'nothing',
  };
  const history = order.history.map(
    ({ sequence, occurredAt, status: reached, reason }) =>
      `  ${style.dim(`#${sequence} ${occurredAt}`)}  ${reached} (${reason})`,
  );
  return [pairs(facts, style), '', ...history].join('\n');
}
