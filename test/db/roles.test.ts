import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrateToLatest } from '../../db/migrate.ts';
import { createOrm } from '../../db/orm.ts';
import { readPrivileges, TABLE_PRIVILEGES } from '../../db/privileges.ts';
import { prepareRoles } from '../../db/roles.ts';
import { seedSandbox } from '../../db/seed/index.ts';
import { onDatabase } from '../support/servers/database.ts';
import { testPostgres } from '../support/servers/index.ts';

const ENCRYPTION_KEY = Buffer.alloc(32, 1);
/** Roles belong to the whole server, which other tests use as well: these are of this file alone. */
const NAME = `roles_${randomBytes(4).toString('hex')}`;
/** The others of QUIET_LOG anybody may set. */
const SUPERUSERS_SETTINGS = ['log_min_error_statement', 'log_error_verbosity', 'log_parameter_max_length'];
const roles = new Set<string>([`${NAME}_owner`]);
let admin: pg.Client;
let adminUrl: string;

beforeAll(async () => {
  const server = await testPostgres();
  adminUrl = onDatabase(server.adminUrl, NAME);
  admin = new pg.Client({ connectionString: server.adminUrl });
  await admin.connect();
});
beforeEach(() => admin.query(`drop database if exists ${NAME} with (force)`));
afterAll(async () => {
  await admin.query(`drop database if exists ${NAME} with (force)`);
  for (const role of roles) await admin.query(`drop role if exists ${role}`);
  await admin.end();
});

function urlOf(kind: string, password = `secret of ${kind}: '%`): string {
  const url = new URL(adminUrl);
  url.username = `${NAME}_${kind}`;
  url.password = encodeURIComponent(password);
  roles.add(url.username);
  return url.href;
}

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const OWNERS = `
  select distinct pg_get_userbyid(owner) as owner from (
    select relowner as owner from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'S', 'v') and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    union all
    select proowner from pg_proc where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all
    select datdba from pg_database where datname = current_database()) as owned`;

async function expectToWork(databaseUrl: string): Promise<void> {
  await seedSandbox({ databaseUrl, encryptionKey: ENCRYPTION_KEY });
  expect(await ask(databaseUrl, 'select count(*)::int > 0 as guides from guide')).toEqual([{ guides: true }]);
}

async function expectPrivileges(databaseUrl: string): Promise<void> {
  const orm = createOrm({ databaseUrl, poolMax: 1 });
  const granted = await readPrivileges(orm.em.fork(), new URL(databaseUrl).username);
  await orm.close();
  expect(Object.fromEntries(granted.map((one) => [one.table, one.privileges]))).toEqual(TABLE_PRIVILEGES);
}

test('what version 0.1 wrote is refused with what to do about it, and left as it is', async () => {
  await admin.query(`create database ${NAME}`);
  await migrateToLatest({ databaseUrl: adminUrl });
  await ask(adminUrl, "delete from schema_migration where name <> 'Migration20261121214500_append_only'");
  await ask(adminUrl, "update schema_migration set name = 'Migration20261121051122_initial'");
  const executed = () => ask(adminUrl, 'select name from schema_migration order by name');
  const before = await executed();
  expect(before).not.toEqual([]);
  await expect(migrateToLatest({ databaseUrl: adminUrl })).rejects.toThrow(
    /^version 0\.1 wrote it, .*start version 0\.2 on it once, or begin with an empty one/,
  );
  expect(await executed()).toEqual(before);
});

test('a database that a superuser owned so far is handed over as it is, and again to no effect', async () => {
  await admin.query(`create database ${NAME}`);
  await migrateToLatest({ databaseUrl: adminUrl });
  await expectToWork(adminUrl);
  const before = await ask(adminUrl, 'select id, version from guide order by id');
  const urls = { adminUrl, migrationUrl: urlOf('migration'), databaseUrl: urlOf('app') };
  for (let times = 0; times < 2; times++) {
    expect(await prepareRoles(urls)).toEqual([]);
    expect(await migrateToLatest(urls)).toEqual([]);
    expect(await ask(adminUrl, OWNERS)).toEqual([{ owner: `${NAME}_owner` }]);
    await expectPrivileges(urls.databaseUrl);
    expect(await ask(urls.databaseUrl, 'select id, version from guide order by id')).toEqual(before);
  }
  await expectToWork(urls.databaseUrl);
  // What later migrations create is the owner's, too.
  await ask(urls.migrationUrl, 'create table later (id int)');
  expect(await ask(adminUrl, OWNERS)).toEqual([{ owner: `${NAME}_owner` }]);
});

