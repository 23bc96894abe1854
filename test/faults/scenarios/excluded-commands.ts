import { setTimeout as sleep } from 'node:timers/promises';
import { holdRow } from '../harm/locks.ts';
import type { MoveName } from '../journal.ts';
import { pidOf, send } from '../parts.ts';
import { bookFor, command, type Scenario, type Stage } from './scenario.ts';

/** The API has read the order by then, and waits for Temporal. */
const READ_MS = 700;
/** The server has to be back within the eight seconds that the API waits: not every try hits. */
const TRIES = 3;

/**
 * A write waits for the order's row until its caller is answered 50301; Temporal dies, and with it the Update; a command
 * that excludes it is under way when the row is free and the first write lands all the same. At most one of the two may
 * be answered that it was done, and it is the one whose event is written: the checks of all commands find it at the end.
 */
export const excludedCommands: Scenario = async (stage) => {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    await race(stage, await bookFor(stage, `scenario-reject-${attempt}`, 510 + attempt), 'reject', 'cancel');
  }
  const orderId = await bookFor(stage, 'scenario-advance', 520);
  await command(stage, orderId, 'confirm', Number.POSITIVE_INFINITY);
  await race(stage, orderId, 'advance', 'start');
  return [];
};

async function race(stage: Stage, orderId: string, first: MoveName, second: MoveName): Promise<void> {
  const { dataDir, info } = stage.world.platform;
  const held = await holdRow(info.database, 'orders', () => orderId, [orderId]);
  if (held === undefined) throw new Error('the row could not be locked');
  const asked = await command(stage, orderId, first, 1);
  send([await pidOf(dataDir, 'temporal')], 'SIGKILL');
  const excluded = command(stage, orderId, second, 1);
  await sleep(READ_MS);
  await held.release();
  const [one, other] = [asked, await excluded].map((answer) => answer?.code ?? 'nothing');
  stage.say(`${first} was answered ${one}, ${second} ${other}`);
}
