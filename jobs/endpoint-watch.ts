/**
 * Tells the owners of endpoints of trouble: by an event to their other endpoints, and by e-mail. What this rules out
 * (test/jobs/endpoint-watch.test.ts):
 *
 * - Two processes tell the same: the endpoint's row is locked, and what was told is written with the event.
 * - A crash tells half of it: event, mail and what was told are one transaction.
 * - An endpoint that comes and goes floods its owner: `failing` needs an hour, its mail a day since the last one.
 * - One endpoint that cannot be told holds up the others: each has its turn once in a round.
 */
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { isMailWanted, writeMail } from '../db/queries/console/write-mail.ts';
import {
  causeOf,
  lastEventOf,
  markTold,
  takeUntold,
  type UntoldEndpoint,
} from '../db/queries/notifications/endpoint-trouble.ts';
import { tellMerchantNext } from '../db/queries/notifications/merchant-events.ts';
import { callbackEventBody } from '../domain/merchant-events.ts';
import { endpointMail } from '../lib/mail/words.ts';
import { LOOKS_ITSELF_MS, type Loop, startLoop } from './loop.ts';

/** In one round; each is a transaction of its own. */
const BATCH = 100;

export interface EndpointWatchDeps {
  readonly orm: MikroORM;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}

export function startEndpointWatch(deps: EndpointWatchDeps): Loop {
  const round = (stopping: AbortSignal) => tellOwners(deps, stopping);
  return startLoop({ everyMs: LOOKS_ITSELF_MS, round, onError: deps.onError });
}

/** One round. @returns whether there may be more. */
export async function tellOwners(
  { orm, now, onError }: EndpointWatchDeps,
  stopping?: AbortSignal,
): Promise<boolean> {
  const taken: string[] = [];
  const tellOne = () =>
    orm.em.fork().transactional(async (em) => {
      const endpoint = await takeUntold(em, taken);
      if (endpoint === undefined) return false;
      taken.push(endpoint.id);
      await tell(em, endpoint, now());
      await markTold(em, endpoint);
      return true;
    });
  for (let turn = 0; turn < BATCH && !stopping?.aborted; turn += 1) {
    const before = taken.length;
    const isTold = await tellOne().catch(onError);
    const isOver = taken.length === before;
    if (isTold === false || isOver) return false;
  }
  return true;
}

async function tell(em: EntityManager, endpoint: UntoldEndpoint, occurredAt: Date): Promise<void> {
  const { id, merchantKey, url } = endpoint;
  const known = await whatIsKnown(em, endpoint);
  if (known === undefined) return;
  const facts = { ...known, endpointId: id, url, merchantKey };
  const { type, since } = facts;
  await tellMerchantNext(em, {
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

/** @returns undefined where there is nothing to tell: the merchant had paused it itself. */
async function whatIsKnown(em: EntityManager, { id, state, since }: UntoldEndpoint) {
  if (state !== 'healthy') {
    return { type: `callback.${state}` as const, since: since!, ...(await causeOf(em, id)) };
  }
  const last = await lastEventOf(em, id);
  if (last === undefined || last.type === 'callback.recovered') return undefined;
  const { since: began, lastError, httpStatus } = JSON.parse(last.body) as TroubleTold;
  return { type: 'callback.recovered' as const, since: new Date(began), lastError, httpStatus };
}

/** What the event of its trouble said. */
interface TroubleTold extends Awaited<ReturnType<typeof causeOf>> {
  readonly since: string;
}
