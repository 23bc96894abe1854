import type { Books } from '../facts.ts';
import { checkLifecycles } from './lifecycles.ts';
import { type Violation, violations } from './violation.ts';

/** What the backup had is there and whole; everything was told. */
export function checkRestored(backedUp: readonly string[], books: Books): Violation[] {
  const silent = books.notifications.filter(({ status }) => status !== 'acknowledged');
  return [
    ...checkLifecycles(books),
    ...violations(
      'the backup has every order',
      backedUp.filter((id) => !books.orders.has(id)),
    ),
    ...violations(
      'every notification is acknowledged',
      silent.map(({ id, status }) => `${id} ${status}`),
    ),
  ];
}
