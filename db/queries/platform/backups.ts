import type { EntityManager } from '@mikro-orm/postgresql';

/** Seconds since the newest backup that was noted; undefined: none was. */
export async function backupAge(em: EntityManager): Promise<number | undefined> {
  const [row] = await em.execute<{ seconds: number | null }[]>(
    'select extract(epoch from now() - backup_at)::float8 as seconds from installation',
  );
  return row?.seconds ?? undefined;
}

/** @returns when the newest was taken. */
export async function noteBackupAt(em: EntityManager, at: Date): Promise<Date> {
  const [row] = await em.execute<[{ newest: Date }]>(
    'update installation set backup_at = greatest(backup_at, ?::timestamptz) returning backup_at as newest',
    [at],
  );
  return new Date(row.newest);
}
