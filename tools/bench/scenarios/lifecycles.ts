/**
 * Whole orders: created, confirmed by an Update, started and completed by the clock, four notifications acknowledged.
 * The limit is the plainest workflow of the same work (tools/bench/limits/plain-order), on the same server.
 */
import { Client, Connection } from '@temporalio/client';
import { createCallbackService } from '../../../services/endpoints/callbacks.ts';
import { PLAIN_TABLE } from '../limits/plain-order/activities.ts';
import { acknowledging, startReceiver } from '../notifications/receivers.ts';
import { type Peer, startPeer } from '../peers/peer.ts';
import { say } from '../support/backends.ts';
import type { Figure, Scenario } from '../support/figures.ts';
import { BENCH_STUDIO, createGuidepost, type Guidepost, orderNumber, PARTY } from '../support/guidepost.ts';
import { closedLoop } from '../support/load.ts';
import { median } from '../support/numbers.ts';
import { startProcess } from '../support/process.ts';
import { createShortOrders } from '../support/short-orders.ts';

const ORDERS = 1_500;
/** Orders whose client is at work at the same time: creates, and waits for the confirmation; with HTTP for every move. */
const CLIENTS = {
  plain: 12,
  plainBoth: 12,
  ours: 12,
  oursBoth: 12,
  plainQuick: 12,
  oursQuick: 12,
  dbos: 32,
  outbox: 32,
  http: 12,
} as const;
const ROUNDS = 3;
/** Longer than a start and a confirmation take: both timers are waited for on both sides. */
const TIMER_MS = 2_000;
/** Shorter than a notification takes under load: the next move comes while the merchant is notified of the last one. */
const QUICK_TIMER_MS = 100;
/** Parties that the plain workflow notifies. */
const BOTH = 2;

/** One order: resolves when its client has nothing left to do; `ended` when its last notification was received. */
type Life = (index: number) => Promise<{ ended: Promise<void>; orderId: string }>;

type Kind = keyof typeof CLIENTS;
const KINDS = Object.keys(CLIENTS) as Kind[];

export const run: Scenario = async (scale) => {
  const guidepost = await createGuidepost();
  const ends = createEnds();
  const receiver = await startReceiver(acknowledging(ends.onEvent));
  const studio = await studioOf(guidepost);
  const dbos = await startPeer('DBOS Transact', guidepost.backends);
  const outbox = await startPeer('an outbox with graphile-worker', guidepost.backends);
  try {
    const plain = await plainLives(guidepost, ends, [receiver.url, studio.url]);
    const ours = await ourLives(guidepost, ends, receiver.url);
    const lives: Record<Kind, Life> = {
      plain: plain(TIMER_MS),
      plainBoth: both(plain(TIMER_MS, BOTH), studio.ends),
      ours: await ours(TIMER_MS),
      oursBoth: both(await ours(TIMER_MS), studio.ends),
      plainQuick: plain(QUICK_TIMER_MS),
      oursQuick: await ours(QUICK_TIMER_MS),
      dbos: livesOf(dbos),
      outbox: livesOf(outbox),
      http: await livesOverHttp(guidepost, ends, receiver.url),
    };
    return { figures: figuresOf(await measure(lives, scale, studio.setListening)) };
  } finally {
    await Promise.all([dbos.close(), outbox.close()]);
    await guidepost.close();
    await Promise.all([receiver.close(), studio.close()]);
  }
};

/** Orders a second of each kind, in turns; the first, shorter round warms up. */
async function measure(
  lives: Record<Kind, Life>,
  scale: number,
  studioReceives: (isListening: boolean) => Promise<void>,
): Promise<Record<Kind, number[]>> {
  const rates = Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as Record<Kind, number[]>;
  let next = 0;
  for (let round = -1; round < ROUNDS; round++) {
    for (const kind of KINDS) {
      const calls = Math.ceil((ORDERS / ROUNDS) * scale * (round < 0 ? 0.2 : 1));
      await studioReceives(kind === 'oursBoth');
      const perSecond = await rateOf(lives[kind], next, { connections: CLIENTS[kind], calls });
      next += calls;
      say(`  ${kind}: ${perSecond.toFixed(1)} lives a second`);
      if (round >= 0) rates[kind].push(perSecond);
    }
  }
  return rates;
}

