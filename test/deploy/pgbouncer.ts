import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { drawPort } from '../support/ports.ts';
import { until } from '../support/until.ts';

/** Prepared statements in transaction pooling. */
const OLDEST = 1.21;

export interface PgBouncer extends AsyncDisposable {
  /** The database through it. */
  readonly url: string;
  /** What its administrator is shown: `pools`, `clients`, `servers`. */
  show(what: string): Promise<Record<string, unknown>[]>;
}

/**
 * PgBouncer with deploy/pgbouncer.ini, whose addresses and numbers are replaced, in front of this database.
 * @throws Error where there is none on PATH, or one that knows no prepared statements
 */
export async function startPgBouncer(
  databaseUrl: string,
  numbers: Readonly<Record<string, number>>,
): Promise<PgBouncer> {
  requirePgBouncer();
  const target = new URL(databaseUrl);
  const database = target.pathname.slice(1);
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await drawPort();
  const users = join(folder, 'userlist.txt');
  writeFileSync(users, `"${target.username}" "${decodeURIComponent(target.password)}"\n`);
  const ini = replaced(readFileSync(new URL('../../deploy/pgbouncer.ini', import.meta.url), 'utf8'), {
    guidepost: `host=${target.hostname} port=${target.port} dbname=${database}`,
    ...{ listen_addr: '127.0.0.1', listen_port: `${port}`, auth_file: users },
    ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, `${value}`])),
  });
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `${ini}\nadmin_users = ${target.username}\nunix_socket_dir =\n`,
  );
  // It refuses to be root.
  const user = process.getuid?.() === 0 ? ['--user', 'nobody'] : [];
  const server = spawn('pgbouncer', [...user, join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  server.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const at = (name: string) => {
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${port}`;
    url.pathname = `/${name}`;
    return url.href;
  };
  await until(async () => {
    if (server.exitCode !== null) throw new Error(`pgbouncer ended with ${server.exitCode}: ${said}`);
    return await ask(at('pgbouncer'), 'show version').catch(() => undefined);
  });
  return {
    url: at('guidepost'),
    show: (what) => ask(at('pgbouncer'), `show ${what}`),
    async [Symbol.asyncDispose]() {
      await stopped(server);
      rmSync(folder, { recursive: true });
    },
  };
}

function requirePgBouncer(): void {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
  const version = Number(/PgBouncer (\d+\.\d+)/.exec(stdout ?? '')?.[1]);
  if (!(version >= OLDEST))
    throw new Error(`pgbouncer ${OLDEST} or later has to be on PATH (Debian 13 has 1.24)`);
}

/** Each setting is there: one that is spelt otherwise would be added, and not tested. */
function replaced(ini: string, settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings).reduce((text, [name, value]) => {
    const line = new RegExp(`^${name} = .*$`, 'm');
    if (!line.test(text)) throw new Error(`deploy/pgbouncer.ini has no ${name}`);
    return text.replace(line, `${name} = ${value}`);
  }, ini);
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function stopped(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}
