import { setTimeout as sleep } from 'node:timers/promises';
import type { Viewer } from '../../domain/order-view.ts';
import type { Answer, PatientClient } from './client.ts';
import type { Journal } from './journal.ts';
import { contradictionIn, goesOn, type OrderSeen, orderIn } from './order-seen.ts';
import type { Agency, TrafficOptions } from './traffic.ts';

/** Close enough for reads to fall into the middle of a move. */
const PAUSE_MS = 4;
const MOST_READS = 120;

/** Both sides read an order again and again until `settled`. */
export async function watchOrder(
  { journal, studio }: Pick<TrafficOptions, 'journal' | 'studio'>,
  agency: Agency,
  orderId: string,
  settled: AbortSignal,
): Promise<void> {
  await Promise.all([
    watchAs(journal, agency.client, 'merchant', orderId, settled),
    watchAs(journal, studio, 'studio', orderId, settled),
  ]);
}

async function watchAs(
  journal: Journal,
  client: PatientClient,
  viewer: Viewer,
  orderId: string,
  settled: AbortSignal,
): Promise<void> {
  const request = { method: 'GET', path: `/open/v1/order/detail/${orderId}` } as const;
  let before: OrderSeen | undefined;
  for (let reads = 0; reads < MOST_READS && !settled.aborted; reads++) {
    const answer = await client.send(request, 1);
    const order = answer && noteRead(journal, answer, viewer, `detail of ${orderId}`);
    if (before && order && !goesOn(before, order))
      journal.reads.contradictions.push(`detail of ${orderId} (${viewer}): it went back`);
    before = order ?? before;
    await sleep(PAUSE_MS);
  }
}

/** Judges an order that was shown, whatever for. */
export function noteRead(
  journal: Journal,
  answer: Answer,
  viewer: Viewer,
  what: string,
): OrderSeen | undefined {
  const order = answer.code === 200 ? orderIn(answer) : undefined;
  if (order === undefined) return undefined;
  journal.reads.count++;
  const contradiction = contradictionIn(order, viewer);
  if (contradiction !== undefined) journal.reads.contradictions.push(`${what} (${viewer}): ${contradiction}`);
  return order;
}
