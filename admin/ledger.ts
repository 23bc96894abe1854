import type { Command } from 'commander';
import { Order } from '../db/entities/index.ts';
import { CorrectionRefused } from '../db/queries/corrections.ts';
import type { AdminContext } from './context.ts';
import { AMOUNT, correctionKey, currency as currencyCode, day, minorUnits } from './money-options.ts';
import { MERCHANT, wholeNumber, words } from './options.ts';
import { print, printTable } from './print.ts';
import { createLedgerOperations, type Posted } from './services/postings.ts';

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
      .requiredOption('--reason <text>', 'why; merchants see it (required)', words(500))
      .option(
        '--key <text>',
        'your own name for it: repeated under one name, it is posted once; without a name, a repetition on the same day is refused',
        correctionKey,
      );

  byHand(program.command('refund'))
    .description('refund some or all of what a closed order earned')
    .argument('<order>', 'its id, ORD…')
    .argument('<amount>', 'decimal, in the order’s currency')
    .action(async (orderId: string, amount: string, options: ByHand) => {
      const posted = await operate(async (operations, { orm, operator }) => {
        const order = await orm.em.fork().findOne(Order, orderId);
        if (!order) throw new CorrectionRefused('there is no such order');
        return await operations.refund(operator, orderId, minorUnits(amount, order.currency), options);
      });
      print({ refunded: orderId, ...row(posted) });
    });

  byHand(program.command('adjust'))
    .description("credit a merchant's account, or debit it")
    .argument(...MERCHANT)
    .argument('<currency>', 'ISO 4217, such as EUR', currencyCode)
    .argument(...AMOUNT)
    .action(async (merchantKey: string, currency: string, text: string, options: ByHand) => {
      const to = { merchantKey, currency, amount: minorUnits(text, currency) };
      const posted = await operate((operations, { operator }) => operations.adjust(operator, to, options));
      print({ adjusted: merchantKey, ...row(posted) });
    });

  byHand(program.command('reverse'))
    .description('reverse an adjustment or a refund')
    .argument('<posting>', 'its id: adjustment:MERCHANT:KEY or refund:ORDER:KEY')
    .action(async (postingId: string, options: ByHand) => {
      const posted = await operate((operations, { operator }) =>
        operations.reverse(operator, postingId, options),
      );
      print({ reversed: postingId, ...row(posted) });
    });

  commissionCommands(program, operate);
}

const row = ({ postingId, isNew }: Posted) => ({ posting: postingId, posted: isNew ? 'now' : 'before' });

function commissionCommands(
  program: Command,
  operate: <Result>(
    work: (operations: Operations, context: AdminContext) => Promise<Result>,
  ) => Promise<Result>,
): void {
  program
    .command('commission')
    .description('agree a commission for orders made from a given day on')
    .argument('<studio>', 'its merchant key')
    .option('--agency <merchant>', "for this agency's orders only")
    .option('--rate <basis points>', '1250 is 12.5 %; without it the agreement ends', wholeNumber(10_000))
    .requiredOption(
      '--from <day>',
      "first day, in the platform's time zone, such as 2027-03-01 (required)",
      day,
    )
    .action(async (studioKey: string, { agency, rate, from }: RuleOptions) => {
      const rule = { studioKey, agencyKey: agency ?? null, rate: rate ?? null, effectiveFrom: from };
      await operate((operations, { operator }) => operations.setCommission(operator, rule));
      const { studioKey: studio, agencyKey, effectiveFrom } = rule;
      print({ studio, agency: agencyKey ?? 'all', rate: rule.rate ?? 'ended', from: effectiveFrom });
    });

  program
    .command('commissions')
    .description('list what was agreed with a studio')
    .argument('<studio>', 'its merchant key')
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
