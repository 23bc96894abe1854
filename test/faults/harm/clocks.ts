import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pidOf } from '../parts.ts';
import type { Fault } from './fault.ts';

/** Where the clocks of processes are set, by their numbers (skewed-clock.ts). */
export function clocksIn(dataDir: string): string {
  return join(dataDir, 'clocks');
}

/** As machines without NTP have it: ahead, then behind. */
const OFF_BY_MS = [30_000, -30_000] as const;

/** The API's clock is not that of the database and of the workers. */
export function clockFaults(dataDir: string, round: number): Fault[] {
  const offBy = OFF_BY_MS[round % OFF_BY_MS.length]!;
  return [
    {
      name: 'clock api',
      async strike({ lasts, later }) {
        const file = join(clocksIn(dataDir), String(await pidOf(dataDir, 'api')));
        if (!wrote(file, String(offBy))) return undefined;
        later(lasts, async () => rmSync(file, { force: true }));
        return `the API's clock is off by ${offBy / 1_000} s for ${lasts} ms`;
      },
    },
  ];
}

/** @returns false while another fault fills the disk. */
function wrote(file: string, text: string): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
