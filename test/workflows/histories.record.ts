/** `npm run proof -- histories`: walks every path anew and writes its history to test/histories/, for replay.test.ts. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, test } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { DELIVERY_HISTORY, ORDER_PATHS } from './order-paths.ts';
import { createOrderWorld, type OrderWorld } from './order-world.ts';
import { wakeDelivery, walk } from './walk.ts';

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
  await write(path.name, world.env.client.workflow.getHandle(order.id));
});

test('records a delivery', async () => {
  await write(DELIVERY_HISTORY, await wakeDelivery(world));
});

async function write(name: string, workflow: WorkflowHandle): Promise<void> {
  const history = await workflow.fetchHistory();
  writeFileSync(new URL(`${name}.json`, HISTORIES), `${historyToJSON(history)}\n`);
}
