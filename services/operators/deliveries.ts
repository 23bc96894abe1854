import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { CallbackEndpoint } from '../../db/entities/index.ts';
import {
  type AttemptRow,
  type EndpointQueue,
  heldUpOf,
  lastAttemptsAt,
  queueOf,
  type RecentEvents,
  recentEventsOf,
} from '../../db/queries/operators/deliveries.ts';
import { addSingleJob } from '../../db/queries/platform/jobs.ts';
import { type EndpointState, endpointState, heldUntil } from '../../domain/callback-endpoint.ts';
import { filtersTaking } from '../../domain/event-types.ts';
import { type AuditActor, recordAudit } from '../audit.ts';
import { type Finding, findingsOf } from './findings.ts';
import { knownMerchant } from './known-merchant.ts';

const ATTEMPTS = 10;

interface DiagnosedEndpoint extends EndpointQueue {
  readonly endpointId: string;
  /** Scheme and host: a path may hold a password. Null: nothing is sent there. */
  readonly origin: string | null;
  readonly description: string;
  readonly eventTypes: readonly string[];
  readonly maxPerSecond: number | null;
  readonly state: EndpointState;
  /** Since when it fails or is paused. */
  readonly since: string | null;
  /** The receiver asked for no requests until then. */
  readonly heldUntil: string | null;
  /** Counted among the merchant's last hundred events. */
  readonly taken: number;
  /** Those of types that its filter leaves out. */
  readonly excluded: number;
  readonly lastAttempts: readonly AttemptRow[];
}

export interface Diagnosis {
  readonly findings: readonly Finding[];
  readonly endpoints: readonly DiagnosedEndpoint[];
  readonly events: readonly RecentEvents[];
  readonly unstarted: number;
}

/** Why a merchant gets nothing: its endpoints, what waits, the last attempts, and what follows from them. */
export async function diagnose(orm: MikroORM, key: string, now: Date): Promise<Diagnosis> {
  const em = orm.em.fork();
  const { status, verification } = await knownMerchant(em, key);
  const [found, events, heldUp] = await Promise.all([
    endpointsOf(em, key),
    recentEventsOf(em.fork(), key),
    heldUpOf(em.fork(), key),
  ]);
  const endpoints = await Promise.all(found.map((one) => diagnoseEndpoint(em.fork(), one, events, now)));
  const facts = {
    status,
    verification,
    endpoints: endpoints.map((one) => ({
      ...one,
      hasAddress: one.origin !== null,
      isHeld: one.heldUntil !== null,
    })),
    events: total(events),
    ...heldUp,
  };
  return { findings: findingsOf(facts, now), endpoints, events, unstarted: heldUp.unstarted };
}

/** A merchant's endpoints that are there, the first one first. */
export async function endpointsOf(em: EntityManager, merchantKey: string): Promise<CallbackEndpoint[]> {
  return await em.find(CallbackEndpoint, { merchantKey, removedAt: null }, { orderBy: { createdAt: 'asc' } });
}

async function diagnoseEndpoint(
  em: EntityManager,
  endpoint: CallbackEndpoint,
  events: readonly RecentEvents[],
  now: Date,
): Promise<DiagnosedEndpoint> {
  const { id, url, pausedAt, failingSince, description, eventTypes, maxPerSecond } = endpoint;
  const isTaken = ({ type }: RecentEvents) => filtersTaking(type).some((one) => eventTypes.includes(one));
  const taken = total(events.filter(isTaken));
  return {
    endpointId: id,
    origin: url == null ? null : new URL(url).origin,
    description,
    eventTypes,
    maxPerSecond: maxPerSecond ?? null,
    state: endpointState(endpoint),
    since: (pausedAt ?? failingSince)?.toISOString() ?? null,
    heldUntil: heldUntil(endpoint, now)?.toISOString() ?? null,
    taken,
    excluded: total(events) - taken,
    ...(await queueOf(em, id)),
    lastAttempts: await lastAttemptsAt(em.fork(), id, ATTEMPTS),
  };
}

const total = (events: readonly RecentEvents[]) => events.reduce((sum, { count }) => sum + count, 0);

/**
 * Has all that waits for a merchant tried now, at each of its endpoints that is not paused; API processes do it.
 * @returns at how many endpoints.
 */
export async function retryMerchant(orm: MikroORM, actor: AuditActor, key: string): Promise<number> {
  return await orm.em.fork().transactional(async (em) => {
    await knownMerchant(em, key);
    const endpoints = (await endpointsOf(em, key)).filter((one) => one.url != null && one.pausedAt == null);
    for (const { id } of endpoints) await addSingleJob(em, 'endpoint_retry', id);
    const entry = { action: 'merchant.deliveries_retried', subject: `merchant:${key}`, merchantKey: key };
    await recordAudit(em, actor, { ...entry, details: { endpoints: endpoints.map(({ id }) => id) } });
    return endpoints.length;
  });
}
