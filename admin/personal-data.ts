import { once } from 'node:events';
import type { Command } from 'commander';
import type { AdminContext } from './context.ts';
import { MERCHANT, wholeNumber, words } from './options.ts';
import { print } from './print.ts';
import { OperatorError } from './refusal.ts';
import { countDue, erase, eraseDue, ordersOfReference } from './services/erasure.ts';
import { exportMerchant } from './services/merchant-export.ts';

type Run = <Result>(work: (context: AdminContext) => Promise<Result>) => Promise<Result>;

const MAX_DAYS = 36_500;

interface EraseOptions {
  readonly merchant?: string;
  readonly reference?: string;
  readonly after?: number;
  readonly dryRun?: boolean;
}

/** erase, export. */
export function personalDataCommands(program: Command, run: Run): void {
  program.commandsGroup('Personal data:');
  program
    .command('erase')
    .summary('erase what travellers and parties wrote of orders that are over')
    .description(
      'erase contact, guests, answers, remarks, messages and reasons of orders that are completed or cancelled: of those that are ' +
        "named, of a merchant's reference, or of all whose trip ended so many days ago (for a daily job). Can't be undone; may be repeated",
    )
    .argument('[orders...]', 'ids, ORD…')
    .option('--merchant <merchant>', 'with --reference: whose it is')
    .option('--reference <reference>', "the merchant's clientReference", words(64))
    .option('--after <days>', 'all whose trip ended more than so many days ago', wholeNumber(MAX_DAYS))
    .option('--dry-run', 'only say how many')
    .action(async (orders: string[], options: EraseOptions) => {
      const given = [orders.length > 0, options.reference !== undefined, options.after !== undefined];
      if (given.filter(Boolean).length !== 1) {
        throw new OperatorError('name orders, or --merchant and --reference, or --after');
      }
      if ((options.reference === undefined) !== (options.merchant === undefined)) {
        throw new OperatorError('a reference is of a merchant: give --merchant and --reference');
      }
      print(await run((context) => eraseAsAsked(context, orders, options)));
    });
  program
    .command('export')
    .description('everything that is kept of a merchant, as lines of JSON on standard output; no secrets')
    .argument(...MERCHANT)
    .action(async (key: string) => {
      const write = async (line: string) => {
        if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
      };
      const rows = await run(({ orm, operator }) => exportMerchant(orm, operator, key, write));
      if (rows === 0) throw new OperatorError('there is no such merchant');
      console.error(`${rows} rows`);
    });
}

async function eraseAsAsked(context: AdminContext, orders: readonly string[], options: EraseOptions) {
  const { orm, now, operator } = context;
  const { after, dryRun, merchant, reference } = options;
  if (after !== undefined) {
    if (dryRun) return { orders: await countDue({ orm, now }, after) };
    const onProgress = (erased: number) => console.error(`${erased} orders erased`);
    return { orders: await eraseDue({ orm, now, onProgress }, operator, after) };
  }
  const named =
    merchant !== undefined && reference !== undefined
      ? await ordersOfReference(orm, merchant, reference)
      : orders;
  if (named.length === 0) throw new OperatorError('the merchant has no order of that reference');
  if (!dryRun) for (const id of named) await erase(orm, operator, id);
  return { orders: named.length, ids: named.join(' ') };
}
