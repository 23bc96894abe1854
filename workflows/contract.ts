/**
 * What the order workflow and its callers agree on: names, task queues, inputs, updates, search attributes.
 * Imported by the API (to call), the workers (to serve) and the workflow (to answer).
 *
 * Everything here ends up in workflow histories: ids, instants, amounts and settings only, never a name, a phone number
 * or a remark (docs/architecture.md, "How data flows").
 */
import { defineSearchAttributeKey } from '@temporalio/common';
import { defineSignal, defineUpdate } from '@temporalio/workflow';
import type { ConfirmationReminder } from '../domain/ids.ts';
import type { ChangeStep } from '../domain/order-change.ts';
import type { RefundRefusal } from '../domain/order-refund.ts';
import type { ActorKind, OrderState, ReasonCode, Trigger } from '../domain/order-state.ts';

/**
 * The number of the workflows' code. It is raised by a release whose workflows can't replay the histories of the one before
 * (docs/decisions/0160): what that one has begun is then taken over from the database.
 */
export const PROGRAM = 5;

/**
 * Workers of one program never see another's workflows: the queues of workflows carry its number. Notifications have activities
 * only, and in production processes of their own: slow merchants never hold up orders.
 */
export const TASK_QUEUES = {
  orders: queueOf('orders', PROGRAM),
  notifications: 'notifications',
  settlements: queueOf('settlements', PROGRAM),
} as const;

/** The task queue of a program's workflows, and of their activities. */
export function queueOf<Role extends 'orders' | 'settlements'>(
  role: Role,
  program: number,
): `${Role}-${number}` {
  return `${role}-${program}`;
}

/** The workflow's type; its id is the order's id. */
export const ORDER_WORKFLOW = 'order';

export const SEARCH_ATTRIBUTES = {
  merchantKey: defineSearchAttributeKey('MerchantKey', 'KEYWORD'),
  guideId: defineSearchAttributeKey('GuideId', 'KEYWORD'),
  orderStatus: defineSearchAttributeKey('OrderStatus', 'KEYWORD'),
  tripDate: defineSearchAttributeKey('TripDate', 'DATETIME'),
  /** On a delivery: when the event happened whose notification is stuck (domain: STUCK_AFTER_MS); absent while none is. */
  notificationStuckSince: defineSearchAttributeKey('NotificationStuckSince', 'DATETIME'),
  /** `2027-01` */
  settlementMonth: defineSearchAttributeKey('SettlementMonth', 'KEYWORD'),
  settlementStatus: defineSearchAttributeKey('SettlementStatus', 'KEYWORD'),
} as const;

/** The same for `temporal operator search-attribute create` and the server's start. */
export const SEARCH_ATTRIBUTE_TYPES = {
  MerchantKey: 'Keyword',
  GuideId: 'Keyword',
  OrderStatus: 'Keyword',
  TripDate: 'Datetime',
  NotificationStuckSince: 'Datetime',
  SettlementMonth: 'Keyword',
  SettlementStatus: 'Keyword',
} as const;

/** Instants are RFC 3339 in UTC. */
export interface OrderInput {
  readonly orderId: string;
  /** A sandbox order may be advanced by hand. */
  readonly sandbox: boolean;
  readonly instantConfirmation: boolean;
  /** Half, and nine tenths, of the time from here to `confirmBy` are when the studio is reminded. */
  readonly createdAt: string;
  readonly confirmBy: string;
  /** From then on the studio may start the trip. */
  readonly earliestStartAt: string;
  readonly tripStartAt: string;
  readonly tripEndAt: string;
  /** Milliseconds that the order's clock is ahead of the real time, in the sandbox. */
  readonly clockAheadMs?: number;
  /** Sandbox: the studio does this by itself after some seconds. */
  readonly studioActs?: StudioAct;
}

/** What a guide of the sandbox does by itself (domain/sandbox.ts). */
export interface StudioAct {
  readonly trigger: Extract<Trigger, 'confirm' | 'reject'>;
  readonly studioKey: string;
}

