import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { createDatabaseClock } from '../../db/clock.ts';
import { createOrm } from '../../db/orm.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { until } from '../support/until.ts';

let database: TestDatabase;
let orm: MikroORM;

beforeAll(async () => {
  database = await createTestDatabase();
  orm = createOrm({ databaseUrl: database.url, poolMax: 2 });
});
afterAll(async () => {
  await orm.close();
  await database.drop();
});

async function databaseNow(): Promise<number> {
  const [row] = await orm.em.fork().execute<{ at: Date }[]>('select clock_timestamp() as at');
  return new Date(row!.at).getTime();
}

/** Between two looks at the database, each a millisecond wide. */
async function expectDatabaseTime(now: () => Date): Promise<void> {
  const before = await databaseNow();
  const at = now().getTime();
  const after = await databaseNow();
  expect(at).toBeGreaterThanOrEqual(before - 100);
  expect(at).toBeLessThanOrEqual(after + 100);
}

/** A machine whose clock is so far ahead, and can be set. */
function machine(aheadMs: number) {
  const set = { aheadMs };
  return { set, wall: () => Date.now() + set.aheadMs, steady: () => performance.now() };
}

describe.each([30_000, 3_600_000, -3_600_000])('on a machine whose clock is %d ms ahead', (aheadMs) => {
  test('it is the database that says what the time is', async () => {
    const clock = createDatabaseClock({ orm, local: machine(aheadMs) });
    await clock.measure();
    await expectDatabaseTime(clock.now);
    expect(Math.abs(clock.aheadMs()! - aheadMs)).toBeLessThan(100);
  });

  test('its operators are told', async () => {
    const notified: number[] = [];
    const clock = createDatabaseClock({ orm, local: machine(aheadMs), onWrong: (ms) => notified.push(ms) });
    await clock.measure();
    await clock.measure();
    expect(notified).toHaveLength(1);
    expect(Math.abs(notified[0]! - aheadMs)).toBeLessThan(100);
  });
});

test('a clock that is right, or was set right, is not reported', async () => {
  const notified: number[] = [];
  const local = machine(0);
  const clock = createDatabaseClock({ orm, local, onWrong: (ms) => notified.push(ms) });
  await clock.measure();
  local.set.aheadMs = 900;
  await clock.measure();
  expect(notified).toEqual([]);
  local.set.aheadMs = 2_000;
  await clock.measure();
  local.set.aheadMs = 0;
  await clock.measure();
  expect(notified).toHaveLength(1);
});

test('a machine whose clock is set tells the same time as before', async () => {
  const local = machine(0);
  const clock = createDatabaseClock({ orm, local });
  await clock.measure();
  local.set.aheadMs = -7_200_000;
  await expectDatabaseTime(clock.now);
});

test('a machine that slept asks again', async () => {
  const slept = { ms: 0 };
  const local = { wall: () => Date.now(), steady: () => performance.now() - slept.ms };
  const clock = createDatabaseClock({ orm, local });
  await clock.measure();
  slept.ms = 3_600_000;
  await until(async () => Math.abs(clock.now().getTime() - (await databaseNow())) < 1_000);
});

test('a database that went to a machine with another clock is believed, and one that does not answer changes nothing', async () => {
  const gone = createOrm({ databaseUrl: 'postgresql://nobody@127.0.0.1:1/none', poolMax: 1 });
  let asked: MikroORM = orm;
  const local = machine(0);
  const proxy = new Proxy(orm, { get: (_, name) => Reflect.get(asked, name) });
  const clock = createDatabaseClock({ orm: proxy, local });
  await clock.measure();
  asked = gone;
  await expect(clock.measure()).rejects.toThrow();
  asked = orm;
  await expectDatabaseTime(clock.now);
  await gone.close();
});

test('a slow answer does not replace a swift one that it does not contradict', async () => {
  // Each answer of this database takes a second, of which it spends all on the way back.
  const answers = [{ tookMs: 2 }, { tookMs: 1_000 }, { tookMs: 1_000 }, { tookMs: 1_000 }];
  let steady = 0;
  const execute = async () => {
    const { tookMs } = answers.shift()!;
    const ms = 1_000_000 + steady;
    steady += tookMs;
    return [{ ms }];
  };
  const slow = { em: { fork: () => ({ execute }) } } as unknown as MikroORM;
  const clock = createDatabaseClock({ orm: slow, local: { wall: () => 0, steady: () => steady } });
  await clock.measure();
  const before = clock.now().getTime() - steady;
  await clock.measure();
  expect(clock.now().getTime() - steady).toBe(before);
});
