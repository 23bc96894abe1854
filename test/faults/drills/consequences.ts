import { createRandom } from '../../support/random.ts';
import { checkChanges } from '../checks/changes.ts';
import { checkClients } from '../checks/clients.ts';
import { checkDeliveries } from '../checks/deliveries.ts';
import { checkHolds } from '../checks/holds.ts';
import { checkLifecycles } from '../checks/lifecycles.ts';
import type { Violation } from '../checks/violation.ts';
import { readBooks } from '../facts.ts';
import type { Journal } from '../journal.ts';
import { inquire } from '../phases.ts';
import { receiversOf } from '../world.ts';
import type { Ground } from './drill.ts';

/**
 * What was never answered is asked for again under its key, and what is under way ends; then every answer that a client had, and all that
 * arrived, is held against the books.
 */
export async function consequences(ground: Ground, journal: Journal): Promise<Violation[]> {
  const { world } = ground;
  await inquire({ ...world, platform: ground.platform() }, journal, createRandom(2));
  const left = await ground.drained();
  const books = await readBooks(ground.platform().info.database);
  const receipts = receiversOf(world).flatMap((receiver) => receiver.receipts);
  return [
    ...left,
    ...checkClients(journal, books),
    ...checkLifecycles(books),
    ...checkHolds(journal, books),
    ...checkChanges(journal, books),
    ...checkDeliveries(books, receipts),
  ];
}
