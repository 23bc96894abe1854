import { familyOf, type Part, pidOf, send } from '../parts.ts';
import type { Fault } from './fault.ts';

export const PART_FAULTS = ['kill', 'freeze', 'restart'] as const;
type PartFault = (typeof PART_FAULTS)[number];

/** Those with a heap of Node's. */
const HEAPS = ['api', 'order-worker', 'notification-worker'] as const;

/** Every part is killed once, and frozen or asked to end by turns; one of ours is out of memory. */
export function processFaults(dataDir: string, parts: readonly Part[], round: number): Fault[] {
  const gentle = (index: number): PartFault => ((round + index) % 2 === 0 ? 'freeze' : 'restart');
  return [
    ...parts.map((part) => partFault(dataDir, part, 'kill')),
    ...parts.map((part, index) => partFault(dataDir, part, gentle(index))),
    outOfMemory(dataDir, HEAPS[round % HEAPS.length] as Part),
  ];
}

function partFault(dataDir: string, part: Part, what: PartFault): Fault {
  return {
    name: `${what} ${part}`,
    async strike({ lasts, later }) {
      const pid = await pidOf(dataDir, part);
      if (what === 'kill') send([pid], 'SIGKILL');
      if (what === 'restart') send([pid], part.includes('postgres') ? 'SIGINT' : 'SIGTERM');
      if (what !== 'freeze') return `${what} ${part}`;
      const family = familyOf(pid);
      send(family, 'SIGSTOP');
      later(lasts, async () => send(family, 'SIGCONT'));
      return `freeze ${part} for ${lasts} ms`;
    },
  };
}

/** V8 aborts the process whose heap is full: no handler runs, nothing is flushed. */
function outOfMemory(dataDir: string, part: Part): Fault {
  return {
    name: `heap full ${part}`,
    async strike() {
      send([await pidOf(dataDir, part)], 'SIGABRT');
      return `${part} aborts as when its heap is full`;
    },
  };
}
