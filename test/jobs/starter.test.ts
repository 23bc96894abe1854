import { expect, test } from '@jest/globals';
import { LoadShedding } from '../../jobs/pace/load-shedding.ts';
import { Starter } from '../../jobs/starter.ts';
import type { StartableOrder } from '../../lib/temporal/order-gateway.ts';

const orders = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `ORD${index}` }) as StartableOrder);

/** Counts how many starts run at the same time. */
function countingStarter(pauseMs: () => Promise<number>) {
  const marked: string[] = [];
  let running = 0;
  let most = 0;
  const starter = new Starter({
    start: async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
    },
    markStarted: async (ids) => void marked.push(...ids),
    onError: (error) => {
      throw error;
    },
    pauseMs,
  });
  return { starter, marked, most: () => most };
}

test('under load workflows are started one at a time, afterwards in batches, and none is left out', async () => {
  let isBusy = true;
  const { starter, marked, most } = countingStarter(async () => (isBusy ? 1 : 0));
  starter.start(...orders(5));
  await starter.drained();
  expect(most()).toBe(1);

  isBusy = false;
  starter.start(...orders(40));
  await starter.drained();
  expect(most()).toBe(32);
  expect(marked).toHaveLength(45);
});

test('an order of another merchant is started in turn with the burst of one', async () => {
  const { starter, marked } = countingStarter(async () => 1);
  const burst = orders(10).map((order) => ({ ...order, merchantKey: 'mk_many' }));
  starter.start(...burst);
  starter.start({ ...orders(1)[0]!, id: 'ORD-other', merchantKey: 'mk_few' });
  await starter.drained();
  expect(marked).toHaveLength(11);
  expect(marked.indexOf('ORD-other')).toBeLessThanOrEqual(2);
});

test('what somebody else has started is not started, and on closing nothing waits', async () => {
  const { starter, marked } = countingStarter(async () => 60_000);
  starter.start(...orders(40));
  starter.forget('ORD7');
  await starter.close();
  expect(marked).toHaveLength(39);
  expect(marked).not.toContain('ORD7');
});

test('load is shed while four run at once and for a moment after, also when some of them fail', async () => {
  let time = 0;
  const shedding = new LoadShedding(() => time);
  const ends: (() => void)[] = [];
  const running = Array.from({ length: 4 }, () =>
    shedding.during(() => new Promise<void>((end) => ends.push(end))),
  );
  expect(shedding.isOn).toBe(true);
  for (const end of ends) end();
  await Promise.all(running);
  time += 499;
  expect(shedding.isOn).toBe(true);
  time += 1;
  expect(shedding.isOn).toBe(false);

  await expect(shedding.during(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const three = Array.from({ length: 3 }, () =>
    shedding.during(() => new Promise<void>((end) => ends.push(end))),
  );
  expect(shedding.isOn).toBe(false);
  for (const end of ends) end();
  await Promise.all(three);
});
