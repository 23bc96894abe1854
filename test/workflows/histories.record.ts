/** `npm run histories`: walks every path anew and writes its history to test/histories/, for replay.test.ts. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, test } from '@jest/globals';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { ORDER_PATHS } from './order-paths.ts';
import { createOrderWorld, type OrderWorld } from './order-world.ts';
import { walk } from './walk.ts';

const HISTORIES = new URL('../histories/', import.meta.url);

let world: OrderWorld;
beforeAll(async () => {
  world = await createOrderWorld();
  for (const file of readdirSync(HISTORIES)) {
    if (file.endsWith('.json')) rmSync(new URL(file, HISTORIES));
  }
});
afterAll(async () => {
  await world.close();
});

test.each(ORDER_PATHS)('records $name', async (path) => {
  const order = await walk(world, path);
  const history = await world.env.client.workflow.getHandle(order.id).fetchHistory();
  writeFileSync(new URL(`${path.name}.json`, HISTORIES), `${historyToJSON(history)}\n`);
});
