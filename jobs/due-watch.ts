/**
 * Looks for work of all kinds by one question, so that a platform with nothing to do asks PostgreSQL once in a while and not once
 * for each kind (docs/decisions/0111). What this rules out (test/jobs/due-watch.test.ts):
 *
 * - Work that waits is overlooked: the question has the conditions by which it is taken (db/queries/platform/due-work.ts); and each loop looks
 *   by itself once a minute.
 * - One kind holds up the others: each has a loop of its own, which is only told; rows that somebody has locked hold up no question.
 */
import type { MikroORM } from '@mikro-orm/postgresql';
import { selectDueWork, type Work } from '../db/queries/platform/due-work.ts';
import { type Loop, startLoop } from './loop.ts';

const INTERVAL_MS = 1_000;
/** A kind is told again after so long while there is some left: what fails is not tried every second, and touches of guides gather. */
const TELL_AGAIN_MS: Readonly<Record<Work, number>> = {
  ...{ retries: 0, orderStarts: 2_000, holdStarts: 2_000, clocks: 2_000 },
  ...{
    guideIndex: 3_000,
    calendars: 3_000,
    waitlist: 3_000,
    endpoints: 3_000,
    disputes: 3_000,
    mails: 3_000,
  },
};

export interface DueWatchDeps {
  readonly orm: MikroORM;
  /** Undefined: this process does none of it. */
  readonly loops: Readonly<Record<Work, Loop | undefined>>;
  readonly onError: (error: unknown) => void;
}

export function startDueWatch({ orm, loops, onError }: DueWatchDeps): Loop {
  const toldAt = new Map<Work, number>();
  const round = async () => {
    for (const work of await selectDueWork(orm.em.fork())) {
      const now = performance.now();
      if (now - (toldAt.get(work) ?? Number.NEGATIVE_INFINITY) < TELL_AGAIN_MS[work]) continue;
      toldAt.set(work, now);
      loops[work]?.runNow();
    }
  };
  return startLoop({ everyMs: INTERVAL_MS, round, onError });
}
