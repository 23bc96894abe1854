import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findProgram } from '../../../tools/embedded/os/find-program.ts';
import { removePostgresHome } from '../../../tools/embedded/postgres/home.ts';
import { startPostgres } from '../../../tools/embedded/postgres/index.ts';
import { createSupervisor } from '../../../tools/embedded/supervisor/index.ts';
import { checkRestored } from '../checks/restored.ts';
import { type Violation, violations } from '../checks/violation.ts';
import { readBooks } from '../facts.ts';
import { createJournal } from '../journal.ts';
import { migrate, type Urls, urlsOf } from './another-server.ts';
import { acknowledgedIn, type Ground, reconcile, Skipped } from './drill.ts';
import { missedByReaders, readFeed } from './feed-readers.ts';

const LOAD_MS = 25_000;
const DUMPED_AFTER_MS = 12_000;
const LATER_MS = 8_000;
/** Of the PostgreSQL that `npm start` runs: pg_dump refuses servers that are newer than itself. */
const SERVER_MAJOR = 18;

const run = promisify(execFile);

/**
 * pg_dump of a platform at work; its server is lost; pg_restore into a new one whose transactions are counted from the start, and
 * where nobody is a superuser: no pg_resetwal, no `restored`. Temporal is newer than the database, and so are the merchants' cursors.
 */
export async function logicalRestore(ground: Ground): Promise<Violation[]> {
  const { folder, say } = ground;
  const programs = await findPrograms();
  const [before, later] = [createJournal(), createJournal()];
  const dump = join(folder, 'guidepost.dump');
  let backedUp: string[] = [];
  await ground.load(before, 'before', LOAD_MS, async () => {
    await sleep(DUMPED_AFTER_MS);
    backedUp = acknowledgedIn(before);
    await run(programs.dump, ['--format=custom', `--file=${dump}`, ground.migrationUrl()]);
    say(`dumped: ${backedUp.length} orders and what was under way`);
  });
  const readers = await readFeed(ground);
  const server = await startAnother(ground);
  await ground.restart(async () => await restore(ground, server, programs.restore, dump), {
    DATABASE_URL: server.application,
    DATABASE_MIGRATION_URL: server.migration,
  });
  const found = await reconcile(ground);
  await ground.load(later, 'later', LATER_MS);
  found.push(...(await ground.drained()));
  const books = await readBooks(ground.platform().info.database);
  const ours = acknowledgedIn(later);
  return [
    ...found,
    ...checkRestored([...backedUp, ...ours], books),
    ...violations(
      'cursors of before the restore go on: every event of afterwards is read',
      await missedByReaders(ground, readers, new Set(ours)),
    ),
  ];
}

/** @throws Skipped where there is none that can dump our PostgreSQL. */
async function findPrograms() {
  const [dump, restore] = ['pg_dump', 'pg_restore'].map((name) => findProgram(name, process.env.PATH));
  const version = dump === undefined ? '' : (await run(dump, ['--version'])).stdout;
  const major = Number(/ (\d+)[. ]/.exec(version)?.[1] ?? 0);
  if (dump !== undefined && restore !== undefined && major >= SERVER_MAJOR) return { dump, restore };
  throw new Skipped(
    `it needs pg_dump and pg_restore of PostgreSQL ${SERVER_MAJOR} or later on PATH, and finds ${version.trim() || 'none'}`,
  );
}

/** A server that has counted nothing yet, and whose superuser nobody is: a provider's. */
async function startAnother({ folder, say, atEnd }: Ground): Promise<Urls> {
  const dataDir = join(folder, 'another');
  mkdirSync(dataDir);
  const supervisor = createSupervisor({ logDir: join(dataDir, 'logs'), say });
  atEnd(async () => {
    await supervisor.stop();
    removePostgresHome(dataDir);
  });
  const { adminUrl } = await startPostgres({ dataDir, supervisor, say });
  const superuser = new pg.Client({ connectionString: adminUrl });
  await superuser.connect();
  await superuser.query("create role provider login createdb createrole password 'of-provider'");
  await superuser.query('alter database guidepost owner to provider');
  await superuser.end();
  return urlsOf(adminUrl, 'provider');
}

/** As docs/database.md has it. */
async function restore({ say }: Ground, server: Urls, pgRestore: string, dump: string): Promise<void> {
  await migrate(server);
  await run(pgRestore, ['--clean', '--if-exists', '--exit-on-error', `--dbname=${server.migration}`, dump]);
  await migrate(server);
  say('restored into another server');
}
