import { type EntityManager, IsolationLevel } from '@mikro-orm/postgresql';

/**
 * Reads with one snapshot: what several statements find belongs to one moment, whatever commits between them. It costs
 * two round trips. Entities that `em` has loaded before are read again. Within a transaction of the caller's, that one's rules hold.
 */
export async function readSnapshot<Result>(
  em: EntityManager,
  read: (inside: EntityManager) => Promise<Result>,
): Promise<Result> {
  if (em.isInTransaction()) return await read(em);
  const options = { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true };
  return await em.fork().transactional(read, options);
}
