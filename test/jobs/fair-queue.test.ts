import { expect, test } from '@jest/globals';
import { FairQueue } from '../../jobs/fair-queue.ts';

function queueOf(capacity: number, ...entries: readonly (readonly [key: string, id: string])[]) {
  const queue = new FairQueue<string>(capacity);
  for (const [key, id] of entries) queue.add(key, id, `${key} ${id}`);
  return queue;
}

const idsOf = (queue: FairQueue<string>, count = 99) => queue.take(count).map(({ id }) => id);

test('keys take turns, and what has the same key goes by its arrival', () => {
  const queue = queueOf(9, ['a', '1'], ['a', '2'], ['a', '3'], ['b', '4'], ['c', '5'], ['b', '6']);
  expect(idsOf(queue, 2)).toEqual(['1', '4']);
  queue.add('a', '7', 'a 7');
  expect(idsOf(queue)).toEqual(['5', '2', '6', '3', '7']);
  expect(queue.size).toBe(0);
});

test('a full queue lets go of the last of whoever has the most in it', () => {
  const queue = queueOf(3, ['a', '1'], ['a', '2'], ['a', '3'], ['b', '4']);
  expect(queue.size).toBe(3);
  expect(idsOf(queue)).toEqual(['1', '4', '2']);
});

test('what was removed is gone, and what is added twice keeps its place', () => {
  const queue = queueOf(9, ['a', '1'], ['a', '2'], ['a', '1']);
  queue.delete('2');
  queue.delete('unknown');
  expect(queue.take(9)).toEqual([{ id: '1', item: 'a 1' }]);
});
