import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { drawPort } from '../support/ports.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { until } from '../support/until.ts';

let database: TestDatabase;
const children: ChildProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await database.drop();
});

const PROGRAMS = ['api/server.ts', 'console/server/server.ts'];

async function start(program: string, delay: string) {
  const port = await drawPort();
  const child = spawn(process.execPath, [fileURLToPath(new URL(`../../${program}`, import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      // Nobody listens there; both work without.
      TEMPORAL_ADDRESS: '127.0.0.1:1',
      STOP_DELAY_SECONDS: delay,
      PORT: String(port),
      LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  });
  children.push(child);
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
    return answer && { status: answer.status, body: await answer.text() };
  };
  await until(async () => (await get('/readyz'))?.status === 200);
  return { child, get, ended: once(child, 'exit') };
}

test.each(PROGRAMS)(
  '%s, asked to stop, first says that it is not ready, and still answers',
  async (program) => {
    const { child, get, ended } = await start(program, '120');
    child.kill('SIGTERM');
    const refused = await until(async () => {
      const answer = await get('/readyz');
      return answer?.status === 503 ? answer : undefined;
    });
    expect(JSON.parse(refused.body)).toMatchObject({ code: 50301, msg: 'not ready: stopping' });
    expect(await get('/healthz')).toMatchObject({ status: 200 });
    // A second signal ends it without the delay.
    child.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
  },
);

test.each(PROGRAMS)('%s without a delay ends in order at once', async (program) => {
  const { child, ended } = await start(program, '0');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
