import pg from 'pg';
import { ADVISORY_LOCKS } from '../../../db/advisory-locks.ts';
import { until } from '../until.ts';

const LOCK = ADVISORY_LOCKS.barrierOfTests;
const WAITING = `select pid from pg_locks join pg_database d on d.oid = database
  where locktype = 'advisory' and objid = ${LOCK} and not granted and datname = current_database()`;

/** Holds whoever writes something at that very point, for as long as a test likes. */
export interface Barrier {
  /** @param point what follows `create trigger …`, such as `before insert on guide`. */
  raise(point: string): Promise<void>;
  /** Somebody stands before it. */
  reached(): Promise<void>;
  /** Ends the connections of those who do: their processes are gone, which PostgreSQL may notice late. */
  cutOff(): Promise<void>;
  /** Whoever still stands there goes on. */
  lower(): Promise<void>;
  close(): Promise<void>;
}

/** A barrier in a test's database. @param adminUrl a superuser's: it ends others' connections. */
export async function createBarrier(adminUrl: string): Promise<Barrier> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`create function stand_at_barrier() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(${LOCK}); return new; end $$`);
  let table: string | undefined;
  return {
    async raise(point) {
      table = / on (\w+)/.exec(point)![1]!;
      await client.query(`select pg_advisory_lock(${LOCK})`);
      await client.query(`create trigger barrier ${point} execute function stand_at_barrier()`);
    },
    reached: async () => void (await until(async () => (await client.query(WAITING)).rows.length > 0)),
    cutOff: async () => {
      await client.query(`select pg_terminate_backend(pid) from (${WAITING}) as w`);
      await until(async () => (await client.query(WAITING)).rows.length === 0);
    },
    async lower() {
      await client.query(`select pg_advisory_unlock(${LOCK})`);
      await client.query(`drop trigger barrier on ${table}`);
    },
    close: () => client.end(),
  };
}