export interface OrderOutcome {
  readonly status: OrderState;
  readonly events: number;
}

export interface Actor {
  readonly kind: ActorKind;
  /** Merchant key of a merchant or studio. */
  readonly key?: string;
  /** The provider that acted for that merchant. */
  readonly actedBy?: string;
  /** The HTTP request's id, as in our logs. */
  readonly requestId?: string;
}

export interface AdvanceRequest {
  /** Number of the last event that the caller saw: a workflow that is behind it catches up first. */
  readonly seen?: number;
}

export interface MoveRequest extends AdvanceRequest {
  readonly actor: Actor;
}

export interface MoveResult {
  readonly status: OrderState;
  readonly sequence: number;
  /** As in RecordedMove. */
  readonly occurredAt?: string;
}

/** Types of the failures with which the workflow refuses a move; the API turns them into 40901. */
export const MOVE_REFUSED = 'MoveRefused';

export const confirmUpdate = defineUpdate<MoveResult, [MoveRequest]>('confirm');
export const rejectUpdate = defineUpdate<MoveResult, [MoveRequest]>('reject');
export const cancelUpdate = defineUpdate<MoveResult, [MoveRequest]>('cancel');
export const withdrawUpdate = defineUpdate<MoveResult, [MoveRequest]>('withdraw');
export const startUpdate = defineUpdate<MoveResult, [MoveRequest]>('start');
export const completeUpdate = defineUpdate<MoveResult, [MoveRequest]>('complete');
/** For operators, from the Temporal UI or CLI. What our own commands send has who and why in the database. */
export const cancelByOperatorUpdate = defineUpdate<MoveResult, [CancelByOperator?]>('cancelByOperator');
export type CancelByOperator = AdvanceRequest | ByHand;

/** Who did it and why: kept in the history, on the event and in the audit log; nothing personal. */
export interface ByHand {
  readonly operator: string;
  readonly reason: string;
}
/** Sandbox: take the next timed step now. */
export const advanceUpdate = defineUpdate<MoveResult, [AdvanceRequest?]>('advance');

/** A step of a change: requested, accepted, declined, withdrawn. */
export const changeUpdate = defineUpdate<ChangeResult, [ChangeRequest]>('change');

/** What is to change is in the database, under the change's id. */
export interface ChangeRequest extends MoveRequest {
  readonly changeId: string;
  readonly step: Exclude<ChangeStep, 'expire'>;
}

/**
 * Why a step was not taken. `stale`: the order or its guide is not what the change was worked out for; `taken`: the guide's time is somebody
 * else's; `closed`: the change is no longer open; `expired`: nobody answered in time.
 */
export type ChangeRefusal = 'stale' | 'taken' | 'closed' | 'expired';

export interface ChangeResult extends MoveResult {
  readonly refusal?: ChangeRefusal;
}

/** The studio gives a part of the price back. */
export const refundUpdate = defineUpdate<RefundResult, [RefundRequest]>('refund');

/** The studio's words are in the database, under the Update's id. */
export interface RefundRequest extends MoveRequest {
  /** Minor units, above zero. */
  readonly amount: number;
}

export interface RefundResult extends MoveResult {
  readonly refusal?: RefundRefusal;
}

/**
 * Read the state from the database and go on from there: a worker died after it had written a move, and the Update that
 * requested it was lost with the worker; or a backup was restored.
 */
export const catchUpSignal = defineSignal('catchUp');

/**
 * Sandbox: the order's clock is ahead of the real time by so many milliseconds; a clock is never set back.
 */
export const moveClockSignal = defineSignal<[number]>('moveClock');

/** When something happened that is written. */
export interface Happening {
  /** RFC 3339, UTC: by the Temporal server's clock, or where a sandbox clock was moved past it. */
  readonly occurredAt: string;
  /**
   * It happens at this very moment, which the database's clock dates; so many milliseconds is the order's clock ahead of that.
   * Absent for what a sandbox clock was moved past, and in histories from before this field: then `occurredAt` counts.
   */
  readonly aheadMs?: number;
}

