import { expect, test } from '@jest/globals';
import { createAnnouncer } from '../../../activities/notifications/announcer.ts';
import { until } from '../../support/until.ts';

/** Announcements that end when the test lets them. */
function held(limits: Parameters<typeof createAnnouncer>[0]['limits'] = {}) {
  const begun: string[] = [];
  const ends: PromiseWithResolvers<readonly []>[] = [];
  const errors: unknown[] = [];
  const announcer = createAnnouncer({
    announce: (orderId) => {
      begun.push(orderId);
      const end = Promise.withResolvers<readonly []>();
      ends.push(end);
      return end.promise;
    },
    onError: (error) => void errors.push(error),
    limits,
  });
  return { announcer, begun, ends, errors };
}

test('orders are announced at once, up to a limit, and the next when one is over', async () => {
  const { announcer, begun, ends } = held({ atOnce: 2 });
  for (const order of ['A', 'B', 'C', 'D']) announcer.announce(order);
  expect(begun).toEqual(['A', 'B']);
  ends[1]!.resolve([]);
  await until(() => begun.length === 3);
  expect(begun).toEqual(['A', 'B', 'C']);
});

test('an order is not announced twice at once; what is added meanwhile is announced afterwards, once', async () => {
  const { announcer, begun, ends } = held();
  for (let time = 0; time < 4; time += 1) announcer.announce('A');
  announcer.announce('B');
  expect(begun).toEqual(['A', 'B']);
  ends[0]!.resolve([]);
  await until(() => begun.length === 3);
  ends[2]!.resolve([]);
  ends[1]!.resolve([]);
  await announcer.close();
  expect(begun).toEqual(['A', 'B', 'A']);
});

test('one that waits for its own turn holds up nobody', async () => {
  const { announcer, begun } = held({ atOnce: 2 });
  for (const order of ['A', 'A', 'B']) announcer.announce(order);
  expect(begun).toEqual(['A', 'B']);
});

test('an announcement that fails is reported, and the next one follows', async () => {
  const { announcer, begun, ends, errors } = held({ atOnce: 1 });
  announcer.announce('A');
  announcer.announce('B');
  ends[0]!.reject(new Error('no database'));
  await until(() => begun.length === 2);
  expect(errors).toEqual([new Error('no database')]);
});

test('more than may wait are left to the search for what is stalled', async () => {
  const { announcer, begun, ends } = held({ atOnce: 1, waiting: 2 });
  for (const order of ['A', 'B', 'C', 'D']) announcer.announce(order);
  for (let index = 0; index < 3; index += 1) {
    await until(() => ends.length > index);
    ends[index]!.resolve([]);
  }
  await announcer.close();
  expect(begun).toEqual(['A', 'B', 'C']);
});

test('its end waits for what is under way and for what waits, but not for ever', async () => {
  const { announcer, begun, ends } = held({ atOnce: 1, closeMs: 50 });
  announcer.announce('A');
  announcer.announce('B');
  const closed = announcer.close();
  ends[0]!.resolve([]);
  await closed;
  expect(begun).toEqual(['A', 'B']);
});
