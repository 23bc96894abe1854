import { createOrderActivities } from '../../../activities/transitions.ts';
import type { ConsoleDeps } from '../../../console/server/app.ts';
import { Settlement } from '../../../db/entities/index.ts';
import { closeStatement, selectDue } from '../../../db/queries/money/closing.ts';
import { dispute, pay, resolve } from '../../../db/queries/money/statement-moves.ts';
import { entryIdOf, lineId } from '../../../domain/ids.ts';
import { endOfMonth } from '../../../domain/settlement-month.ts';
import { CommandRefusedError } from '../../../lib/temporal/calling.ts';
import type { SettlementGateway } from '../../../lib/temporal/settlement-gateway.ts';
import { createSettlementService } from '../../../services/settlements/index.ts';
import type {
  DisputeRequest,
  PaymentRequest,
  ResolveRequest,
} from '../../../workflows/settlement-contract.ts';
import type { TestApp } from '../app.ts';
import { createGuide } from '../merchants.ts';
import { createOrderRow } from '../orders.ts';

export const AGENCY = 'mk_sandbox_agency';
export const STUDIO = 'mk_sandbox_studio';
export const MONTH = '2027-01';

/** Orders of that month, and one of the next, completed at the studio of the sandbox. @returns their ids. */
export async function completeOrders(test: TestApp, days: readonly string[]): Promise<string[]> {
  await createGuide(test, { id: 'G77', name: 'Inês' });
  const { recordTransition } = createOrderActivities({ orm: test.orm });
  const states = ['pending', 'confirmed', 'in_progress', 'completed'] as const;
  const ids: string[] = [];
  for (const [number, tripDate] of days.entries()) {
    const orderId = `ORD${String(number + 1).padStart(19, '0')}`;
    await createOrderRow(test, { id: orderId, guideId: 'G77', tripDate, tripDays: 1, status: 'pending' });
    for (const [index, from] of states.slice(0, 3).entries()) {
      const move = {
        orderId,
        sequence: index + 2,
        from,
        to: states[index + 1]!,
        reason: 'trip_ended',
      } as const;
      await recordTransition({ ...move, actor: { kind: 'platform' }, occurredAt: `${tripDate}T12:00:00Z` });
    }
    ids.push(orderId);
  }
  return ids;
}

/** Issues that month's statements, as its run does. */
export async function issueMonth(test: TestApp, month = MONTH): Promise<void> {
  const closing = { month, closeAt: endOfMonth(month, 'UTC'), isWholeMonth: true };
  for (const { settlementId } of await selectDue(test.orm.em.fork(), closing, '', 10))
    await closeStatement(test.orm.em.fork(), settlementId, closing, test.clock.now);
}

export async function statementOf(test: TestApp, merchantKey: string, month = MONTH): Promise<Settlement> {
  return await test.orm.em.fork().findOneOrFail(Settlement, { merchantKey, month });
}

/** The first line of a statement. */
export async function firstLine(test: TestApp, { id }: Settlement): Promise<string> {
  const [line] = await test.orm.em
    .fork()
    .execute<{ id: string }[]>('select min(entry_id) as id from settlement_line where settlement_id = ?', [
      id,
    ]);
  return lineId(line!.id);
}

/** What the statements' workflows do, without Temporal: the same moves of the database, the same refusals. */
export function moneyDeps(test: TestApp): Partial<ConsoleDeps> & { readonly started: string[] } {
  const started: string[] = [];
  const asked = (id: string, updateId: string) => ({ settlementId: id, updateId, at: test.clock.now });
  const answer = async (refusal: Promise<string | undefined>) => {
    const why = await refusal;
    if (why !== undefined) throw new CommandRefusedError(why);
    return { status: 'issued', openDisputes: 0, lines: 0 } as const;
  };
  const em = () => test.orm.em.fork();
  const gateway = {
    dispute: ({ id }: { id: string }, updateId: string, { lineId: line }: DisputeRequest) =>
      answer(dispute(em(), { ...asked(id, updateId), entryId: entryIdOf(line) })),
    resolve: (
      { id }: { id: string },
      updateId: string,
      { lineId: line, operator = '', ...rest }: ResolveRequest,
    ) =>
      answer(
        resolve(em(), {
          ...asked(id, updateId),
          ...rest,
          operator,
          timeZone: 'UTC',
          entryId: entryIdOf(line),
        }),
      ),
    pay: ({ id }: { id: string }, updateId: string, { reference, operator = '' }: PaymentRequest) =>
      answer(pay(em(), { ...asked(id, updateId), reference, operator, timeZone: 'UTC' })),
    startRun: async (month: string) => void started.push(month),
    isRunning: async () => false,
  } as unknown as SettlementGateway;
  const settlements = createSettlementService({ orm: test.orm, gateway, timeZone: 'UTC' });
  return { settlements, statementGateway: gateway, started };
}
