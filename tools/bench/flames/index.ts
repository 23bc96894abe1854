/**
 * `npm run bench -- flames`: where API, order worker and Temporal spend their time while as many whole order lives go through
 * as this machine carries (created, confirmed, started and completed over HTTP). Three flame graphs in docs/images/.
 * Temporal's needs `perf` (Linux).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { acknowledging, startReceiver } from '../notifications/receivers.ts';
import { CHECKOUT, say } from '../support/backends.ts';
import { type Caller, createGuidepost, orderNumber } from '../support/guidepost.ts';
import { drawFlame } from './draw.ts';
import { profiling, readProfiles } from './node-profile.ts';
import { sampleWithPerf } from './perf.ts';
import type { Flame } from './stacks.ts';

const CLIENTS = 16;
const WARM_UP_SECONDS = 15;
const SECONDS = 20;
const NODE = ['ours', 'Temporal SDK', 'other packages', 'Node and V8'];
const GO = ['Temporal', 'SQLite', 'gRPC and network', 'Go', 'other packages and the system'];

const folder = mkdtempSync(join(tmpdir(), 'guidepost-flames-'));
const receiver = await startReceiver(acknowledging());
const guidepost = await createGuidepost();
try {
  const { temporal, bundle } = guidepost.backends;
  const worker = await guidepost.startWorker('orders', profiling(folder));
  await guidepost.startWorker('notifications');
  const api = await guidepost.startApi(profiling(folder));
  const load = beginLives(
    await guidepost.addCaller(api, 'agency', receiver.url),
    await guidepost.addCaller(api, 'studio'),
  );
  await sleep(WARM_UP_SECONDS * 1_000);
  const [from, before] = [now(), load.ended()];
  const server = await sampleWithPerf(temporal.pid() ?? 0, SECONDS, folder);
  await sleep(Math.max(0, SECONDS * 1_000 - (now() - from) / 1_000));
  const period = { from, to: from + SECONDS * 1_000_000 };
  const rate = (load.ended() - before) / ((now() - from) / 1_000_000);
  say(`${rate.toFixed(1)} order lives a second`);
  await load.end();
  await Promise.all([api.stop(), worker.stop()]);
  const draw = (file: string, part: string, flame: Flame, owners: readonly string[]) => {
    const title = `${part}, as many whole order lives as this machine carries: where its CPU time goes`;
    const svg = drawFlame(title, flame, owners);
    writeFileSync(join(CHECKOUT, 'docs', 'images', `${file}.svg`), svg);
    say(`docs/images/${file}.svg: ${(svg.length / 1_024).toFixed(0)} KiB`);
  };
  draw('flame-api', 'API', readProfiles(folder, api.pid, period, bundle), NODE);
  draw('flame-order-worker', 'Order worker', readProfiles(folder, worker.pid, period, bundle), NODE);
  if (server) draw('flame-temporal', 'Temporal server', server, GO);
  else say('no picture of Temporal: this machine has no perf, or does not permit it (perf_event_paranoid)');
} finally {
  await guidepost.close();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

/** Microseconds, of the clock that profiles go by. */
function now(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}

/** Each client has the next life begin when the last has ended. */
function beginLives(agency: Caller, studio: Caller) {
  let [begun, ended, isOver] = [0, 0, false];
  const live = async () => {
    while (!isOver) {
      const { orderId } = await agency.post('order/create', orderNumber(begun++));
      try {
        for (const action of ['confirm', 'start', 'complete'])
          await studio.post(`order/${action}/${orderId}`, {});
        ended += 1;
      } catch (error) {
        // A command that is not answered in time is refused; the next order's life is as good.
        say((error as Error).message);
      }
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, live));
  return {
    ended: () => ended,
    end: async () => {
      isOver = true;
      await clients;
    },
  };
}
