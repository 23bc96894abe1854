/**
 * `npm run bench -- topology [--lives 300 --intake 3000]`: what one order costs each part of what docker-compose.yml describes
 * (docs/scaling.md), and how many go through it, on its own topology. Entry file.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  makeThrowawayFolder,
  removeThrowawayFolder,
} from '../../../test/support/platform/throwaway-folder.ts';
import { throwawayEnvironment } from '../../../test/support/platform/throwaway-platform.ts';
import { startTopology } from '../../topology/platform.ts';
import { acknowledging, startReceiver } from '../notifications/receivers.ts';
import { CHECKOUT, say } from '../support/backends.ts';
import { createGuidepost, orderNumber } from '../support/guidepost.ts';
import { closedLoop, until } from '../support/load.ts';
import { latenciesOf } from '../support/numbers.ts';
import { type Costs, costsBetween, readCosts } from './costs.ts';
import { printCosts } from './table.ts';

const IDLE_MS = 15_000;
const LIFE_CLIENTS = 12;
const INTAKE_CONNECTIONS = 32;
const KEY = Buffer.alloc(32, 7);
const UNSTARTED = 'select count(*) from orders where workflow_started_at is null';
const PENDING = `select count(*) from notification where status = 'pending'`;

const { values } = parseArgs({
  options: { lives: { type: 'string', default: '300' }, intake: { type: 'string', default: '3000' } },
});
const folder = makeThrowawayFolder('guidepost-topology-');
const stopping = new AbortController();
process.once('SIGINT', () => stopping.abort());
process.once('SIGTERM', () => stopping.abort());
const platform = await startTopology({
  checkout: CHECKOUT,
  dataDir: folder,
  env: { ...throwawayEnvironment(folder), ENCRYPTION_KEY: KEY.toString('base64') },
  say,
  signal: stopping.signal,
});
try {
  await measure(Number(values.lives), Number(values.intake));
} finally {
  await platform.stop();
  removeThrowawayFolder(folder);
}
process.exit();

async function measure(lives: number, intake: number): Promise<void> {
  const { info } = platform;
  const temporal = { address: info.temporalAddress };
  const guidepost = await createGuidepost({ databaseUrl: info.database, temporal } as never, KEY);
  const receiver = await startReceiver(acknowledging());
  const api = { url: info.api };
  const agency = await guidepost.addCaller(api, 'agency', receiver.url);
  const studio = await guidepost.addCaller(api, 'studio', receiver.url);
  const live = async (index: number) => {
    const key = { 'idempotency-key': `life-${index}` };
    const { orderId } = await agency.post('order/create', orderNumber(index), key);
    for (const action of ['confirm', 'start', 'complete'])
      await studio.post(`order/${action}/${orderId}`, {});
  };
  const atRest = async () => {
    const isSo = async () => (await guidepost.count(UNSTARTED)) + (await guidepost.count(PENDING)) === 0;
    await until('every order is started and every notification delivered', isSo, {
      everyMs: 1_000,
      limitMs: 600_000,
    });
  };
  await closedLoop({ connections: LIFE_CLIENTS, calls: 30 }, live);
  await atRest();

  say(`idle for ${IDLE_MS / 1_000} s`);
  const idle = { costs: await costsOf(() => sleep(IDLE_MS)), seconds: IDLE_MS / 1_000 };
  let result = { perSecond: 0, seconds: 0, times: [] as readonly number[] };
  let seconds = 0;
  const whole = async (calls: number, connections: number, call: (index: number) => Promise<unknown>) => {
    const begin = performance.now();
    result = await closedLoop({ connections, calls }, call);
    await atRest();
    seconds = (performance.now() - begin) / 1_000;
  };
  const lifeCosts = await costsOf(() => whole(lives, LIFE_CLIENTS, (index) => live(30 + index)));
  say(`whole lives, both parties notified: ${(lives / seconds).toFixed(1)} a second`);
  printCosts('a whole life', { costs: lifeCosts, seconds }, lives, idle);
  const create = (index: number) =>
    agency.post('order/create', orderNumber(30 + lives + index), { 'idempotency-key': `in-${index}` });
  const intakeCosts = await costsOf(() => whole(intake, INTAKE_CONNECTIONS, create));
  const { p50, p99 } = latenciesOf(result.times);
  const took = `${result.perSecond.toFixed(0)} a second, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`;
  say(`intake: ${took}; all at rest ${(seconds - result.seconds).toFixed(1)} s later`);
  printCosts(
    'an order that is taken in, started and announced',
    { costs: intakeCosts, seconds },
    intake,
    idle,
  );
  await receiver.close();
  await guidepost.close();
}

async function costsOf(work: () => Promise<unknown>): Promise<Costs> {
  const read = () => readCosts(platform.info.pids, databases());
  const before = await read();
  await work();
  return costsBetween(before, await read());
}

/** As their administrators. */
function databases(): Record<string, string> {
  const ports = JSON.parse(readFileSync(join(folder, 'ports.json'), 'utf8'));
  const url = (user: string, secret: string, service: string) => {
    const password = readFileSync(join(folder, 'secrets', secret), 'utf8').trim();
    return `postgresql://${user}:${password}@127.0.0.1:${ports[`${service}/PORT`]}/${user}`;
  };
  return {
    postgresql: url('guidepost', 'GUIDEPOST_DB_PASSWORD', 'postgresql'),
    'temporal-postgresql': url('temporal', 'TEMPORAL_DB_PASSWORD', 'temporal-postgresql'),
  };
}
