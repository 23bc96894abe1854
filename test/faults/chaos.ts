import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../support/random.ts';
import { clockFaults } from './harm/clocks.ts';
import { databaseFaults } from './harm/database.ts';
import { type Disk, diskFaults } from './harm/disk.ts';
import type { Fault, Strike } from './harm/fault.ts';
import { lockFaults } from './harm/locks.ts';
import { processFaults } from './harm/processes.ts';
import { receiverFaults } from './harm/receivers.ts';
import { count } from './journal.ts';
import type { Part } from './parts.ts';
import type { FaultyReceiver } from './receiver.ts';
import type { BusyOrders } from './traffic.ts';

export interface ChaosOptions {
  readonly dataDir: string;
  /** Which processes there are to strike at. */
  readonly parts: readonly Part[];
  readonly databaseUrl: string;
  /** As the superuser, who may change the server's settings. */
  readonly adminUrl: string;
  readonly disk: Disk | undefined;
  readonly busy: BusyOrders;
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

/** Strikes at parts, database, disk and receivers, in an order that the seed decides. */
export function createChaos(options: ChaosOptions): Chaos {
  const { receivers, random, say, pauseMs, lastsMs } = options;
  const tally: FaultTally = new Map();
  const ending = new Set<() => Promise<void>>();

  const later: Strike['later'] = (ms, undo) => {
    const once = async () => {
      if (!ending.delete(once)) return;
      clearTimeout(timer);
      await undo();
    };
    const timer = setTimeout(() => void once().catch((error: Error) => say(error.message)), ms);
    ending.add(once);
  };

  async function strike({ name, strike }: Fault): Promise<void> {
    const done = await strike({ lasts: random.between(...lastsMs), random, later });
    count(tally, done === undefined ? `missed: ${name}` : name);
    say(done ?? `${name}: nothing to strike at`);
  }

  return {
    tally,
    async run(until, rounds) {
      for (let round = 0; round < rounds || Date.now() < until; round++) {
        for (const fault of random.shuffled(faultsOf(options, round))) {
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

/** One round: everything once. */
function faultsOf(options: ChaosOptions, round: number): Fault[] {
  return [
    ...processFaults(options.dataDir, options.parts, round),
    ...lockFaults({ ...options, atMostMs: Math.max(options.lastsMs[1], 6_000) }),
    ...databaseFaults(options),
    ...diskFaults(options.disk),
    ...clockFaults(options.dataDir, round),
    ...receiverFaults(options.receivers),
  ];
}
