import { randomUUID } from 'node:crypto';
import { type EntityManager, LockMode, type MikroORM } from '@mikro-orm/postgresql';
import { recordAudit } from '../../api/services/audit.ts';
import { findStatements } from '../../api/services/settlements/reading.ts';
import { AuditEntry, Settlement } from '../../db/entities/index.ts';
import { type Closing, selectDue } from '../../db/queries/closing.ts';
import { CorrectionRefused } from '../../db/queries/corrections.ts';
import type { DisputeOutcome, SettlementState } from '../../domain/settlement.ts';
import { closingAt, endOfMonth, monthOf, previousMonth } from '../../domain/settlement-month.ts';
import type { SettlementGateway } from '../../temporal/settlement-gateway.ts';
import type { SettlementRunOutcome } from '../../workflows/settlement-contract.ts';
import { type ActingOperator, nameOf } from './acting-operator.ts';

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
  return {
    settle: async (month: string | undefined, partial: boolean): Promise<SettlementRunOutcome> =>
      await gateway.run((await plannedClosing(deps, month, partial)).month, { partial }),
    /** The same without waiting until its statements are issued. */
    startRun: async (actor: ActingOperator, month: string | undefined, partial: boolean) => {
      const closing = await plannedClosing(deps, month, partial);
      await gateway.startRun(closing.month, { partial });
      const change = {
        action: 'settlement.run_started',
        subject: `month:${closing.month}`,
        details: { partial },
      };
      await recordAudit(orm.em.fork(), actor, change);
      return closing;
    },
    /** @param key the operator's own: under the same one it is done once. */
    resolve: async (
      actor: ActingOperator,
      id: string,
      { amount, ...resolution }: Resolution,
      key?: string,
    ) => {
      const given = amount === undefined ? {} : { amount };
      const request = { ...resolution, ...given, operator: nameOf(actor) };
      const { lineId, outcome } = resolution;
      const done = { action: 'settlement.resolved', id, updateId: updateIdOf(key) };
      const statement = await find(id);
      if (await wasDone(orm.em.fork(), done)) return statement;
      await gateway.resolve(statement, done.updateId, request);
      await auditOnce(orm, actor, { ...done, details: { lineId, outcome, amount } });
      return await find(id);
    },
    pay: async (actor: ActingOperator, id: string, reference: string, key?: string) => {
      const done = { action: 'settlement.paid', id, updateId: updateIdOf(key) };
      const statement = await find(id);
      if (await wasDone(orm.em.fork(), done)) return statement;
      await gateway.pay(statement, done.updateId, { reference, operator: nameOf(actor) });
      await auditOnce(orm, actor, { ...done, details: { reference } });
      return await find(id);
    },
  };
}

/** A form sent twice is one Update. */
function updateIdOf(key: string | undefined): string {
  return key === undefined ? randomUUID() : `form:${key}`;
}

interface Done {
  readonly action: string;
  /** Of the statement. */
  readonly id: string;
  readonly updateId: string;
}

/** The same form was carried out before: its workflow may have ended since, and would refuse it. */
async function wasDone(em: EntityManager, { action, id, updateId }: Done): Promise<boolean> {
  return (await em.count(AuditEntry, { subject: `settlement:${id}`, action, details: { updateId } })) > 0;
}

/** The lock on the statement lets one of two that sent the same note it. */
async function auditOnce(
  orm: MikroORM,
  actor: ActingOperator,
  { details, ...done }: Done & { readonly details: object },
): Promise<void> {
  const { action, id, updateId } = done;
  await orm.em.fork().transactional(async (em) => {
    await em.findOneOrFail(Settlement, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (await wasDone(em, done)) return;
    await recordAudit(em, actor, { action, subject: `settlement:${id}`, details: { ...details, updateId } });
  });
}

/**
 * What settling a month by hand would close: the last one that is over, unless one is named. The running month only where the
 * operator says so (docs/decisions/0067), and no month before those that come first: their lines would be under its name.
 * @throws CorrectionRefused
 */
export async function plannedClosing(
  deps: Pick<StatementOperationsDeps, 'orm' | 'timeZone' | 'now'>,
  chosen: string | undefined,
  partial: boolean,
): Promise<Closing> {
  const running = monthOf(deps.now(), deps.timeZone);
  const month = chosen ?? (partial ? running : previousMonth(running));
  const closing = closingAt(month, deps.now(), deps.timeZone);
  if (closing === undefined) throw new CorrectionRefused(`${month} has not begun`);
  if (closing.isWholeMonth && partial) {
    throw new CorrectionRefused(`${month} is over: settle it without --partial`);
  }
  if (!closing.isWholeMonth && !partial) {
    throw new CorrectionRefused(
      `${month} is not over: with --partial it is closed up to now, and the rest of the month goes on a further statement`,
    );
  }
  await refuseUnsettledBefore(deps, month);
  return closing;
}

async function refuseUnsettledBefore(
  { orm, timeZone }: Pick<StatementOperationsDeps, 'orm' | 'timeZone'>,
  month: string,
): Promise<void> {
  const before = previousMonth(month);
  const closing = { month: before, closeAt: endOfMonth(before, timeZone), isWholeMonth: true };
  const [due] = await selectDue(orm.em.fork(), closing, '', 1);
  if (due) throw new CorrectionRefused(`${before} is not settled yet: settle it first`);
}
