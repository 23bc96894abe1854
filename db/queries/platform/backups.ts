import type { EntityManager } from '@mikro-orm/postgresql';

/** Seconds since the newest backup that was noted; undefined: none was. */
export async function backupAge(em: EntityManager): Promise<number | undefined> {
  const [row] = await em.execute<{ seconds: number | null }[]>(
    'select extract(epoch from now() - backup_at)::float8 as seconds from installation',
  );
  return row?.seconds ?? undefined;
}
