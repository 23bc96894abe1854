import { acknowledging, startReceiver } from '../notifications/receivers.ts';
import { type Guidepost, orderNumber } from './guidepost.ts';
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
 * @param deliveries how many orders; each has one for each endpoint.
 * @param first number of the first order.
 * @param endpoints of the merchant, all at that server.
 */
export async function makeWaiting(
  { addCaller, count }: Guidepost,
  api: BenchProcess,
  { deliveries, first = 0, endpoints = 1 }: { deliveries: number; first?: number; endpoints?: number },
): Promise<Waiting> {
  const dead = await startReceiver(acknowledging());
  await dead.close();
  const agency = await addCaller(api, 'agency', dead.url);
  const more: string[] = [];
  while (more.length < endpoints - 1) {
    const { endpointId } = await agency.post('callback/endpoint/create', { url: dead.url });
    more.push(`${endpointId}`);
  }
  const begin = performance.now();
  await closedLoop({ connections: IN_PARALLEL, calls: deliveries }, (index) =>
    agency.post('order/create', orderNumber(first + index)),
  );
  const notStarted = 'select count(*) from orders where workflow_started_at is null';
  await until('all started', async () => (await count(notStarted)) === 0, PATIENCE);
  const startSeconds = secondsSince(begin);
  const save = async () => {
    await agency.put('callback/config', { url: dead.url });
    for (const id of more) await agency.put(`callback/endpoint/update/${id}`, { url: dead.url });
  };
  return { startSeconds, heal: () => heal(save, dead, deliveries * endpoints, () => count(PENDING)) };
}

async function heal(
  save: () => Promise<void>,
  { port }: { port: number },
  deliveries: number,
  pending: () => Promise<number>,
): Promise<Healed> {
  const receiver = await startReceiver(acknowledging(), port);
  try {
    const begin = performance.now();
    await save();
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
