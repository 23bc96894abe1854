/**
 * `node bench/notifications/waiting.ts [deliveries]`: what deliveries that wait cost the notification worker, and how
 * soon they are all delivered once the endpoint heals and its address is saved again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { acknowledging, startReceiver } from './receivers.ts';
import { createStage } from './stage.ts';

const DELIVERIES = Number(process.argv[2] ?? 10_000);
const IN_PARALLEL = 8;
const OBSERVED_MS = 60_000;
const LIMIT_MS = 900_000;

const dead = await startReceiver(acknowledging());
await dead.close();
const stage = await createStage();
try {
  await stage.startWorker('orders');
  const worker = await stage.startWorker('notifications');
  const idle = worker.usage();
  const agency = await stage.addAgency('mk_bench', dead.url);

  const begin = performance.now();
  const lanes = Array.from({ length: IN_PARALLEL }, async (_, lane) => {
    for (let index = lane; index < DELIVERIES; index += IN_PARALLEL) await stage.book(agency);
  });
  await Promise.all(lanes);
  await until('launched', `select count(*)::int as left from orders where workflow_started_at is null`);
  console.log(`${DELIVERIES} orders booked and launched in ${seconds(begin)} s`);
  await sleep(30_000);

  const before = worker.usage();
  await sleep(OBSERVED_MS);
  const after = worker.usage();
  const cpuShare = ((after.cpuSeconds - before.cpuSeconds) / (OBSERVED_MS / 1_000)) * 100;
  console.log(
    `waiting: memory ${after.memoryMiB} MiB (${idle.memoryMiB} MiB with nothing to do), ` +
      `CPU ${cpuShare.toFixed(1)} % of one core over ${OBSERVED_MS / 1_000} s`,
  );

  const healed = await startReceiver(acknowledging(), dead.port);
  const start = performance.now();
  await stage.saveAddress(agency, healed.url);
  const waiting = `select count(*)::int as left from notification where status = 'pending'`;
  await until('first', waiting, DELIVERIES - 1);
  console.log(`first delivered ${seconds(start)} s after the address was saved`);
  await until('half', waiting, DELIVERIES / 2);
  console.log(`half of them ${seconds(start)} s after`);
  await until('all', waiting);
  console.log(`all ${DELIVERIES} delivered ${seconds(start)} s after`);
  console.log(`worker afterwards: ${worker.usage().memoryMiB} MiB`);
  await healed.close();
} finally {
  await stage.close();
}

async function until(what: string, sql: string, atMost = 0): Promise<void> {
  for (const end = Date.now() + LIMIT_MS; ; await sleep(200)) {
    const [row] = await stage.orm.em.fork().execute<{ left: number }[]>(sql);
    if ((row?.left ?? 0) <= atMost) return;
    if (Date.now() > end) throw new Error(`gave up: ${what}, ${row?.left} left`);
  }
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(1);
}
