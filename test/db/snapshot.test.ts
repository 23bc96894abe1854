import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Merchant } from '../../db/entities/index.ts';
import { createOrm } from '../../db/orm.ts';
import { readSnapshot } from '../../db/snapshot.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';

let database: TestDatabase;
let orm: MikroORM;
beforeAll(async () => {
  database = await createTestDatabase();
  orm = createOrm({ databaseUrl: database.url, poolMax: 3 });
  const add = "insert into merchant (key, name, kind, country) values ('mk_a', 'before', 'agency', 'PT')";
  await orm.em.fork().execute(add);
});
afterAll(async () => {
  await orm.close();
  await database.drop();
});

const rename = (name: string) =>
  orm.em.fork().execute("update merchant set name = ? where key = 'mk_a'", [name]);

test('what commits between two statements is in neither', async () => {
  const names = await readSnapshot(orm.em.fork(), async (em) => {
    const [first] = await em.execute<{ name: string }[]>('select name from merchant');
    await rename('between');
    const [second] = await em.execute<{ name: string }[]>('select name from merchant');
    return [first?.name, second?.name];
  });
  expect(names).toEqual(['before', 'before']);
});

test('what the caller had loaded is read anew', async () => {
  const em = orm.em.fork();
  await rename('loaded');
  await em.findOneOrFail(Merchant, 'mk_a');
  await rename('now');
  const merchant = await readSnapshot(em, (inside) => inside.findOneOrFail(Merchant, 'mk_a'));
  expect(merchant.name).toBe('now');
});

test('nothing can be written', async () => {
  const write = readSnapshot(orm.em.fork(), (em) => em.execute("update merchant set name = 'x'"));
  await expect(write).rejects.toThrow(/read-only transaction/);
});
