import type { Pool, PoolClient } from 'pg';

/**
 * A connection that is lost in the middle of a transaction makes room for another at once. Kysely gives a connection back
 * only after a rollback that succeeded, so that each crash of the server would cost the pool one place for every
 * transaction under way, and in the end all of them.
 */
export function freeLostPlaces(pool: Pool): void {
  pool.on('acquire', (client) => client.once('end', giveBack));
  pool.on('release', (_, client) => client.off('end', giveBack));
}

function giveBack(this: PoolClient): void {
  const { release } = this;
  // Its user may give it back, too.
  this.release = () => {};
  release(true);
}

/** Asks behind the handshake of the first connection, and before its first statement. */
export function askWhetherSuperuser(pool: Pool, onSuperuser: () => void): void {
  pool.once('connect', (client: PoolClient) => {
    client
      .query<{ is_superuser: string }>('show is_superuser')
      .then(({ rows }) => rows[0]?.is_superuser === 'on' && onSuperuser())
      // The connection is lost; its user gets the error.
      .catch(() => {});
  });
}
