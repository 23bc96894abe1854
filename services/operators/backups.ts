import type { MikroORM } from '@mikro-orm/postgresql';
import { noteBackupAt } from '../../db/queries/platform/backups.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { type Operator, recordAudit } from '../audit.ts';

/**
 * Notes that a backup of the database was taken; an older one than the newest that is known changes nothing. @returns the newest.
 * @throws InvalidParameter for a time to come.
 */
export async function noteBackup(
  {
    orm,
    now,
    installation,
  }: { readonly orm: MikroORM; readonly now: () => Date; readonly installation: string },
  operator: Operator,
  at: Date,
): Promise<Date> {
  if (at > now()) throw invalidParameter('at', 'invalid', 'is a time to come');
  return await orm.em.fork().transactional(async (em) => {
    const newest = await noteBackupAt(em, at);
    const change = { action: 'backup.noted', subject: `installation:${installation}` };
    await recordAudit(em, operator, { ...change, details: { at: at.toISOString() } });
    return newest;
  });
}
