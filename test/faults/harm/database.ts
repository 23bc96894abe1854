/** A PostgreSQL that is there, and slow, or full of others. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { familyOf, pidOf, send } from '../parts.ts';
import type { Fault } from './fault.ts';

/** The most that PostgreSQL lets a commit wait. */
const COMMIT_DELAY_US = 100_000;
const STOPPED_MS = [100, 700] as const;
const RUNNING_MS = [10, 150] as const;
const CONNECT_MS = 2_000;
const UNDO_WITHIN_MS = 60_000;
const GREED_MS = 100;
/** More than any server of ours admits. */
const MOST_CONNECTIONS = 400;

export interface DatabaseTarget {
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** As the superuser, who may change the server's settings. */
  readonly adminUrl: string;
}

export function databaseFaults(target: DatabaseTarget): Fault[] {
  return [slowCommits(target), stutter(target), connectionsTaken(target)];
}

/** Each group of commits waits a tenth of a second, as for a disk that is slow to flush; reads are not held up. */
function slowCommits({ adminUrl }: DatabaseTarget): Fault {
  return {
    name: 'slow commits',
    async strike({ lasts, later }) {
      const isSlow = await run(
        adminUrl,
        `alter system set commit_delay = ${COMMIT_DELAY_US}`,
        'alter system set commit_siblings = 0',
        'select pg_reload_conf()',
      );
      // Also where it was cut off in the middle.
      later(lasts, () => untilRun(adminUrl, 'alter system reset all', 'select pg_reload_conf()'));
      return isSlow ? `every commit waits ${COMMIT_DELAY_US / 1_000} ms, for ${lasts} ms` : undefined;
    },
  };
}

/** All of PostgreSQL stands still for moments and goes on: a disk, or a neighbour, that takes all the time there is. */
function stutter({ dataDir }: DatabaseTarget): Fault {
  return {
    name: 'stutter postgres',
    async strike({ lasts, random, later }) {
      const end = new AbortController();
      const pulses = pulse(dataDir, random.fork(`stutter ${random.next()}`), end.signal);
      later(lasts, async () => {
        end.abort();
        await pulses;
      });
      return `PostgreSQL stutters for ${lasts} ms`;
    },
  };
}

async function pulse(
  dataDir: string,
  random: { between(low: number, high: number): number },
  end: AbortSignal,
): Promise<void> {
  while (!end.aborted) {
    const family = await pidOf(dataDir, 'postgres').then(familyOf, () => []);
    send(family, 'SIGSTOP');
    await sleep(random.between(...STOPPED_MS));
    send(family, 'SIGCONT');
    await sleep(random.between(...RUNNING_MS));
  }
}

/** Others have taken every connection, and ours were cut. */
function connectionsTaken({ databaseUrl, adminUrl }: DatabaseTarget): Fault {
  return {
    name: 'connections taken',
    async strike({ lasts, later }) {
      const taken: pg.Client[] = [];
      const end = new AbortController();
      if (!(await takeAll(databaseUrl, taken))) return undefined;
      const own = taken.map((client) => (client as unknown as { processID: number }).processID);
      await run(
        adminUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where backend_type = 'client backend' and pid <> all('{${own}}') and pid <> pg_backend_pid()`,
      );
      const greed = keepTaking(databaseUrl, taken, end.signal);
      later(lasts, async () => {
        end.abort();
        await greed;
        await Promise.all(taken.map((client) => client.end().catch(() => {})));
      });
      return `${taken.length} connections taken for ${lasts} ms`;
    },
  };
}

/** @returns whether the server had to refuse one. */
async function takeAll(databaseUrl: string, taken: pg.Client[]): Promise<boolean> {
  while (taken.length < MOST_CONNECTIONS) {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      taken.push(client);
    } catch (error) {
      await client.end().catch(() => {});
      if ((error as { code?: string }).code === '53300') return true;
      break;
    }
  }
  if (taken.length === MOST_CONNECTIONS) return true;
  await Promise.all(taken.splice(0).map((client) => client.end().catch(() => {})));
  return false;
}

async function keepTaking(databaseUrl: string, taken: pg.Client[], end: AbortSignal): Promise<void> {
  for (; !end.aborted; await sleep(GREED_MS)) {
    const more: pg.Client[] = [];
    await takeAll(databaseUrl, more);
    taken.push(...more);
  }
}

/** @returns whether all of it was run. */
async function run(adminUrl: string, ...statements: string[]): Promise<boolean> {
  const client = new pg.Client({
    connectionString: adminUrl,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    for (const statement of statements) await client.query(statement);
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function untilRun(adminUrl: string, ...statements: string[]): Promise<void> {
  for (const end = Date.now() + UNDO_WITHIN_MS; Date.now() < end; await sleep(500)) {
    if (await run(adminUrl, ...statements)) return;
  }
  throw new Error(`could not be undone: ${statements.join('; ')}`);
}
