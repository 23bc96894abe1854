import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { quietTemporal } from '../support/servers/quiet-temporal.ts';
import { DELIVERY_HISTORY, ORDER_PATHS } from './order-paths.ts';
import { replay, replayAtAnotherTime } from './replay.ts';

const HISTORIES = new URL('../histories/', import.meta.url);
/** They have tests of their own. */
const OTHERS = ['holds', 'settlement'];
/** What `npm run replay -- --keep` has kept. */
const KEPT = readdirSync(HISTORIES, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && !OTHERS.includes(entry.name)
    ? readdirSync(new URL(`${entry.name}/`, HISTORIES)).map((file) => `${entry.name}/${file}`)
    : [],
);
beforeAll(quietTemporal);

/** What running orders went through must replay on the bundle that ships, or a deployment would strand them. */
const NAMES = [...ORDER_PATHS.map(({ name }) => name), DELIVERY_HISTORY];

test.each(NAMES)('the recorded history "%s" replays', async (name) => {
  await replay(JSON.parse(recorded(name)));
});

if (KEPT.length > 0)
  test.each(KEPT)('the kept history "%s" replays', async (file) => {
    await replay(JSON.parse(readFileSync(new URL(file, HISTORIES), 'utf8')));
  });

test.each(NAMES)('whatever the time, what "%s" asked for is the same', async (name) => {
  // A replay may see another time than the workflow saw, by the length of a local activity, say.
  const years = (time: string) => time.replace(/^20/, '21');
  const later = recorded(name).replace(/(?<="eventTime": ?")[^"]+/g, years);
  expect(later).toMatch(/"eventTime": ?"21/);
  await replayAtAnotherTime(JSON.parse(later));
});

test('a history that the workflow would not make is refused', async () => {
  const other = recorded('rejected-by-the-studio').replace(/(?<="data": ?")[^"]+/g, (data) =>
    Buffer.from(atob(data).replace('recordTransition', 'sendPostcard')).toString('base64'),
  );
  await expect(replay(JSON.parse(other))).rejects.toThrow(/nondeterminism/i);
});

test('there is a recorded history for every path, and no other', () => {
  const files = readdirSync(HISTORIES).filter((file) => file.endsWith('.json'));
  expect(files.sort()).toEqual(NAMES.map((name) => `${name}.json`).sort());
});

function recorded(name: string): string {
  return readFileSync(new URL(`${name}.json`, HISTORIES), 'utf8');
}
