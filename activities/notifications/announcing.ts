/**
 * What has happened to an order or a statement is announced by the worker that has written it (docs/decisions/0047): a first attempt at all recipients,
 * in parallel. What is not acknowledged at once is left to its delivery (docs/decisions/0165).
 */
import type { MikroORM } from '@mikro-orm/postgresql';
import type { DeliveryInput } from '../../workflows/delivery-contract.ts';
import { redacted } from '../redacted.ts';
import { type AttemptDeps, createAttempt } from './attempt.ts';
import type { Decision } from './decision.ts';
import { createDeliveryStore, type WaitingDelivery } from './delivery-store.ts';

/** Milliseconds that an announcement waits for an answer; the request itself has its ordinary time, and a late answer counts. */
const WAIT_MS = 1_000;

/** Starts a delivery, or has it read the database again (lib/temporal/notification-gateway.ts). Where that fails, jobs/unattended.ts does it later. */
export type Wake = (delivery: DeliveryInput) => Promise<void>;

/** The result of a first attempt; undefined where none was made. */
export type FirstAttempt = (notificationId: string) => Promise<Decision | 'slow' | undefined>;

/** What became of a notification; `behind`: another one waits before it. */
export interface Announced {
  readonly notificationId: string;
  readonly outcome: Decision | 'slow' | 'behind' | undefined;
}

/** Announces what waits of an order or a statement. @throws only where the database can't be read. */
export type Announce = (subjectId: string) => Promise<readonly Announced[]>;

/** @param waitMs milliseconds, for tests */
export function createAnnounce(deps: AttemptDeps & { readonly waitMs?: number }, wake: Wake): Announce {
  return announceBy(deps.orm, createFirstAttempt(deps), wake);
}

/** Without first attempts: all is left to deliveries. */
export function createQuietAnnounce(orm: MikroORM, wake: Wake): Announce {
  return announceBy(orm, async () => undefined, wake);
}

function createFirstAttempt({
  waitMs = WAIT_MS,
  ...deps
}: AttemptDeps & { readonly waitMs?: number }): FirstAttempt {
  const { now, metrics, orm } = deps;
  const attempt = createAttempt(deps);
  const store = createDeliveryStore(orm);
  const run = { signal: new AbortController().signal, number: 'inline' } as const;

  async function attemptOne(id: string): Promise<Decision | undefined> {
    const delivery = await store.read(id, now());
    if (delivery === undefined) return undefined;
    const decision = await attempt(delivery, run);
    metrics?.count(decision.is === 'resolved' ? decision.outcome : decision.reason);
    return decision;
  }

  return async (id) => {
    const attempted = attemptOne(id).catch(() => undefined);
    return await within(waitMs, attempted, 'slow' as const);
  };
}

/** @param firstAttempt of what nothing waits before. */
export function announceBy(orm: MikroORM, firstAttempt: FirstAttempt, wake: Wake): Announce {
  const store = createDeliveryStore(orm);

  /** One endpoint's notifications, in order: each follows the acknowledgement of the one before it. The first without one ends that, and its delivery continues. */
  async function announceTo(subjectId: string, waiting: readonly WaitingDelivery[]): Promise<Announced[]> {
    const begunAt = performance.now();
    const announced: Announced[] = [];
    // The delivery that has what waits before these continues with them.
    let isNext = waiting[0]?.isFirst ?? false;
    for (const [index, { notificationId, endpointId, merchantKey }] of waiting.entries()) {
      const outcome = isNext ? await firstAttempt(notificationId) : 'behind';
      announced.push({ notificationId, outcome });
      const isResolved = typeof outcome === 'object' && outcome.is === 'resolved';
      const isTimeLeft = performance.now() - begunAt < WAIT_MS;
      const isLeft = isNext && !(isResolved && (isTimeLeft || index === waiting.length - 1));
      // If this fails, the row says that it is due.
      if (isLeft) await wake({ subjectId, endpointId, merchantKey }).catch(() => undefined);
      isNext &&= isResolved && isTimeLeft;
    }
    return announced;
  }

  return async (subjectId) => {
    const found = await store.readWaiting(subjectId).catch((error) => {
      throw redacted('pending notifications could not be read', error);
    });
    const ofEndpoints = [...Map.groupBy(found, ({ endpointId }) => endpointId).values()];
    return (await Promise.all(ofEndpoints.map((waiting) => announceTo(subjectId, waiting)))).flat();
  };
}

async function within<Result, Otherwise>(
  limitMs: number,
  work: Promise<Result>,
  otherwise: Otherwise,
): Promise<Result | Otherwise> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Otherwise>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), limitMs);
  });
  return await Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
