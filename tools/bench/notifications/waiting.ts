/**
 * `npm run bench -- waiting [deliveries]`: what deliveries that wait cost the notification worker, and how
 * soon they are all delivered once the endpoint heals and its address is saved again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createGuidepost } from '../support/guidepost.ts';
import { makeWaiting } from '../support/waiting.ts';

const DELIVERIES = Number(process.argv[2] ?? 10_000);
const OBSERVED_MS = 60_000;

const guidepost = await createGuidepost();
try {
  const api = await guidepost.startApi();
  await guidepost.startWorker('orders');
  const worker = await guidepost.startWorker('notifications');
  const idle = worker.usage();

  const waiting = await makeWaiting(guidepost, api, { deliveries: DELIVERIES });
  console.log(`${DELIVERIES} orders booked and started in ${waiting.startSeconds.toFixed(1)} s`);
  await sleep(30_000);

  const before = worker.usage();
  await sleep(OBSERVED_MS);
  const after = worker.usage();
  const cpuShare = ((after.cpuSeconds - before.cpuSeconds) / (OBSERVED_MS / 1_000)) * 100;
  console.log(
    `waiting: memory ${after.memoryMiB} MiB (${idle.memoryMiB} MiB with nothing to do), ` +
      `CPU ${cpuShare.toFixed(1)} % of one core over ${OBSERVED_MS / 1_000} s`,
  );

  const { first, half, all } = await waiting.heal();
  console.log(`first delivered ${first.toFixed(1)} s after the address was saved`);
  console.log(`half of them ${half.toFixed(1)} s after`);
  console.log(`all ${DELIVERIES} delivered ${all.toFixed(1)} s after`);
  console.log(`worker afterwards: ${worker.usage().memoryMiB} MiB`);
} finally {
  await guidepost.close();
}
