/** Rows that somebody else holds: a long transaction of an operator's, a report, a migration. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Random } from '../../support/random.ts';
import { pidOf, send } from '../parts.ts';
import type { BusyOrders } from '../traffic.ts';
import type { Fault } from './fault.ts';

const LOCK_MS = [1_000, 15_000] as const;
/** Behind a lock, commands have to be under way before the worker dies. */
const BEFORE_CRASH_MS = [400, 2_500] as const;
const AFTER_CRASH_MS = [0, 1_500] as const;
const RACE_WITHIN_MS = 3_000;
const CONNECT_MS = 2_000;
/** The row is not held for longer than that for a part that is down already. */
const APPEARS_WITHIN_MS = 4_000;

export interface LockTarget {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly busy: BusyOrders;
  /** Longest that a row is held, if shorter than usual. */
  readonly atMostMs?: number | undefined;
}

interface HeldRow {
  readonly name: string;
  release(): Promise<void>;
}

type Table = 'orders' | 'notification' | 'callback_endpoint';

const CANDIDATES: Record<Table, string> = {
  orders: `select id from orders where status in ('pending', 'confirmed', 'in_progress')
    and (id = any($1) or cardinality($1::text[]) = 0) order by updated_at desc limit 5`,
  notification: `select id from notification where $1::text[] is not null
    order by status = 'pending' desc, created_at desc limit 5`,
  callback_endpoint: 'select id from callback_endpoint where url is not null and $1::text[] is not null',
};

export function lockFaults(target: LockTarget): Fault[] {
  return [
    rowLock(target, 'orders'),
    rowLock(target, 'orders'),
    rowLock(target, 'notification'),
    rowLock(target, 'callback_endpoint'),
    crashBehindLock(target),
    crashBehindLock(target),
  ];
}

/** @returns the row, held until it is released; undefined while the database is unavailable or has none. */
export async function holdRow(
  databaseUrl: string,
  table: Table,
  choose: (ids: readonly string[]) => string,
  preferred: readonly string[] = [],
): Promise<HeldRow | undefined> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  // PostgreSQL may be struck as well: the lock is gone with it.
  client.on('error', () => {});
  const release = () => client.end().catch(() => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ id: string }>(CANDIDATES[table], [preferred]);
    if (rows.length === 0) throw new Error('no such row');
    const name = choose(rows.map(({ id }) => id));
    await client.query(`begin; set local lock_timeout = '2s'`);
    await client.query(`select from ${table} where id = $1 for update`, [name]);
    return { name, release };
  } catch {
    await release();
    return undefined;
  }
}

function rowLock({ databaseUrl, busy, atMostMs = Infinity }: LockTarget, table: Table): Fault {
  return {
    name: `lock ${table}`,
    async strike({ random, later }) {
      const lasts = Math.min(random.between(...LOCK_MS), atMostMs);
      const held = await holdRow(databaseUrl, table, (ids) => random.pick(ids), [...busy.live]);
      if (held === undefined) return undefined;
      later(lasts, held.release);
      return `lock ${table} ${held.name} for ${lasts} ms`;
    },
  };
}

/**
 * A write waits for a row, its worker and Temporal die, and then it is done all the same: nobody is left who knows
 * that it was, while other commands for the order are under way.
 */
function crashBehindLock({ dataDir, databaseUrl, busy }: LockTarget): Fault {
  return {
    name: 'crash behind a lock',
    async strike({ random }) {
      const held = await holdRow(databaseUrl, 'orders', (ids) => random.pick(ids), await racingOrders(busy));
      if (held === undefined) return undefined;
      try {
        await sleep(random.between(...BEFORE_CRASH_MS));
        await crash(dataDir, random);
        await sleep(random.between(...AFTER_CRASH_MS));
      } catch {
        return undefined;
      } finally {
        await held.release();
      }
      return `order worker and Temporal die while a move of ${held.name} waits for its row`;
    },
  };
}

/** An order that several move at once, if there is one soon; else any that is moved. */
async function racingOrders({ racing, live }: BusyOrders): Promise<string[]> {
  for (const end = Date.now() + RACE_WITHIN_MS; racing.size === 0 && Date.now() < end; ) await sleep(20);
  return [...(racing.size > 0 ? racing : live)];
}

async function crash(dataDir: string, random: Random): Promise<void> {
  for (const part of random.shuffled(['order-worker', 'temporal'] as const)) {
    send([await pidOf(dataDir, part, APPEARS_WITHIN_MS)], 'SIGKILL');
  }
}
