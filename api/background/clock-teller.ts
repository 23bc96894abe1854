/**
 * Tells the orders of sandbox merchants that their clock was moved. What this rules out (test/sandbox/clock.test.ts):
 *
 * - A crash in the middle: what was told stands on the order, that there is more to tell on the merchant.
 * - An order that is being made while the clock is moved, with the clock as it was: a merchant is looked after for a minute.
 * - Two processes tell the same order, or one tells it twice: a clock is only ever moved ahead.
 * - A merchant with many orders holds up the others: each has a batch in its turn.
 */
import type { MikroORM } from '@mikro-orm/postgresql';
import pMap from 'p-map';
import {
  endTelling,
  markOrdersTold,
  selectTelling,
  selectUntold,
  type TellingMerchant,
} from '../../db/queries/sandbox-clock.ts';
import type { OrderGateway } from '../../temporal/order-gateway.ts';
import { type Loop, startLoop } from './loop.ts';

const INTERVAL_MS = 2_000;
const MERCHANTS = 20;
const BATCH = 200;
/** Calls to Temporal at once. */
const CONCURRENCY = 16;

export interface ClockTellerDeps {
  readonly orm: MikroORM;
  readonly gateway: Pick<OrderGateway, 'moveClock'>;
  readonly onError: (error: unknown) => void;
}

export function startClockTeller(deps: ClockTellerDeps): Loop {
  return startLoop({ everyMs: INTERVAL_MS, round: () => tellClocks(deps), onError: deps.onError });
}

/** One round: a batch of each merchant's orders. @returns whether there may be more. */
export async function tellClocks(deps: ClockTellerDeps): Promise<boolean> {
  const merchants = await selectTelling(deps.orm.em.fork(), MERCHANTS);
  const isMore = await pMap(merchants, (merchant) => tellOrders(deps, merchant), { concurrency: 4 });
  return isMore.includes(true);
}

async function tellOrders(
  { orm, gateway, onError }: ClockTellerDeps,
  merchant: TellingMerchant,
): Promise<boolean> {
  const { aheadMs } = merchant;
  const untold = await selectUntold(orm.em.fork(), merchant, BATCH);
  const told: string[] = [];
  const failures: unknown[] = [];
  const tell = async (order: (typeof untold)[number]) => {
    if (failures.length > 0) return;
    try {
      await gateway.moveClock(order, aheadMs);
      told.push(order.id);
    } catch (error) {
      failures.push(error);
    }
  };
  await pMap(untold, tell, { concurrency: CONCURRENCY });
  if (told.length > 0) await markOrdersTold(orm.em.fork(), told, aheadMs);
  // Where one call fails the others would: the next round tries again.
  if (failures.length > 0) onError(failures[0]);
  else if (untold.length === 0 && merchant.isLast) await endTelling(orm.em.fork(), merchant);
  return failures.length === 0 && untold.length === BATCH;
}
