import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Every advisory lock that is taken anywhere, so that no two things share one by mistake. PostgreSQL keeps them apart by
 * database. A key that has been in use keeps its meaning: while versions change, old and new processes run together.
 */
export const ADVISORY_LOCKS = {
  /** One process migrates, the others wait. */
  migrations: 20_261_121,
  /** One process brings the index of guides up to date, the others leave it to that one. */
  guideIndex: 20_261_122,
  /** A lock with which tests hold a process up. */
  barrierOfTests: 20_261_123,
  /** One process makes or changes signing keys. */
  signingKeys: 20_261_124,
  /** One process prepares roles, the others wait. */
  roles: 20_261_125,
  /** Who write to one order take turns; the second key is made of the order's id. */
  conversations: 20_261_126,
  /** With a hash of its key: a merchant's new holds are counted one at a time. */
  holdsOfMerchant: 20_261_127,
  /** One process writes several entries of waitlists, the others wait. */
  waitlist: 20_261_128,
  /** Entries of one merchant are made one after the other; the second key is made of the merchant's. */
  waitlistOfMerchant: 20_261_129,
  /** One console process makes the sandbox's logins, the others wait. */
  sandboxLogins: 20_261_131,
  /** With a hash of who asks: mails about accounts are counted one at a time for each sender (20_261_130 was that of a mailbox). */
  mailsOfSender: 20_261_140,
  /** With a hash of its id: a workflow of an older program is taken over by one process. */
  takeOver: 20_261_141,
  /** With a hash of their kind: one run at a time is at a step of removing old rows. */
  pruning: 20_261_142,
  /** With a hash of side and order: a side's notes on an order are counted one at a time. */
  notesOfOrder: 20_261_143,
  /** With a hash of its key: a merchant's saved answers are written one at a time. */
  answersOfMerchant: 20_261_144,
  /** With a hash of its key: a merchant's shared shortlists are counted one at a time. */
  shortlistsOfMerchant: 20_261_145,
  /** With a hash of its key: a merchant's saved views are written one at a time. */
  viewsOfMerchant: 20_261_146,
} as const;

/** Holds the lock until the transaction ends. @param of each text has its own lock, by its hash. */
export async function holdLock(
  em: EntityManager,
  lock: keyof typeof ADVISORY_LOCKS,
  of?: string,
): Promise<void> {
  if (of === undefined) await em.execute('select pg_advisory_xact_lock(?)', [ADVISORY_LOCKS[lock]]);
  else await em.execute('select pg_advisory_xact_lock(?::int, hashtext(?))', [ADVISORY_LOCKS[lock], of]);
}

/** The same, where nobody else has it. @returns whether it is this transaction's. */
export async function tryLock(
  em: EntityManager,
  lock: keyof typeof ADVISORY_LOCKS,
  of: string,
): Promise<boolean> {
  const [row] = await em.execute<[{ isOurs: boolean }]>(
    'select pg_try_advisory_xact_lock(?::int, hashtext(?)) as "isOurs"',
    [ADVISORY_LOCKS[lock], of],
  );
  return row.isOurs;
}
