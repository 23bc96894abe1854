import { expect, test } from '@jest/globals';
import { Launcher } from '../../api/launcher.ts';
import { Rush } from '../../api/rush.ts';
import type { LaunchableOrder } from '../../api/temporal.ts';

const orders = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `ORD${index}` }) as LaunchableOrder);

/** Counts how many starts run at the same time. */
function countingLauncher(isBusy: () => boolean) {
  const stamped: string[] = [];
  let running = 0;
  let most = 0;
  const launcher = new Launcher({
    launch: async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
    },
    stamp: async (ids) => void stamped.push(...ids),
    onError: (error) => {
      throw error;
    },
    isBusy,
  });
  return { launcher, stamped, most: () => most };
}

test('in a rush workflows are started one at a time, afterwards in batches, and none is left out', async () => {
  let isBusy = true;
  const { launcher, stamped, most } = countingLauncher(() => isBusy);
  launcher.launch(...orders(5));
  await launcher.drained();
  expect(most()).toBe(1);

  isBusy = false;
  launcher.launch(...orders(40));
  await launcher.drained();
  expect(most()).toBe(32);
  expect(stamped).toHaveLength(45);
});

test('it is a rush while four run at once and for a moment after, also when some of them fail', async () => {
  let time = 0;
  const rush = new Rush(() => time);
  const ends: (() => void)[] = [];
  const running = Array.from({ length: 4 }, () =>
    rush.during(() => new Promise<void>((end) => ends.push(end))),
  );
  expect(rush.isOn).toBe(true);
  for (const end of ends) end();
  await Promise.all(running);
  time += 499;
  expect(rush.isOn).toBe(true);
  time += 1;
  expect(rush.isOn).toBe(false);

  await expect(rush.during(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const three = Array.from({ length: 3 }, () =>
    rush.during(() => new Promise<void>((end) => ends.push(end))),
  );
  expect(rush.isOn).toBe(false);
  for (const end of ends) end();
  await Promise.all(three);
});
