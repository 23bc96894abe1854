/**
 * Writes to the operators of each disputed line, whoever it came from: the API, the console, a provider. What this rules out
 * (test/jobs/dispute-watch.test.ts):
 *
 * - Two processes write of the same: the dispute's row is locked, and that it was told is written with the mails.
 * - A crash writes to some of them: it is one transaction.
 * - One that can't be told holds up the others: each has its turn once in a round.
 * - A merchant who objects to a thousand lines fills a mailbox: a person gets a few mails of a type in an hour
 *   (db/queries/console/account-mails.ts); the desk has all.
 */
import type { MikroORM } from '@mikro-orm/postgresql';
import { selectDispute } from '../db/queries/money/dispute-talk.ts';
import { markDisputeTold, takeUntoldDispute } from '../db/queries/money/untold-disputes.ts';
import { tellOperators } from '../services/settlements/dispute-mails.ts';
import { LOOKS_ITSELF_MS, type Loop, startLoop } from './loop.ts';

/** In one round; each is a transaction of its own. */
const BATCH = 100;

export interface DisputeWatchDeps {
  readonly orm: MikroORM;
  /** The console's address, which mails lead to. */
  readonly consoleBaseUrl: string;
  readonly onError: (error: unknown) => void;
}

export function startDisputeWatch(deps: DisputeWatchDeps): Loop {
  const round = (stopping: AbortSignal) => tellOfDisputes(deps, stopping);
  return startLoop({ everyMs: LOOKS_ITSELF_MS, round, onError: deps.onError });
}

/** One round. @returns whether there may be more. */
export async function tellOfDisputes(
  { orm, consoleBaseUrl, onError }: DisputeWatchDeps,
  stopping?: AbortSignal,
): Promise<boolean> {
  let last = 0;
  for (let turn = 0; turn < BATCH && !stopping?.aborted; turn += 1) {
    const before = last;
    await orm.em
      .fork()
      .transactional(async (em) => {
        const id = await takeUntoldDispute(em, last);
        if (id === undefined) return;
        last = id;
        const dispute = await selectDispute(em, id);
        if (dispute?.status === 'open') await tellOperators(em, dispute, { news: 'opened', consoleBaseUrl });
        await markDisputeTold(em, id);
      })
      .catch(onError);
    if (last === before) return false;
  }
  return true;
}
