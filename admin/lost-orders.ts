import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Sources } from '../services/reconcile/compare.ts';
import { findLostOrders } from '../services/reconcile/lost-orders.ts';
import { lostOrderRows, lostOrdersCsv } from '../services/reconcile/lost-orders-csv.ts';
import { OperatorError } from './refusal.ts';

/** The list is for its operator only, until it is cut up for the merchants. */
const PRIVATE = 0o600;

/**
 * Lists the orders that Temporal knows of and the database does not, in a file that must be a new one: of an earlier list Temporal may have
 * forgotten orders since. What could not be written whole is removed. @returns how many orders.
 */
export async function writeLostOrders(sources: Sources, path: string): Promise<number> {
  const file = await open(path, 'wx', PRIVATE).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === 'EEXIST' ? 'is there already' : `can't be written (${cause.code})`;
    throw new OperatorError(`${path} ${why}: nothing was compared`, { cause, exit: 'usage' });
  });
  try {
    const orders = await findLostOrders(sources);
    await pipeline(lostOrdersCsv(lostOrderRows(orders)), file.createWriteStream({ flush: true }));
    return orders.length;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
