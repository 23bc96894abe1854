import { expect, test } from '@jest/globals';
import type { Before } from '../../tools/bench/support/before.ts';
import { describe as details, withFigures } from '../../tools/bench/support/page.ts';
import type { Records } from '../../tools/bench/support/records.ts';
import { summarize } from '../../tools/bench/support/summary.ts';
import { summaryPlots } from '../../tools/bench/support/summary-plots.ts';

const intake = {
  what: 'order intake, 32 connections',
  value: 1_200,
  unit: '/s',
  limit: { what: 'a bare insert', value: 3_000 },
  bar: { atLeast: 0.4 },
};
const peer = { ...intake, what: 'order intake, beside a peer', limit: { what: 'DBOS Transact', value: 400 } };
const overload = { what: 'overload, 32 clients: confirm, p99', value: 660, unit: 'ms' };
const records: Records = {
  overload: recordOf([overload]),
  intake: recordOf([intake, peer]),
};
const before: Before = {
  commit: 'abc',
  figures: { [intake.what]: { value: 900, ratio: 0.3 }, [overload.what]: { value: 3_699 } },
  byHand: [
    { what: 'packages', unit: 'MB', before: 1_195, now: 824 },
    { what: 'not measured yet', unit: 'min', before: 24 },
  ],
};

test('the short page tells what was, and leaves out what is not known', () => {
  const text = summarize(records, before);
  expect(text).toContain('| 1200 /s | 3000 /s (a bare insert) | 0.40 | ≥ 0.4 met | 900 /s (0.30) |');
  expect(text).toContain('| packages | 824 MB |  |  |  | 1195 MB |');
  expect(text).not.toContain('not measured yet');
  expect(text).toContain('Peers, in the same run: order intake: DBOS Transact 400 /s (ours 1200).');
});

test('its plots have a pair of bars for each figure that is known', () => {
  const plots = summaryPlots([intake, overload], before);
  expect(plots.map(({ file, categories }) => [file, categories])).toEqual([
    ['performance-overload', ['32 clients']],
    ['performance-limits', ['order intake']],
  ]);
  expect(plots.map(({ series }) => series.map(({ values }) => values))).toEqual([
    [[3_699], [660]],
    [[30], [40]],
  ]);
});

test('a page keeps what stands around its markers', () => {
  const page = 'one\n<!-- figures -->\nold\n<!-- end of figures -->\ntwo\n';
  expect(withFigures(page, 'new')).toBe(page.replace('old', 'new'));
  expect(() => withFigures('none', 'new')).toThrow('no <!-- figures -->');
  expect(details(records)).toMatch(/order intake, 32[\s\S]*overload/);
});

function recordOf(figures: Records[string]['figures']): Records[string] {
  const machine = { cores: 2, memoryGiB: 24, node: '24' };
  return { date: '2026-11-22', commit: 'def', machine, figures, plots: [] };
}
