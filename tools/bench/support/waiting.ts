import { acknowledging, startReceiver } from '../notifications/receivers.ts';
import { type Caller, type Guidepost, orderNumber } from './guidepost.ts';
import { closedLoop, until } from './load.ts';
import type { BenchProcess } from './process.ts';

const IN_PARALLEL = 8;
const PATIENCE = { limitMs: 900_000, everyMs: 250 };
const PENDING = `select count(*) from notification where status = 'pending'`;

export interface Waiting {
  /** From the first booking to the last start. */
  readonly startSeconds: number;
  /** Brings the endpoint back, and has its merchant save its address again. */
  heal(): Promise<Healed>;
}

/** Seconds from the saving of the address. */
interface Healed {
  readonly first: number;
  readonly half: number;
  readonly all: number;
}

/**
 * Deliveries that wait in back-off: orders of a merchant whose server is dead. The workers have to run.
 * @param first number of the first order.
 */
export async function makeWaiting(
  { addCaller, count }: Guidepost,
  api: BenchProcess,
  { deliveries, first = 0 }: { deliveries: number; first?: number },
): Promise<Waiting> {
  const dead = await startReceiver(acknowledging());
  await dead.close();
  const agency = await addCaller(api, 'agency', dead.url);
  const begin = performance.now();
  await closedLoop({ connections: IN_PARALLEL, calls: deliveries }, (index) =>
    agency.post('order/create', orderNumber(first + index)),
  );
  const notStarted = 'select count(*) from orders where workflow_started_at is null';
  await until('all started', async () => (await count(notStarted)) === 0, PATIENCE);
  const startSeconds = secondsSince(begin);
  return { startSeconds, heal: () => heal(agency, dead, deliveries, () => count(PENDING)) };
}

async function heal(
  agency: Caller,
  { url, port }: { url: string; port: number },
  deliveries: number,
  pending: () => Promise<number>,
): Promise<Healed> {
  const receiver = await startReceiver(acknowledging(), port);
  try {
    const begin = performance.now();
    await agency.put('callback/config', { url });
    const secondsTo = async (left: number) => {
      await until(`${left} left`, async () => (await pending()) <= left, PATIENCE);
      return secondsSince(begin);
    };
    const first = await secondsTo(deliveries - 1);
    const half = await secondsTo(deliveries / 2);
    return { first, half, all: await secondsTo(0) };
  } finally {
    await receiver.close();
  }
}

function secondsSince(begin: number): number {
  return (performance.now() - begin) / 1_000;
}
