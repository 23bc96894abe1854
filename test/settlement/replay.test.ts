import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { quietTemporal } from '../support/servers/quiet-temporal.ts';
import { replay } from '../workflows/replay.ts';
import { OTHER_HISTORIES, PATHS } from './statement-paths.ts';

const HISTORIES = new URL('../histories/settlement/', import.meta.url);
const NAMES = [...PATHS.map(({ name }) => name), ...OTHER_HISTORIES];
beforeAll(quietTemporal);

/** Statements wait for months to be paid: a deployment must not strand them. */
test.each(NAMES)('the recorded history "%s" replays', async (name) => {
  await replay(JSON.parse(recorded(name)));
});

test('a history that the workflow would not make is refused', async () => {
  const other = recorded('issued-and-paid').replaceAll('"recordPayment"', '"sendFlowers"');
  await expect(replay(JSON.parse(other))).rejects.toThrow(/nondeterminism/i);
});

test('there is a recorded history for every path, and no other', () => {
  const files = readdirSync(HISTORIES).filter((file) => file.endsWith('.json'));
  expect(files.sort()).toEqual(NAMES.map((name) => `${name}.json`).sort());
});

function recorded(name: string): string {
  return readFileSync(new URL(`${name}.json`, HISTORIES), 'utf8');
}
