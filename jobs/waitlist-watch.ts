/**
 * Notifies merchants when the time that they wait for is free: all at once, or, of a guide with a window, one after the other. What it
 * rules out is described with its statements (db/queries/orders/waitlist.ts).
 */

import type { EntityManager } from '@mikro-orm/postgresql';
import { addWaitlistChecks, findDueEntry, lockLineOf, markChecked } from '../db/queries/orders/waitlist.ts';
import { finishJob, type Job, leaveJob } from '../db/queries/platform/jobs.ts';
import { timeFor } from '../domain/sandbox.ts';
import type { HoldServiceDeps } from '../services/holds/deps.ts';
import { startHold } from '../services/holds/new-hold.ts';
import { waitedFor } from '../services/waitlist/bookable.ts';
import { notifyWaiting } from '../services/waitlist/notifying.ts';
import { type GivenTurn, giveTurn } from '../services/waitlist/turns.ts';
import type { JobKind } from './runner.ts';

/** A check waits so long for changes of the guide's time that are about to be committed, and for who is making a hold. */
const BEHIND_MS = 1_000;

/** Some of a guide's time was given back, or the guide was changed: finds who waits for it. */
export function waitlistTimeJobs({ orm }: Pick<HoldServiceDeps, 'orm'>): JobKind {
  return {
    ...{ atOnce: 200, leaseSeconds: 60, gatherMs: 3_000 },
    runAll: async (jobs) => {
      await orm.em.fork().transactional((em) => addWaitlistChecks(em, jobs));
      return new Map();
    },
  };
}

/** Notifies one that waits, if the time is free; of a guide with a window, those before it in the line have their turns first. */
export function waitlistEntryJobs(deps: HoldServiceDeps): JobKind {
  return {
    ...{ atOnce: 4, leaseSeconds: 60 },
    run: async (job) => {
      const turn = await deps.orm.em.fork().transactional((em) => check(em, deps, job));
      if (turn) startHold(deps, turn.entry, turn.hold);
      return 'finished';
    },
  };
}

/** @returns a turn that it gave: the job is left to go on with the line. */
async function check(em: EntityManager, deps: HoldServiceDeps, job: Job): Promise<GivenTurn | undefined> {
  const windowMinutes = await lockLineOf(em, job.subject);
  const entry = await findDueEntry(em, job.subject);
  if (entry?.isBehind) return await later(em, job, BEHIND_MS);
  if (entry && !entry.isItsTurn) {
    const realNow = deps.now();
    const at = timeFor(entry, realNow);
    const { trip, releasedAt } = await waitedFor(em, deps, entry, at);
    const isFree = trip !== undefined;
    if (isFree && !entry.isNotified) {
      const turn = windowMinutes > 0 && (await giveTurn(em, deps, entry, windowMinutes, realNow));
      if (turn) return await later(em, job, turn === 'busy' ? BEHIND_MS : 0, turn);
      await notifyWaiting(em, entry, realNow);
    }
    await markChecked(em, entry.id, isFree, at);
    if (releasedAt) return await later(em, job, releasedAt.getTime() - at.getTime());
  }
  return void (await finishJob(em, job));
}

async function later(
  em: EntityManager,
  job: Job,
  inMs: number,
  turn?: GivenTurn | 'busy',
): Promise<GivenTurn | undefined> {
  await leaveJob(em, job, { inMs, error: null });
  return turn === 'busy' ? undefined : turn;
}
