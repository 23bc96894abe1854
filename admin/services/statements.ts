import { randomUUID } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { type Operator, recordAudit } from '../../api/services/audit.ts';
import { findStatements } from '../../api/services/settlements/reading.ts';
import { Settlement } from '../../db/entities/index.ts';
import { selectDue } from '../../db/queries/closing.ts';
import { CorrectionRefused } from '../../db/queries/corrections.ts';
import type { DisputeOutcome, SettlementState } from '../../domain/settlement.ts';
import { endOfMonth, monthOf, previousMonth } from '../../domain/settlement-month.ts';
import type { SettlementGateway } from '../../temporal/settlement-gateway.ts';
import type { SettlementRunOutcome } from '../../workflows/settlement-contract.ts';

export interface StatementOperationsDeps {
  readonly orm: MikroORM;
  readonly gateway: SettlementGateway;
  /** The platform's. */
  readonly timeZone: string;
  readonly now: () => Date;
}

export interface Resolution {
  readonly lineId: string;
  readonly outcome: DisputeOutcome;
  readonly amount?: number | undefined;
  readonly reason: string;
}

/** All merchants' statements, newest first, with the amounts that merchants see. */
export async function listStatements(
  orm: MikroORM,
  filter: { month?: string; status?: SettlementState },
): Promise<Settlement[]> {
  return await findStatements(orm.em.fork(), filter, 1_000);
}

/**
 * What operators do about statements, through their workflows.
 * @throws CommandRefusedError, CorrectionRefused for a statement that is not there, Unavailable
 */
export function createSettlementOperations(deps: StatementOperationsDeps) {
  const { orm, gateway } = deps;
  const find = async (id: string) => {
    const settlement = await orm.em.fork().findOne(Settlement, id);
    if (!settlement) throw new CorrectionRefused('there is no such settlement');
    return settlement;
  };
  const audit = async (actor: Operator, action: string, id: string, details: Record<string, unknown>) =>
    await recordAudit(orm.em.fork(), actor, { action, subject: `settlement:${id}`, details });
  return {
    settle: async (month: string | undefined, partial: boolean) => await settle(deps, month, partial),
    resolve: async (actor: Operator, id: string, { amount, ...resolution }: Resolution) => {
      const given = amount === undefined ? {} : { amount };
      const request = { ...resolution, ...given, operator: actor.operator };
      await gateway.resolve(await find(id), randomUUID(), request);
      const { lineId, outcome } = resolution;
      await audit(actor, 'settlement.resolved', id, { lineId, outcome, amount });
      return await find(id);
    },
    pay: async (actor: Operator, id: string, reference: string) => {
      await gateway.pay(await find(id), randomUUID(), { reference, operator: actor.operator });
      await audit(actor, 'settlement.paid', id, { reference });
      return await find(id);
    },
  };
}

/**
 * Settles a month by hand: the last one that is over, unless one is named. The running month only where the operator
 * says so (docs/decisions/0067), and no month before those that come first: their lines would be under its name.
 * @throws CorrectionRefused
 */
async function settle(
  deps: StatementOperationsDeps,
  chosen: string | undefined,
  partial: boolean,
): Promise<SettlementRunOutcome> {
  const running = monthOf(deps.now(), deps.timeZone);
  const month = chosen ?? (partial ? running : previousMonth(running));
  if (month > running) throw new CorrectionRefused(`${month} has not begun`);
  if (month < running && partial)
    throw new CorrectionRefused(`${month} is over: settle it without --partial`);
  if (month === running && !partial) {
    throw new CorrectionRefused(
      `${month} is not over: with --partial it is closed up to now, and the rest of the month goes on a further statement`,
    );
  }
  await refuseUnsettledBefore(deps, month);
  return await deps.gateway.run(month, { partial });
}

async function refuseUnsettledBefore(
  { orm, timeZone }: StatementOperationsDeps,
  month: string,
): Promise<void> {
  const before = previousMonth(month);
  const closing = { month: before, closeAt: endOfMonth(before, timeZone), isWholeMonth: true };
  const [due] = await selectDue(orm.em.fork(), closing, '', 1);
  if (due) throw new CorrectionRefused(`${before} is not settled yet: settle it first`);
}
