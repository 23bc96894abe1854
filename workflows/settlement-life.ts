import {
  ApplicationFailure,
  proxyActivities,
  setCurrentDetails,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { type SettlementAction, type SettlementState, settlementRefusal } from '../domain/settlement.ts';
import { SEARCH_ATTRIBUTES, TASK_QUEUES } from './contract.ts';
import { Mutex } from './mutex.ts';
import {
  type DisputeRequest,
  type PaymentRequest,
  type ResolveRequest,
  SETTLEMENT_REFUSED,
  type SettlementActivities,
  type SettlementAnswer,
  type SettlementInput,
  type SettlementSnapshot,
} from './settlement-contract.ts';

/** Idempotent transactions; closing a large statement takes its time. */
const activities = proxyActivities<SettlementActivities>({
  taskQueue: TASK_QUEUES.settlements,
  startToCloseTimeout: '10 min',
  // A worker that died in the middle is noticed by its silence.
  heartbeatTimeout: '6 s',
  retry: { initialInterval: '500 ms', maximumInterval: '1 min' },
});

/** A statement's state, and the ways to move it. The database has the last word. */
export class SettlementLife {
  readonly #input: SettlementInput;
  #snapshot: SettlementSnapshot;
  readonly #mutex = new Mutex();

  constructor(input: SettlementInput) {
    this.#input = input;
    this.#snapshot = { status: input.status, openDisputes: 0, lines: 0 };
  }

  get settlementId(): string {
    return this.#input.settlementId;
  }

  get status(): SettlementState {
    return this.#snapshot.status;
  }

  /** False where there was nothing to settle. */
  get hasStatement(): boolean {
    return this.status !== 'open';
  }

  /** Closes the month; a workflow that takes over an issued statement reads its state. */
  async begin(): Promise<void> {
    const { settlementId, plan } = this.#input;
    await this.#mutex.runExclusive(async () => {
      const snapshot = plan
        ? await activities.closeSettlement(settlementId, plan)
        : await activities.readStanding(settlementId);
      this.#apply(snapshot);
    });
  }

  /** Goes on from where the database has it: after Temporal was restored that may be further on. */
  async catchUp(): Promise<void> {
    await this.#mutex.runExclusive(async () => {
      this.#apply(await activities.readStanding(this.settlementId));
    });
  }

  async dispute(request: DisputeRequest, updateId: string): Promise<SettlementSnapshot> {
    return await this.#move('dispute', () =>
      activities.recordDispute({ ...this.#asked(updateId), lineId: request.lineId }),
    );
  }

  async resolve(request: ResolveRequest, updateId: string): Promise<SettlementSnapshot> {
    return await this.#move('resolve', () =>
      activities.recordResolution({ ...request, ...this.#asked(updateId) }),
    );
  }

  async pay(request: PaymentRequest, updateId: string): Promise<SettlementSnapshot> {
    return await this.#move('pay', () => activities.recordPayment({ ...request, ...this.#asked(updateId) }));
  }

  /**
   * Why it can't be done in its state. While a move is under way this workflow does not know the state: the database already
   * shows the new one, and the activity has not answered yet. Then the request waits for its turn.
   */
  refusalOf(action: SettlementAction): string | undefined {
    return this.#mutex.isBusy ? undefined : this.#refusalByState(action);
  }

  #refusalByState(action: SettlementAction): string | undefined {
    return settlementRefusal(this.status, action);
  }

  /** One move at a time; the state is checked again when its turn has come. */
  async #move(
    action: SettlementAction,
    record: () => Promise<SettlementAnswer>,
  ): Promise<SettlementSnapshot> {
    return await this.#mutex.runExclusive(async () => {
      refuseSettlement(this.#refusalByState(action));
      const { refusal, ...snapshot } = await record();
      this.#apply(snapshot);
      refuseSettlement(refusal);
      return snapshot;
    });
  }

  #asked(updateId: string) {
    return { settlementId: this.settlementId, updateId, at: new Date().toISOString() };
  }

  #apply(snapshot: SettlementSnapshot): void {
    this.#snapshot = snapshot;
    upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.settlementStatus, value: snapshot.status }]);
    this.#showOperators();
  }

  #showOperators(): void {
    const { status, lines, openDisputes } = this.#snapshot;
    setCurrentDetails(
      [`**State:** ${status}`, `**Lines:** ${lines}, disputed: ${openDisputes}`].join('\n\n'),
    );
  }
}

/** @throws ApplicationFailure SETTLEMENT_REFUSED where there is a refusal. */
export function refuseSettlement(refusal: string | undefined): void {
  if (refusal !== undefined) throw ApplicationFailure.nonRetryable(refusal, SETTLEMENT_REFUSED);
}
