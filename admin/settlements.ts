import { Option } from 'commander';
import type { SettlementLine } from '../contract/schemas/settlements.ts';
import { Settlement } from '../db/entities/index.ts';
import { CorrectionRefused } from '../db/queries/money/corrections.ts';
import { toDecimalText } from '../domain/money.ts';
import { SETTLEMENT_STATES, type SettlementState } from '../domain/settlement.ts';
import { createSettlementGateway } from '../lib/temporal/settlement-gateway.ts';
import type { PageOptions } from '../services/lists/page.ts';
import { ownerOf, pageStatements } from '../services/operators/money/statement-list.ts';
import { previewRun } from '../services/operators/money/statement-preview.ts';
import { createSettlementOperations } from '../services/operators/money/statements.ts';
import { readSettlement } from '../services/settlements/reading.ts';
import type { AdminCommand, TemporalContext } from './command.ts';
import { decisionsOf, PROPOSAL } from './decisions.ts';
import { lineId, minorUnits, month } from './money-options.ts';
import { MERCHANT_OPTION, wholeNumber, words } from './options.ts';
import { paged } from './paging.ts';
import { showPreview } from './present.ts';
import { OperatorError } from './refusal.ts';
import { list, record, sections } from './shape.ts';

const STATEMENT = {
  settlement: 'its id',
  month: 'which month',
  part: 'which statement of that month',
  merchant: 'whose it is',
  status: SETTLEMENT_STATES.join(', '),
  lines: 'how many',
  balance: 'what is due to the merchant; negative: from it',
  currency: 'ISO 4217',
  reference: 'of the bank transfer',
} as const;
const WORKER = { worker: 'settlements' } as const;

const LINES = list({
  line: 'its id, for settlement-resolve',
  day: 'in the platform’s time zone',
  kind: 'trip, refund, adjustment or another posting',
  order: 'which',
  reference: "the agency's own",
  with: 'the other side of the order',
  gross: 'before the commission',
  commission: 'which the studio bears',
  amount: 'what the line comes to',
  dispute: 'open, adjusted or rejected',
});

/** settle, settlements, settlement, settlement-resolve, settlement-pay. */
export function settlementCommands(program: AdminCommand): void {
  program.commandsGroup('Money:');
  settleCommand(program);
  listCommand(program);
  showCommand(program);
  resolveCommand(program);
  payCommand(program);
}

interface SettleOptions {
  readonly partial?: boolean;
  readonly wait: number;
}

function settleCommand(program: AdminCommand): void {
  program
    .command('settle')
    .description(
      'settle a month now: shows what it would issue, asks, and waits for it; repeated it waits on',
    )
    .argument('[month]', 'such as 2027-01; default: the last full month', month)
    .option('--partial', 'close the current month up to now; the rest of it goes on a further statement')
    .option('--wait <seconds>', 'wait so long for the run', wholeNumber(86_400), 60)
    .changes()
    .asksBefore()
    .doesInTemporal(
      WORKER,
      record({ month: 'which month', issued: 'statements that the run issued' }),
      async (context, chosen: string | undefined, { partial = false, wait }: SettleOptions) => {
        const deps = operationsDeps(context);
        const previewed = await previewRun(deps, { month: chosen, partial, size: 1 });
        const statements = previewed.totals.reduce((sum, one) => sum + one.statements, 0);
        const what = `issue ${statements} statement(s) of ${previewed.month}`;
        await context.confirm(what, async () => showPreview(TOTALS, previewed.totals.map(total)));
        const limits = { partial, waitMs: wait * 1_000 };
        const outcome = await createSettlementOperations(deps).settle(
          context.operator,
          previewed.month,
          limits,
        );
        if (outcome !== undefined) return { month: outcome.month, issued: outcome.issued };
        throw new OperatorError(
          `the run of ${previewed.month} goes on, and is not done after ${wait} s: repeat the command to wait for it further`,
          { exit: 'noWorker' },
        );
      },
    );
}

const TOTALS = list({
  world: 'sandbox or live',
  currency: 'ISO 4217',
  statements: 'how many',
  lines: 'of all of them',
  dueTo: 'what is due to merchants',
  dueFrom: 'what is due from merchants',
});

function total(one: Awaited<ReturnType<typeof previewRun>>['totals'][number]) {
  return {
    world: one.sandbox ? 'sandbox' : 'live',
    currency: one.currency,
    statements: one.statements,
    lines: one.lineCount,
    dueTo: toDecimalText(one.dueTo, one.currency),
    dueFrom: toDecimalText(one.dueFrom, one.currency),
  };
}

interface ListOptions extends PageOptions {
  readonly month?: string;
  readonly status?: SettlementState;
  readonly merchant?: string;
}

