import { expect, test } from '@jest/globals';
import { BUSY, coresFor, LIFE_MS, mostOn, simulateOrders } from '../../tools/bench/topology/capacity.ts';
import { simulate } from '../../tools/bench/topology/simulate.ts';
import { createRandom } from '../support/random.ts';

const MEAN_MS = 10;
const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const run = (cores: number, perSecond: number) =>
  simulate([{ name: 'only', cores, serviceMs: MEAN_MS }], {
    perSecond,
    count: 50_000,
    random: createRandom(7),
  });

test('one queue waits as M/M/1 has it: service / (1 - busy)', () => {
  const { times, busy } = run(1, 50);
  expect(busy.get('only')).toBeCloseTo(0.5, 1);
  expect(mean(times) / (MEAN_MS / (1 - 0.5))).toBeCloseTo(1, 1);
});

test('two cores of one queue wait as M/M/2 has it', () => {
  const { times, busy } = run(2, 120);
  expect(busy.get('only')).toBeCloseTo(0.6, 1);
  expect(mean(times) / (MEAN_MS / (1 - 0.6 ** 2))).toBeCloseTo(1, 1);
});

test('with the cores that are named no part is busier than it may be; with half of them the load does not pass', () => {
  const stations = coresFor(100);
  const { times, busy } = simulateOrders(stations, 100);
  for (const share of busy.values()) expect(share).toBeLessThan(BUSY * 1.05);
  const halved = stations.map((station) => ({ ...station, cores: Math.ceil(station.cores / 2) }));
  expect(mean(simulateOrders(halved, 100).times)).toBeGreaterThan(mean(times) * 3);
});

test('what one machine carries is what the parts cost together', () => {
  const total = Object.values(LIFE_MS).reduce((sum, ms) => sum + ms, 0);
  expect((mostOn(2) * total) / 1_000).toBeCloseTo(2);
});
