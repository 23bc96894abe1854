import type { EntityManager } from '@mikro-orm/postgresql';

/** The database answers, and a process can't work with it as it is; the message is for the operator. It may be put right. */
export class UnusableDatabaseError extends Error {
  override readonly name: string = 'UnusableDatabaseError';
}

/**
 * @throws UnusableDatabaseError where nothing can be written: a standby, or a server or database that was made read-only. Statements
 * that write fail there with SQLSTATE 25006, which is `unavailable` (failures.ts).
 */
export async function requireWritable(em: EntityManager): Promise<void> {
  const [state] = await em.execute<[{ isRecovering: boolean; isReadOnly: boolean }]>(
    `select pg_is_in_recovery() as "isRecovering", current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  );
  if (state.isRecovering)
    throw new UnusableDatabaseError('is a standby, or recovers: nothing can be written');
  if (state.isReadOnly) throw new UnusableDatabaseError('is read-only: nothing can be written');
}
