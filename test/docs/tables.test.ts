/** Tables of the guides, against what the platform goes by. */

import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { CANCELLATION_PRESETS } from '../../domain/cancellation.ts';
import { JOB_KINDS } from '../../domain/jobs.ts';
import { type ActorKind, TRANSITIONS } from '../../domain/order-state.ts';
import { settlementRefusal } from '../../domain/settlement.ts';

/** The cells of the rows of a page's tables. */
async function rowsOf(page: string): Promise<string[][]> {
  const text = await readFile(new URL(`../../docs/integrate/${page}`, import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The states that a cell names. */
const statesIn = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, state]) => state);

test('cancellation.md names each state in which somebody may cancel, and no other', async () => {
  const rows = await rowsOf('cancellation.md');
  const listedUnder = (start: string) =>
    rows.filter(([who]) => who?.startsWith(start)).flatMap(([, states]) => statesIn(states));
  const cancelledBy = (...by: ActorKind[]) =>
    TRANSITIONS.filter((one) => one.to === 'cancelled' && by.includes(one.by)).map(({ from }) => from);
  expect(listedUnder('you, who ordered')).toEqual(cancelledBy('merchant'));
  expect(new Set(listedUnder('the studio'))).toEqual(new Set(cancelledBy('studio', 'platform')));
  expect(listedUnder("the platform's operator")).toEqual(cancelledBy('operator'));
});

test('cancellation.md has the policies as they are', async () => {
  const rows = await rowsOf('cancellation.md');
  for (const [name, { tiers }] of Object.entries(CANCELLATION_PRESETS)) {
    const [, ...steps] = rows.find(([policy]) => policy === `\`${name}\``) ?? [];
    const days = steps.filter((step) => step !== '').map((step) => Number.parseInt(step, 10));
    expect(days).toEqual(tiers.map(({ daysBefore }) => daysBefore));
  }
});

test('settlement.md says in which states a line can be disputed', async () => {
  const text = await readFile(new URL('../../docs/integrate/settlement.md', import.meta.url), 'utf8');
  const [sentence = ''] = text.match(/Object to it while the statement is [^;.]+/) ?? [];
  const states = (['open', 'issued', 'disputed', 'paid'] as const).filter(
    (state) => settlementRefusal(state, 'dispute') === undefined,
  );
  expect(statesIn(sentence)).toEqual(states);
});

test('jobs.md has a row for each kind of job', async () => {
  const kinds = (await rowsOf('../jobs.md')).flatMap(([kind = '']) => /^`([a-z_]+)`$/.exec(kind)?.[1] ?? []);
  expect(kinds.toSorted()).toEqual(JOB_KINDS.toSorted());
});

test('architecture.md names the reason of every move of an order', async () => {
  const told = new Set((await rowsOf('../architecture.md')).flatMap(([, , , reasons]) => statesIn(reasons)));
  expect(TRANSITIONS.filter(({ reason }) => !told.has(reason))).toEqual([]);
});
