import { expect, test } from '@jest/globals';
import { databaseFailure } from '../../db/failures.ts';

const failed = (code: string) => Object.assign(new Error('failed'), { code });

test.each([
  ['53100', 'disk full'],
  ['53200', 'out of memory'],
  ['53300', 'too many connections'],
  ['58030', 'I/O error'],
  ['58P01', 'undefined file'],
  ['08006', 'connection failure'],
  ['57P01', 'shut down'],
  ['57P03', 'starting'],
  ['25006', 'a standby'],
  ['XX001', 'a damaged file'],
  ['ECONNREFUSED', 'nobody listens'],
])('%s (%s): unavailable', (code) => {
  expect(databaseFailure(failed(code))).toBe('unavailable');
});

test.each([
  ['55P03', 'lock timeout'],
  ['57014', 'statement timeout'],
  ['40P01', 'deadlock'],
  ['40001', 'serialization'],
  ['25P03', 'idle in transaction'],
])('%s (%s): busy', (code) => {
  expect(databaseFailure(failed(code))).toBe('busy');
});

test.each([
  ['23505', 'unique'],
  ['42601', 'syntax'],
  ['22P05', 'untranslatable character'],
  ['40002', 'a deferred constraint'],
  ['XX000', 'internal'],
  ['FST_ERR_VALIDATION', 'no SQLSTATE'],
  ['', 'no code'],
])('%s (%s): a fault of ours', (code) => {
  expect(databaseFailure(failed(code))).toBeUndefined();
});

test('the cause of an error tells it too, and what pg says without a code', () => {
  expect(databaseFailure(new Error('while writing', { cause: failed('53100') }))).toBe('unavailable');
  expect(databaseFailure(new Error('timeout exceeded when trying to connect'))).toBe('unavailable');
  expect(databaseFailure('no error at all')).toBeUndefined();
});
