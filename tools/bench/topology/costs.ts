/** What the parts of a running topology have used so far, read from the system and from PostgreSQL itself. Linux only. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** USER_HZ */
const TICKS_PER_SECOND = 100;

/** So far, in all. */
export interface Costs {
  /** Part → milliseconds of CPU, of all its processes. */
  readonly cpuMs: ReadonlyMap<string, number>;
  readonly databases: ReadonlyMap<string, DatabaseCosts>;
}

export interface DatabaseCosts {
  readonly commits: number;
  /** Rows inserted, updated and deleted. */
  readonly rows: number;
  /** Of the write-ahead log, full pages apart from the rest: how many there are depends on the checkpoints. */
  readonly walBytes: number;
  readonly walRecords: number;
  readonly walFullPages: number;
  /** On disk, indexes among them. */
  readonly bytes: number;
}

const COUNTED = `select w.wal_bytes::float8 as "walBytes", w.wal_records::float8 as "walRecords", w.wal_fpi::float8 as "walFullPages",
  (select sum(xact_commit)::float8 from pg_stat_database) as commits,
  (select sum(tup_inserted + tup_updated + tup_deleted)::float8 from pg_stat_database) as rows,
  (select sum(pg_database_size(oid))::float8 from pg_database) as bytes
  from pg_stat_wal w`;

export async function readCosts(
  pids: Readonly<Record<string, number>>,
  databases: Readonly<Record<string, string>>,
): Promise<Costs> {
  const cpuMs = new Map<string, number>();
  for (const [name, pid] of Object.entries(pids)) {
    if (name === 'supervisor' || name === 'guard') continue;
    const part = name.replace(/-\d+$/, '');
    cpuMs.set(part, (cpuMs.get(part) ?? 0) + cpuOf(pid));
  }
  const counted = Object.entries(databases).map(async ([name, url]) => [name, await count(url)] as const);
  return { cpuMs, databases: new Map(await Promise.all(counted)) };
}

/** `later` less `earlier`. */
export function costsBetween(earlier: Costs, later: Costs): Costs {
  const less = (one: DatabaseCosts, other: DatabaseCosts) =>
    Object.fromEntries(
      Object.entries(one).map(([name, value]) => [name, value - other[name as keyof DatabaseCosts]]),
    ) as unknown as DatabaseCosts;
  return {
    cpuMs: new Map([...later.cpuMs].map(([part, ms]) => [part, ms - (earlier.cpuMs.get(part) ?? 0)])),
    databases: new Map(
      [...later.databases].map(([name, costs]) => [name, less(costs, earlier.databases.get(name)!)]),
    ),
  };
}

/** Milliseconds of a process, of those that it has now and of those that have ended: PostgreSQL has one for each connection. */
export function cpuOf(pid: number): number {
  const [own = 0, ended = 0] = ticksOf(pid);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  const living = children.map((child) => ticksOf(Number(child))[0] ?? 0);
  return ((own + ended + living.reduce((sum, ticks) => sum + ticks, 0)) * 1_000) / TICKS_PER_SECOND;
}

/** Its own, and those of children that have ended. A process that has just ended has none. */
function ticksOf(pid: number): number[] {
  try {
    const stat = readFileSync(join('/proc', `${pid}`, 'stat'), 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return [fields[11]! + fields[12]!, fields[13]! + fields[14]!];
  } catch {
    return [];
  }
}

async function count(url: string): Promise<DatabaseCosts> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // What sessions have counted is there at once only for those that ask for it.
    await client.query('select pg_stat_clear_snapshot(), pg_stat_force_next_flush()');
    return (await client.query(COUNTED)).rows[0] as DatabaseCosts;
  } finally {
    await client.end();
  }
}
