import { Client, Connection } from '@temporalio/client';
import { type Command, Option } from 'commander';
import { createSettlementGateway } from '../api/services/settlements/gateway.ts';
import { createSettlementOperations } from '../api/services/settlements/operations.ts';
import type { Settlement } from '../db/entities/index.ts';
import { toDecimalText } from '../domain/money.ts';
import { SETTLEMENT_STATES, type SettlementState } from '../domain/settlement.ts';
import { monthOf } from '../domain/settlement-month.ts';
import type { AdminContext } from './context.ts';
import { minorUnits, month } from './money-options.ts';
import { print, printTable } from './print.ts';

type Run = <Result>(work: (context: AdminContext) => Promise<Result>) => Promise<Result>;
type Operations = ReturnType<typeof createSettlementOperations>;

interface ResolveOptions {
  readonly adjust?: string;
  readonly reason: string;
}

/** settle, settlements, settlement-resolve, settlement-pay. */
export function settlementCommands(program: Command, run: Run): void {
  const operate = <Result>(work: (operations: Operations, context: AdminContext) => Promise<Result>) =>
    run((context) => withTemporal(context, work));

  program
    .command('settle [month]')
    .description('settle a month now, such as 2027-01; without it the one that is running, up to now')
    .action(async (chosen: string | undefined) => {
      const outcome = await operate((operations, { config, now }) =>
        operations.run(chosen === undefined ? monthOf(now(), config.terms.timeZone) : month(chosen)),
      );
      print({ ...outcome });
    });

  program
    .command('settlements')
    .description('list statements, the newest first')
    .option('--month <month>', 'of this month only', month)
    .addOption(new Option('--status <status>', 'in this state only').choices([...SETTLEMENT_STATES]))
    .action(async (filter: { month?: string; status?: SettlementState }) =>
      printTable((await operate((operations) => operations.list(filter))).map(row)),
    );

  program
    .command('settlement-resolve <settlement> <line>')
    .description('answer a dispute: the line stands, or an adjustment goes into the next statement')
    .option('--adjust <amount>', "decimal amount in the merchant's favour, or against it with a minus")
    .requiredOption('--reason <text>', 'for the merchant')
    .action(async (id: string, lineId: string, { adjust, reason }: ResolveOptions) => {
      const resolved = await operate(async (operations, { orm, operator }) => {
        const currency =
          (
            await orm.em
              .fork()
              .execute<{ currency: string }[]>('select currency from settlement where id = ?', [id])
          )[0]?.currency ?? 'EUR';
        const amount = adjust === undefined ? undefined : minorUnits(adjust, currency);
        const outcome = amount === undefined ? 'rejected' : 'adjusted';
        return await operations.resolve(operator, id, { lineId, outcome, amount, reason });
      });
      print(row(resolved));
    });

  program
    .command('settlement-pay <settlement>')
    .description('the balance was transferred')
    .requiredOption('--reference <text>', 'of the bank transfer')
    .action(async (id: string, { reference }: { reference: string }) =>
      print(row(await operate((operations, { operator }) => operations.pay(operator, id, reference)))),
    );
}

async function withTemporal<Result>(
  context: AdminContext,
  work: (operations: Operations, context: AdminContext) => Promise<Result>,
): Promise<Result> {
  const { temporal } = context.config;
  const connection = await Connection.connect(temporal.connection);
  try {
    const gateway = createSettlementGateway(new Client({ connection, namespace: temporal.namespace }));
    return await work(createSettlementOperations(context.orm, gateway), context);
  } finally {
    await connection.close();
  }
}

function row({
  id,
  month: of,
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
    merchant: merchantKey,
    status,
    lines: lineCount,
    balance: toDecimalText(balance, currency),
    currency,
    reference: paymentReference ?? '-',
  };
}