function listCommand(program: AdminCommand): void {
  paged(program.command('settlements'))
    .description('list statements, newest first')
    .option('--month <month>', 'of this month only, such as 2027-01', month)
    .addOption(new Option('--status <status>', 'in this state only').choices([...SETTLEMENT_STATES]))
    .option(...MERCHANT_OPTION)
    .does(list(STATEMENT), async ({ orm }, { limit, after, merchant, ...filter }: ListOptions) => {
      const query = { ...filter, merchantKey: merchant, cursor: after, size: limit };
      const { list: found, nextCursor } = await pageStatements(orm.em.fork(), query);
      return { list: found.map(({ statement }) => row(statement)), next: nextCursor };
    });
}

function showCommand(program: AdminCommand): void {
  paged(program.command('settlement'))
    .description('a statement with its lines, oldest first, as its merchant sees them')
    .argument('<settlement>', 'its id, STL…')
    .endsWith('notFound')
    .does(
      sections({ statement: record(STATEMENT), lines: LINES }),
      async ({ orm, config }, id: string, { limit, after }: PageOptions) => {
        const em = orm.em.fork();
        const { statement } = await ownerOf(em, id);
        const query = { size: limit, ...(after === undefined ? {} : { cursor: after }) };
        const { timeZone } = config.terms;
        const { lines, nextCursor } = await readSettlement(em, statement.merchantKey, id, query, timeZone);
        return { statement: row(statement), lines: { list: lines.map(lineRow), next: nextCursor } };
      },
    );
}

function lineRow(line: SettlementLine) {
  const { counterparty, dispute, gross, commission, amount } = line;
  return {
    line: line.lineId,
    day: line.day,
    kind: line.kind,
    order: line.orderId,
    reference: line.clientReference,
    with: counterparty?.merchantKey ?? null,
    ...{ gross, commission, amount },
    dispute: dispute?.status ?? null,
  };
}

interface ResolveOptions {
  readonly adjust?: string;
  readonly reason: string;
}

function resolveCommand(program: AdminCommand): void {
  program
    .command('settlement-resolve')
    .description(
      'answer a dispute: the line is unchanged, or with --adjust an adjustment goes into the next statement',
    )
    .argument('<settlement>', 'its id, STL…')
    .argument('<line>', 'the disputed line, LIN…', lineId)
    .option('--adjust <amount>', "decimal amount in the merchant's favour, negative if against it")
    .requiredOption('--reason <text>', 'for the merchant (required)', words(500))
    .changes('notFound')
    .doesInTemporal(
      WORKER,
      record(STATEMENT),
      async (context, id: string, line: string, { adjust, reason }: ResolveOptions) => {
        const { currency } = await found(context, id);
        const amount = adjust === undefined ? undefined : minorUnits(adjust, currency);
        const outcome = amount === undefined ? 'rejected' : 'adjusted';
        const resolution = { lineId: line, outcome, amount, reason } as const;
        return row(await operations(context).resolve(context.operator, id, resolution));
      },
    );
}

function payCommand(program: AdminCommand): void {
  program
    .command('settlement-pay')
    .description(
      'record that the balance was transferred; the merchant is notified. A live one takes a second operator (OPERATORS_TO_APPROVE)',
    )
    .argument('<settlement>', 'its id, STL…')
    .requiredOption('--reference <text>', 'of the bank transfer (required)', words(140))
    .changes('notFound')
    .doesInTemporal(
      WORKER,
      record({ ...STATEMENT, proposal: PROPOSAL }),
      async (context, id: string, { reference }: { reference: string }) => {
        const { proposalId } = await decisionsOf(context).pay(context.operator, id, reference);
        return { ...row(await found(context, id)), proposal: proposalId };
      },
    );
}

function operationsDeps({ client, orm, now, config }: TemporalContext) {
  return { orm, gateway: createSettlementGateway(client), now, timeZone: config.terms.timeZone };
}

const operations = (context: TemporalContext) => createSettlementOperations(operationsDeps(context));

async function found({ orm }: TemporalContext, id: string): Promise<Settlement> {
  const settlement = await orm.em.fork().findOne(Settlement, id);
  if (settlement === null) throw new CorrectionRefused('there is no such settlement');
  return settlement;
}

function row({
  id,
  month: of,
  part,
  merchantKey,
  currency,
  status,
  lineCount,
  balance,
  paymentReference,
}: Settlement) {
  return {
    settlement: id,
    month: of,
    part,
    merchant: merchantKey,
    status,
    lines: lineCount,
    balance: toDecimalText(balance, currency),
    currency,
    reference: paymentReference ?? null,
  };
}
