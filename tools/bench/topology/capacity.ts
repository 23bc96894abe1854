/**
 * `npm run bench -- capacity`: how many cores of each part a load needs, from what one order costs it
 * (docs/scaling.md), and what a simulation says of the waiting. Entry file.
 */
import { createRandom } from '../../../test/support/random.ts';
import { type Simulated, type Station, simulate } from './simulate.ts';

/** Milliseconds of CPU that a whole life costs, measured by `npm run bench -- topology`; in the order in which a move passes. */
export const LIFE_MS = {
  gateway: 2.9,
  api: 24.9,
  temporal: 44.6,
  'temporal-postgresql': 39.1,
  'order-worker': 46.0,
  postgresql: 18.7,
  'notification-worker': 20.5,
} as const;
/** Created, confirmed, started, completed. */
const MOVES = 4;
/** Beyond it waiting grows faster than load. */
export const BUSY = 0.6;
const RATES = [10, 100, 1_000, 10_000];
const SIMULATED_MOVES = 20_000;

/** Cores for so many orders a second, each part's busy for BUSY of the time; two at least, so that one may fail. */
export function coresFor(perSecond: number): Station[] {
  return Object.entries(LIFE_MS).map(([name, ms]) => ({
    name,
    cores: Math.max(2, Math.ceil((perSecond * ms) / 1_000 / BUSY)),
    serviceMs: ms / MOVES,
  }));
}

/** Orders a second at which `cores` that all parts share have nothing left. */
export function mostOn(cores: number): number {
  return (cores * 1_000) / Object.values(LIFE_MS).reduce((sum, ms) => sum + ms, 0);
}

export function simulateOrders(stations: readonly Station[], perSecond: number): Simulated {
  return simulate(stations, {
    perSecond: perSecond * MOVES,
    count: SIMULATED_MOVES,
    random: createRandom(1),
  });
}

if (import.meta.main) {
  console.log(`two cores for all parts carry at most ${mostOn(2).toFixed(1)} whole lives a second`);
  console.table(
    RATES.map((perSecond) => {
      const stations = coresFor(perSecond);
      const { times } = simulateOrders(stations, perSecond);
      const at = (share: number) => times[Math.floor(times.length * share)]!.toFixed(0);
      const cores = Object.fromEntries(stations.map((station) => [station.name, station.cores]));
      return { 'orders a second': perSecond, ...cores, 'a move, p50 ms': at(0.5), 'p99 ms': at(0.99) };
    }),
  );
}
