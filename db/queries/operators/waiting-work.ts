/** What needs an operator now: each a number and since when, by an index, counted no farther than MANY. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { FAILING_AFTER_MS } from '../../../domain/mail.ts';
import { utc } from './deliveries.ts';
import { MANY } from './merchants.ts';

export interface Pile {
  readonly count: number;
  /** When the oldest of them began to wait. */
  readonly since: string | null;
}

/** SQL: of rows with a column `at`. */
const pile = (rows: string) =>
  `select count(*)::int as count, ${utc('min(at)')} as since from (${rows} limit ${MANY}) pile`;

async function read(em: EntityManager, rows: string, values: readonly unknown[] = []): Promise<Pile> {
  const [row] = await em.execute<[Pile]>(pile(rows), [...values]);
  return row;
}

/** Younger ones are on their way. */
const UNSTARTED_AFTER = "interval '1 minute'";

/** Accepted orders that Temporal was not given yet. */
export const unstartedOrders = (em: EntityManager) =>
  read(
    em,
    `select created_at as at from orders where workflow_started_at is null and created_at < now() - ${UNSTARTED_AFTER}`,
  );

/** Endpoints that have failed for long, or are paused. */
export const endpointsInTrouble = (em: EntityManager) =>
  read(
    em,
    `select coalesce(paused_at, failing_since) as at from callback_endpoint
     where coalesce(paused_at, failing_since) < now() - interval '${FAILING_AFTER_MS} milliseconds'
       and removed_at is null and url is not null order by coalesce(paused_at, failing_since)`,
  );

/** Mails that were given up; they are kept for 30 days. */
export const failedMails = (em: EntityManager) =>
  read(em, 'select failed_at as at from mail where failed_at is not null order by failed_at');

/** What waits for another operator. */
export const openProposals = (em: EntityManager) =>
  read(em, "select created_at as at from operator_proposal where state = 'open'");

/** Lines that merchants dispute. */
export const openDisputes = (em: EntityManager) =>
  read(em, "select opened_at as at from settlement_dispute where status = 'open'");

/** Applications that were sent and wait for their decision. */
export const waitingVerifications = (em: EntityManager) =>
  read(
    em,
    "select submitted_at as at from verification_submission where state = 'submitted' order by submitted_at",
  );
