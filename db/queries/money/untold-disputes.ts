import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { SettlementDispute } from '../../entities/index.ts';

/** SQL: those that operators were not written of. */
export const UNTOLD_DISPUTES = 'settlement_dispute where told_at is null';

const TAKE = `
select id::float8 as id from ${UNTOLD_DISPUTES} and id > ?
order by id limit 1 for no key update skip locked`;

/** One that operators were not written of, locked until the transaction ends. @param after the id of the last one that had its turn. */
export async function takeUntoldDispute(em: EntityManager, after: number): Promise<number | undefined> {
  const [row] = await em.execute<{ id: number }[]>(TAKE, [after]);
  return row?.id;
}

export async function markDisputeTold(em: EntityManager, id: number): Promise<void> {
  await em.nativeUpdate(SettlementDispute, { id }, { toldAt: raw('now()') });
}
