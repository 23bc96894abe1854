/**
 * How fast what is due is delivered: a backlog of notifications that waits in Temporal's task queue, and one that waits
 * in back-off behind an endpoint that was dead. The limit is an activity that does nothing (tools/bench/limits/noop-activity),
 * under the same worker settings, in a backlog of the same size, with a workflow worker beside it as on our side. Beside the
 * limit stands what it costs Temporal alone that a workflow ends, as each delivery's does (docs/decisions/0165).
 */
import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createNoopCaller } from '../limits/noop-activity/caller.ts';
import type { NoopManner } from '../limits/noop-activity/workflow.ts';
import { startReceiver } from '../notifications/receivers.ts';
import { untilScheduled } from '../support/backlog.ts';
import {
  createOrderNumbers,
  makeDeliveryBacklog,
  type OrderNumbers,
  untilDelivered,
} from '../support/delivery-backlog.ts';
import type { Figure, Scenario } from '../support/figures.ts';
import { createGuidepost, type Guidepost } from '../support/guidepost.ts';
import { untilIdle } from '../support/idle.ts';
import { closedLoop, until } from '../support/load.ts';
import { addNamespace } from '../support/namespace.ts';
import { median, shortly } from '../support/numbers.ts';
import { type BenchProcess, startProcess } from '../support/process.ts';
import { makeWaiting } from '../support/waiting.ts';

const NAMESPACE = 'noop';
const ROUNDS = 3;
const BACKLOG = 2_000;
const ENDPOINTS = [1, 100];
const WAITING = 10_000;
/** After the last refusal, so that back-off is what they are in. */
const SETTLE_MS = 30_000;
const STARTS_AT_ONCE = 16;
/** As many as jobs/waking.ts. */
const RELEASES_AT_ONCE = 16;
const DEDICATED =
  'a dedicated delivery service (figures of other machines): Svix 1220 to 1360/s to one endpoint and 3550 to 4090/s ' +
  'from a backlog, Outpost 1850 to 2230/s and 3360 to 4740/s; without a workflow for each event';

/** What finished, from when to when; instants in ms. */
interface Done {
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

/** Makes a backlog, starts a worker, and returns the deliveries per second from the first to the last. */
type Drain = (round: OrderNumbers) => Promise<number>;

export const run: Scenario = async (scale) => {
  const guidepost = await createGuidepost();
  const closing: (() => Promise<unknown>)[] = [() => guidepost.close()];
  try {
    // What a backlog is made of: with first attempts by the order worker there would be none.
    await guidepost.startWorker('orders', { PROMPT_DELIVERIES: '0' });
    const noop = await createNoop(guidepost);
    closing.unshift(noop.close);
    const numbers = createOrderNumbers();
    const figures: Figure[] = [];
    for (const endpoints of ENDPOINTS) {
      const receivers = await Promise.all(
        Array.from({ length: endpoints }, () => startReceiver(acknowledge)),
      );
      closing.push(...receivers.map(({ close }) => close));
      const ours = createOurs(
        guidepost,
        receivers.map(({ url }) => url),
      );
      const count = Math.ceil(BACKLOG * scale);
      const rates: Rates = { noop: [], ending: [], ours: [] };
      for (let round = 0; round < ROUNDS; round++) {
        rates.noop.push(await noop.drain(numbers.next(count)));
        rates.ending.push(await noop.drainEnding(numbers.next(count)));
        rates.ours.push(await ours(numbers.next(count)));
      }
      figures.push(backlogFigure(endpoints, count, rates));
    }
    figures.push(await waitingFigure(guidepost, noop, numbers.next(Math.ceil(WAITING * scale)), scale));
    return { figures };
  } finally {
    for (const close of closing) await close();
  }
};

/** As little as a merchant's server can do: it shares the machine, and the other side has none. */
const acknowledge: RequestListener = (request, response) => {
  request.resume().on('end', () => response.end('{"code":200}'));
};

/** One merchant for each of `urls`, new ones each time. */
function createOurs(guidepost: Guidepost, urls: readonly string[]): Drain {
  const { backends, orm } = guidepost;
  const server = backends.temporal.pid() ?? 0;
  return async (numbers) => {
    await makeDeliveryBacklog(guidepost, urls, numbers);
    const since = new Date();
    const worker = await guidepost.startWorker('notifications');
    await untilDelivered(guidepost);
    const [done] = await orm.em.fork().execute<Done[]>(DONE, [since]);
    await untilIdle(server);
    await worker.stop();
    return rateOf(done!);
  };
}

const DONE = `
  select count(*)::int as count, extract(epoch from min(acknowledged_at))::float8 * 1000 as "firstAt",
    extract(epoch from max(acknowledged_at))::float8 * 1000 as "lastAt"
  from notification where acknowledged_at >= ?`;

async function createNoop({ backends, track }: Guidepost) {
  const { address, pid } = backends.temporal;
  await addNamespace(address, NAMESPACE);
  const start = async (ROLE: string) => {
    const env = { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: NAMESPACE, ROLE };
    const worker = await startProcess('tools/bench/limits/noop-activity/worker.ts', 'PORT', env);
    track(worker);
    return worker;
  };
  await start('orders');
  const caller = await createNoopCaller(address, NAMESPACE);
  const startAll = async (ids: readonly string[], manner: NoopManner) => {
    await closedLoop({ connections: STARTS_AT_ONCE, calls: ids.length }, (index) =>
      caller.start(ids[index]!, manner),
    );
    await untilScheduled(address, NAMESPACE, ids.length);
    await untilIdle(pid() ?? 0);
  };
  const untilDone = async (worker: BenchProcess, count: number): Promise<Done> => {
    const read = async () => (await (await fetch(`${worker.url}/done`)).json()) as Done;
    await until('no-op activities', async () => (await read()).count >= count, { everyMs: 250 });
    const done = await read();
    await untilIdle(pid() ?? 0);
    await worker.stop();
    return done;
  };
  const drainOf =
    (manner: NoopManner): Drain =>
    async ({ first, count }) => {
      await startAll(idsOf(first, count), manner);
      return rateOf(await untilDone(await start('notifications'), count));
    };
  /** Those that were put off for an hour: each gets a signal, as ours do. Per second from the first signal on. */
  const release: Drain = async ({ first, count }) => {
    const ids = idsOf(first, count).map((id) => `refused-${id}`);
    await startAll(ids, { isRefused: true });
    const worker = await start('notifications');
    await sleep(1_000);
    await untilIdle(worker.pid);
    const firstAt = Date.now();
    await closedLoop({ connections: RELEASES_AT_ONCE, calls: count }, (index) => caller.release(ids[index]!));
    return rateOf({ ...(await untilDone(worker, count)), firstAt });
  };
  return { drain: drainOf({}), drainEnding: drainOf({ ends: true }), release, close: caller.close };
}
type Noop = Awaited<ReturnType<typeof createNoop>>;

function idsOf(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `noop-${first + index}`);
}

