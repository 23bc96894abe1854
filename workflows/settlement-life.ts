import {
  ApplicationFailure,
  proxyActivities,
  setCurrentDetails,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { type SettlementAction, type SettlementState, settlementRefusal } from '../domain/settlement.ts';
import { SEARCH_ATTRIBUTES, TASK_QUEUES } from './contract.ts';
import { Deliveries } from './deliveries.ts';
import { Mutex } from './mutex.ts';
import { SETTLEMENT_NOTIFICATIONS } from './retired/contract.ts';
import { NotificationLine } from './retired/program-1/notification-line.ts';
import { NotificationQueue } from './retired/program-2/notification-queue.ts';
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

/** Where a statement stands, and the ways to move it. The database has the last word. */
export class SettlementLife {
  readonly notifications: Deliveries | NotificationQueue | NotificationLine;
  readonly #input: SettlementInput;
  #snapshot: SettlementSnapshot;
  readonly #mutex = new Mutex();

  constructor(input: SettlementInput) {
    this.#input = input;
    this.#snapshot = { status: input.status, openDisputes: 0, lines: 0 };
    this.notifications = this.#createNotifications(input);
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

  /** Closes the month; a workflow that takes over an issued statement reads where it stands. */
  async begin(): Promise<void> {
    const { settlementId, plan } = this.#input;
    await this.#mutex.runExclusive(async () => {
      const snapshot = plan
        ? await activities.closeSettlement(settlementId, plan)
        : await activities.readStanding(settlementId);
      if (snapshot.status !== 'open') this.#announce('issued');
      this.#stand(snapshot);
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
   * Why it can't be done where it stands. While a move is under way nobody here knows where that is: the database shows
   * it already to who asks, and its answer has not come back. Then the one who asks waits for its turn.
   */
  refusalOf(action: SettlementAction): string | undefined {
    return this.#mutex.isBusy ? undefined : this.#refusalByState(action);
  }

  #refusalByState(action: SettlementAction): string | undefined {
    return settlementRefusal(this.status, action);
  }

  /** One move at a time; the state is looked at again when its turn has come. */
  async #move(
    action: SettlementAction,
    record: () => Promise<SettlementAnswer>,
  ): Promise<SettlementSnapshot> {
    return await this.#mutex.runExclusive(async () => {
      refuseSettlement(this.#refusalByState(action));
      const { refusal, ...snapshot } = await record();
      this.#stand(snapshot);
      refuseSettlement(refusal);
      return snapshot;
    });
  }

  #asked(updateId: string) {
    return { settlementId: this.settlementId, updateId, at: new Date().toISOString() };
  }

  #createNotifications({ program, settlementId, merchantKey }: SettlementInput) {
    const onChange = () => this.#showOperators();
    if (program === undefined)
      return new NotificationLine({ orderId: settlementId, merchantKey }, { onChange });
    const owner = { subjectId: settlementId, merchantKey };
    return program === 2
      ? new NotificationQueue(owner, { onChange })
      : new Deliveries({ ...owner, taskQueue: TASK_QUEUES.notifications, onChange });
  }

  #announce(event: keyof typeof SETTLEMENT_NOTIFICATIONS): void {
    const { notifications } = this;
    if (!(notifications instanceof Deliveries)) notifications.add(SETTLEMENT_NOTIFICATIONS[event], event);
  }

  /** Announces the payment before anyone sees it: the workflow ends when it is paid and all is announced. */
  #stand(snapshot: SettlementSnapshot): void {
    if (snapshot.status === 'paid') this.#announce('paid');
    this.#snapshot = snapshot;
    // Since program 3 the database says what there is to tell: disputes and their answers, too.
    if (this.notifications instanceof Deliveries) this.notifications.tell();
    upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.settlementStatus, value: snapshot.status }]);
    this.#showOperators();
  }

  #showOperators(): void {
    const { status, lines, openDisputes } = this.#snapshot;
    const { notifications } = this;
    const trouble = notifications instanceof Deliveries ? notifications.trouble : undefined;
    const head = [`**State:** ${status}`, `**Lines:** ${lines}, disputed: ${openDisputes}`];
    if (trouble !== undefined) head.unshift(`**Trouble:** ${trouble}`);
    const sent = this.notifications.lines().map((line) => `- ${line}`);
    setCurrentDetails([...head, '**Notifications:**', ...sent].join('\n\n'));
  }
}

/** @throws ApplicationFailure SETTLEMENT_REFUSED where there is a refusal. */
export function refuseSettlement(refusal: string | undefined): void {
  if (refusal !== undefined) throw ApplicationFailure.nonRetryable(refusal, SETTLEMENT_REFUSED);
}
