/** `npm run proof -- histories`: walks every path of a hold anew and writes its history to test/histories/holds/, for hold.test.ts. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, test } from '@jest/globals';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { HOLD_PATHS } from './hold-paths.ts';
import { createHoldWorld, type HoldWorld } from './hold-world.ts';

const HISTORIES = new URL('../histories/holds/', import.meta.url);

let world: HoldWorld;
beforeAll(async () => {
  world = await createHoldWorld();
  rmSync(HISTORIES, { recursive: true, force: true });
  mkdirSync(HISTORIES);
});
afterAll(() => world.close());

test.each(HOLD_PATHS)('records $name', async ({ name, walk }) => {
  const { id } = await world.hold(15);
  await walk(world, id);
  await world.outcomeOf(id);
  const history = await world.env.client.workflow.getHandle(id).fetchHistory();
  writeFileSync(new URL(`${name}.json`, HISTORIES), `${historyToJSON(history)}\n`);
});
