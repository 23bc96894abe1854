/**
 * The lifecycle of an order (specification, "States and transitions"; docs/architecture.md, "An order's life").
 * This is the only transition table: the API, the workflow and the database check all follow it.
 */
export const ORDER_STATES = ['pending', 'confirmed', 'in_progress', 'completed', 'cancelled'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** Who can move an order. `merchant` is the one that ordered, `studio` the one whose guide it is. */
export const ACTOR_KINDS = ['merchant', 'studio', 'operator', 'platform'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

interface TransitionRow {
  readonly from: OrderState;
  readonly trigger: string;
  readonly by: ActorKind;
  readonly to: OrderState;
  readonly reason: string;
}

export const TRANSITIONS = [
  { from: 'pending', trigger: 'confirm', by: 'studio', to: 'confirmed', reason: 'confirmed_by_studio' },
  { from: 'pending', trigger: 'confirmInstantly', by: 'platform', to: 'confirmed', reason: 'instant' },
  { from: 'pending', trigger: 'cancel', by: 'merchant', to: 'cancelled', reason: 'cancelled_by_merchant' },
  { from: 'pending', trigger: 'reject', by: 'studio', to: 'cancelled', reason: 'rejected_by_studio' },
  { from: 'pending', trigger: 'expire', by: 'platform', to: 'cancelled', reason: 'confirmation_expired' },
  { from: 'confirmed', trigger: 'beginTrip', by: 'platform', to: 'in_progress', reason: 'trip_started' },
  { from: 'confirmed', trigger: 'start', by: 'studio', to: 'in_progress', reason: 'started_by_studio' },
  { from: 'confirmed', trigger: 'cancel', by: 'merchant', to: 'cancelled', reason: 'cancelled_by_merchant' },
  { from: 'confirmed', trigger: 'withdraw', by: 'studio', to: 'cancelled', reason: 'withdrawn_by_studio' },
  { from: 'in_progress', trigger: 'endTrip', by: 'platform', to: 'completed', reason: 'trip_ended' },
  { from: 'in_progress', trigger: 'complete', by: 'studio', to: 'completed', reason: 'completed_by_studio' },
  {
    from: 'pending',
    trigger: 'cancelByOperator',
    by: 'operator',
    to: 'cancelled',
    reason: 'cancelled_by_operator',
  },
  {
    from: 'confirmed',
    trigger: 'cancelByOperator',
    by: 'operator',
    to: 'cancelled',
    reason: 'cancelled_by_operator',
  },
  {
    from: 'in_progress',
    trigger: 'cancelByOperator',
    by: 'operator',
    to: 'cancelled',
    reason: 'cancelled_by_operator',
  },
] as const satisfies readonly TransitionRow[];

export type Transition = (typeof TRANSITIONS)[number];

export type Trigger = (typeof TRANSITIONS)[number]['trigger'];
/** What happens to an order that stays in its state: changes (domain/order-change.ts), and what a studio gives back. */
export const UNMOVED_REASONS = [
  'changed_by_merchant',
  'change_requested_by_merchant',
  'change_accepted_by_studio',
  'change_declined_by_studio',
  'change_withdrawn_by_merchant',
  'change_expired',
  'refunded_by_studio',
] as const;
export type UnmovedReason = (typeof UNMOVED_REASONS)[number];

/** Why an order is in its state, or what happened to it there; `created` is the reason of the first event. */
export type ReasonCode = (typeof TRANSITIONS)[number]['reason'] | 'created' | UnmovedReason;

export const REASON_CODES: readonly ReasonCode[] = [
  'created',
  ...new Set(TRANSITIONS.map((transition) => transition.reason)),
  ...UNMOVED_REASONS,
];

/** The states in which an order holds its guide's days. */
export const LIVE_STATES = ['pending', 'confirmed', 'in_progress'] as const satisfies readonly OrderState[];

/** True while the order can still move. */
export function isLive(state: OrderState): boolean {
  return LIVE_STATES.some((live) => live === state);
}

/** The transition that `trigger` makes from `state`, or undefined where the table has none. */
export function transitionFor(state: OrderState, trigger: Trigger): Transition | undefined {
  return TRANSITIONS.find((transition) => transition.from === state && transition.trigger === trigger);
}

/** What the clock does to an order that nobody moves, by state. */
export const TIMED_TRIGGERS = {
  pending: 'expire',
  confirmed: 'beginTrip',
  in_progress: 'endTrip',
} as const satisfies Partial<Record<OrderState, Trigger>>;

/** The order endpoints that move an order; each name is also the last but one part of its path. */
export const ORDER_ACTIONS = ['confirm', 'reject', 'start', 'complete', 'cancel'] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

/** A studio that cancels a confirmed order withdraws from it: a separate trigger, always with a full refund. */
export function triggerOf(action: OrderAction, by: ActorKind): Trigger {
  return action === 'cancel' && by === 'studio' ? 'withdraw' : action;
}

/** The endpoints that `actor` may call for an order in `state`, in the order of ORDER_ACTIONS. */
export function availableActions(state: OrderState, actor: ActorKind): OrderAction[] {
  return ORDER_ACTIONS.filter((action) => transitionFor(state, triggerOf(action, actor))?.by === actor);
}
