import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { IssuedStatements } from '../../contract/schemas/sandbox.ts';
import type { SettlementSummary } from '../../contract/schemas/settlements.ts';
import { Settlement } from '../../db/entities/index.ts';
import { type DueStatement, selectDueOf, selectFirstDue } from '../../db/queries/money/closing.ts';
import { readClock } from '../../db/queries/orders/sandbox-clock.ts';
import {
  type InvalidParameter,
  invalidParameter,
  SettlementStateForbids,
  Unavailable,
} from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { settlementRefusal } from '../../domain/settlement.ts';
import { closingAt, monthOf } from '../../domain/settlement-month.ts';
import { viewSettlement } from '../../domain/settlement-view.ts';
import { CommandRefusedError } from '../../lib/temporal/calling.ts';
import type { SettlementGateway } from '../../lib/temporal/settlement-gateway.ts';
import type { SettlementPlan } from '../../workflows/settlement-contract.ts';
import { recordAudit } from '../audit.ts';
import { findDone, noteDone } from '../commands.ts';
import { findSettlement } from '../settlements/reading.ts';
import { refuseLive } from './clock.ts';

const PATIENCE_MS = 5_000;
const POLL_MS = 50;
const ISSUED = 'sandbox.statements_issued';
const PAID = 'sandbox.statement_paid';

export interface SandboxStatementsDeps {
  readonly orm: MikroORM;
  readonly gateway: Pick<SettlementGateway, 'issue' | 'pay'>;
  /** The real time. */
  readonly now: () => Date;
  /** The platform's. */
  readonly timeZone: string;
}

export interface SandboxStatements {
  /**
   * Issues a sandbox merchant's own statements of a month, by its clock: the whole month where it is over, else the month up to
   * now. Without a month it is the first one in which there is something.
   * @throws MerchantKindForbidden, InvalidParameter, SettlementStateForbids, Unavailable
   */
  issue(merchant: CallingMerchant, month?: string): Promise<IssuedStatements>;
  /** As if the balance were transferred. @throws MerchantKindForbidden, SettlementNotFound, SettlementStateForbids, Unavailable */
  pay(merchant: CallingMerchant, settlementId: string): Promise<SettlementSummary>;
}

/** What an operator does about statements, done by a sandbox merchant for itself, through the same workflows. */
export function createSandboxStatements(deps: SandboxStatementsDeps): SandboxStatements {
  const summaryOf = async ({ key }: CallingMerchant, id: string) => {
    const settlement = await findSettlement(deps.orm.em.fork(), key, id);
    return { ...viewSettlement(settlement), timeZone: deps.timeZone };
  };
  return {
    async issue(merchant, month) {
      refuseLive(merchant);
      const { plan, settlementIds } = await planOf(deps, merchant, month);
      await Promise.all(settlementIds.map((id) => issueOne(deps, merchant, id, plan)));
      const list = await Promise.all(settlementIds.map((id) => summaryOf(merchant, id)));
      return { month: plan.month, closedUntil: plan.closeAt, list };
    },
    async pay(merchant, settlementId) {
      refuseLive(merchant);
      await pay(deps, merchant, settlementId);
      return await summaryOf(merchant, settlementId);
    },
  };
}

type Planned = {
  readonly plan: SettlementPlan;
  readonly settlementIds: readonly string[];
};

/** What an earlier try of the same request had planned, or what there is to do now; written down before it is done. */
async function planOf(
  deps: SandboxStatementsDeps,
  merchant: CallingMerchant,
  asked: string | undefined,
): Promise<Planned> {
  return await deps.orm.em.fork().transactional(async (em) => {
    const earlier = await findDone<Planned>(em, merchant, ISSUED);
    if (earlier !== undefined) return earlier;
    const clock = { clockAheadMs: await readClock(em, merchant.key) };
    const now = timeFor(clock, deps.now());
    const first = await selectFirstDue(em, merchant.key, now, deps.timeZone);
    const month = asked ?? first ?? monthOf(now, deps.timeZone);
    const closing = closingAt(month, now, deps.timeZone);
    if (closing === undefined) throw notBegun(month);
    if (first !== undefined && first < month) throw notYet(first);
    const plan = { ...closing, closeAt: closing.closeAt.toISOString(), issuedAt: now.toISOString() };
    const due: DueStatement[] = await selectDueOf(em, closing, merchant.key);
    const planned = { plan, settlementIds: due.map(({ settlementId }) => settlementId) };
    const subject = `merchant:${merchant.key}`;
    if (due.length > 0) await recordAudit(em, merchant, { action: ISSUED, subject, details: planned });
    await noteDone(em, merchant, ISSUED, planned);
    return planned;
  });
}

/** Waits until the statement's workflow has closed it; one that is issued stays as it is. */
async function issueOne(
  { orm, gateway }: SandboxStatementsDeps,
  { key: merchantKey }: CallingMerchant,
  settlementId: string,
  plan: SettlementPlan,
): Promise<void> {
  const isIssued = async () =>
    (await orm.em.fork().count(Settlement, { id: settlementId, status: 'open' })) === 0;
  if (await isIssued()) return;
  await gateway.issue({ settlementId, merchantKey }, plan);
  for (const end = performance.now() + PATIENCE_MS; !(await isIssued()); await sleep(POLL_MS)) {
    if (performance.now() < end) continue;
    throw new Unavailable(
      'the statements are being issued; repeat the request under the same Idempotency-Key',
      2,
    );
  }
}

async function pay(
  { orm, gateway }: SandboxStatementsDeps,
  merchant: CallingMerchant,
  settlementId: string,
): Promise<void> {
  const settlement = await findSettlement(orm.em.fork(), merchant.key, settlementId);
  const isAsked = (await findDone(orm.em.fork(), merchant, PAID)) !== undefined;
  if (isAsked && settlement.status === 'paid') return;
  const refusal = settlementRefusal(settlement.status, 'pay');
  if (refusal !== undefined)
    throw new SettlementStateForbids(refusal, { data: { status: settlement.status } });
  const subject = `settlement:${settlementId}`;
  if (!isAsked) {
    await orm.em.fork().transactional(async (em) => {
      await recordAudit(em, merchant, { action: PAID, subject });
      await noteDone(em, merchant, PAID);
    });
  }
  try {
    const updateId = merchant.via?.command?.id ?? randomUUID();
    await gateway.pay(settlement, updateId, { reference: `SANDBOX ${settlementId}`, operator: 'sandbox' });
  } catch (error) {
    if (!(error instanceof CommandRefusedError)) throw error;
    const { status } = await findSettlement(orm.em.fork(), merchant.key, settlementId);
    // An earlier try got through in this moment.
    if (isAsked && status === 'paid') return;
    throw new SettlementStateForbids(error.message, { data: { status }, cause: error });
  }
}

function notBegun(month: string): InvalidParameter {
  return invalidParameter('body.month', 'too_far_ahead', `${month} has not begun by your clock`);
}

/** As for an operator: lines of an earlier month would be in this one's statement. */
function notYet(first: string): SettlementStateForbids {
  return new SettlementStateForbids(`${first} is not settled yet: issue it first`, {
    data: { month: first },
  });
}
