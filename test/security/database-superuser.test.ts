import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { testTemporal } from '../support/servers/index.ts';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface Line {
  readonly level: number;
  readonly msg: string;
}

/** The program as that user, until it ends or logs what is waited for. */
async function run(program: string, env: Record<string, string>, until: (line: Line) => boolean) {
  const child = spawn(process.execPath, [program], {
    cwd: CHECKOUT,
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      TEMPORAL_ADDRESS: (await testTemporal()).address,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines: Line[] = [];
  for await (const text of createInterface({ input: child.stdout })) {
    lines.push(JSON.parse(text));
    if (until(lines.at(-1)!)) child.kill('SIGTERM');
  }
  const [code] = await ended;
  return { code, notified: lines.filter(({ msg }) => msg.includes('superuser')).map(({ level }) => level) };
}

test('in production the API does not run as a superuser', async () => {
  const env = { DATABASE_URL: database.adminUrl, NODE_ENV: 'production' };
  expect(await run('api/server.ts', env, () => false)).toEqual({ code: 1, notified: [60] });
});

test('elsewhere it warns', async () => {
  const env = { DATABASE_URL: database.adminUrl };
  const ran = await run('api/server.ts', env, ({ msg }) => msg.includes('superuser'));
  // It is asked to end wherever its start has got to, so how it ends says nothing.
  expect(ran.notified).toEqual([40]);
});
