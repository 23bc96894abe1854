import { setTimeout as sleep } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { SandboxClock } from '../../contract/schemas/sandbox.ts';
import { countBehind, lockClock, readClock, setClock } from '../../db/queries/orders/sandbox-clock.ts';
import { InvalidParameter, MerchantKindForbidden } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { advancedClock, type ClockAdvance, MAX_CLOCK_AHEAD_MS, timeFor } from '../../domain/sandbox.ts';
import { recordAudit } from '../audit.ts';
import { findDone, noteDone } from '../commands.ts';
import type { MerchantDirectory } from '../merchants.ts';

/** How long an answer waits for orders to follow; what has not by then follows later. */
const PATIENCE_MS = 4_000;
const POLL_MS = 50;
const ACTION = 'sandbox.clock_advanced';

export interface ClockServiceDeps {
  readonly orm: MikroORM;
  /** The real time. */
  readonly now: () => Date;
  readonly merchants: Pick<MerchantDirectory, 'forget'>;
  /** Orders have to be signalled. */
  readonly onClockMoved?: (() => void) | undefined;
}

export interface ClockService {
  /** @throws MerchantKindForbidden for a merchant that is not in the sandbox, as the other function does. */
  read(merchant: CallingMerchant): Promise<SandboxClock>;
  /** Moves the merchant's clock, and its orders with it. @throws InvalidParameter, MerchantKindForbidden */
  advance(merchant: CallingMerchant, advance: ClockAdvance): Promise<SandboxClock>;
}

/** The test clock of a sandbox merchant (docs/sandbox.md). */
export function createClockService(deps: ClockServiceDeps): ClockService {
  return {
    async read(merchant) {
      refuseLive(merchant);
      return await readingOf(deps, merchant);
    },
    async advance(merchant, advance) {
      refuseLive(merchant);
      await move(deps, merchant, advance);
      deps.merchants.forget(merchant.key);
      deps.onClockMoved?.();
      const end = performance.now() + PATIENCE_MS;
      for (;;) {
        const reading = await readingOf(deps, merchant);
        if (reading.ordersBehind === 0 || performance.now() > end) return reading;
        await sleep(POLL_MS);
      }
    },
  };
}

/** @throws MerchantKindForbidden */
export function refuseLive({ sandbox }: CallingMerchant): void {
  if (!sandbox) throw new MerchantKindForbidden('only for sandbox merchants');
}

/** One transaction; what an earlier try of the same request did is not done again. */
async function move(
  { orm, now }: ClockServiceDeps,
  merchant: CallingMerchant,
  advance: ClockAdvance,
): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    const clockAheadMs = await lockClock(em, merchant.key);
    if ((await findDone(em, merchant, ACTION)) !== undefined) return;
    const moved = advancedClock(advance, { clockAheadMs }, now());
    if ('problem' in moved) throw new InvalidParameter([moved.problem]);
    await setClock(em, merchant.key, moved.aheadMs);
    const details = { fromMs: clockAheadMs, toMs: moved.aheadMs };
    await recordAudit(em, merchant, { action: ACTION, subject: `merchant:${merchant.key}`, details });
    await noteDone(em, merchant, ACTION, details);
  });
}

async function readingOf({ orm, now }: ClockServiceDeps, { key }: CallingMerchant): Promise<SandboxClock> {
  const em = orm.em.fork();
  const clockAheadMs = await readClock(em, key);
  const realNow = now();
  const ownNow = timeFor({ clockAheadMs }, realNow);
  return {
    now: ownNow.toISOString(),
    realNow: realNow.toISOString(),
    aheadSeconds: Math.floor(clockAheadMs / 1_000),
    latest: new Date(realNow.getTime() + MAX_CLOCK_AHEAD_MS).toISOString(),
    ordersBehind: await countBehind(em, key, clockAheadMs, ownNow),
  };
}