export interface TransitionRecord extends Happening {
  readonly orderId: string;
  /** Sequence of the event that this move becomes; the order's last event must be the one before. */
  readonly sequence: number;
  readonly from: OrderState;
  readonly to: OrderState;
  readonly reason: ReasonCode;
  readonly actor: Actor;
  /** The Update that requested it, by which the actor's text is found (OrderCommand). */
  readonly updateId?: string;
  /** From an operator at the Temporal UI or CLI. */
  readonly byHand?: ByHand;
}

interface ReachedState {
  readonly status: OrderState;
  /** Number of the event that brought it there. */
  readonly sequence: number;
}

/** When the clock moves an order, as the database has it: changes move that. RFC 3339, UTC. */
export interface OrderSchedule {
  /** From when the time to confirm counts. */
  readonly createdAt: string;
  readonly confirmBy: string;
  readonly earliestStartAt: string;
  readonly tripStartAt: string;
  readonly tripEndAt: string;
  /** `YYYY-MM-DD` */
  readonly tripDate: string;
  /** A change that waits for the studio. */
  readonly openChange?: OpenChange;
}

export interface OpenChange {
  readonly changeId: string;
  readonly answerBy: string;
}

/** The order's state in the database after recording. */
export interface RecordedState extends ReachedState {
  /** Present where it may differ from what the workflow has. */
  readonly schedule?: OrderSchedule;
  /** The way there, in order, where a workflow may have missed moves of it. */
  readonly passed?: readonly ReachedState[];
}

export interface RecordedMove extends RecordedState {
  /**
   * Number of the event that this very request became, now or at an earlier try; null where another came first.
   */
  readonly recordedAs: number | null;
  /** RFC 3339, of the event; absent where it was written at an earlier try, and in histories from before this field. */
  readonly occurredAt?: string;
}

/** A step of a change that is to be written. */
export interface ChangeRecord extends Happening {
  readonly orderId: string;
  readonly changeId: string;
  readonly step: ChangeStep;
  /** Number of the next event, as far as the workflow knows: the answer has what it missed. */
  readonly sequence?: number;
  readonly actor: Actor;
  readonly updateId?: string;
}

export interface RecordedChange extends RecordedMove {
  readonly refusal?: ChangeRefusal;
}

/** A studio's refund that is to be written. */
export interface RefundRecord extends Happening {
  readonly orderId: string;
  /** As in RefundRequest. */
  readonly amount: number;
  /** As in ChangeRecord. */
  readonly sequence: number;
  readonly actor: Actor;
  readonly updateId: string;
}

export interface RecordedRefund extends RecordedMove {
  readonly refusal?: RefundRefusal;
}

export interface Reminder extends Happening {
  readonly orderId: string;
  /** Number of the order's last event. */
  readonly sequence: number;
  readonly at: ConfirmationReminder;
}

/**
 * What the workflow may call; implemented in activities/. Each of them has what it finds announced by its worker: nobody waits for
 * that (docs/decisions/0047).
 */
export interface OrderActivities {
  /**
   * Writes a move and answers the order's state. The database has the last word: where the order is not in the state
   * just before this move, nothing is written, and the answer differs from the record.
   */
  recordTransition(record: TransitionRecord): Promise<RecordedMove>;
  readStanding(orderId: string): Promise<RecordedState>;
  /** Writes a step of a change, and answers as recordTransition does. Idempotent by its Update's id. */
  recordChange(record: ChangeRecord): Promise<RecordedChange>;
  /** Writes a studio's refund, and answers as recordTransition does. Idempotent by its Update's id. */
  recordRefund(record: RefundRecord): Promise<RecordedRefund>;
  /** Writes that the studio is reminded to confirm, where it still can. Idempotent. */
  recordReminder(reminder: Reminder): Promise<void>;
}
