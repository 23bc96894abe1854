import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Client,
  isGrpcServiceError,
  ServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { Unavailable } from '../../domain/errors.ts';

/** How long anybody waits for Temporal, but for commands. */
const DEADLINE_MS = 5_000;
/** Commands wait for each other's workers: a hundred at once take a small machine six seconds (docs/decisions/0001). */
const COMMAND_DEADLINE_MS = 8_000;
const RETRY_AFTER_SECONDS = 2;
/** Until an Update is sent again that was dropped with its workflow task: a task that fails for another reason fails each time. */
const TASK_FAILED_PAUSES_MS = [20, 100, 400];
const TASK_FAILED = /unexpected workflow task failure/;
/** A gRPC status. */
const FAILED_PRECONDITION = 9;
/** Types of the failures with which the server itself ends an Update. */
const SERVERS_OWN = ['UnprocessedUpdate', 'AcceptedUpdateCompletedWorkflow'];
/** How the SDK refuses an Update that a workflow's code does not know; it has no type. */
const NO_HANDLER = 'No registered handler for update';

/** The workflow refuses the command, or has ended. */
export class CommandRefusedError extends Error {
  override readonly name = 'CommandRefusedError';
}

/** Calls Temporal, for 5 s at most. */
export async function withinDeadline<T>(client: Client, call: () => Promise<T>): Promise<T> {
  return await client.withDeadline(Date.now() + DEADLINE_MS, call);
}

export interface CommandKind {
  /** Type of the failure by which the workflow refuses. */
  readonly refusal: string;
  /** What is moved: 'order', 'settlement'. */
  readonly noun: string;
}

/**
 * Sends an Update and waits for its result, for 8 s at most. Without an answer the result is unknown: the Update may still be carried out,
 * and only its id, made from the key, distinguishes a repeat from a second command.
 * @throws CommandRefusedError, Unavailable
 */
export async function command<T>(client: Client, kind: CommandKind, update: () => Promise<T>): Promise<T> {
  try {
    return await client.withDeadline(Date.now() + COMMAND_DEADLINE_MS, () => sendAgain(update));
  } catch (error) {
    throw translate(error, kind);
  }
}

/**
 * A workflow can't end in a task during which something else has come to it, a signal for instance: the server has it do the task anew, and drops the Update
 * that the task was to answer. Under its id the Update is sent again, and is one with what was written.
 */
async function sendAgain<T>(update: () => Promise<T>): Promise<T> {
  for (const pauseMs of TASK_FAILED_PAUSES_MS) {
    try {
      return await update();
    } catch (error) {
      if (!isOfFailedTask(error)) throw error;
      await sleep(pauseMs);
    }
  }
  return await update();
}

function isOfFailedTask(error: unknown): boolean {
  return TASK_FAILED.test(grpcErrorOf(error, FAILED_PRECONDITION)?.message ?? '');
}

/** The error with such a gRPC status, by itself or as a cause; undefined where it is another. */
export function grpcErrorOf(error: unknown, code: number): Error | undefined {
  const cause = error instanceof ServiceError ? error.cause : error;
  return isGrpcServiceError(cause) && cause.code === code ? cause : undefined;
}

function translate(error: unknown, { refusal, noun }: CommandKind): unknown {
  if (isClosed(error)) return new CommandRefusedError(`the ${noun} is closed`);
  const { cause } = error instanceof WorkflowUpdateFailedError ? error : { cause: undefined };
  const type = cause instanceof ApplicationFailure ? (cause.type ?? '') : '';
  if (type === refusal) return new CommandRefusedError(cause!.message);
  const isUnknown =
    error instanceof WorkflowUpdateRPCTimeoutOrCancelledError ||
    isGrpcServiceError(error) ||
    // The same, wrapped by the client: the check that the namespace is ours, before the first command, fails so.
    error instanceof ServiceError ||
    SERVERS_OWN.includes(type) ||
    // While a release is rolled out: a worker of the one before has the order.
    cause?.message.startsWith(NO_HANDLER) === true;
  if (!isUnknown) return error;
  const advice = `repeat the request under the same Idempotency-Key, or read the ${noun}`;
  return new Unavailable(`it is not known whether the ${noun} moved; ${advice}`, RETRY_AFTER_SECONDS, error);
}

function isClosed(error: unknown): boolean {
  return error instanceof WorkflowExecutionAlreadyStartedError || error instanceof WorkflowNotFoundError;
}
