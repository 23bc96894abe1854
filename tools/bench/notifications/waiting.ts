/**
 * `npm run bench -- waiting [orders] [endpoints]`: what deliveries that wait for a dead server cost each process, in memory and
 * in CPU at rest, and how soon they are all delivered once the server is back and its address is saved again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { createGuidepost } from '../support/guidepost.ts';
import { type Usage, usageOf } from '../support/process.ts';
import { makeWaiting } from '../support/waiting.ts';

const ORDERS = Number(process.argv[2] ?? 10_000);
const ENDPOINTS = Number(process.argv[3] ?? 1);
/** Until all are in back-off. */
const SETTLE_MS = 30_000;
const OBSERVED_MS = 60_000;

const guidepost = await createGuidepost();
const { temporal } = guidepost.backends;
const connection = await Connection.connect({ address: temporal.address });
const client = new Client({ connection });
try {
  const api = await guidepost.startApi();
  const orders = await guidepost.startWorker('orders');
  const notifications = await guidepost.startWorker('notifications');
  const processes: Readonly<Record<string, () => Usage>> = {
    api: api.usage,
    'order worker': orders.usage,
    'notification worker': notifications.usage,
    'Temporal server': () => usageOf(temporal.pid() ?? 0),
  };
  const measure = () => Object.entries(processes).map(([name, usage]) => ({ name, ...usage() }));
  const idle = measure();

  const waiting = await makeWaiting(guidepost, api, { deliveries: ORDERS, endpoints: ENDPOINTS });
  console.log(`${ORDERS} orders booked and started in ${waiting.startSeconds.toFixed(1)} s`);
  await sleep(SETTLE_MS);
  for (const type of ['order', 'delivery']) {
    const { count } = await client.workflow.count(`ExecutionStatus = 'Running' and WorkflowType = '${type}'`);
    console.log(`open workflows of type ${type}: ${count}`);
  }

  const before = measure();
  await sleep(OBSERVED_MS);
  measure().forEach(({ name, memoryMiB, cpuSeconds }, index) => {
    const share = (cpuSeconds - before[index]!.cpuSeconds) / (OBSERVED_MS / 1_000);
    const cpu = (share * 100).toFixed(1);
    console.log(
      `${name}: ${memoryMiB} MiB (${idle[index]!.memoryMiB} at the start), CPU ${cpu} % of one core`,
    );
  });

  const { first, half, all } = await waiting.heal();
  console.log(`first delivered ${first.toFixed(1)} s after the address was saved`);
  console.log(`half of them ${half.toFixed(1)} s after`);
  console.log(`all ${ORDERS * ENDPOINTS} delivered ${all.toFixed(1)} s after`);
  for (const { name, memoryMiB } of measure()) console.log(`${name} afterwards: ${memoryMiB} MiB`);
} finally {
  await connection.close();
  await guidepost.close();
}
