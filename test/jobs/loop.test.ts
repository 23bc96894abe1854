import { expect, test } from '@jest/globals';
import { startLoop } from '../../jobs/loop.ts';

const FOREVER_MS = 2 ** 31 - 1;

/** A loop whose rounds end when they are asked to; `began` announces the next one. */
function heldLoop() {
  const errors: unknown[] = [];
  const ends: ((round: Promise<unknown>) => void)[] = [];
  let began = Promise.withResolvers<void>();
  const round = () => {
    began.resolve();
    began = Promise.withResolvers<void>();
    return new Promise<unknown>((resolve) => ends.push(resolve));
  };
  const loop = startLoop({ everyMs: FOREVER_MS, round, onError: (error) => void errors.push(error) });
  return {
    loop,
    errors,
    began: () => began.promise,
    end: (result: Promise<unknown>) => ends.shift()?.(result),
  };
}

test('what is asked for during a round is done in the next one, at once', async () => {
  const { loop, began, end } = heldLoop();
  const next = began();
  loop.runNow();
  end(Promise.resolve());
  await next;
  end(Promise.resolve());
  await loop.stop();
});

test('a pause ends when there is something to do, also after a round that failed', async () => {
  const { loop, errors, began, end } = heldLoop();
  const next = began();
  end(Promise.reject(new Error('this round')));
  while (errors.length === 0) await new Promise(setImmediate);
  loop.runNow();
  await next;
  end(Promise.resolve());
  await loop.stop();
  expect(errors).toEqual([new Error('this round')]);
});
