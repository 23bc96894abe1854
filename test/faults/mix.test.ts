/** The fault runs write what the platform lets merchants write: a new operation is in their mix, or says why it is not. */
import { expect, test } from '@jest/globals';
import { octoOperations } from '../../api/octo/operations.ts';
import { isWriting, type Operation } from '../../contract/operations/define.ts';
import { OPERATIONS } from '../../contract/operations/index.ts';
import { checkMix } from './checks/mix.ts';
import { createJournal } from './journal.ts';
import { LEFT_OUT, MIX, requestOf } from './mix.ts';

const WRITING = Object.entries<Operation>({ ...OPERATIONS, ...octoOperations })
  .filter(([, operation]) => isWriting(operation))
  .map(([id]) => id);

test('every operation that writes is sent, or left out for a reason', () => {
  const known: readonly string[] = [...MIX, ...Object.keys(LEFT_OUT)];
  expect(WRITING.filter((id) => !known.includes(id))).toEqual([]);
  expect(known.filter((id) => !WRITING.includes(id))).toEqual([]);
  expect(MIX.filter((id) => id in LEFT_OUT)).toEqual([]);
});

test('requests are those of the table', () => {
  expect(requestOf('extendHold', 'HLD1')).toEqual({
    operationId: 'extendHold',
    method: 'POST',
    path: '/open/v1/order/hold/extend/HLD1',
  });
});

test('a long run that never sent one of them fails, and a short one does not', () => {
  const journal = createJournal();
  const create = { agency: 'mk', key: 'k', reference: 'r', outcome: { kind: 'unanswered' } } as const;
  for (const id of MIX.filter((one) => one !== 'refundOrder')) journal.sent.set(id, 1);
  expect(checkMix(journal)).toEqual([]);
  for (let number = 0; number < 500; number++) journal.creates.push(create);
  expect(checkMix(journal)).toEqual([
    { rule: 'every operation of the mix is sent', evidence: 'refundOrder' },
  ]);
});
