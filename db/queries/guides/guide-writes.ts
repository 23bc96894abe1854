/**
 * What follows from a write of guides, in its transaction and behind it: their index, guide/changes and waitlists. Every function that writes
 * a guide, its studio's status or a partnership calls one of these (test/db/writers.test.ts names the writers). What this rules out
 * (test/db/guide-writes.test.ts):
 *
 * - A change without its event: it is recorded in the transaction of the write, so both are there or neither is.
 * - A change that is read before it is there: readers pass over transactions that run (guide-changes.ts), and this one ends with it.
 * - Whoever waits for a guide's time is overlooked, where the entry is made while the write waits for the guide: this is a statement of
 *   its own behind the write, and sees what was committed until then.
 * - Two that note many guides wait for each other in a circle: they are noted in the order of their ids.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { addJobs } from '../platform/jobs.ts';

const WORLD = "case when sandbox then 'sandbox' else 'live' end";

/** SQL. @param audience SQL of whom it is for. @param guides a query of `id` and `visibility`. */
const noteChange = (audience: string, guides: string) => `
insert into guide_change (guide_id, audience, was_public)
select id, ${audience}, visibility = 'public' from ${guides} order by id
on conflict (guide_id, audience) do update set transaction_id = feed_transaction(), changed_at = clock_timestamp(),
  was_public = guide_change.was_public or excluded.was_public`;

const INDEXED = `indexed as (${addJobs('guide_index', 'select id as subject from written')})`;

const GUIDE = `
with written as (
  select id, visibility, sandbox from guide where id = ?
), ${INDEXED}, freed as (
  ${addJobs(
    'waitlist_time',
    `select id as subject from written
     where ?::boolean and exists (select from waitlist_entry w where w.guide_id = written.id)`,
  )}
)${noteChange(WORLD, 'written')}`;

/**
 * A guide was written, or made. @param mayBeFree its `version` counted up: its waitlist is checked. What a booking does not
 * depend on, such as its rating, frees nothing.
 */
export async function noteGuideWritten(
  em: EntityManager,
  guideId: string,
  { mayBeFree }: { readonly mayBeFree: boolean },
): Promise<void> {
  await em.execute(GUIDE, [guideId, mayBeFree]);
}

const STUDIO = `
with written as (
  select id, visibility, sandbox, deleted_at from guide where studio_key = ?
), ${INDEXED}${noteChange(WORLD, '(select * from written where deleted_at is null) shown')}`;

/** All guides of a studio were written, or are seen otherwise: a suspended one's are out of sight (docs/decisions/0011). */
export async function noteGuidesOf(em: EntityManager, studioKey: string): Promise<void> {
  await em.execute(STUDIO, [studioKey]);
}

const PARTNER = noteChange(
  '?::text',
  "(select id, visibility from guide where studio_key = ? and visibility = 'partners') shown",
);

const LINK = `
insert into partnership (studio_key, partner_key, created_at) values (?, ?, ?)
on conflict do nothing returning 1`;

/** The partner sees the studio's guides of visibility `partners` from now on. @returns false where it did before. */
export async function linkPartner(
  em: EntityManager,
  { studioKey, partnerKey }: Link,
  linkedAt: Date,
): Promise<boolean> {
  const made = await em.execute<unknown[]>(LINK, [studioKey, partnerKey, linkedAt]);
  if (made.length > 0) await em.execute(PARTNER, [partnerKey, studioKey]);
  return made.length > 0;
}

/** It sees them no longer. @returns false where it did not. */
export async function unlinkPartner(em: EntityManager, { studioKey, partnerKey }: Link): Promise<boolean> {
  const removed = await em.execute<unknown[]>(
    'delete from partnership where studio_key = ? and partner_key = ? returning 1',
    [studioKey, partnerKey],
  );
  if (removed.length > 0) await em.execute(PARTNER, [partnerKey, studioKey]);
  return removed.length > 0;
}

interface Link {
  readonly studioKey: string;
  readonly partnerKey: string;
}
