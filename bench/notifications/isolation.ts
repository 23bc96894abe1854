/**
 * `node bench/notifications/isolation.ts [orders] [orders per second]`: one merchant's time from event to acknowledged
 * delivery, alone, and beside one that hangs for 10 s on each request and one whose server is dead. In both halves the
 * healthy merchant gets the same orders at the same pace.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { acknowledging, hanging, startReceiver } from './receivers.ts';
import { createStage, type Stage } from './stage.ts';

const ORDERS = Number(process.argv[2] ?? 1_000);
const PER_SECOND = Number(process.argv[3] ?? 9);
const DRAIN_LIMIT_MS = 60_000;

const [well, hung] = [await startReceiver(acknowledging()), await startReceiver(hanging(10_000))];
const dead = await startReceiver(acknowledging());
await dead.close();
const stage = await createStage();
try {
  await stage.startWorker('orders');
  await stage.startWorker('notifications');
  const healthy = await stage.addAgency('mk_healthy', well.url);
  const others = [await stage.addAgency('mk_hanging', hung.url), await stage.addAgency('mk_dead', dead.url)];

  await half('warm-up', [healthy], 60);
  const alone = await half('alone', [healthy], Math.ceil(ORDERS / 3));
  const beside = await half('beside', [healthy, ...others], ORDERS);
  console.log(`ratio of p99: ${(beside.p99 / alone.p99).toFixed(2)} (bar: 1.5)`);
  console.log('attempts by merchant:', await attempts(stage));
} finally {
  await stage.close();
  await Promise.all([well.close(), hung.close()]);
}

async function half(name: string, merchants: CallingMerchant[], orders: number) {
  const ours: string[] = [];
  const intervalMs = (1_000 / PER_SECOND) * (3 / merchants.length);
  const begin = performance.now();
  for (let index = 0; index < orders; index += 1) {
    await sleep(Math.max(0, begin + index * intervalMs - performance.now()));
    const merchant = merchants[index % merchants.length]!;
    const orderId = await stage.book(merchant);
    if (merchant === merchants[0]) ours.push(orderId);
  }
  return report(name, await latencies(ours));
}

/** Milliseconds from each event to its acknowledgement, sorted. */
async function latencies(orderIds: string[]): Promise<number[]> {
  for (const end = Date.now() + DRAIN_LIMIT_MS; ; await sleep(250)) {
    const rows = await stage.orm.em.fork().execute<{ ms: number | null }[]>(
      `select (extract(epoch from acknowledged_at - created_at) * 1000)::float8 as ms from notification
       where order_id in (${orderIds.map(() => '?').join(',')}) order by ms`,
      orderIds,
    );
    const isComplete = rows.every(({ ms }) => ms !== null);
    if (!isComplete && Date.now() < end) continue;
    if (!isComplete) console.log(`not acknowledged: ${rows.filter(({ ms }) => ms === null).length}`);
    return rows.map(({ ms }) => ms ?? Number.POSITIVE_INFINITY);
  }
}

function report(name: string, sorted: number[]) {
  const at = (share: number) => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0;
  const [p50, p95, p99] = [at(0.5), at(0.95), at(0.99)];
  console.log(
    `${name}: ${sorted.length} deliveries, p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, ` +
      `p99 ${p99.toFixed(0)} ms, max ${at(1).toFixed(0)} ms`,
  );
  return { p50, p95, p99 };
}

async function attempts({ orm }: Stage) {
  return await orm.em.fork().execute(
    `select n.merchant_key, n.status, coalesce(a.error, case when a.number is null then 'not sent' else 'acknowledged' end) as outcome, count(*)::int
     from notification n left join delivery_attempt a on a.notification_id = n.id group by 1, 2, 3 order by 1, 2, 3`,
  );
}
