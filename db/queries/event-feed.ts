import type { EntityManager } from '@mikro-orm/postgresql';

/** A place in the feed: everything up to and including this event was read. */
export interface FeedPosition {
  /** The writing transaction, `xid8` as text. */
  readonly transactionId: string;
  /** The order, or the settlement. */
  readonly subjectId: string;
  readonly sequence: number;
}

export interface FeedEvent extends FeedPosition {
  /** The notification's body, as it is sent. */
  readonly body: string;
}

/**
 * A merchant's events behind a position, in an order that no later commit can change (docs/decisions/0020): by the
 * writing transaction's number, and only of transactions below the oldest one still running. An order's events come
 * in sequence, since each move's transaction gets its number after the one before has committed: its first write is
 * the lock on the order's row.
 */
export async function readFeed(
  em: EntityManager,
  merchantKey: string,
  after: FeedPosition | undefined,
  limit: number,
): Promise<FeedEvent[]> {
  const { transactionId, subjectId, sequence } = after ?? { transactionId: '0', subjectId: '', sequence: 0 };
  return await em.execute<FeedEvent[]>(
    `select transaction_id::text as "transactionId", subject_id as "subjectId", sequence, body from notification
     where merchant_key = ? and transaction_id >= ?::xid8
       and (transaction_id, subject_id, sequence) > (?::xid8, ?, ?::int)
       and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
     order by transaction_id, subject_id, sequence limit ?`,
    [merchantKey, transactionId, transactionId, subjectId, sequence, limit],
  );
}