test('URLs that lead to two databases are refused, and neither is changed', async () => {
  await admin.query(`create database ${NAME}`);
  const urls = { adminUrl, migrationUrl: urlOf('migration'), databaseUrl: urlOf('app') };
  await prepareRoles(urls);
  const other = onDatabase(urls.databaseUrl, 'postgres');
  await expect(migrateToLatest({ ...urls, databaseUrl: other })).rejects.toThrow(
    'lead to different databases',
  );
  expect(await ask(adminUrl, "select 1 from pg_tables where tablename = 'schema_migration'")).toEqual([]);
});

test('a role that was more before loses it, and a password is changed', async () => {
  await admin.query(`create database ${NAME}`);
  const databaseUrl = urlOf('grand', 'new');
  const { username } = new URL(databaseUrl);
  await admin.query(`create role ${username} superuser createrole login password 'old'`);
  await admin.query(`grant pg_execute_server_program to ${username}`);
  const urls = { adminUrl, migrationUrl: urlOf('migration'), databaseUrl };
  await prepareRoles(urls);
  await migrateToLatest(urls);
  const copying = ask(databaseUrl, "copy (select 1) to program 'true'");
  await expect(copying).rejects.toMatchObject({ code: '42501' });
  await expectPrivileges(databaseUrl);
});

test('privileges that somebody gave besides are taken away by the next run', async () => {
  await admin.query(`create database ${NAME}`);
  const urls = { adminUrl, migrationUrl: urlOf('migration'), databaseUrl: urlOf('app') };
  await prepareRoles(urls);
  await migrateToLatest(urls);
  const app = new URL(urls.databaseUrl).username;
  await ask(adminUrl, `grant update on audit_entry to ${app}`);
  await ask(adminUrl, 'grant delete on ledger_entry to public');
  await ask(adminUrl, `grant update (reason) on ledger_posting to ${app}`);
  await migrateToLatest(urls);
  await expectPrivileges(urls.databaseUrl);
});

test('a table that nobody has judged ends the run', async () => {
  await admin.query(`create database ${NAME}`);
  const urls = { adminUrl, migrationUrl: urlOf('migration'), databaseUrl: urlOf('app') };
  await prepareRoles(urls);
  await ask(urls.migrationUrl, 'create table forgotten (id int)');
  await expect(migrateToLatest(urls)).rejects.toThrow(/privileges.ts.*forgotten/);
});

describe('where nobody is a superuser', () => {
  test('a role that may create roles and databases makes the others, and names what it may not set', async () => {
    const providersUrl = urlOf('provider');
    const { username, password } = new URL(providersUrl);
    const literal = pg.escapeLiteral(decodeURIComponent(password));
    await admin.query(`create role ${username} createrole createdb login password ${literal}`);
    await ask(onDatabase(providersUrl, 'postgres'), `create database ${NAME}`);
    const urls = {
      adminUrl: providersUrl,
      migrationUrl: urlOf('their_migration'),
      databaseUrl: urlOf('their_app'),
    };
    for (let times = 0; times < 2; times++) {
      // Roles that another administrator made are another's to change.
      if (times === 0) await admin.query(`drop role if exists ${NAME}_owner`);
      expect(await prepareRoles(urls)).toEqual(SUPERUSERS_SETTINGS);
      await migrateToLatest(urls);
      await expectPrivileges(urls.databaseUrl);
    }
    expect(await ask(adminUrl, OWNERS)).toEqual([{ owner: `${NAME}_owner` }]);
    await expectToWork(urls.databaseUrl);
  });

  test('DATABASE_URL alone: one role owns, migrates and runs', async () => {
    const databaseUrl = urlOf('solo', 'solo');
    const { username } = new URL(databaseUrl);
    await admin.query(`create role ${username} login password 'solo'`);
    await admin.query(`create database ${NAME} owner ${username}`);
    await migrateToLatest({ databaseUrl });
    await expectToWork(databaseUrl);
    const emptying = ask(databaseUrl, 'truncate ledger_posting cascade');
    await expect(emptying).rejects.toMatchObject({ code: '23001' });
  });
});

test('three roles have to be three', async () => {
  const urls = { adminUrl, migrationUrl: urlOf('one'), databaseUrl: urlOf('one') };
  await expect(prepareRoles(urls)).rejects.toThrow('each need a role of their own');
});
