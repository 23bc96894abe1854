/** `npm run proof -- parties`: both-parties.test.ts with many orders; prints the figures. */
import { expect, test } from '@jest/globals';
import { createLivePlatform } from '../support/live-platform.ts';
import { LIFE, runOrders } from './both-parties.ts';

const ORDERS = 200;
const LIMIT_MS = 900_000;

test(
  `agency and studio hear of every step of ${ORDERS} orders once and in order`,
  async () => {
    const platform = await createLivePlatform();
    try {
      const { orderIds, agency, studio, refusals, waiting, seconds } = await runOrders(platform, ORDERS);
      const events = [...agency.orders.values(), ...studio.orders.values()].flat().length;
      const repeats = agency.repeats + studio.repeats;
      process.stderr.write(`${JSON.stringify({ orders: ORDERS, seconds, events, repeats, waiting })}\n`);
      expect(refusals).toEqual([]);
      const everything = new Map(orderIds.map((id) => [id, LIFE]));
      expect([agency, studio]).toEqual([1, 2].map(() => ({ orders: everything, repeats: 0 })));
    } finally {
      await platform.close();
    }
  },
  LIMIT_MS,
);
