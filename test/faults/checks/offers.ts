import type { Books, EventRow } from '../facts.ts';
import type { Journal } from '../journal.ts';
import { ENOUGH_CREATES } from './mix.ts';
import { type Violation, violations } from './violation.ts';

/** What is kept, stopped and called off is so; a turn of a waitlist that was booked is that order. */
export function checkOffers({ creates }: Pick<Journal, 'creates'>, books: OfferBooks): Violation[] {
  const { offers, holds } = books;
  const wrong = creates.flatMap(({ turn = '', outcome }) => {
    const hold = holds.get(turn);
    const isRight = outcome.kind !== 'acknowledged' || hold?.order_id === outcome.orderId;
    return turn === '' || isRight
      ? []
      : [`${turn}: booked as ${outcome.orderId}; it is that of ${hold?.order_id}`];
  });
  const { turns, calledOff } = countOffers(books);
  const silent = creates.length < ENOUGH_CREATES ? [] : Object.entries({ turns, calledOff });
  return [
    ...offers.flatMap(({ rule, evidence }) => violations(rule, [evidence])),
    ...violations('a turn that was booked is that order', wrong),
    ...violations(
      'turns come, and starts are called off',
      silent.flatMap(([name, count]) => (count === 0 ? [name] : [])),
    ),
  ];
}

type OfferBooks = Pick<Books, 'offers' | 'holds' | 'events'>;

/** How many turns there were, how many of them were booked, and how many orders were called off. */
export function countOffers({ holds, events }: OfferBooks) {
  const turns = [...holds.values()].filter((hold) => hold.waitlist_entry_id !== null);
  return {
    turns: turns.length,
    booked: turns.filter(({ status }) => status === 'booked').length,
    calledOff: [...events.values()].filter((path) => path.some(isCalledOff)).length,
  };
}

/** The platform did it for the studio: its start had too few guests (services/orders/departing.ts). */
export function isCalledOff({ actor_kind: by, note }: Pick<EventRow, 'actor_kind' | 'note'>): boolean {
  return by === 'studio' && /^fewer than \d+ guests came together/.test(note ?? '');
}
