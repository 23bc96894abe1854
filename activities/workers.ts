import { fileURLToPath } from 'node:url';
import {
  type ActivityInterceptorsFactory,
  bundleWorkflowCode,
  type InjectedSinks,
  type NativeConnection,
  type Worker,
  type WorkerOptions,
  type WorkflowBundleOption,
} from '@temporalio/worker';
import { CALLBACK_LIMITS } from '../lib/callbacks/limits.ts';
import type { WorkerRole } from '../lib/config.ts';
import { traceActivities, tracingSinks } from '../lib/telemetry/temporal.ts';
import type { Tracing } from '../lib/telemetry/tracing.ts';
import type { OrderActivities } from '../workflows/contract.ts';
import { TASK_QUEUES } from '../workflows/contract.ts';
import type { DeliveryActivities } from '../workflows/delivery-contract.ts';
import type { HoldActivities } from '../workflows/hold-contract.ts';
import type { MaintenanceActivities } from '../workflows/maintenance-contract.ts';
import type { SettlementActivities } from '../workflows/settlement-contract.ts';
import type { TimerSinks } from '../workflows/timer-contract.ts';
import { StacklessWorker } from './stackless-worker.ts';
import { UnwatchedWorker } from './unwatched-worker.ts';
import { bundleOptions } from './workflow-bundle.ts';

export interface WorkerDeps {
  readonly connection: NativeConnection;
  readonly namespace: string;
  /** Run by the order workers: as local activities, and as regular ones where those run out of time. */
  readonly orderActivities: OrderActivities;
  /** Run by the order workers, too. */
  readonly holdActivities?: HoldActivities;
  readonly notificationActivities: DeliveryActivities;
  /** Needed for the role `settlements` only. */
  readonly settlementActivities?: SettlementActivities;
  /** Run by the settlement workers, too. */
  readonly maintenanceActivities?: MaintenanceActivities;
  readonly workflowBundle: WorkflowBundleOption;
  readonly tracing?: Tracing | undefined;
  /** Called after each activity, with the role that ran it. */
  readonly noteWork?: (role: WorkerRole) => void;
  /** Workflows note where they wait, for "Call Stack" in the Temporal UI (lib/config.ts). */
  readonly callStacks?: boolean;
}

/** Bounds the memory of an order worker: a workflow that falls out of the cache is replayed when it moves next. */
const MAX_CACHED_WORKFLOWS = 1_000;
/**
 * A worker that dies leaves the next tasks of its orders and statements in its own queue for so long; then any worker takes
 * them. Less than a command waits (lib/temporal/calling.ts), so that it is answered; more than a task waits under load, as the next
 * worker has to replay the workflow.
 */
const STICKY_WAIT = '3 s';
/**
 * Orders begin in the common queue and go on in the worker's own: half of the polls for each, so that under load neither
 * the first task of an order nor the next of an earlier one waits for seconds (SDK's defaults: 40, 10, 0.2).
 */
export const WORKFLOW_TASKS = {
  maxCachedWorkflows: MAX_CACHED_WORKFLOWS,
  maxConcurrentWorkflowTaskExecutions: 100,
  maxConcurrentWorkflowTaskPolls: 20,
  nonStickyToStickyPollRatio: 0.5,
  stickyQueueScheduleToStartTimeout: STICKY_WAIT,
} as const;
/** Writes that ran out of time as local activities. */
const CONCURRENT_WRITES = 32;
/** A delivery under way is let finish: its own time limit, and some seconds to write it down. */
const DELIVERY_GRACE_MS = CALLBACK_LIMITS.totalMs + 5_000;
/**
 * A merchant that hangs holds 8 of these for its first ten seconds, at most 32 at any time (endpoint-limiter.ts), and one at a
 * time from its fifth failure on.
 */
const CONCURRENT_DELIVERIES = 256;

/** The sink for a workflow's timers: only `npm run replay` uses them (workflows/timers.ts). */
export const unusedTimers: InjectedSinks<TimerSinks> = { timers: { started: { fn: () => {} } } };

/** One worker for a role, on its own task queue. */
export async function createWorker(role: WorkerRole, deps: WorkerDeps): Promise<Worker> {
  const kind = deps.callStacks ? UnwatchedWorker : StacklessWorker;
  return await kind.create({
    connection: deps.connection,
    namespace: deps.namespace,
    taskQueue: TASK_QUEUES[role],
    sinks: { ...tracingSinks(deps.tracing), ...unusedTimers },
    interceptors: { activity: activityInterceptors(role, deps) },
    ...ROLE_OPTIONS[role](deps),
  });
}

function activityInterceptors(role: WorkerRole, { tracing, noteWork }: WorkerDeps) {
  const noting: ActivityInterceptorsFactory = () => ({
    inbound: { execute: (input, next) => next(input).finally(() => noteWork?.(role)) },
  });
  return [...(tracing ? [traceActivities(tracing)] : []), ...(noteWork ? [noting] : [])];
}

const ROLE_OPTIONS: Record<WorkerRole, (deps: WorkerDeps) => Partial<WorkerOptions>> = {
  orders: orderOptions,
  notifications: notificationOptions,
  settlements: settlementOptions,
};

function orderOptions(deps: WorkerDeps): Partial<WorkerOptions> {
  return {
    workflowBundle: deps.workflowBundle,
    activities: { ...deps.orderActivities, ...deps.holdActivities },
    maxConcurrentActivityTaskExecutions: CONCURRENT_WRITES,
    maxConcurrentActivityTaskPolls: 2,
    ...WORKFLOW_TASKS,
    shutdownGraceTime: '10 s',
  };
}

function notificationOptions(deps: WorkerDeps): Partial<WorkerOptions> {
  return {
    activities: deps.notificationActivities,
    maxConcurrentActivityTaskExecutions: CONCURRENT_DELIVERIES,
    shutdownGraceTime: DELIVERY_GRACE_MS,
  };
}

/** Closing statements is the database's work, as maintenance is: a few at a time leave room for orders. */
const CONCURRENT_CLOSINGS = 8;
const MAX_CACHED_STATEMENTS = 200;

function settlementOptions({ workflowBundle, settlementActivities, maintenanceActivities }: WorkerDeps) {
  return {
    workflowBundle,
    activities: { ...settlementActivities, ...maintenanceActivities },
    maxConcurrentActivityTaskExecutions: CONCURRENT_CLOSINGS,
    maxCachedWorkflows: MAX_CACHED_STATEMENTS,
    stickyQueueScheduleToStartTimeout: STICKY_WAIT,
    // Statements are few: a second thread would only take memory.
    workflowThreadPoolSize: 1,
    shutdownGraceTime: '10 s',
  };
}

/** The workflows as the workers run them; also what replay tests load. */
export async function bundleWorkflows(): Promise<WorkflowBundleOption> {
  return await bundleWorkflowCode(bundleOptions(fileURLToPath(new URL('..', import.meta.url))));
}
