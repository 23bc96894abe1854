/**
 * What the settlement workflows and their callers agree on. As in contract.ts, everything here ends up in histories:
 * ids, instants and amounts. What a merchant writes stays out (SettlementCommand); an operator's own words may be in.
 */
import { defineSignal, defineUpdate } from '@temporalio/workflow';
import type { DisputeOutcome, SettlementState } from '../domain/settlement.ts';

/** One run closes one month for every account; started by the Schedule, or by an operator. */
export const SETTLEMENT_RUN_WORKFLOW = 'settlementRun';
/** One statement, from its closing until it is paid; its id is the statement's. */
export const SETTLEMENT_WORKFLOW = 'settlement';
export const SETTLEMENT_SCHEDULE = 'settlement-monthly';

/** What a run settles: everything before `closeAt` that is in no statement yet. */
export interface SettlementPlan {
  /** `2027-01`, in the platform's time zone; the name of the statements. */
  readonly month: string;
  /** RFC 3339, UTC. The end of the month, or earlier where an operator closes the running month. */
  readonly closeAt: string;
  /** False where the month is closed before its end. */
  readonly isWholeMonth: boolean;
  /** The time by the clock of the requesting sandbox merchant; absent: when it is done. */
  readonly issuedAt?: string;
}

export interface SettlementRunInput {
  /** Absent: the month before the one in which the run was due. */
  readonly month?: string;
  /** True: also a month that is not over, up to now. */
  readonly partial?: boolean;
  /** Set by the run itself when it continues as new. */
  readonly progress?: RunProgress;
}

export interface RunProgress {
  readonly plan: SettlementPlan;
  /** The last statement that was taken in hand. */
  readonly after: string;
  readonly issued: number;
}

export interface SettlementRunOutcome {
  readonly month: string;
  /** Statements that this run issued. */
  readonly issued: number;
}

export interface SettlementInput {
  readonly settlementId: string;
  readonly merchantKey: string;
  readonly month: string;
  /** Its state in the database; an `open` one is still to be closed, by `plan`. */
  readonly status: SettlementState;
  readonly plan?: SettlementPlan;
}

export interface SettlementOutcome {
  readonly status: SettlementState;
}

/** A statement's state in the database. */
export interface SettlementSnapshot {
  readonly status: SettlementState;
  readonly openDisputes: number;
  readonly lines: number;
}

/** The snapshot, and why nothing was written where that is so. */
export interface SettlementAnswer extends SettlementSnapshot {
  readonly refusal?: string;
}

/** A message to a run: the statement with this id is closed. */
export const settlementClosedSignal = defineSignal<[string, SettlementState]>('settlementClosed');

export interface DisputeRequest {
  /** `LIN…` */
  readonly lineId: string;
}

export interface ResolveRequest {
  /** The dispute's line, `LIN…` */
  readonly lineId: string;
  /** `rejected`: the line is unchanged. `adjusted`: `amount` is posted, and is a line of the next statement. */
  readonly outcome: DisputeOutcome;
  /** Minor units in the merchant's favour (against it, when negative); for `adjusted`. */
  readonly amount?: number;
  readonly reason: string;
  readonly operator?: string;
}

export interface PaymentRequest {
  /** The bank transfer's reference. */
  readonly reference: string;
  readonly operator?: string;
}

export const disputeUpdate = defineUpdate<SettlementSnapshot, [DisputeRequest]>('dispute');
/** For operators, from the Temporal UI, its CLI or `npm run admin`. */
export const resolveUpdate = defineUpdate<SettlementSnapshot, [ResolveRequest]>('resolve');
/** For operators. */
export const payUpdate = defineUpdate<SettlementSnapshot, [PaymentRequest]>('pay');

/** Type of the failure that refuses one of them. */
export const SETTLEMENT_REFUSED = 'SettlementRefused';

export interface DueSettlement {
  readonly settlementId: string;
  readonly merchantKey: string;
  readonly currency: string;
}

/** Who asks, and under which Update: the same one is carried out once. */
interface Asked {
  readonly settlementId: string;
  readonly updateId: string;
  /** RFC 3339, UTC. */
  readonly at: string;
}

export interface SettlementActivities {
  /** @param dueAt when the run was due: it settles the month before. `now` bounds the month that is still running. */
  planSettlement(request: {
    dueAt: string;
    now: string;
    month?: string;
    partial?: boolean;
  }): Promise<SettlementPlan>;
  /** Open statements that have something to settle, by id, after `after`. */
  listDueSettlements(request: {
    plan: SettlementPlan;
    after: string;
    limit: number;
  }): Promise<DueSettlement[]>;
  /** Fixes the statement's lines and amounts; does nothing where that was done. Still `open`: there was nothing. */
  closeSettlement(settlementId: string, plan: SettlementPlan): Promise<SettlementSnapshot>;
  /** Statements with nothing to settle collect for the next month. */
  rollForward(plan: SettlementPlan): Promise<void>;
  readStanding(settlementId: string): Promise<SettlementSnapshot>;
  recordDispute(request: Asked & DisputeRequest): Promise<SettlementAnswer>;
  recordResolution(request: Asked & ResolveRequest): Promise<SettlementAnswer>;
  recordPayment(request: Asked & PaymentRequest): Promise<SettlementAnswer>;
}
