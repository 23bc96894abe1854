import type { MikroORM } from '@mikro-orm/postgresql';
import { Settlement, SettlementDispute } from '../../db/entities/index.ts';
import {
  type Closing,
  closeStatement,
  rollStatementsForward,
  selectDue,
} from '../../db/queries/money/closing.ts';
import { dispute, pay, type Refusal, resolve } from '../../db/queries/money/statement-moves.ts';
import { entryIdOf } from '../../domain/ids.ts';
import type {
  SettlementActivities,
  SettlementAnswer,
  SettlementPlan,
  SettlementSnapshot,
} from '../../workflows/settlement-contract.ts';
import { guarded } from '../guarded.ts';
import type { Announcer } from '../notifications/announcer.ts';
import type { MeasureWork } from './metrics.ts';
import { planOf } from './plan.ts';

export interface SettlementActivityDeps {
  readonly orm: MikroORM;
  /** The platform's. */
  readonly timeZone: string;
  readonly now: () => Date;
  readonly measure?: MeasureWork | undefined;
  /** Without it, nothing is announced: all is found as stalled. */
  readonly announcer?: Pick<Announcer, 'announce'> | undefined;
}

/** Who moved a statement where the request names nobody: from the Temporal UI, for example. */
const SOMEBODY = 'operator';

/** The activities of the task queue `settlements`. Each is one transaction, and does nothing the second time. */
export function createSettlementActivities({
  orm,
  timeZone,
  now,
  measure = (_work, run) => run(),
  announcer,
}: SettlementActivityDeps): SettlementActivities {
  /** What this worker has written, or found written, it announces. */
  async function snapshotOf(settlementId: string): Promise<SettlementSnapshot> {
    const snapshot = await readSnapshot(orm, settlementId);
    announcer?.announce(settlementId);
    return snapshot;
  }
  const answer = async (settlementId: string, refusal: Refusal): Promise<SettlementAnswer> => ({
    ...(await snapshotOf(settlementId)),
    ...(refusal === undefined ? {} : { refusal }),
  });
  return guarded<SettlementActivities>(measure, {
    planSettlement: async (request) => planOf(request, timeZone),
    listDueSettlements: async ({ plan, after, limit }) =>
      await selectDue(orm.em.fork(), closingOf(plan), after, limit),
    closeSettlement: async (settlementId, plan) => {
      const issuedAt = plan.issuedAt === undefined ? undefined : new Date(plan.issuedAt);
      await closeStatement(orm.em.fork(), settlementId, closingOf(plan), now(), issuedAt);
      return await snapshotOf(settlementId);
    },
    rollForward: async (plan) => {
      if (plan.isWholeMonth) await rollStatementsForward(orm.em.fork(), closingOf(plan));
    },
    readStanding: snapshotOf,
    recordDispute: async ({ lineId, at, ...asked }) => {
      const request = { ...asked, at: new Date(at), entryId: entryIdOf(lineId) };
      return await answer(asked.settlementId, await dispute(orm.em.fork(), request));
    },
    recordResolution: async ({ lineId, at, operator = SOMEBODY, ...asked }) => {
      const request = { ...asked, operator, timeZone, at: new Date(at), entryId: entryIdOf(lineId) };
      return await answer(asked.settlementId, await resolve(orm.em.fork(), request));
    },
    recordPayment: async ({ at, operator = SOMEBODY, ...asked }) => {
      const request = { ...asked, operator, timeZone, at: new Date(at) };
      return await answer(asked.settlementId, await pay(orm.em.fork(), request));
    },
  });
}

async function readSnapshot(orm: MikroORM, settlementId: string): Promise<SettlementSnapshot> {
  const em = orm.em.fork();
  const { status, lineCount } = await em.findOneOrFail(Settlement, settlementId);
  const openDisputes = await em.count(SettlementDispute, { settlementId, status: 'open' });
  return { status, openDisputes, lines: lineCount };
}

function closingOf({ month, closeAt, isWholeMonth }: SettlementPlan): Closing {
  return { month, closeAt: new Date(closeAt), isWholeMonth };
}
