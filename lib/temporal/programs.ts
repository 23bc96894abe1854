/**
 * Which program a workflow follows (docs/decisions/0160). Its task queue says so: workers poll the queues of their own program
 * only, so a release never runs the code of another one on a workflow.
 */
import { type Client, type WorkflowClientInterceptor, WorkflowNotFoundError } from '@temporalio/client';
import { beginsWithRamp, isTakenOver, type Ramp } from '../../domain/ramp.ts';
import { ORDER_WORKFLOW, PROGRAM, queueOf, TASK_QUEUES } from '../../workflows/contract.ts';
import { withinDeadline } from './calling.ts';

/** The release that is tried beside this one, or was withdrawn, as a process knows it; undefined: there is none. */
export type KnownRamp = () => Promise<Ramp | undefined>;

/** Roles whose workers run workflows. */
export type WorkflowRole = Exclude<keyof typeof TASK_QUEUES, 'notifications'>;

/** The last program whose queues had no number; those before it had the same queues. */
const WITHOUT_NUMBER = 3;

/** The program whose workflows a task queue holds; undefined for a queue that is not ours. */
export function programOf(taskQueue: string): number | undefined {
  const match = /^(?:orders|settlements)(?:-(\d+))?$/.exec(taskQueue);
  if (match === null) return undefined;
  return match[1] === undefined ? WITHOUT_NUMBER : Number(match[1]);
}

/** A filter of Temporal's list: what runs by programs that a process of this one takes over by itself. Undefined: by none. */
export function runsToTakeOver(roles: readonly WorkflowRole[], ramp: Ramp | undefined): string | undefined {
  const newest = Math.max(PROGRAM, ramp?.program ?? 0);
  const numbers = Array.from({ length: newest + 1 }, (_, number) => number);
  const queues = roles.flatMap((role) =>
    numbers
      .filter((number) => isTakenOver(PROGRAM, number, ramp))
      .flatMap((number) => [...(number === WITHOUT_NUMBER ? [role] : []), queueOf(role, number)]),
  );
  if (queues.length === 0) return undefined;
  return `ExecutionStatus = 'Running' and TaskQueue in (${queues.map((queue) => `'${queue}'`).join(', ')})`;
}

/** The same of all that runs by one program. */
export function runsOf(program: number): string {
  const queues = ROLES.map((role) => `'${queueOf(role, program)}'`).join(', ');
  return `ExecutionStatus = 'Running' and TaskQueue in (${queues})`;
}

/** A filter of Temporal's list: orders whose workflow a release has failed, so that nothing runs for them. */
export function failedOrders({ program }: Ramp): string {
  return `ExecutionStatus = 'Failed' and TaskQueue = '${queueOf('orders', program)}' and WorkflowType = '${ORDER_WORKFLOW}'`;
}

/** On which task queue a new order begins: so many of 100 with the release that is tried. */
export function queueOfNewOrders(known: KnownRamp): (orderId: string) => Promise<string> {
  return async (orderId) => {
    const ramp = await known();
    const isTried = ramp !== undefined && ramp.program > PROGRAM && beginsWithRamp(ramp, orderId);
    return isTried ? queueOf('orders', ramp.program) : TASK_QUEUES.orders;
  };
}

const ROLES: readonly WorkflowRole[] = ['orders', 'settlements'];

/** The same of every other program, also of one that came after this one. */
export const OTHER_RUNS = `ExecutionStatus = 'Running' and (${ROLES.map(
  (role) => `TaskQueue = '${role}' or TaskQueue starts_with '${role}-'`,
).join(' or ')}) and TaskQueue not in (${ROLES.map((role) => `'${TASK_QUEUES[role]}'`).join(', ')})`;

/** A workflow, as its newest run has it. */
export interface Run {
  readonly workflowId: string;
  readonly runId: string;
  readonly type: string;
  readonly program: number;
  /** False where it failed. */
  readonly isRunning: boolean;
}

/** The workflow that runs under this id by one of our programs; undefined where none does. @throws when Temporal is unavailable. */
export async function runOf(client: Client, workflowId: string): Promise<Run | undefined> {
  const run = await newestRunOf(client, workflowId);
  return run?.isRunning ? run : undefined;
}

/** The same also where it failed. */
export async function newestRunOf(client: Client, workflowId: string): Promise<Run | undefined> {
  try {
    const { status, runId, type, taskQueue } = await withinDeadline(client, () =>
      client.workflow.getHandle(workflowId).describe(),
    );
    const program = programOf(taskQueue);
    const isRunning = status.name === 'RUNNING';
    if ((!isRunning && status.name !== 'FAILED') || program === undefined) return undefined;
    return { workflowId, runId, type, program, isRunning };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}

/** How long what the list said is believed, and for how long after one was seen there may be another: a release before begins them. */
const ASK_EVERY_MS = 10_000;
const LASTING_MS = 60_000;

/**
 * Whether any workflow may be one to take over: asked of Temporal's list beside the calls, every ten seconds at most, so that no
 * command waits for it. True until it is known.
 */
function createWatch(client: Client, ramp: Ramp | undefined): () => boolean {
  const query = runsToTakeOver(ROLES, ramp);
  if (query === undefined) return () => false;
  let until = Number.POSITIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  const ask = async () => {
    const { count } = await withinDeadline(client, () => client.workflow.count(query));
    const now = performance.now();
    if (count > 0) until = now + LASTING_MS;
    else if (until === Number.POSITIVE_INFINITY) until = now;
  };
  return () => {
    const now = performance.now();
    if (now - askedAt >= ASK_EVERY_MS) {
      askedAt = now;
      // If Temporal does not answer, what is known stays.
      ask().catch(() => undefined);
    }
    return now < until;
  };
}

/** The same, found out anew as soon as a release is tried or withdrawn. */
function createRampWatch(client: Client, known: KnownRamp): () => Promise<boolean> {
  let of: string | undefined;
  let watch = () => true;
  return async () => {
    const ramp = await known();
    const now = JSON.stringify([ramp?.program, ramp?.percent]);
    if (now !== of) {
      of = now;
      watch = createWatch(client, ramp);
    }
    return watch();
  };
}

/**
 * For a client: what a command or a signal is for is taken over first, where an older program or a withdrawn release has it; the same call
 * then meets this program.
 * @param client one that does not take over by itself.
 */
export function takingOverFirst(
  client: Client,
  takeOver: (workflowId: string) => Promise<unknown>,
  known: KnownRamp,
): WorkflowClientInterceptor {
  const mayBeTheirs = createRampWatch(client, known);
  const first = async <Result>(workflowId: string, call: () => Promise<Result>): Promise<Result> => {
    if (await mayBeTheirs()) await takeOver(workflowId);
    return await call();
  };
  return {
    startUpdate: (input, next) => first(input.workflowExecution.workflowId ?? '', () => next(input)),
    startUpdateWithStart: (input, next) => first(input.workflowStartOptions.workflowId, () => next(input)),
    signal: (input, next) => first(input.workflowExecution.workflowId ?? '', () => next(input)),
    signalWithStart: (input, next) => first(input.options.workflowId, () => next(input)),
  };
}
