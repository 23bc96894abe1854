/**
 * Notifies the owners of endpoints in trouble: by an event to their other endpoints, and by e-mail. What this rules out
 * (test/jobs/endpoint-watch.test.ts), beside what all jobs do:
 *
 * - A crash publishes half of it: event, mail, the recorded state and the job's end are one transaction.
 * - An endpoint that comes and goes floods its owner: `failing` needs an hour, its mail a day since the last one.
 */
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { isMailWanted, writeMail } from '../db/queries/console/write-mail.ts';
import {
  causeOf,
  type EndpointToNotify,
  findUntold,
  lastEventOf,
  markNotified,
} from '../db/queries/notifications/endpoint-trouble.ts';
import { publishNextToMerchant } from '../db/queries/notifications/merchant-events.ts';
import { finishJob, leaveJob } from '../db/queries/platform/jobs.ts';
import { callbackEventBody } from '../domain/merchant-events.ts';
import { endpointMail } from '../lib/mail/words.ts';
import type { JobKind } from './runner.ts';

export interface EndpointWatchDeps {
  readonly orm: MikroORM;
  readonly now: () => Date;
}

/** A job checks one endpoint: its owner is notified now, later, or not at all. */
export function endpointNoticeJobs({ orm, now }: EndpointWatchDeps): JobKind {
  return {
    ...{ atOnce: 4, leaseSeconds: 60 },
    run: async (job) => {
      await orm.em.fork().transactional(async (em) => {
        const endpoint = await findUntold(em, job.subject);
        if (endpoint && endpoint.inMs > 0)
          return await leaveJob(em, job, { inMs: endpoint.inMs, error: null });
        if (endpoint) {
          await notifyOwner(em, endpoint, now());
          await markNotified(em, endpoint);
        }
        await finishJob(em, job);
      });
      return 'finished';
    },
  };
}

async function notifyOwner(em: EntityManager, endpoint: EndpointToNotify, occurredAt: Date): Promise<void> {
  const { id, merchantKey, url } = endpoint;
  const known = await whatIsKnown(em, endpoint);
  if (known === undefined) return;
  const facts = { ...known, endpointId: id, url, merchantKey };
  const { type, since } = facts;
  await publishNextToMerchant(em, {
    type,
    merchantKey,
    subjectId: id,
    occurredAt,
    exceptEndpointId: id,
    body: (sequence) => callbackEventBody({ ...facts, sequence, occurredAt }),
  });
  if (await isMailWanted(em, type, id))
    await writeMail(em, { ...endpointMail(facts), type, merchantKey, about: id, occurredAt: since });
}

/** @returns undefined where its owner needs no notice: the merchant paused it itself. */
async function whatIsKnown(em: EntityManager, { id, state, since }: EndpointToNotify) {
  if (state !== 'healthy') {
    return { type: `callback.${state}` as const, since: since!, ...(await causeOf(em, id)) };
  }
  const last = await lastEventOf(em, id);
  if (last === undefined || last.type === 'callback.recovered') return undefined;
  const { since: began, lastError, httpStatus } = JSON.parse(last.body) as TroubleNotified;
  return { type: 'callback.recovered' as const, since: new Date(began), lastError, httpStatus };
}

/** What the event of its trouble said. */
interface TroubleNotified extends Awaited<ReturnType<typeof causeOf>> {
  readonly since: string;
}
