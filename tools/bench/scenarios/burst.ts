/**
 * One agency books 2,000 orders at once; another one books an order now and then. How long the other waits, from its request to
 * its first notification, while the first one's orders are taken, started and announced; before that, alone.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { acknowledging, startReceiver } from '../notifications/receivers.ts';
import type { Figure, Scenario } from '../support/figures.ts';
import { createGuidepost, orderNumber } from '../support/guidepost.ts';
import { closedLoop, until } from '../support/load.ts';
import { latenciesOf, shortly } from '../support/numbers.ts';
import { createPoster } from '../support/poster.ts';

const BURST = 2_000;
const CONNECTIONS = 32;
const EVERY_MS = 500;
const ALONE = 20;
const BESIDE = 60;

export const run: Scenario = async (scale) => {
  const guidepost = await createGuidepost();
  const arrivedAt = new Map<string, number>();
  const other = await startReceiver(
    acknowledging(({ orderId }) => {
      if (!arrivedAt.has(orderId)) arrivedAt.set(orderId, performance.now());
    }),
  );
  const receiver = await startReceiver(acknowledging());
  try {
    await guidepost.startWorker('orders');
    await guidepost.startWorker('notifications');
    const api = await guidepost.startApi();
    const many = await guidepost.addCaller(api, 'agency', receiver.url);
    const few = await guidepost.addCaller(api, 'agency', other.url);
    let next = 0;
    /** Milliseconds from each request to its first notification. */
    const book = async (count: number): Promise<number[]> => {
      const begun = new Map<string, number>();
      for (let one = 0; one < count; one++) {
        const at = performance.now();
        const { orderId } = await few.post('order/create', orderNumber(next++));
        begun.set(String(orderId), at);
        await sleep(EVERY_MS);
      }
      const all = () => [...begun.keys()].every((id) => arrivedAt.has(id));
      await until('the other has heard of its orders', async () => all(), { limitMs: 600_000, everyMs: 50 });
      return [...begun].map(([id, at]) => (arrivedAt.get(id) ?? at) - at);
    };
    const alone = await book(ALONE);
    const poster = createPoster(api.url, { connections: CONNECTIONS });
    const burst = closedLoop({ connections: CONNECTIONS, calls: Math.round(BURST * scale) }, async () => {
      const { authorization } = many;
      await poster.post('/open/v1/order/create', JSON.stringify(orderNumber(next++)), { authorization });
    });
    const beside = await book(BESIDE);
    await burst;
    await poster.close();
    return { figures: figuresOf(alone, beside, Math.round(BURST * scale)) };
  } finally {
    await guidepost.close();
    await receiver.close();
    await other.close();
  }
};

function figuresOf(alone: readonly number[], beside: readonly number[], burst: number): Figure[] {
  const { p50, p99, max } = latenciesOf(beside);
  const quiet = latenciesOf(alone);
  return [
    {
      what: `first notification of another merchant beside ${burst} creates of one, p50`,
      value: p50,
      unit: 'ms',
      bar: { atMost: 1_000 },
      note: `p99 ${shortly(p99)}, max ${shortly(max)} ms; alone p50 ${shortly(quiet.p50)}, p99 ${shortly(quiet.p99)} ms`,
    },
  ];
}
