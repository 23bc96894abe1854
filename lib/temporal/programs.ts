/**
 * Which program a workflow follows (docs/decisions/0160). Its task queue says so: workers poll the queues of their own program
 * only, so a release never runs the code of another one on a workflow.
 */
import { type Client, type WorkflowClientInterceptor, WorkflowNotFoundError } from '@temporalio/client';
import { PROGRAM, TASK_QUEUES } from '../../workflows/contract.ts';
import { withinDeadline } from './calling.ts';

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

/** A filter of Temporal's list: what runs by a program before this one. */
export function olderRuns(roles: readonly WorkflowRole[]): string {
  const numbers = Array.from({ length: PROGRAM }, (_, number) => number);
  const queues = roles.flatMap((role) => [role, ...numbers.map((number) => `${role}-${number}`)]);
  return `ExecutionStatus = 'Running' and TaskQueue in (${queues.map((queue) => `'${queue}'`).join(', ')})`;
}

const ROLES: readonly WorkflowRole[] = ['orders', 'settlements'];

/** The same of every other program, also of one that came after this one. */
export const OTHER_RUNS = `ExecutionStatus = 'Running' and (${ROLES.map(
  (role) => `TaskQueue = '${role}' or TaskQueue starts_with '${role}-'`,
).join(' or ')}) and TaskQueue not in (${ROLES.map((role) => `'${TASK_QUEUES[role]}'`).join(', ')})`;

/** A workflow that runs. */
export interface Run {
  readonly workflowId: string;
  readonly runId: string;
  readonly type: string;
  readonly program: number;
}

/** The workflow that runs under this id by one of our programs; undefined where none does. @throws when Temporal is unavailable. */
export async function runOf(client: Client, workflowId: string): Promise<Run | undefined> {
  try {
    const { status, runId, type, taskQueue } = await withinDeadline(client, () =>
      client.workflow.getHandle(workflowId).describe(),
    );
    const program = programOf(taskQueue);
    if (status.name !== 'RUNNING' || program === undefined) return undefined;
    return { workflowId, runId, type, program };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}

/** How long what the list said is believed, and for how long after one was seen there may be another: a release before begins them. */
const ASK_EVERY_MS = 10_000;
const LASTING_MS = 60_000;

/**
 * Whether any workflow may follow an older program: asked of Temporal's list beside the calls, every ten seconds at most, so that no
 * command waits for it. True until it is known.
 */
function createOlderWatch(client: Client): () => boolean {
  let until = Number.POSITIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  const ask = async () => {
    const { count } = await withinDeadline(client, () => client.workflow.count(olderRuns(ROLES)));
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

/**
 * For a client: what a command or a signal is for is taken over first, where an older program has it; the same call then meets
 * this program.
 * @param client one that does not take over by itself.
 */
export function takingOverFirst(
  client: Client,
  takeOver: (workflowId: string) => Promise<unknown>,
): WorkflowClientInterceptor {
  const mayBeOlder = createOlderWatch(client);
  const first = async <Result>(workflowId: string, call: () => Promise<Result>): Promise<Result> => {
    if (mayBeOlder()) await takeOver(workflowId);
    return await call();
  };
  return {
    startUpdate: (input, next) => first(input.workflowExecution.workflowId ?? '', () => next(input)),
    startUpdateWithStart: (input, next) => first(input.workflowStartOptions.workflowId, () => next(input)),
    signal: (input, next) => first(input.workflowExecution.workflowId ?? '', () => next(input)),
    signalWithStart: (input, next) => first(input.options.workflowId, () => next(input)),
  };
}
