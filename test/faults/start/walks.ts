/** What is done to a start, each on a data folder of its own. */

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readDevFile } from '../../../tools/embedded/dev-file.ts';
import { bookOrder } from './order.ts';
import { killHard, leftovers, startProcess } from './platform-process.ts';
import { takePorts } from './port-taker.ts';

/** What became of it; a walk that went wrong throws. */
export type Walk = (folder: string) => Promise<string>;

const BACK_WITHIN_MS = 20_000;

/** The supervisor is killed: the guard ends all parts, and the next start goes on with the order. */
export const supervisorKilled: Walk = async (folder) => {
  const first = startProcess(folder);
  const before = await first.ready();
  const order = await bookOrder(before, 40);
  await killHard(before.pids.supervisor);
  mustBeNone(await leftovers(folder));
  return await goesOnAfter(folder, (info) => order.move(info, 'confirm'));
};

/** The guard is killed: another one takes over, so that the supervisor's death still leaves nothing behind. */
export const guardKilled: Walk = async (folder) => {
  const first = startProcess(folder);
  const before = await first.ready();
  const order = await bookOrder(before, 40);
  await killHard(before.pids.guard);
  await anotherGuard(folder, before.pids.guard);
  await order.move(before, 'confirm');
  await killHard(before.pids.supervisor);
  mustBeNone(await leftovers(folder));
  return await goesOnAfter(folder, (info) => order.move(info, 'start'));
};

/** Both are killed at once: nobody ends the parts, the next start has to. */
export const bothKilled: Walk = async (folder) => {
  const first = startProcess(folder);
  const before = await first.ready();
  const order = await bookOrder(before, 40);
  await killHard(before.pids.guard, before.pids.supervisor);
  return await goesOnAfter(folder, (info) => order.move(info, 'confirm'));
};

/** All processes are killed at once, as by a power cut (what the operating system holds is written all the same). */
export const everythingKilled: Walk = async (folder) => {
  const first = startProcess(folder);
  const before = await first.ready();
  const order = await bookOrder(before, 40);
  await killHard(before.pids.guard, ...Object.values(before.pids));
  return await goesOnAfter(folder, (info) => order.move(info, 'confirm'));
};

/** The start is killed after so many milliseconds; the next one must become ready, and leave nothing when it stops. */
export function startKilledAfter(ms: number): Walk {
  return async (folder) => {
    const killed = startProcess(folder);
    await sleep(ms);
    await killHard(killed.child.pid);
    return await goesOnAfter(folder, async () => {});
  };
}

/** Another program takes ports at random, and those that were chosen: every start comes up all the same, and takes an order. */
export function portsTaken(starts: number): Walk {
  return async (folder) => {
    const done = new AbortController();
    const taking = takePorts(join(folder, 'ports.json'), done.signal);
    let moves = 0;
    try {
      for (let start = 0; start < starts; start++) {
        const started = startProcess(folder);
        const info = await started.ready();
        const order = await bookOrder(info, 40 + start);
        await order.move(info, 'confirm');
        moves += started.said().match(/was taken by another program: using/g)?.length ?? 0;
        await started.stop();
        mustBeNone(await leftovers(folder));
      }
    } finally {
      done.abort();
    }
    return `${starts} starts came up; ${await taking} of the chosen ports were taken, ${moves} of them in the moment before their use`;
  };
}

/** Milliseconds from nothing to ready, on a new folder. */
export async function timeOfStart(folder: string): Promise<number> {
  const begun = Date.now();
  const started = startProcess(folder);
  await started.ready();
  const took = Date.now() - begun;
  await started.stop();
  return took;
}

async function goesOnAfter(
  folder: string,
  goOn: (info: Awaited<ReturnType<ReturnType<typeof startProcess>['ready']>>) => Promise<void>,
): Promise<string> {
  const begun = Date.now();
  const next = startProcess(folder);
  try {
    const info = await next.ready();
    const took = ((Date.now() - begun) / 1_000).toFixed(1);
    await goOn(info);
    return `ready again in ${took} s`;
  } finally {
    await next.stop();
    mustBeNone(await leftovers(folder));
  }
}

async function anotherGuard(folder: string, old: number | undefined): Promise<void> {
  for (const end = Date.now() + BACK_WITHIN_MS; Date.now() < end; await sleep(50)) {
    const now = readDevFile(join(folder, 'dev.json'))?.pids.guard;
    if (now !== undefined && now !== old) return;
  }
  throw new Error('the guard did not come back');
}

/** @throws where there are any. */
export function mustBeNone(found: readonly string[]): void {
  if (found.length > 0) throw new Error(`left behind: ${found.join('; ')}`);
}
