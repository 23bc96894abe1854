/**
 * `npm run bench -- silent-name-servers [orders] [orders per second]`: one merchant's time from event to
 * acknowledged delivery, with a connection and a lookup for each; alone, and beside four merchants whose names are never
 * answered. Meanwhile the merchant tests its address, too.
 *
 * The platform asks the machine's name servers: run it in a mount namespace whose /etc/resolv.conf says `nameserver 127.0.0.1`
 * (`unshare -m`).
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNameServer } from '../../../test/support/network/name-server.ts';
import { type Caller, createGuidepost, orderNumber } from '../support/guidepost.ts';
import { latenciesOf } from '../support/numbers.ts';

const ORDERS = Number(process.argv[2] ?? 300);
const PER_SECOND = Number(process.argv[3] ?? 5);
const DRAIN_LIMIT_MS = 60_000;
const SILENT = ['one', 'two', 'three', 'four'].map((name) => `${name}.silent.example`);

const names = await startNameServer(Object.fromEntries(SILENT.map((name) => [name, 'silent'])), {
  port: 53,
});
const receiver = createServer((request, response) => {
  request.resume();
  // So that the next delivery connects, and resolves the name.
  response.writeHead(200, { connection: 'close' }).end('{"code":200}');
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const url = `http://localhost:${(receiver.address() as AddressInfo).port}/callbacks`;
const guidepost = await createGuidepost();
let booked = 0;
try {
  await guidepost.startWorker('orders');
  await guidepost.startWorker('notifications');
  const api = await guidepost.startApi();
  const healthy = await guidepost.addCaller(api, 'agency', url);
  const silent = await Promise.all(
    SILENT.map((name) => guidepost.addCaller(api, 'agency', `https://${name}/callbacks`)),
  );
  const quiet = await Promise.all(SILENT.map(() => guidepost.addCaller(api, 'agency', url)));

  await part('warm-up', healthy, [], 30);
  const alone = await part('beside four healthy ones', healthy, quiet, ORDERS);
  const beside = await part('beside four silent name servers', healthy, silent, ORDERS);
  console.log(`ratio of p99, deliveries: ${(beside.deliveries / alone.deliveries).toFixed(2)} (bar: 1.5)`);
  console.log(`ratio of p99, tests: ${(beside.tests / alone.tests).toFixed(2)} (bar: 1.5)`);
  console.log(`questions to the name server: ${names.asked.length}`);
} finally {
  await guidepost.close();
  receiver.closeAllConnections();
  receiver.close();
  await names[Symbol.asyncDispose]();
}

/** The healthy merchant orders at its pace, and each of the others at the same. */
async function part(name: string, healthy: Caller, others: readonly Caller[], orders: number) {
  const ours: string[] = [];
  const running = { tests: true };
  const theirTests = others.map((other) => testWhile(running, other));
  const ourTests = testWhile(running, healthy);
  const begin = performance.now();
  for (let index = 0; index < orders; index += 1) {
    await sleep(Math.max(0, begin + (index * 1_000) / PER_SECOND - performance.now()));
    const { orderId } = await healthy.post('order/create', orderNumber(booked++));
    ours.push(`${orderId}`);
    const other = others[index % Math.max(others.length, 1)];
    await other?.post('order/create', orderNumber(booked++));
  }
  const deliveries = latenciesOf(await latencies(ours));
  running.tests = false;
  const tests = latenciesOf(await ourTests);
  await Promise.all(theirTests);
  for (const [what, { count, p50, p99, max }] of Object.entries({ deliveries, tests }))
    console.log(
      `${name}: ${count} ${what}, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, max ${max.toFixed(0)} ms`,
    );
  return { deliveries: deliveries.p99, tests: tests.p99 };
}

/** Milliseconds of each test of a callback address; one after the other, two a second. */
async function testWhile(running: { tests: boolean }, caller: Caller): Promise<number[]> {
  const times: number[] = [];
  while (running.tests) {
    const begin = performance.now();
    await caller.post('callback/test', {});
    times.push(performance.now() - begin);
    await sleep(500);
  }
  return times;
}

/** Milliseconds from each event to its acknowledgement. */
async function latencies(orderIds: readonly string[]): Promise<number[]> {
  for (const end = Date.now() + DRAIN_LIMIT_MS; ; await sleep(250)) {
    const rows = await guidepost.orm.em.fork().execute<{ ms: number | null }[]>(
      `select (extract(epoch from acknowledged_at - created_at) * 1000)::float8 as ms from notification
       where status <> 'skipped' and order_id in (${orderIds.map(() => '?').join(',')})`,
      [...orderIds],
    );
    const late = rows.filter(({ ms }) => ms === null).length;
    if (late > 0 && Date.now() < end) continue;
    if (late > 0) console.log(`not acknowledged: ${late}`);
    return rows.map(({ ms }) => ms ?? DRAIN_LIMIT_MS);
  }
}
