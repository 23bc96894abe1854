import { setTimeout as sleep } from 'node:timers/promises';
import type { Violation } from '../checks/violation.ts';
import { holdRow } from '../harm/locks.ts';
import { pidOf, send } from '../parts.ts';
import type { FaultyReceiver } from '../receiver.ts';
import { bookFor, command, type Scenario, type Stage } from './scenario.ts';

/** Longer than a workflow task may go without a heartbeat, and than a local activity may take. */
const LOCK_MS = 12_000;
const REPORTS_WITHIN_MS = 60_000;
const TRIES = 4;

/**
 * An order's row is locked for 12 s while its `start` is being written; meanwhile two of its notifications are
 * acknowledged, at their second attempts; then its worker dies. What was taken in while the write was under way must
 * replay: an order whose history does not is stuck for good.
 */
export const stuckOrder: Scenario = async (stage) => {
  const { world, clients, say } = stage;
  const receiver = world.agencies[0]?.receivers[0] as FaultyReceiver;
  await receiver.become('stubborn');
  try {
    const orderId = await bookFor(stage, 'scenario-stuck', 500);
    await command(stage, orderId, 'confirm', Number.POSITIVE_INFINITY);
    await startBehindLock(stage, orderId, receiver);
    send([await pidOf(world.platform.dataDir, 'order-worker')], 'SIGKILL');
    const answer = await command(stage, orderId, 'complete', TRIES);
    say(
      `an order whose start waited ${LOCK_MS} ms for its row is then answered ${answer?.code ?? 'nothing'}`,
    );
    return answer?.code === 200 ? [] : stuck(orderId, clients.studioKey);
  } finally {
    await receiver.become('healthy');
  }
};

async function startBehindLock(stage: Stage, orderId: string, receiver: FaultyReceiver): Promise<void> {
  const held = await holdRow(stage.world.platform.info.database, 'orders', () => orderId, [orderId]);
  if (held === undefined) throw new Error('the row could not be locked');
  const starting = command(stage, orderId, 'start', Number.POSITIVE_INFINITY);
  await sleep(LOCK_MS);
  await held.release();
  await starting;
  for (const end = Date.now() + REPORTS_WITHIN_MS; Date.now() < end; await sleep(50)) {
    const notified = receiver.receipts.filter(
      (receipt) => receipt.orderId === orderId && receipt.acknowledged,
    );
    if (new Set(notified.map(({ sequence }) => sequence)).size >= 2) return;
  }
}

function stuck(orderId: string, studio: string): Violation[] {
  return [
    { rule: 'an order goes on after its worker died', evidence: `${orderId}: ${studio} was not served` },
  ];
}
