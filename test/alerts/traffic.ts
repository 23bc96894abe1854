import type { Clients } from '../faults/clients.ts';
import type { Journal } from '../faults/journal.ts';
import { noBusyOrders, walk } from '../faults/traffic.ts';
import { createRandom } from '../support/random.ts';

/** Merchants at once: a load of some orders a second. */
const WALKS = 2;

/** Orders that are booked and moved, until the signal says that it is enough. */
export function startTraffic(clients: Clients, journal: Journal, signal: AbortSignal): void {
  const traffic = { ...clients, journal, random: createRandom(1), run: 'alerts', busy: noBusyOrders() };
  for (let n = 0; n < WALKS; n++) void walk(traffic, `${n}`, signal).catch(() => {});
}
