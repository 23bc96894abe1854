import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { testPostgres } from './index.ts';

/** Pools close their last connections in the background: so long that may take. */
const CLOSING_MS = 2_000;

export interface TestDatabase {
  /** With the role and the privileges that the application has, no more. */
  readonly url: string;
  /** As the role of migrations, the owner's. */
  readonly migrationUrl: string;
  /** A superuser's: for what no application may do. */
  readonly adminUrl: string;
  /** @throws when a connection to it is still open: someone forgot to close a pool. It is dropped all the same. */
  readonly drop: () => Promise<void>;
}

/** Makes a database of its own for a test file: a clone of the migrated template. Takes some 50 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return await clone((await testPostgres()).templateDatabase);
}

/** A backup that was restored elsewhere: a copy of a database as it is now. Who is connected to that one is cut off, and connects again. */
export async function copyDatabase(url: string): Promise<TestDatabase> {
  const source = new URL(url).pathname.slice(1);
  const { adminUrl } = await testPostgres();
  const open = (isOpen: boolean) => `alter database ${source} allow_connections ${isOpen}`;
  return await asAdmin(adminUrl, async (admin) => {
    await admin.query(open(false));
    try {
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        source,
      ]);
      return await clone(source);
    } finally {
      await admin.query(open(true));
    }
  });
}

async function clone(source: string): Promise<TestDatabase> {
  const { adminUrl, applicationUrl, migrationUrl, templateDatabase } = await testPostgres();
  const name = `test_${randomBytes(6).toString('hex')}`;
  const owner = `${templateDatabase}_owner`;
  await asAdmin(adminUrl, async (admin) => {
    await admin.query(`create database ${name} template ${source} owner ${owner}`);
    // A clone has its template's tables with their privileges, but not the database's own.
    await admin.query(`revoke create, temporary on database ${name} from public`);
  });
  return {
    url: onDatabase(applicationUrl, name),
    migrationUrl: onDatabase(migrationUrl, name),
    adminUrl: onDatabase(adminUrl, name),
    drop: () => asAdmin(adminUrl, (admin) => dropChecked(admin, name)),
  };
}

/** The same server and role, another database. */
export function onDatabase(url: string, database: string): string {
  const there = new URL(url);
  there.pathname = `/${database}`;
  return there.href;
}

async function dropChecked(admin: pg.Client, name: string): Promise<void> {
  const leaked = await connectionsTo(admin, name);
  await admin.query(`drop database ${name} with (force)`);
  if (leaked.length > 0)
    throw new Error(`${leaked.length} connection(s) leaked; last: ${leaked.join(' | ')}`);
}

async function connectionsTo(admin: pg.Client, name: string): Promise<string[]> {
  for (const end = Date.now() + CLOSING_MS; ; await sleep(50)) {
    const { rows } = await admin.query<{ query: string }>(
      `select query from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
      [name],
    );
    if (rows.length === 0 || Date.now() > end) return rows.map(({ query }) => query);
  }
}

async function asAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
