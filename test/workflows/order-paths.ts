/** Every way through the life of an order; the tests walk them, the recorded histories are of them. */
import type { OrderState, ReasonCode, Trigger } from '../../domain/order-state.ts';
import type { SandboxBehaviour } from '../../domain/sandbox.ts';

/**
 * Send an Update, have the trip begin later, wait until the clock has done its part, or click "Request cancellation".
 */
export type Step =
  | { readonly send: Trigger | 'advance' }
  | { readonly change: 'at once' | 'by consent' | 'accept' }
  /** Minor units. */
  | { readonly refund: number }
  | { readonly untilStatus: OrderState }
  /** To so many days ahead of the real time. */
  | { readonly moveClock: number }
  | { readonly requestCancellation: true };

export interface OrderPath {
  /** Also the recorded history's file name. */
  readonly name: string;
  readonly instantConfirmation?: true;
  readonly sandboxBehaviour?: SandboxBehaviour;
  /** The merchant does not acknowledge the first notification at once. */
  readonly isDeaf?: true;
  readonly steps: readonly Step[];
  readonly reasons: readonly ReasonCode[];
}

export const ORDER_PATHS: readonly OrderPath[] = [
  {
    name: 'confirmed-started-and-completed-by-the-studio',
    steps: [{ send: 'confirm' }, { send: 'start' }, { send: 'complete' }],
    reasons: ['created', 'confirmed_by_studio', 'started_by_studio', 'completed_by_studio'],
  },
  {
    name: 'confirmed-then-moved-by-the-clock',
    steps: [{ send: 'confirm' }, { untilStatus: 'completed' }],
    reasons: ['created', 'confirmed_by_studio', 'trip_started', 'trip_ended'],
  },
  {
    name: 'confirmed-instantly',
    instantConfirmation: true,
    steps: [{ untilStatus: 'completed' }],
    reasons: ['created', 'instant', 'trip_started', 'trip_ended'],
  },
  {
    name: 'cancelled-by-the-merchant-while-pending',
    steps: [{ send: 'cancel' }],
    reasons: ['created', 'cancelled_by_merchant'],
  },
  {
    name: 'rejected-by-the-studio',
    steps: [{ send: 'reject' }],
    reasons: ['created', 'rejected_by_studio'],
  },
  {
    name: 'expired-unconfirmed',
    steps: [{ untilStatus: 'cancelled' }],
    reasons: ['created', 'confirmation_expired'],
  },
  {
    name: 'cancelled-by-the-merchant-when-confirmed',
    steps: [{ send: 'confirm' }, { send: 'cancel' }],
    reasons: ['created', 'confirmed_by_studio', 'cancelled_by_merchant'],
  },
  {
    name: 'withdrawn-by-the-studio',
    steps: [{ send: 'confirm' }, { send: 'withdraw' }],
    reasons: ['created', 'confirmed_by_studio', 'withdrawn_by_studio'],
  },
  {
    name: 'cancelled-by-an-operator-while-pending',
    steps: [{ send: 'cancelByOperator' }],
    reasons: ['created', 'cancelled_by_operator'],
  },
  {
    name: 'cancelled-by-an-operator-when-confirmed',
    steps: [{ send: 'confirm' }, { send: 'cancelByOperator' }],
    reasons: ['created', 'confirmed_by_studio', 'cancelled_by_operator'],
  },
  {
    name: 'cancelled-by-an-operator-on-the-way',
    steps: [{ send: 'confirm' }, { send: 'start' }, { send: 'cancelByOperator' }],
    reasons: ['created', 'confirmed_by_studio', 'started_by_studio', 'cancelled_by_operator'],
  },
  {
    name: 'cancelled-by-request-to-the-workflow',
    steps: [{ send: 'confirm' }, { requestCancellation: true }, { untilStatus: 'cancelled' }],
    reasons: ['created', 'confirmed_by_studio', 'cancelled_by_operator'],
  },
  {
    name: 'advanced-in-the-sandbox',
    steps: [{ send: 'confirm' }, { send: 'advance' }, { send: 'advance' }],
    reasons: ['created', 'confirmed_by_studio', 'trip_started', 'trip_ended'],
  },
  {
    name: 'passed-over-by-its-merchants-clock',
    steps: [{ send: 'confirm' }, { moveClock: 2_000 }, { untilStatus: 'completed' }],
    reasons: ['created', 'confirmed_by_studio', 'trip_started', 'trip_ended'],
  },
  {
    name: 'expired-by-its-merchants-clock',
    steps: [{ moveClock: 0.3 }, { moveClock: 2 }, { untilStatus: 'cancelled' }],
    reasons: ['created', 'confirmation_expired'],
  },
  {
    name: 'confirmed-by-a-guide-of-the-sandbox',
    sandboxBehaviour: 'confirm',
    steps: [{ untilStatus: 'confirmed' }, { send: 'cancel' }],
    reasons: ['created', 'confirmed_by_studio', 'cancelled_by_merchant'],
  },
  {
    name: 'changed-at-once-then-by-consent',
    steps: [
      { change: 'at once' },
      { send: 'confirm' },
      { change: 'by consent' },
      { change: 'accept' },
      { untilStatus: 'completed' },
    ],
    reasons: [
      'created',
      'changed_by_merchant',
      'confirmed_by_studio',
      'change_requested_by_merchant',
      'change_accepted_by_studio',
      'trip_started',
      'trip_ended',
    ],
  },
  {
    name: 'a-change-that-nobody-answers',
    steps: [{ send: 'confirm' }, { change: 'by consent' }, { untilStatus: 'completed' }],
    reasons: [
      'created',
      'confirmed_by_studio',
      'change_requested_by_merchant',
      'change_expired',
      'trip_started',
      'trip_ended',
    ],
  },
  {
    name: 'refunded-on-the-way',
    steps: [{ send: 'confirm' }, { refund: 100 }, { send: 'start' }, { refund: 50 }, { send: 'complete' }],
    reasons: [
      'created',
      'confirmed_by_studio',
      'refunded_by_studio',
      'started_by_studio',
      'refunded_by_studio',
      'completed_by_studio',
    ],
  },
  {
    name: 'advanced-past-a-change-that-waits',
    steps: [
      { send: 'confirm' },
      { change: 'by consent' },
      { send: 'advance' },
      { send: 'advance' },
      { send: 'advance' },
    ],
    reasons: [
      'created',
      'confirmed_by_studio',
      'change_requested_by_merchant',
      'change_expired',
      'trip_started',
      'trip_ended',
    ],
  },
  {
    name: 'cancelled-with-a-change-that-waits',
    steps: [{ send: 'confirm' }, { change: 'by consent' }, { send: 'cancel' }],
    reasons: [
      'created',
      'confirmed_by_studio',
      'change_requested_by_merchant',
      'change_withdrawn_by_merchant',
      'cancelled_by_merchant',
    ],
  },
  {
    name: 'a-notification-is-left-to-its-delivery',
    isDeaf: true,
    steps: [{ send: 'reject' }],
    reasons: ['created', 'rejected_by_studio'],
  },
];

/** What is not acknowledged at once has a workflow of its own. */
export const DELIVERY_HISTORY = 'a-delivery-that-is-woken';
