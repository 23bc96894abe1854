/** `npm run proof -- examples:record`: goes through the scenario on a real platform and writes what was said to contract/examples. */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, test } from '@jest/globals';
import { record } from './recording.ts';
import { createExampleWorld, type ExampleWorld } from './world.ts';

const FOLDER = new URL('../../contract/examples/', import.meta.url);

let world: ExampleWorld;
beforeAll(async () => {
  world = await createExampleWorld();
}, 120_000);
afterAll(() => world.close());

test('records an example of every operation and every event', async () => {
  for (const [name, content] of Object.entries(await record(world))) {
    writeFileSync(new URL(`${name}.json`, FOLDER), `${JSON.stringify(content, null, 2)}\n`);
  }
}, 180_000);
