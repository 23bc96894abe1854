import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
        mkdirSync(clocksIn(dataDir), { recursive: true });
        writeFileSync(file, String(offBy));
        later(lasts, async () => rmSync(file, { force: true }));
        return `the API's clock is off by ${offBy / 1_000} s for ${lasts} ms`;
      },
    },
  ];
}
