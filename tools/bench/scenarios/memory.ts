/**
 * Memory of API and workers with 100, 10,000 and 50,000 open orders: pending ones, their notifications acknowledged. A
 * worker keeps a bounded number of workflows at hand and replays the others when they move, so it must not grow with
 * them. Nothing is forced, no collection of garbage either: it is measured when everything has been quiet for half a minute.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { acknowledging, startReceiver } from '../notifications/receivers.ts';
import { say } from '../support/backends.ts';
import type { Figure, Scenario, Series } from '../support/figures.ts';
import { type Caller, createGuidepost, type Guidepost, orderNumber } from '../support/guidepost.ts';
import { untilIdle } from '../support/idle.ts';
import { closedLoop, until } from '../support/load.ts';
import { median, shortly } from '../support/numbers.ts';
import { usageOf } from '../support/process.ts';

const [FEW, MANY, MOST] = [100, 10_000, 50_000];
const CONNECTIONS = 16;
/** Orders that are created before the workers have started those before them: a flood is another scenario's. */
const BATCH = 500;
/** Begun work ends, and Node closes idle connections. */
const REST_MS = 30_000;
const QUIET_SAMPLES = 10;
const POLL_EVERY_MS = 1_000;
const START_LIMIT_MS = 1_800_000;
const FLAT = { atMost: 1.3 };
const ORDER_WORKER_AT_MOST_MIB = 600;

/** MiB by part. */
type Memory = Readonly<Record<string, number>>;
type Pids = Readonly<Record<string, number>>;
/** What was seen on the way, with so many orders. */
type Sample = readonly [orders: number, memory: Memory];

export const run: Scenario = async (scale) => {
  const receiver = await startReceiver(acknowledging());
  const guidepost = await createGuidepost();
  try {
    const api = await guidepost.startApi();
    const [orders, notifications] = [
      await guidepost.startWorker('orders'),
      await guidepost.startWorker('notifications'),
    ];
    const pids = {
      API: api.pid,
      'order worker': orders.pid,
      'notification worker': notifications.pid,
      Temporal: guidepost.backends.temporal.pid() ?? 0,
    };
    const agency = await guidepost.addCaller(api, 'agency', receiver.url);
    const counts = [FEW, MANY, MOST].map((count) => Math.max(1, Math.ceil(count * scale)));
    const samples: Sample[] = [];
    const quiet: Memory[] = [];
    for (const count of counts) {
      await openOrders(guidepost, agency, count, pids, samples);
      quiet.push(await quietMemory(pids));
    }
    return { figures: figuresOf(counts, quiet, samples), plots: [plotOf(samples)] };
  } finally {
    await guidepost.close();
    await receiver.close();
  }
};

/** Until there are `count` of them, all started and their notifications acknowledged. */
async function openOrders(
  guidepost: Guidepost,
  agency: Caller,
  count: number,
  pids: Pids,
  samples: Sample[],
): Promise<void> {
  const begin = performance.now();
  let open = await guidepost.count('select count(*) from orders');
  while (open < count) {
    const first = open;
    const calls = Math.min(BATCH, count - first);
    await closedLoop({ connections: CONNECTIONS, calls }, (index) =>
      agency.post('order/create', orderNumber(first + index)),
    );
    open += calls;
    await untilAtMost(guidepost, open < count ? BATCH : 0);
    samples.push([open, memoryOf(pids)]);
    say(`  ${open} of ${count} orders, ${((performance.now() - begin) / 1_000).toFixed(0)} s`);
  }
}

/** Not started, or started and not yet announced to the merchant. */
async function untilAtMost({ count }: Guidepost, left: number): Promise<void> {
  const waiting = `select count(*) from notification where status = 'pending'`;
  const isSo = async () => (await count(waiting)) <= left;
  await until('orders started and notified', isSo, { limitMs: START_LIMIT_MS, everyMs: 200 });
}

async function quietMemory(pids: Pids): Promise<Memory> {
  await untilIdle(...Object.values(pids));
  await sleep(REST_MS);
  const samples: Memory[] = [];
  for (let sample = 0; sample < QUIET_SAMPLES; sample++) {
    await sleep(POLL_EVERY_MS);
    samples.push(memoryOf(pids));
  }
  return byPart(pids, (part) => median(samples.map((memory) => memory[part] ?? 0)));
}

function memoryOf(pids: Pids): Memory {
  return byPart(pids, (part) => usageOf(pids[part] ?? 0).memoryMiB);
}

function byPart(pids: Pids, mibOf: (part: string) => number): Memory {
  return Object.fromEntries(Object.keys(pids).map((part) => [part, mibOf(part)]));
}

function figuresOf(
  counts: readonly number[],
  quiet: readonly Memory[],
  samples: readonly Sample[],
): Figure[] {
  const [few = 0, many = 0, most = 0] = counts;
  const [withFew = {}, withMany = {}, withMost = {}] = quiet;
  const figures = Object.keys(withMost).map((part): Figure => {
    const peak = Math.max(...samples.map(([, memory]) => memory[part] ?? 0));
    return {
      what: `memory of ${part}, ${most} open orders`,
      value: withMost[part] ?? 0,
      unit: 'MiB',
      limit: { what: `${many} open orders`, value: withMany[part] ?? 0 },
      ...(part === 'order worker' && { bar: FLAT }),
      note: `${shortly(withFew[part] ?? 0)} MiB with ${few}; at most ${shortly(peak)} MiB on the way`,
    };
  });
  const orderWorker = {
    what: `memory of order worker, ${most} open orders, by itself`,
    value: withMost['order worker'] ?? 0,
    unit: 'MiB',
    bar: { atMost: ORDER_WORKER_AT_MOST_MIB },
  };
  return [...figures, orderWorker];
}

function plotOf(samples: readonly Sample[]) {
  const parts = Object.keys(samples[0]?.[1] ?? {});
  const series = parts.map((name): Series => {
    return { name, points: samples.map(([orders, memory]) => [orders, memory[name] ?? 0]) };
  });
  return {
    file: 'performance-memory',
    title: 'Memory while open orders pile up',
    x: 'open orders',
    y: 'MiB',
    series,
  };
}
