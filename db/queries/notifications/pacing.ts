/**
 * A merchant's own limit of requests to an endpoint, over all workers: the generic cell rate algorithm (ITU-T I.371, Annex A)
 * without a burst. `paced_until` is its theoretical arrival time. What this rules out (test/db/pacing.test.ts):
 *
 * - Two workers take the same slot: the row is locked before its time is read.
 * - Who waits piles up reservations far into the future: a slot more than the horizon away is not reserved.
 * - An idle endpoint saves slots up, and gets them all at once: the past counts for nothing.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { executePrepared, prepared } from '../../prepared.ts';

/** A slot is reserved when it is at most so many milliseconds away: as long as one may sensibly keep a worker's place for it. */
const HORIZON_MS = 1_000;

/** On the right, and in the answer, is the row as the lock found it. Values: milliseconds at most, endpoint, limit. */
export const TAKE_SLOT = prepared(
  'take-slot',
  `with asked as materialized (
    select id, greatest(paced_until, now()) as slot, ?::int * interval '1 millisecond' as horizon
    from callback_endpoint where id = ? for no key update
  ), reserved as (
    update callback_endpoint e set paced_until = a.slot + interval '1 second' / ?::int
    from asked a where e.id = a.id and a.slot <= now() + a.horizon
    returning e.id
  )
  select ceil(extract(epoch from a.slot - now()) * 1000)::int as wait,
    -ceil(extract(epoch from a.slot - now() - a.horizon) * 1000)::int as refusal,
    exists (select from reserved) as "isReserved"
  from asked a`,
);

/**
 * Reserves the next slot of an endpoint where it is at most so far away.
 * @param maxPerSecond 1 to 1000.
 * @param horizonMs 0: only one that has come.
 * @returns milliseconds to wait before sending, 0: now; or, where the slot is further away and none was reserved, a
 *   negative number: in so many milliseconds one may ask again. 0 for an endpoint that is not there.
 */
export async function takeSlot(
  em: EntityManager,
  endpointId: string,
  maxPerSecond: number,
  horizonMs = HORIZON_MS,
): Promise<number> {
  const [asked] = await executePrepared<{ wait: number; refusal: number; isReserved: boolean }>(
    em,
    TAKE_SLOT,
    [horizonMs, endpointId, maxPerSecond],
  );
  if (asked === undefined) return 0;
  return asked.isReserved ? asked.wait : asked.refusal;
}
