import { shortly } from '../../support/numbers.ts';
import { type Cpu, medianOf, type Round, totalOf } from './measure.ts';

/** One side: the rate of each round, the CPU of one event by process, and what that makes for each core; medians. */
export function printSide(name: string, rounds: readonly Round[]): void {
  const { perSecond, delivery } = medianOf(rounds);
  const rates = rounds.map((round) => shortly(round.perSecond)).join(', ');
  console.log(`\n${name}: ${shortly(perSecond)} delivered a second (${rates})`);
  console.table([...delivery].map(([part, ms]) => ({ part, 'CPU ms of a delivery': shortly(ms) })));
  console.log(`a delivery: ${inWords(delivery)}`);
}

/** What an event costs until it waits: it is Outpost's alone, since ours comes with an order. */
export function printIntake(rounds: readonly Round[]): void {
  const { intake, delivery } = medianOf(rounds);
  console.log(`its publishing: ${inWords(intake)}`);
  console.log(
    `both: ${inWords(
      new Map([
        ['publishing', totalOf(intake)],
        ['delivery', totalOf(delivery)],
      ]),
    )}`,
  );
}

function inWords(cpu: Cpu): string {
  const ms = totalOf(cpu);
  return `${shortly(ms)} ms of CPU, so ${shortly(1_000 / ms)} webhooks a second for each core`;
}
