import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Batcher } from '../../../services/orders/batcher.ts';

const tick = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** A batcher whose batches end when the test says so. */
function stage(options: { size?: number; batches?: number } = {}) {
  const begun: { items: readonly string[]; end: () => void; fail: (error: Error) => void }[] = [];
  const batcher = new Batcher<string, string>({
    carryOut: (items) =>
      new Promise((resolve, reject) => {
        begun.push({ items, end: () => resolve(items.map((item) => `${item} is done`)), fail: reject });
      }),
    // `a1` and `a2` share the name `a`.
    namesOf: (item) => [item[0]!],
    ...{ size: 3, batches: 1, ...options },
  });
  return { batcher, begun, batches: () => begun.map(({ items }) => items.join()) };
}

test('who comes alone is carried out at once, who comes meanwhile together after it', async () => {
  const { batcher, begun, batches } = stage();
  const done = [batcher.do('a')];
  await tick();
  expect(batches()).toEqual(['a']);
  done.push(...['b', 'c', 'd', 'e'].map((item) => batcher.do(item)));
  begun[0]!.end();
  expect(await done[0]).toBe('a is done');
  await tick();
  expect(batches()).toEqual(['a', 'b,c,d']);
  begun[1]!.end();
  await tick();
  begun[2]!.end();
  expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd', 'e'].map((item) => `${item} is done`));
});

test('who comes in the same turn of the event loop is carried out together', async () => {
  const { batcher, batches } = stage();
  for (const item of ['a', 'b']) void batcher.do(item);
  await tick();
  expect(batches()).toEqual(['a,b']);
});

test('who shares a name with one who runs or waits comes after it; others need not wait for that', async () => {
  const { batcher, begun, batches } = stage({ size: 1, batches: 2 });
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1']) void batcher.do(item);
  await tick();
  expect(batches()).toEqual(['a1', 'b1']);
  begun[1]!.end();
  await tick();
  expect(batches()).toEqual(['a1', 'b1', 'c1']);
  begun[0]!.end();
  await tick();
  expect(batches()).toEqual(['a1', 'b1', 'c1', 'a2']);
});

test('a failure is that of its batch, and the next one goes on', async () => {
  const { batcher, begun } = stage();
  const calls = ['a', 'b', 'c', 'd'].map((item) => batcher.do(item));
  const outcomes = Promise.allSettled(calls);
  await tick();
  begun[0]!.fail(new Error('broken'));
  await tick();
  begun[1]!.end();
  const expected = ['rejected', 'rejected', 'rejected', 'fulfilled'];
  expect((await outcomes).map(({ status }) => status)).toEqual(expected);
});

test('each is carried out once, and no two of a name at once or out of turn, however batches end', async () => {
  const items = fc.array(
    fc.record({ names: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 }) }),
    {
      maxLength: 30,
    },
  );
  const limits = { size: fc.integer({ min: 1, max: 5 }), batches: fc.integer({ min: 1, max: 3 }) };
  await fc.assert(
    fc.asyncProperty(items, fc.record(limits), fc.scheduler(), async (list, { size, batches }, scheduler) => {
      const running = new Set<number>();
      const begun: number[] = [];
      let atOnce = 0;
      const end = scheduler.scheduleFunction(async () => {});
      const batcher = new Batcher<number, number>({
        async carryOut(batch) {
          atOnce += 1;
          expect(batch.length).toBeLessThanOrEqual(size);
          expect(atOnce).toBeLessThanOrEqual(batches);
          for (const item of batch) {
            const others = [...running].flatMap((other) => list[other]!.names);
            expect(others.filter((name) => list[item]!.names.includes(name))).toEqual([]);
            running.add(item);
            begun.push(item);
          }
          await end();
          for (const item of batch) running.delete(item);
          atOnce -= 1;
          return batch;
        },
        namesOf: (item) => list[item]!.names,
        ...{ size, batches },
      });
      const done = list.map(async (_, item) => {
        await scheduler.schedule(Promise.resolve());
        return await batcher.do(item);
      });
      expect(await scheduler.waitFor(Promise.all(done))).toEqual(list.map((_, item) => item));
      expect(begun.toSorted((a, b) => a - b)).toEqual(list.map((_, item) => item));
    }),
  );
});
