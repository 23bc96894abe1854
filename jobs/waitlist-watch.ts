/**
 * Notifies merchants when the time that they wait for is free. What it rules out is described with its statements
 * (db/queries/orders/waitlist.ts).
 */

import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { publishNextToMerchant } from '../db/queries/notifications/merchant-events.ts';
import { findBookableGuide } from '../db/queries/orders/bookable-guide.ts';
import { selectReserved } from '../db/queries/orders/reservations.ts';
import {
  addWaitlistChecks,
  type DueEntry,
  findDueEntry,
  markChecked,
} from '../db/queries/orders/waitlist.ts';
import { finishJob, leaveJob } from '../db/queries/platform/jobs.ts';
import { hasRoom, timeLeft } from '../domain/departure.ts';
import { isOpenTo } from '../domain/guide.ts';
import { waitlistId } from '../domain/ids.ts';
import { timeFor } from '../domain/sandbox.ts';
import { obstaclesTo, planTrip } from '../domain/trip-plan.ts';
import { guideAvailableBody } from '../domain/waitlist.ts';
import { requestOf } from '../services/waitlist/trip.ts';
import type { JobKind } from './runner.ts';

/** A check waits so long for changes of the guide's time that are about to be committed. */
const BEHIND_MS = 1_000;

export interface WaitlistWatchDeps {
  readonly orm: MikroORM;
  readonly now: () => Date;
}

/** Some of a guide's time was given back, or the guide was changed: finds who waits for it. */
export function waitlistTimeJobs({ orm }: Pick<WaitlistWatchDeps, 'orm'>): JobKind {
  return {
    ...{ atOnce: 200, leaseSeconds: 60, gatherMs: 3_000 },
    runAll: async (jobs) => {
      await orm.em.fork().transactional((em) => addWaitlistChecks(em, jobs));
      return new Map();
    },
  };
}

/** Notifies one that waits, if the time is free. */
export function waitlistEntryJobs({ orm, now }: WaitlistWatchDeps): JobKind {
  return {
    ...{ atOnce: 4, leaseSeconds: 60 },
    run: async (job) => {
      await orm.em.fork().transactional(async (em) => {
        const entry = await findDueEntry(em, job.subject);
        if (entry?.isBehind) return await leaveJob(em, job, { inMs: BEHIND_MS, error: null });
        if (entry) await check(em, entry, now());
        await finishJob(em, job);
      });
      return 'finished';
    },
  };
}

async function check(em: EntityManager, entry: DueEntry, realNow: Date): Promise<void> {
  const at = timeFor(entry, realNow);
  const isFree = await isBookable(em, entry, at);
  if (isFree && !entry.isNotified) await notifyMerchant(em, entry, { at, realNow });
  await markChecked(em, entry.id, isFree, at);
}

/** Checks by the same rules as a booking at this moment. @param at by the merchant's clock, as in all of this. */
async function isBookable(em: EntityManager, entry: DueEntry, at: Date): Promise<boolean> {
  // Who has the guide alone leaves nothing, whatever is waited for.
  if (entry.reserved.some(({ departure }) => departure === null)) return false;
  const caller = { key: entry.merchantKey, sandbox: entry.sandbox };
  const guide = await findBookableGuide(em, entry.guideId, caller);
  if (!guide || !isOpenTo(caller, guide)) return false;
  const planned = planTrip(requestOf(entry, guide), guide, at);
  if (!('plan' in planned) || obstaclesTo(planned.plan, guide, at).length > 0) return false;
  const { plan } = planned;
  if (!hasRoom(timeLeft(plan, entry.reserved), plan.guestCount)) return false;
  return hasRoom(timeLeft(plan, await selectReserved(em, guide.id, plan)), plan.guestCount);
}

/** Its deliveries go by real time, what it says by the merchant's clock. */
async function notifyMerchant(
  em: EntityManager,
  entry: DueEntry,
  { at, realNow }: { readonly at: Date; readonly realNow: Date },
): Promise<void> {
  await publishNextToMerchant(em, {
    type: 'guide.available',
    merchantKey: entry.merchantKey,
    subjectId: waitlistId(entry.id),
    occurredAt: realNow,
    body: (sequence) => guideAvailableBody(entry, sequence, at),
  });
}
