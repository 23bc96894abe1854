/** `npm run proof -- parties` is the same with 200 orders. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { LIFE, runOrders } from './both-parties.ts';

const ORDERS = 10;

let platform: LivePlatform;

beforeAll(async () => {
  platform = await createLivePlatform();
});
afterAll(() => platform.close());

test('agency and studio hear of every step once and in order, also where an endpoint of each never answers', async () => {
  const { orderIds, agency, studio, refusals, waiting } = await runOrders(platform, ORDERS);

  expect(refusals).toEqual([]);
  const everything = new Map(orderIds.map((id) => [id, LIFE]));
  expect(agency).toEqual({ orders: everything, repeats: 0 });
  expect(studio).toEqual({ orders: everything, repeats: 0 });
  // Nothing of it reached the endpoints that hang: the others did not wait for them.
  expect(waiting).toBe(2 * LIFE.length * ORDERS);
});
