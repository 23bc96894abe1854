import type { Command } from 'commander';
import { createLedgerOperations } from '../api/services/settlements/operations.ts';
import { Order } from '../db/entities/index.ts';
import type { AdminContext } from './context.ts';
import { currency as currencyCode, day, minorUnits } from './money-options.ts';
import { wholeNumber } from './options.ts';
import { print, printTable } from './print.ts';

type Run = <Result>(work: (context: AdminContext) => Promise<Result>) => Promise<Result>;
type Operations = ReturnType<typeof createLedgerOperations>;

interface ByHand {
  readonly reason: string;
  readonly key?: string;
}
interface RuleOptions {
  readonly agency?: string;
  readonly rate?: number;
  readonly from: string;
}

/** refund, adjust, reverse, commission, commissions. */
export function ledgerCommands(program: Command, run: Run): void {
  const operate = <Result>(work: (operations: Operations, context: AdminContext) => Promise<Result>) =>
    run((context) => work(createLedgerOperations({ ...context, terms: context.config.terms }), context));
  const byHand = (command: Command) =>
    command
      .requiredOption('--reason <text>', 'why; merchants see it')
      .option('--key <text>', 'your own: the same one again changes nothing');

  byHand(program.command('refund <order> <amount>'))
    .description('give back some of what a closed order has brought in; a decimal amount in its currency')
    .action(async (orderId: string, amount: string, options: ByHand) => {
      await operate(async (operations, { orm, operator }) => {
        const { currency } = await orm.em.fork().findOneOrFail(Order, orderId);
        await operations.refund(operator, orderId, minorUnits(amount, currency), options);
      });
      print({ refunded: orderId });
    });

  byHand(program.command('adjust <merchant> <currency> <amount>'))
    .description("credit a merchant's account, or with a minus (after --) debit it")
    .action(async (merchantKey: string, code: string, text: string, options: ByHand) => {
      const currency = currencyCode(code);
      const to = { merchantKey, currency, amount: minorUnits(text, currency) };
      await operate((operations, { operator }) => operations.adjust(operator, to, options));
      print({ adjusted: merchantKey });
    });

  byHand(program.command('reverse <posting>'))
    .description('take an adjustment or a refund back')
    .action(async (postingId: string, options: ByHand) => {
      await operate((operations, { operator }) => operations.reverse(operator, postingId, options));
      print({ reversed: postingId });
    });

  commissionCommands(program, operate);
}

function commissionCommands(
  program: Command,
  operate: <Result>(
    work: (operations: Operations, context: AdminContext) => Promise<Result>,
  ) => Promise<Result>,
): void {
  program
    .command('commission <studio>')
    .description('agree a commission from a day on; without --rate an agreement ends')
    .option('--agency <merchant>', "for this agency's orders only")
    .option('--rate <basis points>', '1250 is 12.5 %', wholeNumber(10_000))
    .requiredOption('--from <day>', "first day, in the platform's time zone", day)
    .action(async (studioKey: string, { agency, rate, from }: RuleOptions) => {
      const rule = { studioKey, agencyKey: agency ?? null, rate: rate ?? null, effectiveFrom: from };
      await operate((operations, { operator }) => operations.setCommission(operator, rule));
      print(rule);
    });

  program
    .command('commissions <studio>')
    .description('list what was agreed')
    .action(async (studioKey: string) =>
      printTable(
        (await operate((operations) => operations.commissionRules(studioKey))).map((rule) => ({
          from: rule.effectiveFrom,
          agency: rule.agencyKey ?? 'all',
          rate: rule.rate ?? 'ended',
          operator: rule.operator,
        })),
      ),
    );
}
