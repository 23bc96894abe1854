import { InvalidArgumentError } from 'commander';
import { EVENT_FILTERS } from '../../../../domain/event-types.ts';
import { ORDER_STATES } from '../../../../domain/order-state.ts';

const MOVED = 'order.status_changed';

/** Which events are wanted. */
export interface EventFilter {
  /** As the feed takes it. */
  readonly types: string;
  /** The feed knows types only: the state that an order reached is checked here. */
  readonly matches: (event: object) => boolean;
}

/**
 * Types and families as the platform has them, and `order.confirmed` and the like for an order that reached that state.
 * @throws InvalidArgumentError
 */
export function eventFilter(text: string): EventFilter {
  const names = text.split(',').map((name) => name.trim());
  const states = ORDER_STATES.filter((state) => names.includes(`order.${state}`));
  const filters = names.filter((name) => EVENT_FILTERS.includes(name));
  const unknown = names.find(
    (name) => !EVENT_FILTERS.includes(name) && !states.some((state) => name === `order.${state}`),
  );
  if (unknown !== undefined) {
    const known = [...EVENT_FILTERS, ...ORDER_STATES.map((state) => `order.${state}`)];
    throw new InvalidArgumentError(`"${unknown}" is none of ${known.join(', ')}.`);
  }
  const takesAllMoves = ['*', 'order.*', MOVED].some((name) => filters.includes(name));
  const types = states.length > 0 && !takesAllMoves ? [...filters, MOVED] : filters;
  const matches = (event: object) => {
    const { type, status } = event as { type: string; status?: string };
    return type !== MOVED || takesAllMoves || states.some((state) => state === status);
  };
  return { types: types.join(','), matches };
}
