/**
 * `npm run bench -- isolation [orders] [orders per second]`: one merchant's time from event to acknowledged
 * delivery, alone; beside two that are healthy too, which is what the orders themselves cost; and beside one that hangs
 * for 10 s on each request and one whose server is dead. In each part the merchant gets the same orders at the same pace.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, createGuidepost, orderNumber } from '../support/guidepost.ts';
import { latenciesOf } from '../support/numbers.ts';
import { acknowledging, hanging as hangingFor, startReceiver } from './receivers.ts';

const ORDERS = Number(process.argv[2] ?? 1_000);
const PER_SECOND = Number(process.argv[3] ?? 9);
const DRAIN_LIMIT_MS = 60_000;

const [well, hung] = [await startReceiver(acknowledging()), await startReceiver(hangingFor(10_000))];
const dead = await startReceiver(acknowledging());
await dead.close();
const guidepost = await createGuidepost();
let booked = 0;
try {
  await guidepost.startWorker('orders');
  await guidepost.startWorker('notifications');
  const api = await guidepost.startApi();
  const healthy = await guidepost.addCaller(api, 'agency', well.url);
  const hanging = await guidepost.addCaller(api, 'agency', hung.url);
  const gone = await guidepost.addCaller(api, 'agency', dead.url);
  const others = [
    await guidepost.addCaller(api, 'agency', well.url),
    await guidepost.addCaller(api, 'agency', well.url),
  ];

  await part('warm-up', [healthy], 60);
  const alone = await part('alone', [healthy], Math.ceil(ORDERS / 3));
  const among = await part('beside two healthy ones', [healthy, ...others], ORDERS);
  const beside = await part('beside a hanging and a dead one', [healthy, hanging, gone], ORDERS);
  console.log(`ratio of p99 to alone: ${(beside.p99 / alone.p99).toFixed(2)} (bar: 1.5)`);
  console.log(`ratio of p99 to beside two healthy ones: ${(beside.p99 / among.p99).toFixed(2)}`);
  const names = {
    [healthy.key]: 'healthy',
    [hanging.key]: 'hanging',
    [gone.key]: 'dead',
  };
  console.log('attempts by merchant:', await attempts(names));
} finally {
  await guidepost.close();
  await Promise.all([well.close(), hung.close()]);
}

async function part(name: string, merchants: Caller[], orders: number) {
  const ours: string[] = [];
  const intervalMs = (1_000 / PER_SECOND) * (3 / merchants.length);
  const begin = performance.now();
  for (let index = 0; index < orders; index += 1) {
    await sleep(Math.max(0, begin + index * intervalMs - performance.now()));
    const merchant = merchants[index % merchants.length]!;
    const { orderId } = await merchant.post('order/create', orderNumber(booked++));
    if (merchant === merchants[0]) ours.push(`${orderId}`);
  }
  return report(name, await latencies(ours));
}

/** Milliseconds from each event to its acknowledgement. */
async function latencies(orderIds: string[]): Promise<number[]> {
  for (const end = Date.now() + DRAIN_LIMIT_MS; ; await sleep(250)) {
    const rows = await guidepost.orm.em.fork().execute<{ ms: number | null }[]>(
      `select (extract(epoch from acknowledged_at - created_at) * 1000)::float8 as ms from notification
       where status <> 'skipped' and order_id in (${orderIds.map(() => '?').join(',')})`,
      orderIds,
    );
    const isComplete = rows.every(({ ms }) => ms !== null);
    if (!isComplete && Date.now() < end) continue;
    if (!isComplete) console.log(`not acknowledged: ${rows.filter(({ ms }) => ms === null).length}`);
    return rows.map(({ ms }) => ms ?? Number.POSITIVE_INFINITY);
  }
}

function report(name: string, times: number[]) {
  const { count, p50, p95, p99, max } = latenciesOf(times);
  console.log(
    `${name}: ${count} deliveries, p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, ` +
      `p99 ${p99.toFixed(0)} ms, max ${max.toFixed(0)} ms`,
  );
  return { p50, p95, p99 };
}

async function attempts(names: Readonly<Record<string, string>>) {
  const rows = await guidepost.orm.em.fork().execute<{ merchant: string }[]>(
    `select n.merchant_key as merchant, n.status, coalesce(a.error, case when a.number is null then 'not sent' else 'acknowledged' end) as outcome, count(*)::int
     from notification n left join delivery_attempt a on a.notification_id = n.id group by 1, 2, 3 order by 1, 2, 3`,
  );
  return rows.map((row) => ({ ...row, merchant: names[row.merchant] }));
}
