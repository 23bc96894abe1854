import type { EntityManager } from '@mikro-orm/postgresql';

/** Time limits in milliseconds. An omitted limit stays as the connection has it (db/orm.ts); 0: no limit. */
export interface TransactionLimits {
  /** How long one statement waits for a lock; it then fails with SQLSTATE 55P03. */
  readonly lockMs?: number;
  /** How long one statement takes, waiting included; it then fails with 57014. */
  readonly statementMs?: number;
  /** How long the transaction may wait for its next statement; the connection is then closed (25P03). */
  readonly idleMs?: number;
}

const SETTINGS = {
  lockMs: 'lock_timeout',
  statementMs: 'statement_timeout',
  idleMs: 'idle_in_transaction_session_timeout',
} as const;

/**
 * Runs `work` in a transaction with limits, which end with it. The limits cost one round trip. Within a
 * transaction of the caller's there is no second one: the limits then hold until that one ends.
 * @throws DriverException with the SQLSTATE of the limit that was exceeded; nothing is written then.
 */
export async function withLimits<Result>(
  em: EntityManager,
  limits: TransactionLimits,
  work: (inside: EntityManager) => Promise<Result>,
): Promise<Result> {
  const run = async (inside: EntityManager) => {
    await setLimits(inside, limits);
    return await work(inside);
  };
  return em.isInTransaction() ? await run(em) : await em.transactional(run);
}

async function setLimits(inside: EntityManager, limits: TransactionLimits): Promise<void> {
  const wanted = Object.entries(SETTINGS).flatMap(([limit, setting]) => {
    const ms = limits[limit as keyof TransactionLimits];
    return ms === undefined ? [] : [{ setting, ms }];
  });
  if (wanted.length === 0) return;
  const calls = wanted.map(() => 'set_config(?, ?, true)').join(', ');
  await inside.execute(
    `select ${calls}`,
    wanted.flatMap(({ setting, ms }) => [setting, `${ms}`]),
  );
}
