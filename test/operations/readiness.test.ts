/** A process whose database answers, and can't be worked with as it is, is not ready, and says why. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrateToLatest } from '../../db/migrate.ts';
import { MIGRATIONS } from '../../db/migrations/index.ts';
import { RELEASE_0_3, SCHEMA_NEEDED } from '../../db/migrations/names.ts';
import { createOrm } from '../../db/orm.ts';
import { requireSchema, writeSchemaState } from '../../db/schema.ts';
import { createInstallation } from '../../lib/operations/installation.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { openAdminShell } from '../support/platform/admin-shell.ts';
import { createTestDatabase } from '../support/servers/database.ts';

const NEWER = 'Migration20990101000000_newer';
let api: TestApp;
let admin: pg.Client;

beforeAll(async () => {
  api = await createTestApp();
  admin = new pg.Client({ connectionString: api.adminUrl });
  await admin.connect();
});
afterEach(async () => {
  await admin.query(`alter database ${database()} reset default_transaction_read_only`);
  await schemaIs(SCHEMA_NEEDED, RELEASE_0_3);
});
afterAll(async () => {
  await admin.end();
  await api.close();
});

const schemaIs = (migration: string, servesFrom: string) =>
  admin.query(`update schema_state set migration = $1, serves_from = $2`, [migration, servesFrom]);

const database = () => new URL(api.adminUrl).pathname.slice(1);
const environment = () => ({
  DATABASE_URL: api.databaseUrl,
  ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
});

/** Who connects from now on can't write. */
async function readOnly() {
  await admin.query(`alter database ${database()} set default_transaction_read_only = on`);
  return createOrm({ databaseUrl: api.databaseUrl, poolMax: 2 });
}

/** What a process says that begins now: answers of probes stand for a second. */
async function readiness(orm = api.orm): Promise<[number, string]> {
  const app = await api.another({ orm });
  const answer = await app.inject('/readyz');
  return [answer.statusCode, answer.json().msg];
}

describe('read-only', () => {
  test('is not ready; who writes is answered 50301, and who reads is answered', async () => {
    const headers = { authorization: `Bearer ${await api.token(api.sandbox.agency)}` };
    const orm = await readOnly();
    expect(await readiness(orm)).toEqual([
      503,
      'not ready: the database: is read-only: nothing can be written',
    ]);
    const app = await api.another({ orm });
    const written = await app.inject({
      ...{ method: 'PUT', url: '/open/v1/callback/config', headers },
      payload: { url: null },
    });
    expect([written.statusCode, written.json().code]).toEqual([503, 50301]);
    expect((await app.inject({ url: '/open/v1/guide/list', headers })).statusCode).toBe(200);
    // It writes when its credential was used.
    await app.close();
    await orm.close();
  });

  test('a process that begins waits, and an operator is answered that nothing was changed', async () => {
    const orm = await readOnly();
    await expect(createInstallation({ orm, cipher: api.cipher }).id()).rejects.toThrow('is read-only');
    await orm.close();
    const shell = openAdminShell();
    const { code, stderr } = await shell.run(environment(), ['drop-job', '1', '--as', 'ana']);
    expect([code, stderr]).toEqual([5, 'the database is read-only (25006): nothing was changed\n']);
    await shell.close();
  });
});

describe('schema', () => {
  test('that is older than the program needs: not ready, and what to run', async () => {
    await schemaIs(RELEASE_0_3, RELEASE_0_3);
    const [status, msg] = await readiness();
    expect([status, msg]).toEqual([503, expect.stringContaining('the schema is older than this release')]);
    expect(msg).toContain(`it is at ${RELEASE_0_3}, and ${SCHEMA_NEEDED} is needed; run "npm run migrate"`);
  });

  test('that serves later programs only: not ready, and what to start', async () => {
    await schemaIs(NEWER, NEWER);
    const [status, msg] = await readiness();
    expect([status, msg]).toEqual([503, expect.stringContaining('the schema is newer than this release')]);
    expect(msg).toContain(`it is at ${NEWER} and serves releases that need ${NEWER} or later`);
  });

  test('that is newer and serves this program, too: ready', async () => {
    await schemaIs(NEWER, SCHEMA_NEEDED);
    expect((await readiness())[0]).toBe(200);
  });

  test.each([
    ['older', RELEASE_0_3, RELEASE_0_3],
    ['newer', NEWER, NEWER],
  ])(
    'that is %s: commands of operators are refused before they ask anything of it',
    async (how, ...state) => {
      await schemaIs(...state);
      const shell = openAdminShell();
      const environment = {
        DATABASE_URL: api.databaseUrl,
        ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      };
      const { code, stderr } = await shell.run(environment, ['merchants']);
      expect([code, stderr]).toEqual([3, expect.stringMatching(`^the schema is ${how} than this release`)]);
      await shell.close();
    },
  );

  test('that no migration of this program has made: older', () => {
    expect(() => requireSchema(undefined)).toThrow('it is at none that this release knows');
  });
});

test('the program needs the last of its migrations, and each serves from itself or one before it', () => {
  const names = MIGRATIONS.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  expect(names.at(-1)).toBe(SCHEMA_NEEDED);
  for (const [index, { servesFrom }] of MIGRATIONS.entries())
    expect(names.slice(0, index + 1)).toContain(servesFrom);
});

test("an older program's migration run leaves a newer schema as it is, and is refused where that serves it no more", async () => {
  const other = await createTestDatabase();
  const orm = createOrm({ databaseUrl: other.migrationUrl, poolMax: 1 });
  const urls = { databaseUrl: other.url, migrationUrl: other.migrationUrl };
  await writeSchemaState(orm.em.fork(), { name: NEWER, servesFrom: RELEASE_0_3 });
  expect(await migrateToLatest(urls)).toEqual([]);
  await writeSchemaState(orm.em.fork(), { name: SCHEMA_NEEDED, servesFrom: RELEASE_0_3 });
  expect(await orm.em.fork().execute('select migration from schema_state')).toEqual([{ migration: NEWER }]);
  await writeSchemaState(orm.em.fork(), { name: `${NEWER}_still`, servesFrom: NEWER });
  await expect(migrateToLatest(urls)).rejects.toThrow('the schema is newer than this release');
  await orm.close();
  await other.drop();
});
