/**
 * Whole orders: created, confirmed by an Update, started and completed by the clock, four notifications acknowledged.
 * The limit is the plainest workflow of the same work (bench/limits/plain-order), on the same server.
 */
import { Client, Connection } from '@temporalio/client';
import { PLAIN_TABLE } from '../limits/plain-order/activities.ts';
import { acknowledging, startReceiver } from '../notifications/receivers.ts';
import type { Scenario } from '../support/figures.ts';
import { createGuidepost, type Guidepost, orderNumber } from '../support/guidepost.ts';
import { closedLoop } from '../support/load.ts';
import { median } from '../support/numbers.ts';
import { startProcess } from '../support/process.ts';
import { createShortOrders } from '../support/short-orders.ts';

const ORDERS = 1_500;
const IN_FLIGHT = 32;
const ROUNDS = 3;
const TIMER_MS = 200;

/** Runs one order to its end: resolves when its last notification has been received. */
type Life = (index: number) => Promise<void>;

export const run: Scenario = async (scale) => {
  const guidepost = await createGuidepost();
  const ends = createEnds();
  const receiver = await startReceiver(acknowledging(ends.onEvent));
  try {
    const lives = {
      plain: await plainLives(guidepost, ends, receiver.url),
      ours: await ourLives(guidepost, ends, receiver.url),
      http: await livesOverHttp(guidepost, ends, receiver.url),
    };
    const rates = { plain: [] as number[], ours: [] as number[], http: [] as number[] };
    let next = 0;
    for (let round = -1; round < ROUNDS; round++) {
      for (const kind of ['plain', 'ours', 'http'] as const) {
        const calls = Math.ceil((ORDERS / ROUNDS) * scale * (round < 0 ? 0.3 : 1));
        const first = next;
        next += calls;
        const { perSecond } = await closedLoop({ connections: IN_FLIGHT, calls }, (index) =>
          lives[kind](first + index),
        );
        if (round >= 0) rates[kind].push(perSecond);
      }
    }
    const limit = { what: 'the plainest workflow of the same work', value: median(rates.plain) };
    return {
      figures: [
        { what: 'whole lifecycles', value: median(rates.ours), unit: '/s', limit, bar: { atLeast: 1.4 } },
        { what: 'whole lifecycles, each move an HTTP command', value: median(rates.http), unit: '/s', limit },
      ],
    };
  } finally {
    await guidepost.close();
    await receiver.close();
  }
};

/** Who waits for the end of which order. */
function createEnds() {
  const waiting = new Map<string, () => void>();
  const seen = new Set<string>();
  const end = (id: string) => {
    const resolve = waiting.get(id);
    waiting.delete(id);
    if (resolve) resolve();
    else seen.add(id);
  };
  return {
    onEvent: ({ orderId, status }: { orderId: string; status: string }) => {
      if (status === 'completed') end(orderId);
    },
    of: (id: string) =>
      new Promise<void>((resolve) => {
        if (seen.delete(id)) resolve();
        else waiting.set(id, resolve);
      }),
  };
}
type Ends = ReturnType<typeof createEnds>;

async function plainLives({ orm, backends, track }: Guidepost, ends: Ends, receiver: string): Promise<Life> {
  await orm.em.getConnection().execute(PLAIN_TABLE);
  const env = {
    DATABASE_URL: backends.databaseUrl,
    TEMPORAL_ADDRESS: backends.temporal.address,
    RECEIVER: receiver,
  };
  for (const ROLE of ['orders', 'notifications']) {
    track(await startProcess('bench/limits/plain-order/worker.ts', 'HEALTH_PORT', { ...env, ROLE }));
  }
  const client = new Client({ connection: await Connection.connect({ address: backends.temporal.address }) });
  return async (index) => {
    const workflowId = `plain-${index}`;
    const handle = await client.workflow.start('plainOrder', {
      workflowId,
      taskQueue: 'plain-orders',
      args: [workflowId, TIMER_MS],
    });
    await handle.executeUpdate('confirm');
    await ends.of(workflowId);
  };
}

async function ourLives(guidepost: Guidepost, ends: Ends, receiver: string): Promise<Life> {
  await guidepost.startWorker('orders');
  await guidepost.startWorker('notifications');
  const orders = await createShortOrders(guidepost, receiver, TIMER_MS);
  return async (index) => {
    const orderId = await orders.create(index);
    await orders.confirm(orderId);
    await ends.of(orderId);
  };
}

async function livesOverHttp(guidepost: Guidepost, ends: Ends, receiver: string): Promise<Life> {
  const api = await guidepost.startApi();
  const agency = await guidepost.addCaller(api, 'agency', receiver);
  const studio = await guidepost.addCaller(api, 'studio');
  return async (index) => {
    const { orderId } = await agency.post('order/create', orderNumber(index), {
      'idempotency-key': `life-${index}`,
    });
    for (const action of ['confirm', 'start', 'complete'])
      await studio.post(`order/${action}/${orderId}`, {});
    await ends.of(`${orderId}`);
  };
}
