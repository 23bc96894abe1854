import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { QUIET_LOG } from '../../../db/roles.ts';
import { keepSecret } from '../os/files.ts';
import { type ReservedPort, reservePort } from '../os/ports.ts';
import type { Say } from '../os/terminal.ts';
import type { Supervisor } from '../supervisor/index.ts';
import type { Service, ServiceDefinition } from '../supervisor/service.ts';
import { type PostgresHome, preparePostgresHome } from './home.ts';
import { clearLeftovers } from './leftovers.ts';

const run = promisify(execFile);

/** For a small machine with everything on it. One node: no replication, so the smallest log. */
const SETTINGS: Readonly<Record<string, string>> = {
  ...QUIET_LOG,
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** What a server is called, and who and what is in it from the start. */
interface PostgresIdentity {
  /** Of its process. */
  readonly name: string;
  /** The superuser that initdb makes. */
  readonly user: string;
  readonly database: string;
  /** Default: made once, and kept beside the data. */
  readonly password?: string;
}

/** Guidepost's own. */
const OWN: PostgresIdentity = { name: 'postgres', user: 'guidepost', database: 'guidepost' };

export interface PostgresOptions {
  readonly dataDir: string;
  readonly identity?: PostgresIdentity;
  readonly supervisor: Supervisor;
  readonly say: Say;
  /** Default: a free one. */
  readonly port?: ReservedPort;
  /** Over the defaults, as in postgresql.conf; tests switch `fsync` off. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface RunningPostgres {
  /** The administrator's, a superuser's, on the database; with the password: treat it as a secret. */
  readonly adminUrl: string;
  /** Where the passwords of its roles are kept. */
  readonly secretsDir: string;
  readonly port: number;
  readonly pid: () => number | undefined;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a PostgreSQL of our own on loopback, its data kept below `dataDir`, with the database `guidepost` in it.
 * Clears what a crash has left, and comes back on the same port when it is killed.
 * @throws ServiceError when it doesn't come up; an Error when root can't make an account for it.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { dataDir, supervisor, say, settings = {}, identity = OWN } = options;
  const { name, user, database } = identity;
  const port = options.port ?? (await reservePort());
  const home = preparePostgresHome(dataDir, say);
  const password =
    identity.password ?? keepSecret(join(home.dir, 'password'), () => randomBytes(24).toString('base64url'));
  if (!existsSync(join(home.dir, 'data', 'PG_VERSION'))) {
    say('Creating the PostgreSQL database');
    await createCluster(home, user, password);
  }
  const url = (where: string) => `postgresql://${user}:${password}@127.0.0.1:${port.port}/${where}`;
  const service = await supervisor.start(
    definition(name, home, port, { ...SETTINGS, ...settings }, () => url('postgres'), say),
  );
  port.fix();
  await createDatabase(url('postgres'), database, service);
  const stop = () => service.stop();
  return { adminUrl: url(database), secretsDir: home.dir, port: port.port, pid: service.pid, stop };
}

function definition(
  name: string,
  { dir, account, binaries }: PostgresHome,
  port: ReservedPort,
  settings: Readonly<Record<string, string>>,
  adminUrl: () => string,
  say: Say,
): ServiceDefinition {
  const data = join(dir, 'data');
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return {
    name,
    command: async () => {
      await clearLeftovers(data, say);
      await port.handOver();
      return { file: binaries.postgres, args: ['-D', data, '-p', `${port.port}`, ...flags], ...account };
    },
    ready: (signal) => untilItAnswers(adminUrl(), signal),
    readyWithinMs: 60_000,
    // "Fast shutdown": sessions are ended, the log is flushed. SIGTERM would wait for every client.
    stopSignal: 'SIGINT',
    graceMs: 15_000,
  };
}

/** Into a draft that is renamed when it is whole: an interrupted start leaves nothing half made. */
async function createCluster(
  { dir, account, binaries }: PostgresHome,
  user: string,
  password: string,
): Promise<void> {
  const draft = join(dir, 'data.new');
  const passwordFile = join(dir, 'password.new');
  rmSync(draft, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  try {
    mkdirSync(draft, { mode: 0o700 });
    writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' });
    if (account) for (const path of [draft, passwordFile]) chownSync(path, account.uid, account.gid);
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const login = [`--username=${user}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
    await run(binaries.initdb, [`--pgdata=${draft}`, ...login, ...locale], { cwd: '/', ...account });
    renameSync(draft, join(dir, 'data'));
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function createDatabase(adminUrl: string, database: string, service: Service): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(database)}`);
  } catch (error) {
    await service.stop();
    throw error;
  } finally {
    await client.end();
  }
}

async function untilItAnswers(url: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return;
    } catch (error) {
      // 28xxx: it answers, but with other credentials than ours; waiting won't change that.
      if (`${(error as { code?: string }).code}`.startsWith('28')) throw error;
      await sleep(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
