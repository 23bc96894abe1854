import { TRANSITIONS, UNMOVED_REASONS } from '../../../domain/order-state.ts';
import type { Books, EventRow, OrderRow } from '../facts.ts';
import { type Violation, violations } from './violation.ts';

/** The books in themselves: every order's events are a path of the transition table, nobody is double-booked. */
export function checkLifecycles(books: Books): Violation[] {
  const { orders, events, overlaps, unbalanced } = books;
  const broken = [...orders.values()].flatMap((order) => {
    const fault = faultOf(order, events.get(order.id) ?? []);
    return fault === undefined ? [] : [`${order.id}: ${fault}`];
  });
  const notStarted = [...orders.values()].filter((order) => !order.is_started).map(({ id }) => id);
  return [
    ...violations('events are a path of the transition table, and end where the order stands', broken),
    ...violations('live orders of a guide never overlap', overlaps),
    ...violations('the ledger balances, and each completed order is posted once', unbalanced),
    ...violations('every order is started', notStarted),
  ];
}

function faultOf(order: OrderRow, path: readonly EventRow[]): string | undefined {
  const [first, ...rest] = path;
  if (first?.reason !== 'created' || first.to_status !== 'pending')
    return 'it does not begin with its creation';
  const isCounted = path.every(({ sequence }, index) => sequence === index + 1);
  if (!isCounted) return `sequences ${path.map(({ sequence }) => sequence).join(' ')}`;
  const wrong = rest.find((event, index) => !isAllowed(path[index] as EventRow, event));
  if (wrong) return `no such transition: ${wrong.from_status} to ${wrong.to_status}, ${wrong.reason}`;
  const last = path.at(-1) as EventRow;
  const isThere = last.to_status === order.status && last.sequence === order.sequence;
  return isThere
    ? undefined
    : `it stands at ${order.status} ${order.sequence}, its events at ${last.to_status}`;
}

/** What stays in its state does so in these. */
const CHANGED_IN = ['pending', 'confirmed'];
const REFUNDED_IN = ['confirmed', 'in_progress', 'completed'];

function isAllowed(
  before: EventRow,
  { from_status: from, to_status: to, reason, actor_kind: by }: EventRow,
): boolean {
  const isUnmoved = from === to && UNMOVED_REASONS.some((unmoved) => unmoved === reason);
  const states: readonly string[] = reason === 'refunded_by_studio' ? REFUNDED_IN : CHANGED_IN;
  if (isUnmoved) return before.to_status === from && states.includes(from);
  return (
    before.to_status === from &&
    TRANSITIONS.some((row) => row.from === from && row.to === to && row.reason === reason && row.by === by)
  );
}
