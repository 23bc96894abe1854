/**
 * A release beside the running one (docs/decisions/0160): it is given a part of new orders, withdrawn, or given all. One row says which
 * (`installation`); every process goes by it within seconds, so a change is one statement, and needs nobody who would finish it.
 */
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { knownProcesses } from '../../db/queries/platform/heartbeats.ts';
import { lockRamp, readRamp, writeRamp } from '../../db/queries/platform/ramp.ts';
import type { Ramp } from '../../domain/ramp.ts';
import { programOf } from '../../lib/temporal/programs.ts';
import { PROGRAM } from '../../workflows/contract.ts';
import { type Operator, recordAudit } from '../audit.ts';

/** It can't be done now; the message says what to do first. */
export class ReleaseRefused extends Error {
  override readonly name = 'ReleaseRefused';
}

/** A release beside the running one, and how many of its workers' processes run. */
export interface RampedRelease extends Ramp {
  readonly processes: number;
}

export async function readRelease(em: EntityManager): Promise<RampedRelease | undefined> {
  const ramp = await readRamp(em);
  return ramp && { ...ramp, processes: await processesOf(em, ramp.program) };
}

/**
 * From now on so many of 100 new orders begin with a newer release; what is there stays with the one that has it.
 * @throws ReleaseRefused
 */
export async function rampRelease(orm: MikroORM, operator: Operator, ramp: Ramp): Promise<RampedRelease> {
  return await orm.em.fork().transactional(async (em) => {
    const before = await lockRamp(em);
    refuseOwn(ramp.program);
    await refuseOther(em, before, ramp.program);
    const processes = await processesOf(em, ramp.program);
    if (before?.program !== ramp.program && processes > 0)
      throw new ReleaseRefused(
        `${processes} worker(s) of program ${ramp.program} run already, and take over all orders: give it a part of new orders before ` +
          'you start them; or stop it',
      );
    await change(em, operator, 'release.ramped', ramp);
    return { ...ramp, processes };
  });
}

/**
 * Withdraws a newer release: no order begins with it any more, it takes over nothing, and this release goes on with what it has.
 * @param program of a release that has taken all over; undefined: the one that is tried.
 * @throws ReleaseRefused
 */
export async function stopRelease(
  orm: MikroORM,
  operator: Operator,
  program?: number,
): Promise<RampedRelease> {
  return await orm.em.fork().transactional(async (em) => {
    const before = await lockRamp(em);
    const stopped = program ?? before?.program;
    if (stopped === undefined)
      throw new ReleaseRefused('no release is tried: name the program of the one that is to be withdrawn');
    if (before?.program !== stopped) {
      refuseOwn(stopped);
      await refuseOther(em, before, stopped);
    }
    const ramp = { program: stopped, percent: 0 };
    if (before?.program !== stopped || before.percent > 0)
      await change(em, operator, 'release.stopped', ramp);
    return { ...ramp, processes: await processesOf(em, stopped) };
  });
}

/**
 * Nothing is tried any more: a release that was has all orders, as after any roll-out; one that was withdrawn is forgotten.
 * @throws ReleaseRefused
 */
export async function endRelease(orm: MikroORM, operator: Operator): Promise<RampedRelease> {
  return await orm.em.fork().transactional(async (em) => {
    const before = await lockRamp(em);
    if (before === undefined) throw new ReleaseRefused('no release is tried');
    const processes = await processesOf(em, before.program);
    if (before.percent === 0 && processes > 0)
      throw new ReleaseRefused(
        `${processes} worker(s) of the withdrawn program ${before.program} run, and would take over all orders: stop them first`,
      );
    await change(em, operator, 'release.ended', before);
    return { ...before, processes };
  });
}

function refuseOwn(program: number): void {
  if (program > PROGRAM) return;
  throw new ReleaseRefused(
    `this release has program ${PROGRAM}: call it with the release that runs, and name the program of a newer one`,
  );
}

/** One at a time: what another one's workers may not do is forgotten with it. */
async function refuseOther(em: EntityManager, before: Ramp | undefined, program: number): Promise<void> {
  if (before === undefined || before.program === program) return;
  if (before.percent === 0 && (await processesOf(em, before.program)) === 0) return;
  throw new ReleaseRefused(`program ${before.program} is tried, or its workers run: end that first`);
}

/** Workers, of whatever role, that say they work by a program. */
async function processesOf(em: EntityManager, program: number): Promise<number> {
  const isOf = ({ taskQueues }: { readonly taskQueues: readonly string[] }) =>
    taskQueues.some((queue) => programOf(queue) === program);
  return (await knownProcesses(em)).filter((one) => !one.isSilent && isOf(one)).length;
}

async function change(
  em: EntityManager,
  operator: Operator,
  action: 'release.ramped' | 'release.stopped' | 'release.ended',
  ramp: Ramp,
): Promise<void> {
  await writeRamp(em, action === 'release.ended' ? undefined : ramp);
  const { program, percent } = ramp;
  await recordAudit(em, operator, { action, subject: `release:${program}`, details: { percent } });
}
