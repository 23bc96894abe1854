/** Creates as fast as they come while the workers drain what came before, held against the same without workers. */
import { acknowledging, startReceiver } from '../notifications/receivers.ts';
import type { Figure, Scale, ScenarioResult } from '../support/figures.ts';
import { createGuidepost, type Guidepost } from '../support/guidepost.ts';
import { createIntake, INTAKE_CONNECTIONS, type Intake, type IntakeResult } from '../support/intake.ts';
import { latenciesOf, median, shortly } from '../support/numbers.ts';

const ORDERS = 10_000;
const WARM_UP = 2_000;
const ROUNDS = 2;

interface Flood extends IntakeResult {
  /** Seconds from the end of the creates until the last of them was started. */
  readonly startSeconds: number;
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
    const intake = createIntake(guidepost, api, await guidepost.addCaller(api, 'agency', receiver.url));
    const calls = (count: number) => Math.max(INTAKE_CONNECTIONS, Math.round(count * scale));
    await flood(intake, calls(WARM_UP));
    const quiet: Flood[] = [];
    const busy: Flood[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      quiet.push(await flood(intake, calls(ORDERS)));
      busy.push(await withWorkers(guidepost, () => flood(intake, calls(ORDERS))));
    }
    await intake.close();
    return { figures: figuresOf(quiet, busy) };
  } finally {
    await guidepost.close();
    await receiver.close();
  }
}

async function flood(intake: Intake, calls: number): Promise<Flood> {
  const result = await intake.load(calls);
  return { ...result, startSeconds: await intake.started() };
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
