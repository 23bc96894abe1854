import { type EntityManager, LockMode, type MikroORM } from '@mikro-orm/postgresql';
import { AuditEntry, Settlement, SettlementDispute } from '../../../db/entities/index.ts';
import { type Closing, selectDue } from '../../../db/queries/money/closing.ts';
import { CorrectionRefused } from '../../../db/queries/money/corrections.ts';
import type { DisputeOutcome } from '../../../domain/settlement.ts';
import { closingAt, endOfMonth, monthOf, previousMonth } from '../../../domain/settlement-month.ts';
import type { SettlementGateway } from '../../../lib/temporal/settlement-gateway.ts';
import type { SettlementRunOutcome } from '../../../workflows/settlement-contract.ts';
import { recordAudit } from '../../audit.ts';
import { commandOfWords } from '../../commands.ts';
import { type ActingOperator, nameOf } from '../acting-operator.ts';

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

export type SettlementOperations = ReturnType<typeof createSettlementOperations>;

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
  const startRun = async (actor: ActingOperator, month: string | undefined, partial: boolean) => {
    const closing = await plannedClosing(deps, month, partial);
    await gateway.startRun(closing.month, { partial });
    const subject = `month:${closing.month}`;
    await recordAudit(orm.em.fork(), actor, {
      action: 'settlement.run_started',
      subject,
      details: { partial },
    });
    return closing;
  };
  return {
    /**
     * Settles a month and waits until its statements are issued; where a run of it is under way, for that one.
     * @returns undefined where it takes longer.
     */
    settle: async (
      actor: ActingOperator,
      chosen: string | undefined,
      { partial, waitMs }: { readonly partial: boolean; readonly waitMs: number },
    ): Promise<SettlementRunOutcome | undefined> => {
      const { month } = await plannedClosing(deps, chosen, partial);
      if (!(await gateway.isRunning(month))) await startRun(actor, month, partial);
      return await gateway.outcomeOf(month, waitMs);
    },
    /** The same without waiting. */
    startRun,
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
      const done = {
        action: 'settlement.resolved',
        id,
        updateId: formOrCommand(key, id, request, await lastDisputeOf(orm.em.fork(), lineId)),
      };
      const statement = await find(id);
      if (await wasDone(orm.em.fork(), done)) return statement;
      await gateway.resolve(statement, done.updateId, request);
      await auditOnce(orm, actor, { ...done, details: { lineId, outcome, amount } });
      return await find(id);
    },
    pay: async (actor: ActingOperator, id: string, reference: string, key?: string) => {
      const done = { action: 'settlement.paid', id, updateId: formOrCommand(key, id, reference) };
      const statement = await find(id);
      if (await wasDone(orm.em.fork(), done)) return statement;
      await gateway.pay(statement, done.updateId, { reference, operator: nameOf(actor) });
      await auditOnce(orm, actor, { ...done, details: { reference } });
      return await find(id);
    },
  };
}

/** A form sent twice is one Update; so is a command with the same words. */
function formOrCommand(key: string | undefined, ...asked: unknown[]): string {
  return key === undefined ? commandOfWords(...asked) : `form:${key}`;
}

/** A line may be disputed again: the same answer to another dispute is another Update. */
async function lastDisputeOf(em: EntityManager, lineId: string): Promise<string> {
  const entryId = Number(lineId.slice('LIN'.length));
  const last = await em.findOne(SettlementDispute, { entryId }, { orderBy: { id: 'desc' }, fields: ['id'] });
  return String(last?.id ?? 'none');
}

interface Done {
  readonly action: string;
  /** The statement's id. */
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
 * operator says so (docs/decisions/0040), and no month before those that come first: their lines would be under its name.
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
