import { PROGRAM } from './contract.ts';

/**
 * A workflow that a newer release has begun (a rollback, or a roll-out that began with the API) stands still here: its workflow
 * task fails until a worker of a release that knows its program takes it. Nothing is lost, and nothing is done by the wrong
 * program (docs/decisions/0102).
 * @throws Error, which fails the task and not the workflow.
 */
export function refuseNewerProgram(program: number | undefined): void {
  if (program === undefined || program <= PROGRAM) return;
  throw new Error(
    `a newer release began it (program ${program}; this one knows ${PROGRAM}): it waits for a newer worker`,
  );
}
