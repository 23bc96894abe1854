import { type Caller, type Guidepost, orderNumber } from './guidepost.ts';
import { closedLoop, type LoadResult, openLoop, until } from './load.ts';
import { createPoster } from './poster.ts';
import type { BenchProcess } from './process.ts';

/** Of every intake that is compared: ours, the bare one, a peer's. */
export const INTAKE_CONNECTIONS = 32;

/** What workers drain goes first: on a slow machine that are some 30,000 orders at 45 a second. */
const STARTED_WITHIN_MS = 1_800_000;

export interface IntakeResult extends LoadResult {
  readonly failures: readonly Error[];
}

/** So many calls as fast as they are answered; or at another pace. */
export type Load = (calls: number, pace?: Pace) => Promise<IntakeResult>;

type Pace = (calls: number, call: (index: number) => Promise<unknown>) => Promise<LoadResult>;

const AS_FAST_AS_ANSWERED: Pace = (calls, call) =>
  closedLoop({ connections: INTAKE_CONNECTIONS, calls }, call);

export interface Intake {
  /** Each order has its own day and idempotency key. */
  readonly load: Load;
  /** The same at a fixed rate, whether or not earlier ones are answered. */
  paced(perSecond: number, calls: number): Promise<IntakeResult>;
  /** Waits until every accepted order has its workflow. @returns seconds. */
  started(): Promise<number>;
  close(): Promise<void>;
}

/** POST order/create as an agency sends it, over 32 connections. @param first number of the first order. */
export function createIntake(
  guidepost: Guidepost,
  api: BenchProcess,
  { authorization }: Caller,
  first = 0,
): Intake {
  const poster = createPoster(api.url, { connections: INTAKE_CONNECTIONS });
  const load = createLoad(
    (index) =>
      poster.post('/open/v1/order/create', JSON.stringify(orderNumber(index)), {
        authorization,
        'idempotency-key': `bench-${index}`,
      }),
    first,
  );
  const isAnyUnstarted = `select count(*) from (select from orders where workflow_started_at is null limit 1) one`;
  return {
    load,
    paced: (perSecond, calls) => load(calls, (count, call) => openLoop({ perSecond, calls: count }, call)),
    started: async () => {
      const begin = performance.now();
      const isSo = async () => (await guidepost.count(isAnyUnstarted)) === 0;
      await until('every order is started', isSo, { limitMs: STARTED_WITHIN_MS });
      return (performance.now() - begin) / 1_000;
    },
    close: () => poster.close(),
  };
}

/** Rounds of `call`, numbered on from one round to the next; a failure is no end of it. */
export function createLoad(call: (index: number) => Promise<unknown>, numberOfFirst = 0): Load {
  let next = numberOfFirst;
  return async (calls, pace = AS_FAST_AS_ANSWERED) => {
    const first = next;
    next += calls;
    const failures: Error[] = [];
    const result = await pace(calls, (index) =>
      call(first + index).catch((error: Error) => void failures.push(error)),
    );
    return { ...result, failures };
  };
}
