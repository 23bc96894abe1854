import { Order } from '../db/entities/index.ts';
import { CorrectionRefused } from '../db/queries/money/corrections.ts';
import type { PageOptions } from '../services/lists/page.ts';
import { createLedgerOperations, type Posted } from '../services/operators/money/postings.ts';
import type { AdminCommand } from './command.ts';
import type { AdminContext } from './context.ts';
import { AMOUNT, correctionKey, currency as currencyCode, day, minorUnits } from './money-options.ts';
import { MERCHANT, wholeNumber, words } from './options.ts';
import { paged, pageOfAll } from './paging.ts';
import { list, record } from './shape.ts';

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
export function ledgerCommands(program: AdminCommand): void {
  refundCommand(program);
  adjustCommand(program);
  reverseCommand(program);
  commissionCommands(program);
}

const POSTED = {
  posting: 'the id of what was posted; "reverse" takes it',
  posted: '"now", or "before" where --key was used before',
} as const;
const row = ({ postingId, isNew }: Posted) => ({ posting: postingId, posted: isNew ? 'now' : 'before' });
const operations = (context: AdminContext) =>
  createLedgerOperations({ ...context, terms: context.config.terms });

const byHand = (command: AdminCommand) =>
  command
    .requiredOption('--reason <text>', 'why; merchants see it (required)', words(500))
    .option(
      '--key <text>',
      'your own name for it: repeated under one name, it is posted once; without a name, the same again is refused for ever',
      correctionKey,
    )
    .changes('notFound');

function refundCommand(program: AdminCommand): void {
  byHand(program.command('refund'))
    .description('refund some or all of what a closed order earned')
    .argument('<order>', 'its id, ORD…')
    .argument('<amount>', 'decimal, in the order’s currency')
    .does(
      record({ refunded: 'the order', ...POSTED }),
      async (context, orderId: string, amount: string, options: ByHand) => {
        const order = await context.orm.em.fork().findOne(Order, orderId);
        if (!order) throw new CorrectionRefused('there is no such order');
        const minor = minorUnits(amount, order.currency);
        const posted = await operations(context).refund(context.operator, orderId, minor, options);
        return { refunded: orderId, ...row(posted) };
      },
    );
}

function adjustCommand(program: AdminCommand): void {
  byHand(program.command('adjust'))
    .description("credit a merchant's account, or debit it")
    .argument(...MERCHANT)
    .argument('<currency>', 'ISO 4217, such as EUR', currencyCode)
    .argument(...AMOUNT)
    .does(
      record({ adjusted: 'the merchant', ...POSTED }),
      async (context, merchantKey: string, currency: string, text: string, options: ByHand) => {
        const to = { merchantKey, currency, amount: minorUnits(text, currency) };
        const posted = await operations(context).adjust(context.operator, to, options);
        return { adjusted: merchantKey, ...row(posted) };
      },
    );
}

function reverseCommand(program: AdminCommand): void {
  byHand(program.command('reverse'))
    .description('reverse an adjustment or a refund')
    .argument('<posting>', 'its id: adjustment:MERCHANT:KEY or refund:ORDER:KEY')
    .does(
      record({ reversed: 'the posting', ...POSTED }),
      async (context, postingId: string, options: ByHand) => ({
        reversed: postingId,
        ...row(await operations(context).reverse(context.operator, postingId, options)),
      }),
    );
}

function commissionCommands(program: AdminCommand): void {
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
    .changes('notFound')
    .does(
      record({
        studio: 'its key',
        agency: { says: "for this one's orders", none: 'all' },
        rate: { says: 'basis points', none: 'ended' },
        from: 'first day',
      }),
      async (context, studio: string, { agency, rate, from }: RuleOptions) => {
        const rule = {
          studioKey: studio,
          agencyKey: agency ?? null,
          rate: rate ?? null,
          effectiveFrom: from,
        };
        await operations(context).setCommission(context.operator, rule);
        return { studio, agency: agency ?? null, rate: rate ?? null, from };
      },
    );

  const command = program
    .command('commissions')
    .description('list what was agreed with a studio')
    .argument('<studio>', 'its merchant key');
  paged(command).does(
    list({
      from: 'first day',
      agency: { says: "for this one's orders", none: 'all' },
      rate: { says: 'basis points', none: 'ended' },
      operator: 'who agreed it',
    }),
    async (context, studioKey: string, page: PageOptions) => {
      const rules = (await operations(context).commissionRules(studioKey)).map((rule) => ({
        from: rule.effectiveFrom,
        agency: rule.agencyKey ?? null,
        rate: rule.rate ?? null,
        operator: rule.operator,
      }));
      return pageOfAll(rules, page, ({ from, agency }) => `${from}.${agency ?? 'all'}`);
    },
  );
}
