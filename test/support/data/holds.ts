import type { MikroORM } from '@mikro-orm/postgresql';

/** Writes so many open holds of a merchant on a guide, an hour each, from the year 2040 on. */
export async function createHoldRows(
  { orm }: { orm: MikroORM },
  { merchantKey, guideId, count }: { merchantKey: string; guideId: string; count: number },
): Promise<void> {
  await orm.em.fork().execute(
    `with held as (
     insert into hold (id, merchant_key, studio_key, guide_id, trip_start_at, trip_end_at, terms, expires_at)
     select 'HLD' || (100000 + n), ?, g.studio_key, g.id, timestamptz '2040-01-01' + n * interval '1 hour',
       timestamptz '2040-01-01' + (n + 1) * interval '1 hour', '{}', now() + interval '1 hour'
     from guide g, generate_series(1, ?::int) n where g.id = ? returning *)
     insert into reservation (id, guide_id, start_at, end_at) select id, guide_id, trip_start_at, trip_end_at from held`,
    [merchantKey, count, guideId],
  );
}
