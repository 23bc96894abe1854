/**
 * Signals the orders and holds of sandbox merchants when their clock was moved. What this rules out (test/sandbox/clock.test.ts):
 *
 * - A crash in the middle: each order records what was signalled, and the job ends when none is left.
 * - An order that is being made while the clock is moved, with the clock as it was: a merchant's orders are checked for a minute.
 * - Two processes signal the same order, or one signals it twice: a clock only moves ahead.
 * - A merchant with many orders holds up the others: each has a batch in its turn.
 *
 * Holds (at most 100 a merchant) do not record what was signalled: each process signals them once, and once more at
 * the end, when no new hold can have an old clock.
 */
import type { MikroORM } from '@mikro-orm/postgresql';
import pMap from 'p-map';
import type { Order } from '../db/entities/index.ts';
import { addDecisions } from '../db/queries/orders/departures.ts';
import {
  type MerchantToSignal,
  markOrdersSignalled,
  readClock,
  selectHeld,
  selectOrdersToSignal,
} from '../db/queries/orders/sandbox-clock.ts';
import { departureOf } from '../domain/departure.ts';
import type { HoldGateway } from '../lib/temporal/hold-gateway.ts';
import type { OrderGateway } from '../lib/temporal/order-gateway.ts';
import type { JobKind } from './runner.ts';

const BATCH = 200;
/** Calls to Temporal at once. */
const CONCURRENCY = 16;
/**
 * After a merchant's clock was moved, orders with its earlier time still come in for a while: 3 s until every API process
 * has read it, and the time of their statements.
 */
const MADE_WITH_THE_OLD_MS = 60_000;
const RETRY_MS = 2_000;

export interface ClockSignalDeps {
  readonly orm: MikroORM;
  readonly gateway: Pick<OrderGateway, 'moveClock'>;
  readonly holds: Pick<HoldGateway, 'announceClock'>;
  readonly onError: (error: unknown) => void;
}

/** A job for each merchant, by its key. */
export function clockJobs(deps: ClockSignalDeps): JobKind {
  const signalled: KnownClocks = new Map();
  return {
    ...{ atOnce: 4, leaseSeconds: 120, retryMs: () => RETRY_MS },
    run: async ({ subject, ageMs }) => {
      const aheadMs = await readClock(deps.orm.em.fork(), subject);
      const merchant = { key: subject, aheadMs };
      const isLast = ageMs > MADE_WITH_THE_OLD_MS;
      await signalHolds(deps, signalled, merchant, isLast);
      const isMore = await signalOrders(deps, merchant);
      if (isMore) return { againInMs: 0 };
      return isLast ? undefined : { againInMs: RETRY_MS };
    },
  };
}

/** By merchant, what this process has signalled to its holds, in milliseconds. */
type KnownClocks = Map<string, number>;

async function signalHolds(
  { orm, holds, onError }: ClockSignalDeps,
  signalled: KnownClocks,
  { key, aheadMs }: MerchantToSignal,
  isLast: boolean,
): Promise<void> {
  if (signalled.get(key) === aheadMs && !isLast) return;
  try {
    const ids = await selectHeld(orm.em.fork(), key);
    await pMap(ids, (id) => holds.announceClock(id), { concurrency: CONCURRENCY });
    signalled.set(key, aheadMs);
  } catch (error) {
    // The next round tries again; what is lost by then, a hold's own timer finds.
    onError(error);
  }
}

/** A batch of them. @returns whether there may be more. */
async function signalOrders({ orm, gateway }: ClockSignalDeps, merchant: MerchantToSignal): Promise<boolean> {
  const { aheadMs } = merchant;
  const unsignalled = await selectOrdersToSignal(orm.em.fork(), merchant, BATCH);
  const done: string[] = [];
  const failures: unknown[] = [];
  const signalOrder = async (order: (typeof unsignalled)[number]) => {
    if (failures.length > 0) return;
    try {
      await gateway.moveClock(order, aheadMs);
      done.push(order.id);
    } catch (error) {
      failures.push(error);
    }
  };
  await pMap(unsignalled, signalOrder, { concurrency: CONCURRENCY });
  if (done.length > 0)
    await markSignalled(
      orm,
      unsignalled.filter(({ id }) => done.includes(id)),
      aheadMs,
    );
  // If one call fails, the others would too.
  if (failures.length > 0) throw failures[0];
  return unsignalled.length === BATCH;
}

/** What is decided by these orders' clocks before their trips may be due now. */
async function markSignalled(orm: MikroORM, orders: readonly Order[], clockAheadMs: number): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    const ids = orders.map(({ id }) => id);
    await markOrdersSignalled(em, ids, clockAheadMs);
    const starts = orders.map(({ guideId, trip, tripStartAt: startAt, createdAt }) => ({
      ...{ guideId, startAt, clockAheadMs, departure: departureOf(trip, startAt, createdAt) },
    }));
    await addDecisions(em, starts);
  });
}
