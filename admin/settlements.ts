import { type Command, Option } from 'commander';
import { Settlement } from '../db/entities/index.ts';
import { CorrectionRefused } from '../db/queries/corrections.ts';
import { toDecimalText } from '../domain/money.ts';
import { SETTLEMENT_STATES, type SettlementState } from '../domain/settlement.ts';
import { createSettlementGateway } from '../temporal/settlement-gateway.ts';
import type { AdminContext } from './context.ts';
import { lineId, minorUnits, month } from './money-options.ts';
import { words } from './options.ts';
import { print, printTable } from './print.ts';
import { createSettlementOperations, listStatements } from './services/statements.ts';
import { withTemporal } from './temporal.ts';

type Run = <Result>(work: (context: AdminContext) => Promise<Result>) => Promise<Result>;
type Operations = ReturnType<typeof createSettlementOperations>;

interface ResolveOptions {
  readonly adjust?: string;
  readonly reason: string;
}

/** settle, settlements, settlement-resolve, settlement-pay. */
export function settlementCommands(program: Command, run: Run): void {
  const operate = <Result>(work: (operations: Operations, context: AdminContext) => Promise<Result>) =>
    run((context) =>
      withTemporal(context, async (client) => {
        const gateway = createSettlementGateway(client);
        const { orm, now, config } = context;
        const deps = { orm, gateway, now, timeZone: config.terms.timeZone };
        return await work(createSettlementOperations(deps), context);
      }),
    );

  program.commandsGroup('Money:');
  program
    .command('settle')
    .description('settle a month now; needs a worker with the role settlements, and waits for it')
    .argument('[month]', 'such as 2027-01; default: the last full month', month)
    .option('--partial', 'close the current month up to now; the rest of it goes on a further statement')
    .action(async (chosen: string | undefined, { partial = false }: { partial?: boolean }) =>
      print({ ...(await operate((operations) => operations.settle(chosen, partial))) }),
    );

  program
    .command('settlements')
    .description('list statements, newest first')
    .option('--month <month>', 'of this month only, such as 2027-01', month)
    .addOption(new Option('--status <status>', 'in this state only').choices([...SETTLEMENT_STATES]))
    .action(async (filter: { month?: string; status?: SettlementState }) =>
      printTable((await run(({ orm }) => listStatements(orm, filter))).map(row)),
    );

  program
    .command('settlement-resolve')
    .description(
      'answer a dispute: the line stands, or with --adjust an adjustment goes into the next statement',
    )
    .argument('<settlement>', 'its id, STL…')
    .argument('<line>', 'the disputed line, LIN…', lineId)
    .option('--adjust <amount>', "decimal amount in the merchant's favour, negative if against it")
    .requiredOption('--reason <text>', 'for the merchant (required)', words(500))
    .action(async (id: string, lineId: string, { adjust, reason }: ResolveOptions) => {
      const resolved = await operate(async (operations, { orm, operator }) => {
        const settlement = await orm.em.fork().findOne(Settlement, id);
        if (!settlement) throw new CorrectionRefused('there is no such settlement');
        const amount = adjust === undefined ? undefined : minorUnits(adjust, settlement.currency);
        const outcome = amount === undefined ? 'rejected' : 'adjusted';
        return await operations.resolve(operator, id, { lineId, outcome, amount, reason });
      });
      print(row(resolved));
    });

  program
    .command('settlement-pay')
    .description('record that the balance was transferred; the merchant is notified')
    .argument('<settlement>', 'its id, STL…')
    .requiredOption('--reference <text>', 'of the bank transfer (required)', words(140))
    .action(async (id: string, { reference }: { reference: string }) =>
      print(row(await operate((operations, { operator }) => operations.pay(operator, id, reference)))),
    );
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
    reference: paymentReference ?? '-',
  };
}
