/**
 * `npm run bench -- order-under-kills [orders] [seconds] [seconds between kills]`: orders go through their lives while the workers
 * are killed with -9 every few seconds. For every order the receiver must see 1, 2, 3, 4 without gaps or inversions;
 * repeats are allowed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Order } from '../../../db/entities/index.ts';
import { createGuidepost, orderNumber } from '../support/guidepost.ts';
import { acknowledging, startReceiver } from './receivers.ts';

const ORDERS = Number(process.argv[2] ?? 200);
const SECONDS = Number(process.argv[3] ?? 60);
const EVENTS = 4;
const KILL_EVERY_MS = Number(process.argv[4] ?? 4) * 1_000;
const DRAIN_LIMIT_MS = 180_000;

const seen = new Map<string, number[]>();
const receiver = await startReceiver(
  acknowledging(({ orderId, sequence }) => {
    seen.set(orderId, [...(seen.get(orderId) ?? []), sequence]);
  }),
);
const guidepost = await createGuidepost();
const stop = new AbortController();
try {
  // That moves fail while workers are dead is what is wanted here.
  const api = await guidepost.startApi({ LOG_LEVEL: 'fatal' });
  const agency = await guidepost.addCaller(api, 'agency', receiver.url);
  const studio = await guidepost.addCaller(api, 'studio');
  const killing = Promise.all([keepKilling('orders'), keepKilling('notifications')]);
  const begin = performance.now();
  const lives = Array.from({ length: ORDERS }, async (_, index) => {
    await sleep((index * SECONDS * 1_000) / ORDERS);
    const orderId = `${(await agency.post('order/create', orderNumber(index))).orderId}`;
    await persist(orderId, 2, () => studio.post(`order/confirm/${orderId}`, {}));
    await persist(orderId, 3, () => agency.post(`sandbox/order/advance/${orderId}`, {}));
    await persist(orderId, 4, () => agency.post(`sandbox/order/advance/${orderId}`, {}));
  });
  await Promise.all(lives);
  console.log(`${ORDERS} orders of ${EVENTS} events in ${seconds(begin)} s`);
  stop.abort();
  const kills = (await killing).reduce((sum, one) => sum + one, 0);
  await untilDelivered();
  report(kills);
} finally {
  stop.abort();
  await guidepost.close();
  await receiver.close();
}

/** A move may have been carried out although its answer was lost: the order is asked before it is tried again. */
async function persist(orderId: string, events: number, move: () => Promise<unknown>): Promise<void> {
  const isMoved = async () =>
    (await guidepost.orm.em.fork().findOneOrFail(Order, orderId)).sequence >= events;
  while (!(await isMoved())) await move().catch(() => sleep(500));
}

async function keepKilling(role: 'orders' | 'notifications'): Promise<number> {
  let kills = 0;
  let worker = await guidepost.startWorker(role);
  while (!stop.signal.aborted) {
    await sleep(KILL_EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    if (stop.signal.aborted) break;
    worker.kill();
    kills += 1;
    worker = await guidepost.startWorker(role);
  }
  return kills;
}

async function untilDelivered(): Promise<void> {
  const begin = performance.now();
  const pending = `select count(*) from notification where status = 'pending'`;
  for (const end = Date.now() + DRAIN_LIMIT_MS; Date.now() < end; await sleep(500)) {
    if ((await guidepost.count(pending)) === 0) break;
  }
  console.log(`all delivered ${seconds(begin)} s after the last move`);
}

function report(kills: number): void {
  const faults = [...seen].filter(([, sequences]) => !isInOrder(sequences));
  const incomplete = [...seen.values()].filter((sequences) => new Set(sequences).size < EVENTS);
  const all = [...seen.values()].flat().length;
  console.log(
    `workers killed ${kills} times; ${seen.size} orders, ${all} deliveries, ` +
      `${all - seen.size * EVENTS} repeats, ${faults.length} out of order, ${incomplete.length} incomplete`,
  );
  for (const [orderId, sequences] of faults.slice(0, 5)) console.log(orderId, sequences.join(' '));
  if (faults.length > 0 || incomplete.length > 0 || seen.size < ORDERS) process.exitCode = 1;
}

/** Each number is one that came before, or the next. */
function isInOrder(sequences: readonly number[]): boolean {
  let highest = 0;
  return sequences.every((sequence) => {
    if (sequence > highest + 1) return false;
    // A repeat of one that was followed by another already would be an inversion.
    if (sequence < highest) return false;
    highest = sequence;
    return true;
  });
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(1);
}
