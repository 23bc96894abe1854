import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createCipher } from '../../db/cipher.ts';
import { createOrm } from '../../db/orm.ts';
import { createOrderProcessing } from '../../jobs/order-processing.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { until } from '../support/until.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the database is asked for nothing before the process is asked to start', async () => {
  const orm = createOrm({ databaseUrl: database.url, poolMax: 2 });
  const pool = await orm.em.getConnection().getNativeClient();
  let asked = 0;
  pool.on('acquire', () => asked++);
  const errors: unknown[] = [];
  const processing = createOrderProcessing({
    consoleBaseUrl: 'https://console.guidepost.example',
    publicBaseUrl: 'https://api.guidepost.example',
    installation: async () => 'none',
    temporal: { connection: { address: '127.0.0.1:1' }, namespace: 'none' },
    orm,
    cipher: createCipher(new Uint8Array(32)),
    now: () => new Date(),
    onError: (error) => errors.push(error),
  });
  // Whatever had been set going would have asked for a connection by now.
  for (let turns = 0; turns < 20; turns++) await turn();
  expect([asked, pool.waitingCount]).toEqual([0, 0]);

  processing.start();
  await until(() => asked > 0);
  await processing.close();
  await orm.close();
  expect(errors).toEqual([]);
});
