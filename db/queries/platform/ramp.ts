import type { EntityManager } from '@mikro-orm/postgresql';
import type { Ramp } from '../../../domain/ramp.ts';

const READ = `select ramp_program as program, ramp_percent as percent from installation where ramp_program is not null`;

/** The release that is tried beside the running one, or was withdrawn; undefined: there is none. */
export async function readRamp(em: EntityManager): Promise<Ramp | undefined> {
  const [ramp] = await em.execute<Ramp[]>(READ);
  return ramp;
}

/** The same in a transaction that changes it: others that do wait. */
export async function lockRamp(em: EntityManager): Promise<Ramp | undefined> {
  await em.execute('select id from installation for update');
  return await readRamp(em);
}

export async function writeRamp(em: EntityManager, ramp: Ramp | undefined): Promise<void> {
  await em.execute('update installation set ramp_program = ?, ramp_percent = ?', [
    ramp?.program ?? null,
    ramp?.percent ?? null,
  ]);
}
