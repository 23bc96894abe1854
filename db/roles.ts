/**
 * The database's roles (docs/decisions/0060): one that owns everything and nobody logs in as, one for migrations, one
 * that the application runs as.
 */
import pg from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { handOver } from './ownership.ts';
import { scramVerifier } from './scram.ts';

export interface RoleUrls {
  /** The URL of a role that may create roles: a superuser, or a provider's replacement. On the database itself. */
  readonly adminUrl: string;
  /** With the user and password that migrations are to have. */
  readonly migrationUrl: string;
  /** With the user and password that the application is to have. */
  readonly databaseUrl: string;
}

interface Role {
  readonly name: string;
  /** undefined: nobody logs in as it. */
  readonly password?: string;
}

/** What none of them has. A role that is there already keeps its name and loses these. */
const BARE = 'nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
const HAS_MORE = 'rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls';
/**
 * Keeps values out of the server's log for every client (docs/security.md). Only superusers may set these, so
 * no other role can undo them.
 */
export const QUIET_LOG = {
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
} as const;
const INSUFFICIENT_PRIVILEGE = '42501';
const quote = pg.escapeIdentifier;

/**
 * Creates the roles or brings them in line, passwords included, and hands the database with all that is in it to its
 * owner, DATABASE_owner. What was done before is not done again. Safe to call while the platform runs.
 * @returns names of settings that keep values out of the server's log and that this administrator may not set.
 * @throws Error when the three URLs do not name three users.
 */
export async function prepareRoles({ adminUrl, migrationUrl, databaseUrl }: RoleUrls): Promise<string[]> {
  const [migration, runtime] = [roleOf(migrationUrl), roleOf(databaseUrl)];
  const users = new Set([roleOf(adminUrl).name, migration.name, runtime.name]);
  if (users.size < 3)
    throw new Error('the administrator, migrations and the application each need a role of their own');
  const admin = new pg.Client({ connectionString: adminUrl });
  admin.on('error', () => {});
  await admin.connect();
  try {
    await admin.query('begin');
    await admin.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.roles]);
    const { database } = (await admin.query('select current_database() as database')).rows[0];
    const owner = { name: `${database}_owner` };
    for (const role of [owner, migration, runtime]) await ensureRole(admin, role);
    await joinOwner(admin, owner, migration);
    await leaveOthers(admin, runtime, [owner, migration]);
    await handOver(admin, owner.name);
    await narrow(admin, database, migration, runtime);
    await admin.query('commit');
    return await quietLog(admin, [migration, runtime]);
  } finally {
    await admin.end();
  }
}

/** @throws Error for a URL that names no user. */
function roleOf(url: string): Required<Role> {
  const { username, password } = new URL(url);
  if (username === '') throw new Error('a database URL names no user');
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

async function ensureRole(admin: pg.Client, { name, password }: Role): Promise<void> {
  const known = await admin.query(`select ${HAS_MORE} as "hasMore" from pg_roles where rolname = $1`, [name]);
  if (known.rows.length === 0) await admin.query(`create role ${quote(name)} ${BARE}`);
  else if (known.rows[0].hasMore) await admin.query(`alter role ${quote(name)} ${BARE}`);
  const login = password
    ? `login password '${scramVerifier(password)}'`
    : password === ''
      ? 'login'
      : 'nologin';
  await admin.query(`alter role ${quote(name)} ${login}`);
}

/** Migrations act as the owner, so that what they create is the owner's; so does the administrator, to change owners. */
async function joinOwner(admin: pg.Client, owner: Role, migration: Role): Promise<void> {
  const { rows } = await admin.query('select rolsuper from pg_roles where rolname = current_user');
  const members = rows[0].rolsuper ? quote(migration.name) : `${quote(migration.name)}, current_user`;
  await admin.query(`grant ${quote(owner.name)} to ${members}`);
  await admin.query(`alter role ${quote(migration.name)} set role = ${quote(owner.name)}`);
}

/** What the application's role could become, or could do as a member of PostgreSQL's own roles. */
async function leaveOthers(admin: pg.Client, runtime: Role, others: readonly Role[]): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `select r.rolname as name from pg_auth_members m join pg_roles r on r.oid = m.roleid
     where m.member = (select oid from pg_roles where rolname = $1)
       and (r.rolname = any($2::text[]) or r.rolname like 'pg\\_%')`,
    [runtime.name, others.map(({ name }) => name)],
  );
  for (const { name } of rows) await admin.query(`revoke ${quote(name)} from ${quote(runtime.name)}`);
}

async function narrow(admin: pg.Client, database: string, migration: Role, runtime: Role): Promise<void> {
  const app = quote(runtime.name);
  await admin.query(`revoke create, temporary on database ${quote(database)} from public, ${app}`);
  await admin.query(`grant connect on database ${quote(database)} to ${app}, ${quote(migration.name)}`);
  await admin.query(`revoke create on schema public from public, ${app}`);
  await admin.query(`grant usage on schema public to ${app}`);
}

async function quietLog(admin: pg.Client, roles: readonly Role[]): Promise<string[]> {
  const refused = new Set<string>();
  for (const { name } of roles) {
    for (const [setting, value] of Object.entries(QUIET_LOG)) {
      try {
        await admin.query(`alter role ${quote(name)} set ${setting} = ${pg.escapeLiteral(value)}`);
      } catch (error) {
        if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
        refused.add(setting);
      }
    }
  }
  return [...refused];
}
