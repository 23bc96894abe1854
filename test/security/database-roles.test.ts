import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { createOrm } from '../../db/orm.ts';
import { readPrivileges, readWithheld, TABLE_PRIVILEGES, WITHHELD } from '../../db/privileges.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';

let database: TestDatabase;
let orm: MikroORM;
let app: TestApp;
let runtime: pg.Client;
let owner: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  orm = createOrm({ databaseUrl: database.url, poolMax: 1 });
  app = await createTestApp();
  runtime = await connect(database.url);
  owner = await connect(database.migrationUrl);
});
afterAll(async () => {
  await Promise.all([runtime.end(), owner.end(), orm.close(), app.close()]);
  await database.drop();
});

const REFUSED = '42501';
const APPEND_ONLY = '23001';
const KEPT = ['audit_entry', 'ledger_entry', 'ledger_posting', 'settlement_line'];

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

test('what the application may do with each table is what db/privileges.ts says, and every table is there', async () => {
  const granted = await readPrivileges(orm.em.fork(), 'guidepost_app');
  expect(Object.fromEntries(granted.map(({ table, privileges }) => [table, privileges]))).toEqual(
    TABLE_PRIVILEGES,
  );
  expect(granted.length).toBeGreaterThan(25);
});

test.each(Object.entries(WITHHELD))('of %s it may not write every column', async (table, withheld) => {
  const names = Object.entries(withheld).flatMap(([privilege, columns]) =>
    columns.map((column) => `${privilege} ${column}`),
  );
  expect(await readWithheld(orm.em.fork(), 'guidepost_app', table)).toEqual(names.toSorted());
});

test('the roles are nothing more than they have to be', async () => {
  const { rows } = await runtime.query(
    `select rolname as name, rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as more,
       rolcanlogin as login, array(select r.rolname::text from pg_auth_members m join pg_roles r on r.oid = m.roleid
         where m.member = pg_roles.oid) as "memberOf"
     from pg_roles where rolname like 'guidepost\\_%' order by 1`,
  );
  const [app, migration, owned] = rows;
  expect(app).toEqual({ name: 'guidepost_app', more: false, login: true, memberOf: [] });
  const memberOf = [owned.name];
  expect(migration).toEqual({ name: 'guidepost_migration', more: false, login: true, memberOf });
  expect(owned).toMatchObject({ more: false, login: false, memberOf: [] });
});

test('the application writes to the audit log and to the ledger, and reads them', async () => {
  expect((await app.as(app.sandbox.agency, { url: '/open/v1/guide/list' })).statusCode).toBe(200);
  await app.as(app.sandbox.agency, {
    method: 'PUT',
    url: '/open/v1/callback/config',
    payload: { url: null },
  });
  const entries = await app.orm.em.fork().execute('select action from audit_entry');
  expect(entries.length).toBeGreaterThan(0);
});

describe('as the application, with any statement of its choice', () => {
  test.each([
    ["copy (select 1) to program 'true'"],
    ["copy merchant from program 'true'"],
    ["copy (select 1) to '/tmp/x'"],
    ["select pg_read_file('PG_VERSION')"],
    ["select lo_import('/etc/passwd')"],
    ['select * from pg_authid'],
    ['set session_replication_role = replica'],
    ['alter table ledger_entry disable trigger all'],
    ['drop trigger ledger_entry_append_only on ledger_entry'],
    ['alter table audit_entry rename to audit_gone'],
    ['drop table audit_entry'],
    ["create function mine() returns int language sql as 'select 1'"],
    [
      "create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'",
    ],
    ['create function pg_temp.mine() returns int language sql as $$ select 1 $$'],
    ['create table mine (id int)'],
    ['create temporary table mine (id int)'],
    ['create schema mine'],
    ['create extension file_fdw'],
    ['create role mine'],
    ['create database mine'],
    ['set role guidepost_migration'],
    ['alter role guidepost_migration password null'],
    ['alter role current_user superuser'],
    ['alter role current_user createrole'],
    ["alter role current_user set log_min_error_statement = 'error'"],
    ["set log_min_error_statement = 'error'"],
    ["set log_error_verbosity = 'verbose'"],
    ["alter system set log_statement = 'all'"],
    ['delete from schema_migration'],
    ["select setval('settlement_number', 1)"],
    ['do $$ begin lock table ledger_entry in access exclusive mode; end $$'],
  ])('%s: is refused', async (statement) => {
    await expect(runtime.query(statement)).rejects.toMatchObject({ code: REFUSED });
  });

  test('membership in the owner’s role can’t be had', async () => {
    const { rows } = await owner.query('select current_user as name');
    await expect(runtime.query(`set role ${rows[0].name}`)).rejects.toMatchObject({ code: REFUSED });
  });

  test('what it grants itself it does not get', async () => {
    await runtime.query('grant update, delete on audit_entry to current_user');
    await expect(runtime.query('delete from audit_entry')).rejects.toMatchObject({ code: REFUSED });
  });

  test('its own settings can be reset, not those that keep values out of the log', async () => {
    await runtime.query('begin');
    await runtime.query('alter role current_user reset all');
    const { rows } = await runtime.query(
      `select unnest(setconfig) as setting from pg_db_role_setting
       where setrole = (select oid from pg_roles where rolname = current_user)`,
    );
    await runtime.query('rollback');
    expect(rows.map(({ setting }) => setting)).toContain('log_min_error_statement=panic');
  });

  const kept = [...KEPT, 'order_event', 'review', 'commission_rule', 'ledger_account'];
  test.each(kept)('%s can’t be changed, emptied or deleted from', async (table) => {
    const { rows } = await runtime.query(
      'select attname as name from pg_attribute where attrelid = $1::regclass and attnum = 1',
      [table],
    );
    const column = rows[0].name;
    for (const statement of [
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
      `merge into ${table} t using (select 1) one on true when matched then delete`,
      `select from ${table} for update`,
    ]) {
      await expect(runtime.query(statement)).rejects.toMatchObject({ code: REFUSED });
    }
  });

  test.each(Object.keys(TABLE_PRIVILEGES))('%s can’t be truncated', async (table) => {
    await expect(runtime.query(`truncate ${table}`)).rejects.toMatchObject({ code: REFUSED });
  });
});

