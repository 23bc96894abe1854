/**
 * The feeds are ordered by the numbers of transactions (docs/decisions/0020), which every PostgreSQL server counts by itself: one that a
 * backup was restored into counts from elsewhere. So the numbers have an epoch in front, which is raised when the data is found
 * on another server, or on another timeline of it (a restore to a point in time, a replica that took over). What this rules out:
 *
 * - What is written after a restore comes before what a reader has read, and is never seen by it.
 * - A transaction of the epoch before commits when a reader is in the new one: raising waits for all that write.
 * - Two processes that start at the same time raise it twice: the second finds the server known.
 */
import type { EntityManager } from '@mikro-orm/postgresql';

/** The server by its id, and its timeline. */
const CLUSTER = `(select system_identifier from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8)`;

/**
 * Called by every process before it works. @returns true where it has raised the epoch.
 * If a database provider forbids these functions, nothing happens: `admin restored` does it by hand.
 */
export async function followCluster(em: EntityManager): Promise<boolean> {
  const [row] = await em
    .execute<{ cluster: string; known: string | null }[]>(
      `select ${CLUSTER} as cluster, feed_cluster as known from installation`,
    )
    .catch(() => []);
  if (row === undefined || row.cluster === row.known) return false;
  return await em.transactional(async (inside) => {
    await untilNobodyWrites(inside);
    const [found] = await inside.execute<{ known: string | null }[]>(
      'select feed_cluster as known from installation for update',
    );
    if (found?.known === row.cluster) return false;
    const isOther = found?.known !== null || (await isAhead(inside));
    await inside.execute('update installation set feed_cluster = ?, feed_epoch = feed_epoch + ?', [
      row.cluster,
      isOther ? 1 : 0,
    ]);
    return isOther;
  });
}

/** For operators: the data was restored in a way that neither server nor timeline shows. @returns the new epoch. */
export async function raiseEpoch(em: EntityManager): Promise<number> {
  return await em.transactional(async (inside) => {
    await untilNobodyWrites(inside);
    const [row] = await inside.execute<[{ epoch: number }]>(
      'update installation set feed_epoch = feed_epoch + 1 returning feed_epoch as epoch',
    );
    return row.epoch;
  });
}

async function untilNobodyWrites(em: EntityManager): Promise<void> {
  await em.execute('lock table notification, guide_change in share row exclusive mode');
}

/** Whether a database from before there were epochs has numbers that this server has not assigned yet. */
async function isAhead(em: EntityManager): Promise<boolean> {
  const ahead = (table: string) =>
    `exists (select from ${table} where transaction_id >= pg_snapshot_xmax(pg_current_snapshot()))`;
  const [row] = await em.execute<[{ ahead: boolean }]>(
    `select ${ahead('notification')} or ${ahead('guide_change')} as ahead`,
  );
  return row.ahead;
}
