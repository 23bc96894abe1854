import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clocksIn } from '../faults/harm/clocks.ts';
import { metricsOf, pidOf, send } from '../faults/parts.ts';
import { until } from '../support/until.ts';
import type { Failure } from './failure.ts';
import type { AlertGround } from './ground.ts';

const AHEAD_MS = 30_000;
/** One more than it takes. */
const KILLS = 5;
/** Prometheus has seen each start. */
const SCRAPED_MS = 4_000;
/** The worker that reports on the platform is another one. */
const PART = 'notification-worker';

/** Processes that are there, and are not as they should be. */
export function processFailures({ folder, freeze }: AlertGround): Failure[] {
  return [
    {
      name: 'the clock of a worker is half a minute ahead',
      alerts: ['GuidepostClockWrong'],
      async strike() {
        const file = join(clocksIn(folder), String(await pidOf(folder, PART)));
        mkdirSync(clocksIn(folder), { recursive: true });
        writeFileSync(file, String(AHEAD_MS));
        return () => rmSync(file);
      },
    },
    {
      name: 'the only worker of notifications is frozen',
      alerts: [
        ...['GuidepostProcessDown', 'GuidepostProcessSilent'],
        ...['GuidepostRoleMissing', 'GuidepostQueueUnpolled'],
      ],
      strike: () => freeze(PART),
    },
    {
      name: 'a worker is killed again and again',
      alerts: ['GuidepostProcessRestarts'],
      async strike() {
        for (let kills = 0; kills < KILLS; kills++) {
          const pid = await pidOf(folder, PART);
          await until(async () => (await metricsOf(pid)) !== '');
          await sleep(SCRAPED_MS);
          send([pid], 'SIGKILL');
          await until(async () => (await pidOf(folder, PART)) !== pid);
        }
        return () => {};
      },
    },
    { name: 'the API is frozen', alerts: ['GuidepostOutsideFails'], strike: () => freeze('api') },
  ];
}
