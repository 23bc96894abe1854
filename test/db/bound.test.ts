import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type MikroORM, raw } from '@mikro-orm/postgresql';
import { AuditEntry, Merchant } from '../../db/entities/index.ts';
import { createOrm } from '../../db/orm.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';

const MARK = "Zoë O'Mark \\ ?";
let database: TestDatabase;
let orm: MikroORM;
beforeAll(async () => {
  database = await createTestDatabase();
  orm = createOrm({ databaseUrl: database.url, poolMax: 1 });
});
afterAll(async () => {
  await orm.close();
  await database.drop();
});

/** The text of a statement, as PostgreSQL itself has it. */
const TEXT = 'select query, ?::text as given from pg_stat_activity where pid = pg_backend_pid()';

test.each([
  ['outside of a transaction', (work: (em: MikroORM['em']) => Promise<unknown>) => work(orm.em.fork())],
  ['in a transaction', (work: (em: MikroORM['em']) => Promise<unknown>) => orm.em.fork().transactional(work)],
])('values travel beside the statement %s', async (_, run) => {
  await run(async (em) => {
    const [row] = await em.execute<{ query: string; given: string }[]>(TEXT, [MARK]);
    expect(row).toEqual({ query: TEXT.replace('?', '$1'), given: MARK });
  });
});

test('so do those of the ORM’s own statements', async () => {
  const logged: string[] = [];
  const loud = createOrm({
    databaseUrl: database.url,
    poolMax: 1,
    overrides: { debug: true, logger: (line) => void logged.push(line), colors: false },
  });
  await loud.em.fork().transactional(async (em) => {
    em.create(Merchant, { key: 'mk_bound', name: MARK, kind: 'agency', country: 'PT' });
    await em.flush();
    const found = await em.findOneOrFail(Merchant, { name: { $in: [MARK, 'another'] } });
    found.name = `${MARK}${MARK}`;
    await em.flush();
    await em.nativeUpdate(Merchant, { name: { $like: 'Zoë%' } }, { name: raw<string>('upper(?)', [MARK]) });
  });
  await loud.close();
  expect(await orm.em.fork().findOneOrFail(Merchant, 'mk_bound')).toMatchObject({ name: MARK.toUpperCase() });
  expect(logged.join('\n')).toMatch(/insert into "merchant".*\$1/);
  expect(logged.join('\n')).not.toMatch(/Mark/i);
});

test('dates, JSON, lists, identifiers, bytes, null and question marks arrive as they were', async () => {
  const at = new Date('2027-03-04T05:06:07.089Z');
  const [row] = await orm.em.fork().execute<{ at: string }[]>(
    `select ?::timestamptz as at, ?::jsonb as json, 'b' in (?) as listed, ?::bytea as bytes, ?::text as nothing,
       'is it\\?' as asked, ?::numeric + 1 as large, ?::float8 = 'NaN' as nan, ?? from (values (?, true)) as v (number, ??)`,
    [at, { name: MARK }, ['a', 'b'], Buffer.from('ab'), null, 12n, Number.NaN, 'odd"name', 7, 'odd"name'],
  );
  expect(new Date(row!.at)).toEqual(at);
  expect(row).toMatchObject({ json: { name: MARK }, listed: true, nothing: null, asked: 'is it?' });
  expect(row).toMatchObject({ large: '13', nan: true, 'odd"name': true });
});

test('JSON in an entity stays what it was', async () => {
  const details = { name: MARK, list: [1, 'two', null], nested: { yes: true } };
  await orm.em.fork().insert(AuditEntry, { action: 'bound', subject: 'x', actor: 'platform', details });
  expect(await orm.em.fork().findOneOrFail(AuditEntry, { action: 'bound' })).toMatchObject({ details });
});
