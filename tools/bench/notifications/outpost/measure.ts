import { untilIdle } from '../../support/idle.ts';
import { median } from '../../support/numbers.ts';
import { cpuOf } from '../../topology/costs.ts';
import type { Receipts } from './receipts.ts';
import type { Delivery, Side } from './side.ts';

/** Part → milliseconds of CPU. */
export type Cpu = ReadonlyMap<string, number>;

/** CPU is that of one event. */
export interface Round {
  /** Deliveries, from the first receipt to the last. */
  readonly perSecond: number;
  readonly delivery: Cpu;
  /** Until it waited for its delivery, of what ran all the time. */
  readonly intake: Cpu;
}

/**
 * Delivers a backlog of `count` events. What it costs that the delivering process starts is measured first, with nothing to
 * deliver, and subtracted.
 * @throws unless the receivers got every event; repeats are allowed.
 */
export async function measureRound(side: Side, receipts: Receipts, count: number): Promise<Round> {
  const started = await drain(side);
  const before = readCpu(side);
  await side.makeBacklog(count);
  const intake = between(before, readCpu(side));
  receipts.reset();
  const drained = await drain(side);
  if (receipts.count() < count) throw new Error(`${side.name}: ${receipts.count()} of ${count} arrived`);
  return {
    perSecond: receipts.perSecond(),
    delivery: each(between(started, drained), count),
    intake: each(intake, count),
  };
}

export function medianOf(rounds: readonly Round[]): Round {
  const cpu = (of: (round: Round) => Cpu) =>
    new Map(
      [...of(rounds[0]!).keys()].map((part) => [part, median(rounds.map((one) => of(one).get(part)!))]),
    );
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    delivery: cpu(({ delivery }) => delivery),
    intake: cpu(({ intake }) => intake),
  };
}

export function totalOf(cpu: Cpu): number {
  return [...cpu.values()].reduce((sum, ms) => sum + ms, 0);
}

/** From the start of the delivering process until nothing waits and nothing is busy. */
async function drain(side: Side): Promise<Cpu> {
  const before = readCpu(side);
  const delivery = await side.startDelivery();
  try {
    await side.untilDelivered();
    await untilIdle(delivery.pid, ...pidsOf(side));
    return between(before, readCpu(side, delivery));
  } finally {
    await delivery.stop();
  }
}

function pidsOf({ parts }: Side): number[] {
  return Object.values(parts).map((pid) => pid() ?? 0);
}

function readCpu({ parts }: Side, delivery?: Delivery): Cpu {
  const cpu = new Map(Object.entries(parts).map(([part, pid]) => [part, cpuOf(pid() ?? 0)]));
  return delivery ? cpu.set(delivery.name, cpuOf(delivery.pid)) : cpu;
}

/** `later` less `earlier`; never below zero, where start-ups differ by more than a part has to do. */
function between(earlier: Cpu, later: Cpu): Cpu {
  return new Map([...later].map(([part, ms]) => [part, Math.max(0, ms - (earlier.get(part) ?? 0))]));
}

function each(cpu: Cpu, count: number): Cpu {
  return new Map([...cpu].map(([part, ms]) => [part, ms / count]));
}
