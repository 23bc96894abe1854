/** Changes of an order that its merchant asks for (docs/orders.md, "Changes"). */
import { type CancellationPolicy, quoteCancellation } from './cancellation.ts';
import { shareOf } from './money.ts';
import type { ActorKind, OrderState, UnmovedReason } from './order-state.ts';
import type { Price, PriceLine } from './price.ts';
import type { Travellers, TripDetails } from './trip-details.ts';

/**
 * `prepared`: written down, and its order's workflow has not taken it in yet; nobody is shown it. `requested`: the studio
 * has to agree; `applied`: the order is changed; the others are ends without a change.
 */
export const CHANGE_STATES = [
  'prepared',
  'requested',
  'applied',
  'declined',
  'withdrawn',
  'expired',
] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/**
 * Why a waiting change ended without an answer. `unanswered`: the time to answer was over; `trip_started`,
 * `order_cancelled`: its order moved; `replaced`: its merchant requested another one.
 */
export const CHANGE_END_REASONS = ['unanswered', 'trip_started', 'order_cancelled', 'replaced'] as const;
export type ChangeEndReason = (typeof CHANGE_END_REASONS)[number];

/** How a confirmed order is changed: by the studio's consent, or at once. A guide's own choice. */
export const CHANGE_RULES = ['consent', 'instant'] as const;
export type ChangeRule = (typeof CHANGE_RULES)[number];

/** Keeps an order's history, and with it its notifications, within bounds. */
export const MAX_CHANGES = 100;

/** What a change can alter. Amounts are minor units; instants RFC 3339. */
export interface ChangedOrder {
  readonly tripDate: string;
  readonly tripDays: number;
  readonly tripStartAt: string;
  readonly tripEndAt: string;
  readonly guestCount: number;
  readonly trip: TripDetails | null;
  readonly travellers: Travellers | null;
  readonly contactName: string;
  readonly contactPhone: string;
  readonly remark: string | null;
  readonly totalAmount: number;
  readonly priceBreakdown: readonly PriceLine[];
}

/** The part of an order that a change can alter. */
export type ChangeableOrder = Omit<ChangedOrder, 'tripStartAt' | 'tripEndAt' | OptionalMember> & {
  readonly [Member in OptionalMember]?: ChangedOrder[Member] | null | undefined;
} & { readonly tripStartAt: Date; readonly tripEndAt: Date };
type OptionalMember = 'trip' | 'travellers' | 'remark' | 'priceBreakdown';

/** A change with all that is the trip's: the studio has to agree where the order is confirmed. */
export function isOfTrip(change: Partial<ChangedOrder>): boolean {
  return change.tripStartAt !== undefined;
}

/** The order's values of the members that the change alters. */
export function fieldsChangedBy(
  change: Partial<ChangedOrder>,
  order: ChangeableOrder,
): Partial<ChangedOrder> {
  const now: ChangedOrder = {
    ...order,
    tripStartAt: order.tripStartAt.toISOString(),
    tripEndAt: order.tripEndAt.toISOString(),
    trip: order.trip ?? null,
    travellers: order.travellers ?? null,
    remark: order.remark ?? null,
    priceBreakdown: order.priceBreakdown ?? [],
  };
  const members = Object.keys(change) as (keyof ChangedOrder)[];
  return Object.fromEntries(members.map((member) => [member, now[member]]));
}

/** What can be done about a change: `expire` by the clock, the others by their merchants. */
export type ChangeStep = 'submit' | 'accept' | 'decline' | 'withdraw' | 'expire';

/** What a step makes of a change; a change that needs consent is `requested` first. */
export function outcomeOf(
  step: ChangeStep,
  needsConsent: boolean,
): { to: ChangeState; reason: UnmovedReason } {
  if (step === 'submit' && needsConsent) return { to: 'requested', reason: 'change_requested_by_merchant' };
  return OUTCOMES[step];
}

const OUTCOMES = {
  submit: { to: 'applied', reason: 'changed_by_merchant' },
  accept: { to: 'applied', reason: 'change_accepted_by_studio' },
  decline: { to: 'declined', reason: 'change_declined_by_studio' },
  withdraw: { to: 'withdrawn', reason: 'change_withdrawn_by_merchant' },
  expire: { to: 'expired', reason: 'change_expired' },
} as const satisfies Record<ChangeStep, { to: ChangeState; reason: UnmovedReason }>;

/** How a change that waits ends with something else. */
export interface ChangeEnding {
  readonly status: ChangeState;
  /** The reason of its event in the history. */
  readonly reason: UnmovedReason;
  readonly endReason: ChangeEndReason;
}

/** A further request takes its place. */
export const REPLACED: ChangeEnding = {
  status: 'withdrawn',
  reason: 'change_withdrawn_by_merchant',
  endReason: 'replaced',
};

