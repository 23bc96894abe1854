import { expect, test } from '@jest/globals';
import type { Books } from '../facts.ts';
import { createJournal } from '../journal.ts';
import type { WriteIntent } from '../writing.ts';
import { checkWrites } from './writes.ts';

const refund = (answers: WriteIntent['answers']): WriteIntent => ({
  operationId: 'refundOrder',
  merchant: 'studio',
  reference: 'w-1',
  answers,
});

function judge(writes: readonly WriteIntent[], written: Partial<Books['written']> = {}): string[] {
  const all = { words: [], waiting: new Set<string>(), descriptions: new Map(), ...written };
  const journal = { ...createJournal(), writes: [...writes] };
  return checkWrites(journal, { written: all } as unknown as Books).map(({ rule }) => rule);
}

const THERE = 'a write that was acknowledged is there once, and one that was refused is not';

test.each<[string, WriteIntent['answers'], readonly string[], readonly string[]]>([
  ['acknowledged and there', [{ code: 200 }, { code: 200 }], ['w-1'], []],
  ['acknowledged and lost', [{ code: 200 }], [], [THERE]],
  ['acknowledged and done twice', [{ code: 200 }], ['w-1', 'w-1'], [THERE]],
  ['refused and done', [{ code: 40901 }], ['w-1'], [THERE]],
  ['not answered, and done once', [], ['w-1'], []],
  ['not answered, and done twice', [], ['w-1', 'w-1'], [THERE]],
  [
    'acknowledged, then refused',
    [{ code: 200 }, { code: 40901 }],
    ['w-1'],
    ['a repeat of a write has the same answer'],
  ],
])('a refund that was %s', (_name, answers, words, rules) => {
  expect(judge([refund(answers)], { words })).toEqual(rules);
});

const waits: WriteIntent = {
  operationId: 'createWaitlistEntry',
  merchant: 'agency',
  reference: 'w-2',
  answers: [{ code: 200, id: 'WTL1' }],
};
const leaves: WriteIntent = {
  operationId: 'deleteWaitlistEntry',
  merchant: 'agency',
  reference: 'w-2-end',
  answers: [{ code: 200 }],
  subject: 'WTL1',
};

test('an entry on the waitlist is there until its merchant was answered that it is gone', () => {
  const waiting = new Set(['WTL1']);
  expect(judge([waits], { waiting })).toEqual([]);
  expect(judge([waits])).toEqual(['whoever waits for a guide is kept']);
  expect(judge([waits, leaves])).toEqual([]);
  expect(judge([waits, leaves], { waiting })).toEqual(['whoever waits no longer is not']);
});

test('an endpoint that was described anew has one of its descriptions', () => {
  const edit = { ...refund([{ code: 200 }]), operationId: 'updateCallbackEndpoint', subject: 'EP1' } as const;
  expect(judge([edit], { descriptions: new Map([['EP1', 'w-1']]) })).toEqual([]);
  expect(judge([edit], { descriptions: new Map([['EP1', '']]) })).toEqual([
    'an endpoint is as somebody described it',
  ]);
});