/** From the first create to the end of the last order. */
async function rateOf(
  live: Life,
  first: number,
  load: { connections: number; calls: number },
): Promise<number> {
  const ends: Promise<void>[] = [];
  const begin = performance.now();
  await closedLoop(load, async (index) => {
    const { ended } = await live(first + index);
    ends.push(ended);
  });
  await Promise.all(ends);
  return load.calls / ((performance.now() - begin) / 1_000);
}

function figuresOf(rates: Record<Kind, number[]>): Figure[] {
  const figure = (what: string, ours: Kind, theirs: Kind, limit: string): Figure => ({
    what,
    value: median(rates[ours]),
    unit: '/s',
    limit: { what: limit, value: median(rates[theirs]) },
  });
  const plainest = 'the plainest workflow of the same work';
  return [
    { ...figure('whole lifecycles', 'ours', 'plain', plainest), bar: { atLeast: 1.25 } },
    figure(
      'whole lifecycles, the trip over while the merchant is notified of its confirmation',
      'oursQuick',
      'plainQuick',
      plainest,
    ),
    {
      ...figure('whole lifecycles, both parties notified', 'oursBoth', 'plainBoth', plainest),
      bar: { atLeast: 1.3 },
    },
    {
      ...figure(
        'whole lifecycles, both parties are notified of each',
        'oursBoth',
        'ours',
        'the same with the agency alone',
      ),
      bar: { atLeast: 0.85 },
    },
    figure('whole lifecycles, each move an HTTP command', 'http', 'plain', plainest),
    figure('whole lifecycles, beside a peer', 'ours', 'dbos', 'DBOS Transact, the same work'),
    figure(
      'whole lifecycles, beside a peer',
      'ours',
      'outbox',
      'an outbox with graphile-worker, the same work',
    ),
  ];
}

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

async function plainLives({ orm, backends, track }: Guidepost, ends: Ends, receivers: readonly string[]) {
  await orm.em.getConnection().execute(PLAIN_TABLE);
  const env = {
    DATABASE_URL: backends.databaseUrl,
    TEMPORAL_ADDRESS: backends.temporal.address,
    RECEIVERS: receivers.join(),
  };
  for (const ROLE of ['orders', 'notifications']) {
    track(await startProcess('tools/bench/limits/plain-order/worker.ts', 'HEALTH_PORT', { ...env, ROLE }));
  }
  const client = new Client({ connection: await Connection.connect({ address: backends.temporal.address }) });
  return (timerMs: number, parties = 1): Life =>
    async (index) => {
      const workflowId = `plain-${index}`;
      const handle = await client.workflow.start('plainOrder', {
        workflowId,
        taskQueue: 'plain-orders',
        args: [workflowId, timerMs, parties],
      });
      await handle.executeUpdate('confirm');
      return { ended: ends.of(workflowId), orderId: workflowId };
    };
}

async function ourLives(guidepost: Guidepost, ends: Ends, receiver: string) {
  await guidepost.startWorker('orders');
  await guidepost.startWorker('notifications');
  return async (timerMs: number): Promise<Life> => {
    const orders = await createShortOrders(guidepost, receiver, timerMs);
    return async (index) => {
      const orderId = await orders.create(index);
      await orders.confirm(orderId);
      return { ended: ends.of(orderId), orderId };
    };
  };
}

function livesOf(peer: Peer): Life {
  return async (index) => ({ ended: Promise.resolve(await peer.live(index)), orderId: '' });
}

/** The studio's receiver, and a switch for whether it is notified. */
async function studioOf({ orm, cipher }: Guidepost) {
  const ends = createEnds();
  const receiver = await startReceiver(acknowledging(ends.onEvent));
  const allowInsecure = true;
  const now = () => new Date();
  const callbacks = createCallbackService({ orm, cipher, now, allowInsecure });
  const studio = { ...PARTY, key: BENCH_STUDIO, kind: 'studio', status: 'active' } as const;
  const setListening = async (isListening: boolean) => {
    await callbacks.save(studio, isListening ? receiver.url : null);
  };
  return { ends, setListening, url: receiver.url, close: receiver.close };
}

/** Over when both parties are notified of its end. */
function both(live: Life, studio: Ends): Life {
  return async (index) => {
    const { ended, orderId } = await live(index);
    return { ended: Promise.all([ended, studio.of(orderId)]).then(() => undefined), orderId };
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
    return { ended: ends.of(`${orderId}`), orderId: `${orderId}` };
  };
}
