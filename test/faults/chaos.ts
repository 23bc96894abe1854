import { setTimeout as sleep } from 'node:timers/promises';
import { count } from './journal.ts';
import { familyOf, PARTS, type Part, pidOf, send } from './parts.ts';
import type { Random } from './random.ts';
import type { FaultyReceiver } from './receiver.ts';
import { MOODS } from './receiver.ts';

export const PART_FAULTS = ['kill', 'freeze', 'restart'] as const;
export type PartFault = (typeof PART_FAULTS)[number];
type Fault = { readonly part: Part; readonly fault: PartFault } | { readonly receiver: number };

export interface ChaosOptions {
  readonly dataDir: string;
  readonly receivers: readonly FaultyReceiver[];
  readonly random: Random;
  readonly say: (line: string) => void;
  /** Milliseconds from one fault to the next, and how long a freeze or a mood lasts: lowest and highest. */
  readonly pauseMs: readonly [number, number];
  readonly lastsMs: readonly [number, number];
}

/** `kill api` → 3 */
export type FaultTally = Map<string, number>;

export interface Chaos {
  readonly tally: FaultTally;
  /** Works through whole rounds until `until` (ms since 1970), at least `rounds` of them. */
  run(until: number, rounds: number): Promise<void>;
  /** Everything runs, everybody acknowledges. */
  heal(): Promise<void>;
}

/** Kills, freezes, restarts parts and spoils receivers, in an order that the seed decides. */
export function createChaos(options: ChaosOptions): Chaos {
  const { dataDir, receivers, random, say, pauseMs, lastsMs } = options;
  const tally: FaultTally = new Map();
  const ending = new Set<() => Promise<void>>();

  /** Undoes something later, or when everything is healed, whichever comes first. */
  function later(ms: number, undo: () => Promise<void>): void {
    const once = async () => {
      if (!ending.delete(once)) return;
      clearTimeout(timer);
      await undo();
    };
    const timer = setTimeout(() => void once(), ms);
    ending.add(once);
  }

  async function strike(fault: Fault): Promise<void> {
    const lasts = random.between(...lastsMs);
    if ('receiver' in fault) return await spoil(fault.receiver, lasts);
    const { part, fault: what } = fault;
    count(tally, `${what} ${part}`);
    say(what === 'freeze' ? `${what} ${part} for ${lasts} ms` : `${what} ${part}`);
    const pid = await pidOf(dataDir, part);
    if (what === 'kill') return send([pid], 'SIGKILL');
    if (what === 'restart') return send([pid], part === 'postgres' ? 'SIGINT' : 'SIGTERM');
    const family = familyOf(pid);
    send(family, 'SIGSTOP');
    later(lasts, async () => send(family, 'SIGCONT'));
  }

  async function spoil(index: number, lasts: number): Promise<void> {
    const mood = random.pick(MOODS.slice(1));
    count(tally, `receiver ${mood}`);
    say(`receiver ${index} is ${mood} for ${lasts} ms`);
    await receivers[index]?.become(mood);
    later(lasts, async () => receivers[index]?.become('healthy'));
  }

  return {
    tally,
    async run(until, rounds) {
      for (let round = 0; round < rounds || Date.now() < until; round++) {
        for (const fault of random.shuffled(faultsOf(round, receivers.length))) {
          if (round >= rounds && Date.now() >= until) return;
          await strike(fault);
          await sleep(random.between(...pauseMs));
        }
      }
    },
    async heal() {
      await Promise.all([...ending].map((undo) => undo()));
      for (const receiver of receivers) await receiver.become('healthy');
    },
  };
}

/** One round: every part is killed once, and frozen or restarted by turns; every receiver is spoilt once. */
function faultsOf(round: number, receivers: number): Fault[] {
  const gentle = (index: number): PartFault => ((round + index) % 2 === 0 ? 'freeze' : 'restart');
  return [
    ...PARTS.map((part): Fault => ({ part, fault: 'kill' })),
    ...PARTS.map((part, index): Fault => ({ part, fault: gentle(index) })),
    ...Array.from({ length: receivers }, (_, receiver): Fault => ({ receiver })),
  ];
}
