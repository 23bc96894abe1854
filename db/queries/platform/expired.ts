import type { EntityManager } from '@mikro-orm/postgresql';
import { FORGOTTEN_AFTER_MS } from '../../../domain/heartbeat.ts';
import { NOTICE_DAYS } from '../../../domain/notices.ts';
import { DEVICE_DAYS } from '../console/known-devices.ts';
import { REQUEST_LOG_DAYS } from './request-log.ts';

/** Small enough that no request waits for it. */
const BATCH = 5_000;

/** What is no longer needed: table and condition. */
const EXPIRED = [
  ['idempotency_key', "created_at < now() - interval '24 hours'"],
  ['request_nonce', 'expires_at < now()'],
  ['recovery', "finished_at < now() - interval '30 days'"],
  ['mail', "created_at < now() - interval '30 days'"],
  ['notice', `created_at < now() - interval '${NOTICE_DAYS} days'`],
  ['waitlist_entry', 'trip_start_at < now()'],
  ['request_log', `occurred_at < now() - interval '${REQUEST_LOG_DAYS} days'`],
  ['upload_part', "created_at < now() - interval '1 hour'"],
  ['mail_link', 'expires_at < now()'],
  ['shared_shortlist', 'expires_at < now()'],
  ['sign_in_ceremony', 'expires_at < now()'],
  ['known_device', `last_used_at < now() - interval '${DEVICE_DAYS} days'`],
  ['process_heartbeat', `beat_at < now() - interval '${FORGOTTEN_AFTER_MS} milliseconds'`],
  ['console_session', "expires_at < now() - interval '60 days' or ended_at < now() - interval '60 days'"],
] as const;

/**
 * Deletes idempotency keys of more than 24 h, nonces that are too old to be replayed, and after 30 days recoveries that
 * ended, and mails; notices after 90 days; entries of waitlists when their trip begins; failed requests after a week; parts of uploads that broke off
 * after an hour; shortlists that were shared when they end. Of accounts: links and ceremonies when they end, sessions after 60 days, browsers that somebody is known in after 180
 * days without a sign-in. Heartbeats of processes that have been silent for a quarter of an hour. In batches, each by itself; rows that
 * somebody has locked are left to the next run. @returns how many rows.
 */
export async function removeExpired(em: EntityManager, stop?: AbortSignal): Promise<number> {
  let total = 0;
  for (const [table, condition] of EXPIRED) {
    const expired = `select ctid from ${table} where ${condition} limit ${BATCH} for update skip locked`;
    for (let removed = BATCH; removed === BATCH && !stop?.aborted; ) {
      const rows = await em.execute<unknown[]>(
        `delete from ${table} where ctid = any(array(${expired})) returning 1`,
      );
      removed = rows.length;
      total += removed;
    }
  }
  return total;
}
