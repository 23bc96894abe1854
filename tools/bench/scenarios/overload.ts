/**
 * More than the machine carries: clients book and have each order confirmed as fast as they can, while creates arrive at
 * 1,000/s beside them, whether or not earlier ones are answered. What a studio waits for then, and how long it takes
 * until every order that was taken has been announced.
 */
import { acknowledging, startReceiver } from '../notifications/receivers.ts';
import { say } from '../support/backends.ts';
import type { Figure, Scenario } from '../support/figures.ts';
import { type Caller, createGuidepost, type Guidepost, orderNumber } from '../support/guidepost.ts';
import { openLoop, until } from '../support/load.ts';
import { latenciesOf, shortly } from '../support/numbers.ts';
import { createPoster } from '../support/poster.ts';

const CLIENTS = [12, 32, 100];
const SECONDS = 60;
/** Not counted: all clients begin at once, and what they do at first is compiled meanwhile. */
const WARM_UP_SECONDS = 5;
const ARRIVALS_PER_SECOND = 1_000;
/** Connections of the arrivals; what finds none free waits its turn. */
const ARRIVAL_CONNECTIONS = 64;

interface Rush {
  readonly clients: number;
  readonly creates: readonly number[];
  readonly confirms: readonly number[];
  readonly failures: readonly Error[];
  readonly taken: number;
  readonly tellSeconds: number;
}

interface Parties {
  readonly agency: Caller;
  readonly studio: Caller;
  readonly arrive: (index: number) => Promise<void>;
}

export const run: Scenario = async (scale) => {
  const guidepost = await createGuidepost();
  const receiver = await startReceiver(acknowledging());
  try {
    await guidepost.startWorker('orders');
    await guidepost.startWorker('notifications');
    const api = await guidepost.startApi();
    const agency = await guidepost.addCaller(api, 'agency', receiver.url);
    const studio = await guidepost.addCaller(api, 'studio');
    const poster = createPoster(api.url, { connections: ARRIVAL_CONNECTIONS });
    const arrive = (index: number) =>
      poster.post('/open/v1/order/create', JSON.stringify(orderNumber(index)), {
        authorization: agency.authorization,
      });
    const figures: Figure[] = [];
    const number = counter();
    for (const clients of CLIENTS) {
      const parties = { agency, studio, arrive };
      const rush = await overload(parties, { clients, seconds: SECONDS * scale, number });
      const { p99, max } = latenciesOf(rush.confirms);
      // Announcing all takes a while longer.
      const seen = `confirm p99 ${shortly(p99)}, max ${shortly(max)} ms, ${rush.failures.length} failed, ${rush.taken} taken`;
      say(`  ${clients} clients: ${seen}`);
      const tellSeconds = await untilPublished(guidepost);
      figures.push(...figuresOf({ ...rush, clients, tellSeconds }));
    }
    await poster.close();
    return { figures };
  } finally {
    await guidepost.close();
    await receiver.close();
  }
};

async function overload(
  { agency, studio, arrive }: Parties,
  { clients, seconds, number }: { clients: number; seconds: number; number: () => number },
): Promise<Omit<Rush, 'clients' | 'tellSeconds'>> {
  const creates: number[] = [];
  const confirms: number[] = [];
  const failures: Error[] = [];
  let taken = 0;
  const from = performance.now() + WARM_UP_SECONDS * 1_000;
  const end = from + seconds * 1_000;
  const book = async () => {
    while (performance.now() < end) {
      try {
        const begin = performance.now();
        const { orderId } = await agency.post('order/create', orderNumber(number()));
        const created = performance.now();
        taken++;
        await studio.post(`order/confirm/${orderId}`, {});
        if (begin < from) continue;
        creates.push(created - begin);
        confirms.push(performance.now() - created);
      } catch (error) {
        failures.push(error as Error);
      }
    }
  };
  const arrivals = openLoop(
    { perSecond: ARRIVALS_PER_SECOND, calls: ARRIVALS_PER_SECOND * (seconds + WARM_UP_SECONDS) },
    async () => {
      if (performance.now() > end) return;
      await arrive(number()).then(
        () => void taken++,
        (error: Error) => void failures.push(error),
      );
    },
  );
  await Promise.all([arrivals, ...Array.from({ length: clients }, book)]);
  return { creates, confirms, failures, taken };
}

/** @returns seconds until nobody waits for word of an order any more. */
async function untilPublished({ count }: Guidepost): Promise<number> {
  const begin = performance.now();
  const unannounced = `select count(*) from (select from notification where status = 'pending' limit 1) one`;
  await until('all is announced', async () => (await count(unannounced)) === 0, {
    limitMs: 3_600_000,
    everyMs: 250,
  });
  return (performance.now() - begin) / 1_000;
}

function counter(): () => number {
  let next = 0;
  return () => next++;
}

function figuresOf({ clients, creates, confirms, failures, taken, tellSeconds }: Rush): Figure[] {
  const of = latenciesOf(confirms);
  const created = latenciesOf(creates);
  const what = `overload, ${clients} clients`;
  return [
    {
      what: `${what}: confirm, p99`,
      value: of.p99,
      unit: 'ms',
      bar: { atMost: 1_000 },
      note:
        `p50 ${shortly(of.p50)} ms, max ${shortly(of.max)} ms, ${confirms.length} confirmed; create p50 ` +
        `${shortly(created.p50)}, p99 ${shortly(created.p99)} ms`,
    },
    {
      what: `${what}: refused or failed`,
      value: failures.length,
      unit: 'calls',
      bar: { atMost: 0 },
      ...(failures[0] && { note: failures[0].message.slice(0, 200) }),
    },
    {
      what: `${what}: from the end until every order's workflow has announced it`,
      value: tellSeconds,
      unit: 's',
      note: `${taken} were taken: ${shortly(taken / tellSeconds)}/s`,
    },
  ];
}
