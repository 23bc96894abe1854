/** A change of an order as merchants see it, in answers and in notifications (docs/orders.md, "Changes"). */
import { toDecimal } from './money.ts';
import { type ChangedOrder, type ChangeEndReason, type ChangeState, shownState } from './order-change.ts';
import type { OrderState } from './order-state.ts';
import { viewGoesIf, viewTrip } from './order-view.ts';
import { type PriceLine, viewPriceLine } from './price.ts';

/** What the database knows of a change. */
export interface ChangeFacts {
  readonly id: string;
  readonly status: ChangeState;
  readonly before: Partial<ChangedOrder>;
  readonly after: Partial<ChangedOrder>;
  readonly sequence?: number | null | undefined;
  readonly note?: string | null | undefined;
  readonly answer?: string | null | undefined;
  readonly answerBy?: Date | null | undefined;
  readonly createdAt: Date;
  readonly decidedAt?: Date | null | undefined;
  readonly endReason?: ChangeEndReason | null | undefined;
}

export interface ChangeViewOptions {
  readonly currency: string;
  readonly orderStatus: OrderState;
  readonly at: Date;
  /** Whether what people say of themselves is shown; otherwise only which of it changes. */
  readonly withContact: boolean;
}

/** One change: which members of the order it changes, from what to what. */
export function viewChange(
  change: ChangeFacts,
  { currency, orderStatus, at, withContact }: ChangeViewOptions,
) {
  const sides = [membersOf(change.before, currency), membersOf(change.after, currency)] as const;
  const hasLeast = sides.some(({ goesIf }) => goesIf !== undefined);
  const [before, after] = hasLeast ? ([orGoesAnyway(sides[0]), orGoesAnyway(sides[1])] as const) : sides;
  const fields = Object.keys(after).filter((name) => !isSame(before[name], after[name]));
  const shown = fields.filter((name) => withContact || !PERSONAL.includes(name));
  const fees = feesOf(change.after) - feesOf(change.before);
  const difference = (change.after.totalAmount ?? 0) - (change.before.totalAmount ?? 0);
  return {
    changeId: change.id,
    status: shownState(change, orderStatus, at),
    fields,
    before: pick(before, shown),
    after: pick(after, shown),
    difference: toDecimal(difference, currency),
    changeFee: toDecimal(fees, currency),
    currency,
    reason: change.note ?? null,
    answer: change.answer ?? null,
    answerBy: change.answerBy?.toISOString() ?? null,
    sequence: change.sequence ?? null,
    createdAt: change.createdAt.toISOString(),
    decidedAt: change.decidedAt?.toISOString() ?? null,
    endReason: change.endReason ?? null,
  };
}

/** Never in a notification. */
const PERSONAL: readonly string[] = [
  'contactName',
  'contactPhone',
  'contactEmail',
  'guestNames',
  'answers',
  'remark',
];

/** The members under the names that order/detail has for them. */
function membersOf(change: Partial<ChangedOrder>, currency: string): Record<string, unknown> {
  const { trip, travellers, totalAmount, priceBreakdown, ...others } = change;
  return {
    ...others,
    ...(trip !== undefined && viewTrip(trip)),
    ...(trip && others.tripStartAt !== undefined && viewGoesIf(trip, new Date(others.tripStartAt))),
    ...(travellers !== undefined && {
      contactEmail: travellers?.contactEmail ?? null,
      guestNames: [...(travellers?.guestNames ?? [])],
      answers: [...(travellers?.answers ?? [])],
    }),
    ...(totalAmount !== undefined && { totalAmount: toDecimal(totalAmount, currency) }),
    ...(priceBreakdown && { priceBreakdown: priceBreakdown.map((line) => viewPriceLine(line, currency)) }),
  };
}

/** Where one of the two trips needs enough guests, the other one says that it does not. */
function orGoesAnyway(members: Record<string, unknown>): Record<string, unknown> {
  return { goesIf: null, ...members };
}

function feesOf({ priceBreakdown = [] }: Partial<ChangedOrder>): number {
  const fees = priceBreakdown.filter(({ kind }: PriceLine) => kind === 'change_fee');
  return fees.reduce((sum, { amount }) => sum + amount, 0);
}

function pick(members: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, members[name]]));
}

/** The database gives members of JSON back in another order. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}
