import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { CallbackEndpoint } from '../../db/entities/index.ts';
import { createOrm } from '../../db/orm.ts';
import { takeSlot } from '../../db/queries/notifications/pacing.ts';
import { newMerchant } from '../../db/queries/platform/new-merchant.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';

const AT_ONCE = 40;
const PER_SECOND = 5;

let database: TestDatabase;
let orm: MikroORM;
let endpointId: string;
let merchants = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  orm = createOrm({ databaseUrl: database.url, poolMax: 10 });
});
beforeEach(async () => {
  merchants += 1;
  endpointId = await makeEndpoint(`mk_paced_${merchants}`);
});
async function makeEndpoint(key: string): Promise<string> {
  const em = orm.em.fork();
  newMerchant(em, { key, name: key, kind: 'agency', country: 'PT' });
  await em.flush();
  return (await em.findOneOrFail(CallbackEndpoint, { merchantKey: key })).id;
}
afterAll(async () => {
  await orm.close();
  await database.drop();
});

const set = (pacedUntil: string) =>
  orm.em
    .fork()
    .execute(`update callback_endpoint set paced_until = ${pacedUntil} where id = ?`, [endpointId]);
const read = async (what: string) => {
  const sql = `select ${what} as value from callback_endpoint where id = ?`;
  const [row] = await orm.em.fork().execute<{ value: string }[]>(sql, [endpointId]);
  return row!.value;
};
/** In one transaction, so at one instant. */
const takeSeveral = (count: number, perSecond = PER_SECOND) =>
  orm.em.fork().transactional(async (em) => {
    const waits: number[] = [];
    for (let taken = 0; taken < count; taken++) waits.push(await takeSlot(em, endpointId, perSecond));
    return waits;
  });

test('slots follow each other at the distance of the limit; those more than a second away are refused', async () => {
  expect(await takeSeveral(8)).toEqual([0, 200, 400, 600, 800, 1_000, -200, -200]);
});

test('who does not wait gets only a slot that has come', async () => {
  await orm.em.fork().transactional(async (em) => {
    expect(await takeSlot(em, endpointId, PER_SECOND, 0)).toBe(0);
    expect(await takeSlot(em, endpointId, PER_SECOND, 0)).toBe(-200);
    expect(await takeSlot(em, endpointId, PER_SECOND)).toBe(200);
  });
});

test('the time since the last slot saves nothing up', async () => {
  await set(`now() - interval '1 day'`);
  expect(await takeSeveral(3, 2)).toEqual([0, 500, 1_000]);
});

test('a refusal says when one may ask again, and reserves nothing', async () => {
  await set(`now() + interval '10 minutes'`);
  const before = await read('paced_until::text');
  const wait = await takeSlot(orm.em.fork(), endpointId, 1_000);
  expect(wait).toBeLessThan(0);
  expect(wait).toBeGreaterThanOrEqual(-599_000);
  expect(await read('paced_until::text')).toBe(before);
});

test('of many at once no two get the same slot, and no more than the limit allows get one', async () => {
  const started = await read('clock_timestamp()::text');
  const waits = await Promise.all(
    Array.from({ length: AT_ONCE }, () => takeSlot(orm.em.fork(), endpointId, PER_SECOND)),
  );
  const seconds = Number(
    await read(`extract(epoch from clock_timestamp() - '${started}'::timestamptz)::float8`),
  );
  const reserved = waits.filter((wait) => wait >= 0).length;
  // However slow this machine is: so many slots lie between the first request and a second after the last one.
  expect(reserved).toBeLessThanOrEqual(Math.floor((seconds + 1) * PER_SECOND) + 1);
  expect(reserved).toBeGreaterThan(PER_SECOND);
  // Each moved the next slot on by one: none was handed out twice.
  const moved = await read(`extract(epoch from paced_until - '${started}'::timestamptz)::float8`);
  expect(Number(moved)).toBeGreaterThanOrEqual(reserved / PER_SECOND);
});

test('one endpoint takes nothing from another, and one that is not there waits for nobody', async () => {
  await set(`now() + interval '10 minutes'`);
  const em = orm.em.fork();
  expect(await takeSlot(em, await makeEndpoint('mk_paced_other'), 1)).toBe(0);
  expect(await takeSlot(em, 'EP999999', 1)).toBe(0);
});
