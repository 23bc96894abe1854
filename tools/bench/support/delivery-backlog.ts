import { untilOpen, untilScheduled } from './backlog.ts';
import { type Guidepost, orderNumber } from './guidepost.ts';
import { untilIdle } from './idle.ts';
import { closedLoop, until } from './load.ts';

const STARTS_AT_ONCE = 16;
const PENDING = `select count(*) from notification where status = 'pending'`;

/** Which orders a round makes. */
export interface OrderNumbers {
  readonly first: number;
  readonly count: number;
}

/** Numbers of orders, each once. */
export function createOrderNumbers() {
  let free = 0;
  return {
    next(count: number): OrderNumbers {
      const first = free;
      free += count;
      return { first, count };
    },
  };
}

/**
 * Notifications that wait in Temporal's task queue, one for each order, of one new merchant for each of `urls`. An order
 * worker has to run, without first attempts (`PROMPT_DELIVERIES=0`), and no notification worker.
 */
export async function makeDeliveryBacklog(
  guidepost: Guidepost,
  urls: readonly string[],
  { first, count }: OrderNumbers,
): Promise<void> {
  const { address, pid } = guidepost.backends.temporal;
  const api = await guidepost.startApi();
  const agencies = await Promise.all(urls.map((url) => guidepost.addCaller(api, 'agency', url)));
  await closedLoop({ connections: STARTS_AT_ONCE, calls: count }, (index) =>
    agencies[index % agencies.length]!.post('order/create', orderNumber(first + index)),
  );
  await untilOpen(address, 'default', 'delivery', count);
  await untilScheduled(address, 'default', count);
  // It would retry what has been due for 20 s, 20 a second: work that is not a delivery's.
  await api.stop();
  await untilIdle(pid() ?? 0);
}

/** Resolves when no notification waits any more. */
export async function untilDelivered({ count }: Guidepost): Promise<void> {
  await until('delivered', async () => (await count(PENDING)) === 0, { everyMs: 250 });
}
