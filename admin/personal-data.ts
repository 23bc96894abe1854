import { once } from 'node:events';
import { countDue, erase, eraseDue, ordersOfReference } from '../services/operators/registry/erasure.ts';
import { exportMerchant } from '../services/operators/registry/merchant-export.ts';
import type { AdminCommand } from './command.ts';
import type { AdminContext } from './context.ts';
import { MERCHANT, wholeNumber, words } from './options.ts';
import { OperatorError } from './refusal.ts';
import { lines, record } from './shape.ts';

const MAX_DAYS = 36_500;

interface EraseOptions {
  readonly merchant?: string;
  readonly reference?: string;
  readonly after?: number;
  readonly dryRun?: boolean;
}

/** erase, export. */
export function personalDataCommands(program: AdminCommand): void {
  program.commandsGroup('Personal data:');
  eraseCommand(program);
  exportCommand(program);
}

function eraseCommand(program: AdminCommand): void {
  program
    .command('erase')
    .summary('erase what travellers and parties wrote of orders that are over')
    .description(
      'erase contact, guests, answers, remarks, messages and reasons of orders that are completed or cancelled: of those that are ' +
        "named, of a merchant's reference, or of all whose trip ended so many days ago (for a daily job, with --yes). Can't be undone; may be repeated",
    )
    .argument('[orders...]', 'ids, ORD…')
    .option('--merchant <merchant>', 'with --reference: whose it is')
    .option('--reference <reference>', "the merchant's clientReference", words(64))
    .option('--after <days>', 'all whose trip ended more than so many days ago', wholeNumber(MAX_DAYS))
    .option('--dry-run', 'only say how many')
    .changesWhen(({ dryRun }) => dryRun !== true, 'notFound')
    .asksBefore()
    .does(
      record({ orders: 'how many', ids: { says: 'which, where they were named', none: 'all of that age' } }),
      async (context, orders: string[], options: EraseOptions) => {
        refuseOthers(orders, options);
        return await eraseAsAsked(context, orders, options);
      },
    );
}

function refuseOthers(orders: readonly string[], { reference, after, merchant }: EraseOptions): void {
  const given = [orders.length > 0, reference !== undefined, after !== undefined];
  if (given.filter(Boolean).length !== 1)
    throw new OperatorError('name orders, or --merchant and --reference, or --after', { exit: 'usage' });
  if ((reference === undefined) !== (merchant === undefined))
    throw new OperatorError('a reference is of a merchant: give --merchant and --reference', {
      exit: 'usage',
    });
}

function exportCommand(program: AdminCommand): void {
  program
    .command('export')
    .description('everything that is kept of a merchant, as lines of JSON on standard output; no secrets')
    .argument(...MERCHANT)
    .changes('notFound')
    .does(
      lines({ table: 'where it is kept', row: 'what is kept' }),
      async ({ orm, operator }, key: string) => {
        const write = async (line: string) => {
          if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
        };
        const rows = await exportMerchant(orm, operator, key, write);
        if (rows === 0) throw new OperatorError('there is no such merchant', { exit: 'notFound' });
        console.error(`${rows} rows`);
        return undefined;
      },
    );
}

async function eraseAsAsked(context: AdminContext, orders: readonly string[], options: EraseOptions) {
  const { orm, now, operator, confirm } = context;
  const { after, dryRun, merchant, reference } = options;
  if (after !== undefined) {
    const due = await countDue({ orm, now }, after);
    if (dryRun) return { orders: due, ids: null };
    await confirm(`erase the personal data of ${due} order(s)`);
    const onProgress = (erased: number) => console.error(`${erased} orders erased`);
    return { orders: await eraseDue({ orm, now, onProgress }, operator, after), ids: null };
  }
  const named =
    merchant !== undefined && reference !== undefined
      ? await ordersOfReference(orm, merchant, reference)
      : orders;
  if (named.length === 0)
    throw new OperatorError('the merchant has no order of that reference', { exit: 'notFound' });
  if (dryRun) return { orders: named.length, ids: named };
  await confirm(`erase the personal data of ${named.length} order(s): ${named.join(' ')}`);
  for (const id of named) await erase(orm, operator, id);
  return { orders: named.length, ids: named };
}
