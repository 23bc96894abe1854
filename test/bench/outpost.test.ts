/** `npm run bench -- outpost`: what its figures are made of; Outpost itself is no part of the tests. */
import { spawn } from 'node:child_process';
import { afterAll, expect, test } from '@jest/globals';
import {
  measureRound,
  medianOf,
  type Round,
  totalOf,
} from '../../tools/bench/notifications/outpost/measure.ts';
import { startReceipts } from '../../tools/bench/notifications/outpost/receipts.ts';
import type { Side } from '../../tools/bench/notifications/outpost/side.ts';

const receipts = await startReceipts(2);
/** A process that does nothing: a round ends when its processes are idle. */
const idle = spawn('sleep', ['600']);
afterAll(async () => {
  idle.kill();
  await receipts.close();
});

/** Delivers all that waits but `lost`, from our own process. */
function createSide(lost: number): Side {
  let waiting = 0;
  return {
    name: 'a side',
    parts: { server: () => idle.pid },
    makeBacklog: async (count) => {
      waiting = count - lost;
    },
    startDelivery: async () => ({ name: 'delivery', pid: idle.pid ?? 0, stop: async () => {} }),
    untilDelivered: async () => {
      for (; waiting > 0; waiting--) await send(receipts.urls[waiting % receipts.urls.length]!);
    },
    close: async () => {},
  };
}

async function send(url: string): Promise<void> {
  const answer = await fetch(url, { method: 'POST', body: '{"sequence":1}' });
  expect(await answer.json()).toEqual({ code: 200 });
}

test('a round counts what the receivers of all endpoints got, and what each part used', async () => {
  const round = await measureRound(createSide(0), receipts, 10);
  expect(receipts.count()).toBe(10);
  expect(receipts.lastBody()).toBe('{"sequence":1}');
  expect(round.perSecond).toBeGreaterThan(0);
  expect([...round.delivery.keys()]).toEqual(['server', 'delivery']);
  expect([...round.intake.keys()]).toEqual(['server']);
});

test('a round in which an event is lost has no figure', async () => {
  await expect(measureRound(createSide(1), receipts, 10)).rejects.toThrow('a side: 9 of 10 arrived');
});

test('medians are of each part by itself', () => {
  const rounds = [3, 1, 2].map(
    (ms): Round => ({
      perSecond: 100 * ms,
      delivery: new Map([
        ['one', ms],
        ['other', 4 - ms],
      ]),
      intake: new Map(),
    }),
  );
  const { perSecond, delivery } = medianOf(rounds);
  expect(perSecond).toBe(200);
  expect([...delivery]).toEqual([
    ['one', 2],
    ['other', 2],
  ]);
  expect(totalOf(delivery)).toBe(4);
});