/** Per second, of each round. */
type Rates = { readonly [side in 'noop' | 'ending' | 'ours']: number[] };

function backlogFigure(endpoints: number, count: number, rates: Rates): Figure {
  const to = endpoints === 1 ? '1 endpoint' : `${endpoints} endpoints`;
  return {
    what: `notification deliveries through Temporal, a backlog of ${count} to ${to}`,
    value: median(rates.ours),
    unit: '/s',
    limit: { what: 'a no-op activity', value: median(rates.noop) },
    bar: { atLeast: 0.9 },
    note: `${shown('ours', rates.ours)}, ${shown('no-op', rates.noop)}, ${shown('no-op whose workflow ends', rates.ending)}; the receivers share the machine; ${DEDICATED}`,
  };
}

async function waitingFigure(
  guidepost: Guidepost,
  noop: Noop,
  numbers: OrderNumbers,
  scale: number,
): Promise<Figure> {
  const { count } = numbers;
  const [backlog, released] = [await noop.drain(numbers), await noop.release(numbers)];
  await guidepost.startWorker('notifications');
  const api = await guidepost.startApi();
  const waiting = await makeWaiting(guidepost, api, { deliveries: count, first: numbers.first });
  await sleep(SETTLE_MS * Math.min(scale, 1));
  const { first, half, all } = await waiting.heal();
  const rate = count / all;
  return {
    what: `drain of ${count} that wait in back-off, from the saving of the address to the last`,
    value: rate,
    unit: '/s',
    limit: { what: 'a no-op activity, its plain backlog', value: backlog },
    bar: { atLeast: 0.8 },
    note:
      `first after ${shortly(first)} s, half after ${shortly(half)} s, all after ${shortly(all)} s; no-op activities that ` +
      `wait for a retry and are released by signals: ${shortly(released)}/s (${(rate / released).toFixed(2)})`,
  };
}

function shown(side: string, rates: readonly number[]): string {
  return `${side} ${rates.map(shortly).join(', ')}`;
}

function rateOf({ count, firstAt, lastAt }: Done): number {
  return (count * 1_000) / (lastAt - firstAt);
}
