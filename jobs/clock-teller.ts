/**
 * Tells the orders and holds of sandbox merchants that their clock was moved. What this rules out (test/sandbox/clock.test.ts):
 *
 * - A crash in the middle: what was told stands on the order, that there is more to tell on the merchant.
 * - An order that is being made while the clock is moved, with the clock as it was: a merchant is looked after for a minute.
 * - Two processes tell the same order, or one tells it twice: a clock is only ever moved ahead.
 * - A merchant with many orders holds up the others: each has a batch in its turn.
 *
 * Holds (at most 100 a merchant) keep no note of what they were told: they are told once by each process that looks, and once more at
 * the end, when no hold comes in any more that does not know of the clock.
 */
import type { MikroORM } from '@mikro-orm/postgresql';
import pMap from 'p-map';
import {
  endTelling,
  markOrdersTold,
  selectHeld,
  selectTelling,
  selectUntold,
  type TellingMerchant,
} from '../db/queries/orders/sandbox-clock.ts';
import type { HoldGateway } from '../lib/temporal/hold-gateway.ts';
import type { OrderGateway } from '../lib/temporal/order-gateway.ts';
import { LOOKS_ITSELF_MS, type Loop, startLoop } from './loop.ts';

const MERCHANTS = 20;
const BATCH = 200;
/** Calls to Temporal at once. */
const CONCURRENCY = 16;

export interface ClockTellerDeps {
  readonly orm: MikroORM;
  readonly gateway: Pick<OrderGateway, 'moveClock'>;
  readonly holds: Pick<HoldGateway, 'tellChanged'>;
  readonly onError: (error: unknown) => void;
}

export function startClockTeller(deps: ClockTellerDeps): Loop {
  const heard: HeardClocks = new Map();
  return startLoop({ everyMs: LOOKS_ITSELF_MS, round: () => tellClocks(deps, heard), onError: deps.onError });
}

/** What this process has told a merchant's holds, in milliseconds. */
type HeardClocks = Map<string, number>;

/** One round: holds, and a batch of orders, of each merchant. @returns whether there may be more. */
async function tellClocks(deps: ClockTellerDeps, heard: HeardClocks): Promise<boolean> {
  const merchants = await selectTelling(deps.orm.em.fork(), MERCHANTS);
  for (const merchant of merchants) await tellHolds(deps, heard, merchant);
  const isMore = await pMap(merchants, (merchant) => tellOrders(deps, merchant), { concurrency: 4 });
  return isMore.includes(true);
}

async function tellHolds(
  { orm, holds, onError }: ClockTellerDeps,
  heard: HeardClocks,
  { key, aheadMs, isLast }: TellingMerchant,
): Promise<void> {
  if (heard.get(key) === aheadMs && !isLast) return;
  try {
    const ids = await selectHeld(orm.em.fork(), key);
    await pMap(ids, (id) => holds.tellChanged(id), { concurrency: CONCURRENCY });
    heard.set(key, aheadMs);
  } catch (error) {
    // The next round tries again; what is lost by then, a hold's own timer finds.
    onError(error);
  }
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
