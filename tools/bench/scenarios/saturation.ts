/**
 * Creates as fast as they come while the workers drain what came before, held against the same without workers; and how
 * long somebody waits who reads an order meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { acknowledging, startReceiver } from '../notifications/receivers.ts';
import type { Figure, Scale, ScenarioResult } from '../support/figures.ts';
import { createGuidepost, type Guidepost, orderNumber } from '../support/guidepost.ts';
import { createIntake, INTAKE_CONNECTIONS, type Intake, type IntakeResult } from '../support/intake.ts';
import { latenciesOf, median, shortly } from '../support/numbers.ts';

const ORDERS = 10_000;
const WARM_UP = 2_000;
const ROUNDS = 2;
const READS_PER_SECOND = 20;
/** Behind all that the rounds create. */
const READ_ORDER = 200_000;

interface Flood extends IntakeResult {
  /** Seconds from the end of the creates until the last of them was started. */
  readonly startSeconds: number;
  /** Milliseconds of each `order/detail` beside the creates. */
  readonly reads: readonly number[];
}

/**
 * Without and with workers, by turns. Orders that no worker has seen stay behind in Temporal, so that workers find as
 * much to do from the first create on as they ever can.
 */
export async function run(scale: Scale): Promise<ScenarioResult> {
  const receiver = await startReceiver(acknowledging());
  const guidepost = await createGuidepost();
  try {
    const api = await guidepost.startApi();
    const agency = await guidepost.addCaller(api, 'agency', receiver.url);
    const intake = createIntake(guidepost, api, agency);
    const { orderId } = await agency.post('order/create', orderNumber(READ_ORDER));
    const flood = floodOf(intake, () => agency.get(`order/detail/${orderId}`));
    const calls = (count: number) => Math.max(INTAKE_CONNECTIONS, Math.round(count * scale));
    await flood(calls(WARM_UP));
    const quiet: Flood[] = [];
    const busy: Flood[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      quiet.push(await flood(calls(ORDERS)));
      busy.push(await withWorkers(guidepost, () => flood(calls(ORDERS))));
    }
    await intake.close();
    return { figures: figuresOf(quiet, busy) };
  } finally {
    await guidepost.close();
    await receiver.close();
  }
}

/** Creates, and a few reads a second beside them until the last is answered. */
function floodOf(intake: Intake, read: () => Promise<unknown>) {
  return async (calls: number): Promise<Flood> => {
    const creates = intake.load(calls);
    let isOver = false;
    void creates.finally(() => {
      isOver = true;
    });
    const reads: number[] = [];
    const running: Promise<void>[] = [];
    for (; !isOver; await sleep(1_000 / READS_PER_SECOND)) {
      const begin = performance.now();
      running.push(read().then(() => void reads.push(performance.now() - begin)));
    }
    await Promise.all(running);
    return { ...(await creates), reads, startSeconds: await intake.started() };
  };
}

async function withWorkers<T>(guidepost: Guidepost, during: () => Promise<T>): Promise<T> {
  const workers = await Promise.all([
    guidepost.startWorker('orders'),
    guidepost.startWorker('notifications'),
  ]);
  try {
    return await during();
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

function figuresOf(quiet: readonly Flood[], busy: readonly Flood[]): Figure[] {
  const rateOf = (floods: readonly Flood[]) => median(floods.map(({ perSecond }) => perSecond));
  const startOf = (floods: readonly Flood[]) => median(floods.map(({ startSeconds }) => startSeconds));
  const { p50, p99, max } = latenciesOf(busy.flatMap(({ times }) => times));
  const read = latenciesOf(busy.flatMap(({ reads }) => reads));
  const failures = [...quiet, ...busy].flatMap((flood) => flood.failures);
  const orders = (busy[0]?.times.length ?? 0).toLocaleString('en');
  return [
    {
      what: `order intake while workers drain, ${orders} creates`,
      value: rateOf(busy),
      unit: '/s',
      limit: { what: 'the same with no worker running', value: rateOf(quiet) },
      bar: { atLeast: 0.6 },
      note: `p50 ${shortly(p50)} ms, p99 ${shortly(p99)} ms, max ${shortly(max)} ms`,
    },
    {
      what: 'a read of an order beside it, p99',
      value: read.p99,
      unit: 'ms',
      bar: { atMost: 250 },
      note: `p50 ${shortly(read.p50)} ms, max ${shortly(read.max)} ms, ${READS_PER_SECOND} a second`,
    },
    {
      what: 'order intake while workers drain, failures',
      value: failures.length,
      unit: 'orders',
      bar: { atMost: 0 },
      ...(failures[0] && { note: failures[0].message }),
    },
    {
      what: `from the end of ${orders} creates until the last is started, workers running`,
      value: startOf(busy),
      unit: 's',
      note: `${shortly(startOf(quiet))} s with no worker running`,
    },
  ];
}
