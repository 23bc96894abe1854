import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { ensureSchedules } from '../../activities/schedules.ts';
import { cacheFolder } from '../../tools/embedded/os/cache-folder.ts';
import { locateTemporalProgram } from '../../tools/embedded/temporal/program.ts';
import { SETTLEMENT_SCHEDULE } from '../../workflows/settlement-contract.ts';
import { drawPort } from '../support/ports.ts';
import { until } from '../support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'guidepost-schedule-'));
const EVERY_SECONDS = 2;
const AWAY_SECONDS = 8;

let program: string;
let port: number;
let server: ChildProcess;
beforeAll(async () => {
  program = await locateTemporalProgram({
    cacheDir: cacheFolder(process.env),
    say: () => {},
    env: process.env,
  });
  port = await drawPort();
  server = start();
});
afterAll(async () => {
  server.kill('SIGKILL');
  await once(server, 'exit');
  rmSync(folder, { recursive: true, force: true });
});

function start(): ChildProcess {
  const storage = ['--db-filename', join(folder, 'temporal.db')];
  const args = [
    'server',
    'start-dev',
    '--headless',
    '--log-level',
    'never',
    '--ip',
    '127.0.0.1',
    '--port',
    `${port}`,
  ];
  return spawn(program, [...args, ...storage], { stdio: 'ignore' });
}

async function connect(): Promise<Client> {
  const connection = await until(() =>
    Connection.connect({ address: `127.0.0.1:${port}`, connectTimeout: '2s' }).catch(() => undefined),
  );
  return new Client({ connection });
}

test('runs that were due while the Temporal server was killed are started when it is back, none is missed', async () => {
  const before = await connect();
  await until(() =>
    ensureSchedules(before, 'UTC').then(
      () => true,
      () => false,
    ),
  );
  // Our own action and policies; only the calendar is quicker than a month.
  await before.schedule
    .getHandle(SETTLEMENT_SCHEDULE)
    .update((schedule) => ({ ...schedule, spec: { intervals: [{ every: `${EVERY_SECONDS}s` }] } }));
  await sleep(EVERY_SECONDS * 1_000);
  server.kill('SIGKILL');
  await before.connection.close();
  await sleep(AWAY_SECONDS * 1_000);
  server = start();

  const client = await connect();
  const handle = client.schedule.getHandle(SETTLEMENT_SCHEDULE);
  const due = AWAY_SECONDS / EVERY_SECONDS;
  const info = await until(async () => {
    const { raw } = await handle.describe();
    const waiting = Number(raw.info?.bufferSize ?? 0);
    return waiting >= due ? raw.info : undefined;
  });
  // Nobody works here, so the first run is running and the others wait for their turn.
  expect(Number(info.missedCatchupWindow)).toBe(0);
  expect(Number(info.overlapSkipped)).toBe(0);
  await client.connection.close();
});
