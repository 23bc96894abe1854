import type { Books, ChangeRow } from '../facts.ts';
import type { Journal } from '../journal.ts';
import { type Violation, violations } from './violation.ts';

const STEPS = ['changed_by_merchant', 'change_accepted_by_studio'];

/** A change that was acknowledged is in the books, once; nothing is changed that nobody asked for. */
export function checkChanges({ changes: intents }: Journal, books: Books): Violation[] {
  const { changes, events, moved } = books;
  const notified = intents.flatMap(({ change, step }) => (change ? [{ ...change, step }] : []));
  const lost = notified.filter(({ changeId, status }) => !isKept(changes.get(changeId), status));
  const repeated = notified.filter(
    (one, index) =>
      one.step === 'changeOrder' &&
      notified.findIndex((other) => other.step === 'changeOrder' && other.changeId === one.changeId) < index,
  );
  const counts = Map.groupBy(changes.values(), (row) => row.order_id);
  const miscounted = [...events].filter(([orderId, path]) => {
    const applied = (counts.get(orderId) ?? []).filter(({ status }) => status === 'applied').length;
    return applied !== path.filter(({ reason }) => STEPS.includes(reason)).length;
  });
  return [
    ...violations(
      'an acknowledged change is in the books',
      lost.map(({ changeId, status }) => `${changeId}, answered ${status}`),
    ),
    ...violations(
      'two requests never become one change',
      repeated.map(({ changeId }) => changeId),
    ),
    ...violations(
      'each change that was made is one event',
      miscounted.map(([orderId]) => orderId),
    ),
    ...violations(
      "a live order has its trip's time of the guide, and its price is the sum of its lines",
      moved,
    ),
  ];
}

/** One that waits may have come to any end since. */
function isKept(row: ChangeRow | undefined, notified: string): boolean {
  if (row === undefined || row.status === 'prepared') return false;
  return notified === 'requested' || row.status === notified;
}