/** Its order leaves `confirmed`: who cancels the order takes the change back, or declines it; else nobody has answered. */
export function endedByMove(to: OrderState, by: ActorKind): ChangeEnding {
  if (to !== 'cancelled') return { status: 'expired', reason: 'change_expired', endReason: 'trip_started' };
  const endReason = 'order_cancelled';
  if (by === 'merchant') return { ...REPLACED, endReason };
  if (by === 'studio') return { status: 'declined', reason: 'change_declined_by_studio', endReason };
  return { status: 'expired', reason: 'change_expired', endReason };
}

/** Whether an event may be one by which a change ended. */
export function endsChange(reason: string): boolean {
  return CHANGE_ENDS.some((end) => end === reason);
}
const CHANGE_ENDS: readonly UnmovedReason[] = [
  'change_withdrawn_by_merchant',
  'change_declined_by_studio',
  'change_expired',
];

/** Whether the studio may still accept; one whose order has moved on is as good as expired. */
export function isOpen(
  change: { readonly status: ChangeState; readonly answerBy?: Date | null | undefined },
  orderStatus: OrderState,
  at: Date,
): boolean {
  const isInTime = change.answerBy !== null && change.answerBy !== undefined && at < change.answerBy;
  return change.status === 'requested' && orderStatus === 'confirmed' && isInTime;
}

/** As everybody is shown it: one that nobody answered in time has expired, whether or not that was written down. */
export function shownState(
  change: { readonly status: ChangeState; readonly answerBy?: Date | null | undefined },
  orderStatus: OrderState,
  at: Date,
): ChangeState {
  return change.status === 'requested' && !isOpen(change, orderStatus, at) ? 'expired' : change.status;
}

/** The first day that the policy counts from after a change: a confirmed trip is never moved away from it. */
export function policyDateAfter(
  { status, policyDate, tripDate: before }: Pick<PricedOrder, 'status' | 'tripDate' | 'policyDate'>,
  tripDate: string,
): string | null {
  return earliest(status, policyDate, before, tripDate);
}

/** The same for tiers in hours: the earliest start that a confirmed trip has had. */
export function policyStartAfter(
  {
    status,
    policyStartAt,
    tripStartAt: before,
  }: Pick<PricedOrder, 'status' | 'tripStartAt' | 'policyStartAt'>,
  tripStartAt: Date,
): Date | null {
  return earliest(status, policyStartAt, before, tripStartAt);
}

function earliest<Time extends string | Date>(
  status: OrderState,
  kept: Time | null | undefined,
  before: Time,
  after: Time,
): Time | null {
  if (status !== 'confirmed') return kept ?? null;
  const first = kept ?? before;
  return first < after ? first : after;
}

interface PricedOrder {
  readonly status: OrderState;
  readonly tripDate: string;
  readonly policyDate?: string | null | undefined;
  readonly tripStartAt: Date;
  readonly policyStartAt?: Date | null | undefined;
  readonly timeZone: string;
  readonly totalAmount: number;
  readonly refundAmount?: number | null | undefined;
  readonly priceBreakdown?: readonly PriceLine[] | undefined;
  readonly cancellationPolicy: CancellationPolicy;
}

/** Minor units; `totalAmount` is the sum of the lines. */
export interface ChangedPrice extends Price {
  /** Above zero: the changed trip costs more than the order did. */
  readonly difference: number;
  /** What this change adds to the price lines as a fee. */
  readonly changeFee: number;
  /** Basis points of what the change saves that come back. */
  readonly refundShare: number;
}

/**
 * What an order costs once its trip is changed. Of what the changed trip saves, a confirmed order gives back what its
 * policy gives at `at`; the rest stays as a line `change_fee`. Earlier fees stay, so that no way of changing is cheaper than another; nor
 * does the price fall below what the studio gave back.
 */
export function priceAfter(order: PricedOrder, price: Price, at: Date): ChangedPrice {
  const fees = (order.priceBreakdown ?? []).filter(({ kind }) => kind === 'change_fee');
  const due = price.totalAmount + fees.reduce((sum, { amount }) => sum + amount, 0);
  const saved = Math.max(0, order.totalAmount - due);
  const { refundShare } = quoteCancellation(
    { ...order, policy: order.cancellationPolicy, by: 'merchant' },
    at,
  );
  const changeFee = Math.max(saved - shareOf(saved, refundShare), (order.refundAmount ?? 0) - due, 0);
  const totalAmount = due + changeFee;
  const fee = changeFee > 0 ? [feeLine(changeFee, order.tripDate)] : [];
  const lines = [...price.lines, ...fees, ...fee];
  return { totalAmount, lines, difference: totalAmount - order.totalAmount, changeFee, refundShare };
}

/** A fee's line, dated by the day that was given up. */
function feeLine(amount: number, day: string): PriceLine {
  return { kind: 'change_fee', startDate: day, endDate: day, days: 1, unitAmount: amount, amount };
}
