import type { MikroORM } from '@mikro-orm/postgresql';
import { selectDue } from '../../db/queries/money/closing.ts';
import { countStuck } from '../../db/queries/operators/deliveries.ts';
import {
  endpointsInTrouble,
  failedMails,
  openDisputes,
  openProposals,
  type Pile,
  unstartedOrders,
  waitingVerifications,
} from '../../db/queries/operators/waiting-work.ts';
import { endOfMonth, monthOf, previousMonth } from '../../domain/settlement-month.ts';

export type WaitingWork = Pile & { readonly kind: keyof typeof PILES | 'statements' };

/** What may need an operator, the most urgent first. */
const PILES = {
  orders: unstartedOrders,
  deliveries: async (em) => {
    const { count, oldestAt } = await countStuck(em);
    return { count, since: oldestAt };
  },
  endpoints: endpointsInTrouble,
  proposals: openProposals,
  disputes: openDisputes,
  verifications: waitingVerifications,
  mails: failedMails,
} as const satisfies Record<string, (em: ReturnType<MikroORM['em']['fork']>) => Promise<Pile>>;

/** A month that is over is settled in the first hours of the next one. */
const SETTLED_WITHIN_MS = 6 * 3_600_000;
const MOST_STATEMENTS = 1_000;

/** What needs an operator now: all that there is something of, the most urgent first. @param timeZone the platform's. */
export async function readWaitingWork(orm: MikroORM, now: Date, timeZone: string): Promise<WaitingWork[]> {
  const piles = Object.entries(PILES) as [keyof typeof PILES, (typeof PILES)[keyof typeof PILES]][];
  const read = await Promise.all([
    ...piles.map(async ([kind, find]) => ({ kind, ...(await find(orm.em.fork())) })),
    unsettled(orm, now, timeZone),
  ]);
  return read.filter(({ count }) => count > 0);
}

/** Statements of months that are over and were not closed: their run failed, or never came. */
export async function unsettled(orm: MikroORM, now: Date, timeZone: string): Promise<WaitingWork> {
  const month = previousMonth(monthOf(now, timeZone));
  const closeAt = endOfMonth(month, timeZone);
  if (now.getTime() - closeAt.getTime() < SETTLED_WITHIN_MS)
    return { kind: 'statements', count: 0, since: null };
  const due = await selectDue(orm.em.fork(), { month, closeAt, isWholeMonth: true }, '', MOST_STATEMENTS);
  return { kind: 'statements', count: due.length, since: closeAt.toISOString() };
}