describe('even the owner', () => {
  test.each([...KEPT, 'order_event'])('can’t truncate %s', async (table) => {
    await expect(owner.query(`truncate ${table} cascade`)).rejects.toMatchObject({ code: APPEND_ONLY });
  });

  test('can’t truncate what they hang on', async () => {
    await expect(owner.query('truncate merchant cascade')).rejects.toMatchObject({ code: APPEND_ONLY });
  });

  test('can’t change or delete what is in the audit log', async () => {
    await owner.query("insert into audit_entry (action, subject, actor) values ('tested', 'x', 'platform')");
    for (const statement of ["update audit_entry set actor = 'nobody'", 'delete from audit_entry']) {
      await expect(owner.query(statement)).rejects.toMatchObject({ code: APPEND_ONLY });
    }
  });

  test.each([
    ["copy (select 1) to program 'true'"],
    ['set session_replication_role = replica'],
    ['select * from pg_authid'],
    ['create role mine'],
    ['create database mine'],
  ])('%s: is refused', async (statement) => {
    await expect(owner.query(statement)).rejects.toMatchObject({ code: REFUSED });
  });
});

describe('who may do what can’t be changed by a statement alone', () => {
  beforeAll(async () => {
    await owner.query(`
      insert into person (id, email, name, operator_role) values (1, 'boss@example.com', 'Boss', 'administrator'),
        (2, 'thief@example.com', 'Thief', null), (3, 'owner@example.com', 'Owner', null);
      update person set totp_secret_encrypted = 'x', totp_confirmed_at = now() where id = 1;
      insert into merchant (key, name, kind, country, sandbox) values ('mk_theirs', 'Theirs', 'agency', 'PT', true);
      insert into company (id, name, kind, country, sandbox_key) values ('CO1', 'Theirs', 'agency', 'PT', 'mk_theirs');
      insert into membership (company_id, person_id, role) values ('CO1', 3, 'owner');
      insert into passkey (id, person_id, name, public_key) values ('key', 1, 'Phone', 'x');
      insert into console_session (token_hash, person_id, expires_at, address)
        values (repeat('a', 64), 2, now() + interval '1 day', 'here');`);
  });

  test.each([
    ["update person set operator_role = 'administrator' where id = 2"],
    ['update person set operator_role = null where id = 1'],
    ["insert into person (email, name, operator_role) values ('new@example.com', 'New', 'administrator')"],
    ["update person set password_hash = 'mine' where id = 1"],
    ["update person set email = 'mine@example.com' where id = 1"],
    ['update person set totp_confirmed_at = null where id = 1'],
    ["update person set totp_secret_encrypted = 'mine' where id = 1"],
    ["insert into passkey (id, person_id, name, public_key) values ('mine', 1, 'Mine', 'x')"],
    ["update passkey set public_key = 'mine'"],
    ['update passkey set person_id = 2'],
    ['delete from passkey'],
    ["insert into recovery_code (person_id, code_hash) values (1, repeat('b', 64))"],
    ["insert into membership (company_id, person_id, role) values ('CO1', 2, 'owner')"],
    ["update membership set role = 'reader'"],
    ['update membership set person_id = 2'],
    ['delete from membership'],
    ['update console_session set person_id = 1'],
    ["update console_session set token_hash = repeat('c', 64)"],
    ["select set_operator_role(2, 'administrator', 'person:2', null, null)"],
    ["select set_operator_role(2, 'administrator', 'person:3', null, null)"],
    ["select set_operator_role(1, 'support', 'person:1', null, null)"],
    ["select set_operator_role(2, 'administrator', 'platform', null, null)"],
    ['alter table person disable trigger person_audited'],
    [
      "create or replace function refuse_unaudited() returns trigger language plpgsql as 'begin return null; end'",
    ],
  ])('%s: is refused', async (statement) => {
    await expect(runtime.query(statement)).rejects.toMatchObject({ code: REFUSED });
  });

  test('what it does by the function is in the log, which it can’t rewrite', async () => {
    await runtime.query("select set_operator_role(2, 'support', 'operator:mallory', '203.0.113.9', null)");
    const { rows } = await runtime.query(
      "select action, actor, address, details from audit_entry where subject = 'person:2'",
    );
    expect(rows).toEqual([
      {
        action: 'operator.added',
        actor: 'operator:mallory',
        address: '203.0.113.9',
        details: { role: 'support' },
      },
    ]);
    await expect(runtime.query('delete from audit_entry')).rejects.toMatchObject({ code: REFUSED });
  });

  test('an entry of another transaction serves none', async () => {
    await runtime.query(
      "insert into audit_entry (action, subject, actor) values ('person.password_reset', 'person:1', 'person:1')",
    );
    const later = runtime.query("update person set password_hash = 'mine' where id = 1");
    await expect(later).rejects.toMatchObject({ code: REFUSED });
  });
});
