import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { preparePostgresHome, removePostgresHome } from '../../../tools/embedded/postgres/home.ts';
import { startPostgres } from '../../../tools/embedded/postgres/index.ts';
import { createSupervisor, type Supervisor } from '../../../tools/embedded/supervisor/index.ts';
import { until } from '../../support/until.ts';
import { type Urls, urlsOf } from './another-server.ts';
import type { Ground } from './drill.ts';

const run = promisify(execFile);
/** What a base backup leaves out: the log is in the archive, the rest is the running server's (PostgreSQL: "Low Level Base Backup"). */
const LEFT_OUT = ['pg_wal', 'postmaster.pid', 'postmaster.opts', 'pg_replslot'];

/** A PostgreSQL whose log is archived, as docs/recovery.md describes it; its data can be lost and come back from the archive. */
export interface ArchivingServer {
  readonly urls: () => Urls;
  /** A base backup while it works. */
  backUp(): Promise<void>;
  /** Closes the log's file, and waits until it is in the archive. */
  archiveLog(): Promise<void>;
  /** Its data is thrown away; the base backup comes back, with the log behind it up to that time. */
  recover(time: string): Promise<void>;
  /** The first column of the first row, as its superuser. */
  ask(sql: string): Promise<string>;
}

export async function startArchivingServer({
  folder,
  say,
  atEnd,
}: Pick<Ground, 'folder' | 'say' | 'atEnd'>): Promise<ArchivingServer> {
  const dataDir = join(folder, 'archiving');
  mkdirSync(dataDir);
  const { dir, account } = preparePostgresHome(dataDir, say);
  const [data, archive, base] = ['data', 'archive', 'base'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(archive, { mode: 0o700 });
  if (account) chownSync(archive, account.uid, account.gid);
  const archiving = {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f`,
    archive_timeout: '10',
  };
  let supervisor: Supervisor;
  let adminUrl = '';
  const start = async (settings: Readonly<Record<string, string>>) => {
    supervisor = createSupervisor({ logDir: join(dataDir, 'logs'), say });
    ({ adminUrl } = await startPostgres({
      dataDir,
      supervisor,
      say,
      settings: { ...archiving, ...settings },
    }));
  };
  await start({});
  atEnd(async () => {
    await supervisor.stop();
    removePostgresHome(dataDir);
  });
  return {
    urls: () => urlsOf(adminUrl),
    ask: async (sql) => await asked(adminUrl, sql),
    async backUp() {
      const label = await backUp(adminUrl, data, base);
      writeFileSync(join(base, 'backup_label'), label);
      writeFileSync(join(base, 'recovery.signal'), '');
      if (account)
        for (const name of ['backup_label', 'recovery.signal', ...LEFT_OUT.filter(isFolder)])
          chownSync(join(base, name), account.uid, account.gid);
    },
    async archiveLog() {
      const file = await asked(adminUrl, 'select pg_walfile_name(pg_switch_wal())');
      await until(
        async () =>
          (await asked(adminUrl, 'select last_archived_wal >= $1 from pg_stat_archiver', [file])) === 'true',
      );
    },
    async recover(time) {
      await supervisor.stop();
      rmSync(data, { recursive: true });
      renameSync(base, data);
      await start({
        restore_command: `cp ${archive}/%f "%p"`,
        recovery_target_action: 'promote',
        // Nobody connects before it is over.
        hot_standby: 'off',
        // No names of zones are taken there, not even `Z`.
        recovery_target_time: time.replace('Z', '+00'),
      });
    },
  };
}

const isFolder = (name: string) => name.startsWith('pg_');

/** @returns the label, without which the copy is no backup. */
async function backUp(adminUrl: string, data: string, base: string): Promise<string> {
  const session = new pg.Client({ connectionString: adminUrl });
  await session.connect();
  try {
    await session.query("select pg_backup_start('drill', fast => true)");
    // Files may vanish while they are copied: the log has what became of them.
    await run('cp', ['-a', data, base]).catch(({ stderr }: { stderr: string }) => {
      const bad = stderr.split('\n').filter((line) => line !== '' && !line.includes('No such file'));
      if (bad.length > 0) throw new Error(bad.join('\n'));
    });
    for (const name of LEFT_OUT) rmSync(join(base, name), { recursive: true, force: true });
    for (const name of LEFT_OUT.filter(isFolder)) mkdirSync(join(base, name), { mode: 0o700 });
    const { rows } = await session.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    return rows[0]!.labelfile;
  } finally {
    await session.end();
  }
}

async function asked(url: string, sql: string, values: readonly string[] = []): Promise<string> {
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  try {
    const { rows } = await session.query<unknown[]>({ text: sql, values: [...values], rowMode: 'array' });
    const [first] = rows[0] ?? [];
    return first instanceof Date ? first.toISOString() : String(first);
  } finally {
    await session.end();
  }
}
