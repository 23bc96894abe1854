/** What can be done with an order now, by whose it is, its state and what the role allows. */
import type { OrderDetail } from './timeline.ts';

const ACTION_LIST = [
  'confirm',
  'reject',
  'accept_change',
  'decline_change',
  'start',
  'complete',
  'review',
  'change',
  'withdraw_change',
  'refund',
  'cancel',
  'withdraw',
  'advance',
] as const;
export type Action = (typeof ACTION_LIST)[number];

/** What is done to an order by its own side. */
type Side = 'merchant' | 'studio';

export interface ActionFacts {
  readonly order: Pick<
    OrderDetail,
    'status' | 'availableActions' | 'openChange' | 'refund' | 'totalAmount' | 'tripStartAt'
  >;
  readonly side: Side;
  /** Whether the person's role has `orders.write`. */
  readonly mayWrite: boolean;
  readonly isSandbox: boolean;
  readonly isReviewed: boolean;
  /** The merchant's time, ms. */
  readonly now: number;
}

/** A studio may start a trip from then on (docs/orders.md, "States, and who moves them"). */
const START_BEFORE_MS = 24 * 3_600_000;

/** In the order in which they are offered. The server decides again. */
export function actionsOf(facts: ActionFacts): Action[] {
  if (!facts.mayWrite) return [];
  const possible = facts.side === 'studio' ? ofStudio(facts) : ofMerchant(facts);
  const isLive = !['completed', 'cancelled'].includes(facts.order.status);
  if (facts.isSandbox && isLive) possible.push('advance');
  return ACTION_LIST.filter((candidate) => possible.includes(candidate));
}

function ofStudio({ order, isSandbox, now }: ActionFacts): Action[] {
  const can = (action: OrderDetail['availableActions'][number]) => order.availableActions.includes(action);
  const startsSoon = now >= Date.parse(order.tripStartAt) - START_BEFORE_MS;
  return [
    ...(can('confirm') ? (['confirm'] as const) : []),
    ...(can('reject') ? (['reject'] as const) : []),
    ...(can('start') && (startsSoon || isSandbox) ? (['start'] as const) : []),
    ...(can('complete') ? (['complete'] as const) : []),
    ...(can('cancel') ? (['withdraw'] as const) : []),
    ...(order.openChange ? (['accept_change', 'decline_change'] as const) : []),
    ...(leftToRefund(order) > 0 ? (['refund'] as const) : []),
  ];
}

function ofMerchant({ order, isReviewed }: ActionFacts): Action[] {
  const canChange = order.status === 'pending' || order.status === 'confirmed';
  return [
    ...(order.availableActions.includes('cancel') ? (['cancel'] as const) : []),
    ...(canChange ? (['change'] as const) : []),
    ...(order.openChange ? (['withdraw_change'] as const) : []),
    ...(order.status === 'completed' && !isReviewed ? (['review'] as const) : []),
  ];
}

/** No currency has more decimals. */
const DECIMALS = 3;

/** What a studio may still give back of an order, in its currency. */
export function leftToRefund(order: Pick<OrderDetail, 'status' | 'refund' | 'totalAmount'>): number {
  if (!['confirmed', 'in_progress', 'completed'].includes(order.status)) return 0;
  return Number((order.totalAmount - (order.refund?.amount ?? 0)).toFixed(DECIMALS));
}
