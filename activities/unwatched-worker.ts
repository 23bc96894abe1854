import { Worker } from '@temporalio/worker';

/** Of the options: time for one entry into workflow code. They take numbers only; undefined is what Node takes for "no limit". */
export const NO_TIME_LIMIT = undefined as unknown as number;

/**
 * A worker whose workflow code runs without the SDK's time limit. With it, each entry into that code begins and
 * ends a thread of the operating system to watch it: a third of what an order costs its worker (docs/patched-internals.md).
 */
export class UnwatchedWorker extends Worker {
  protected static override createWorkflowCreator(
    ...[bundle, options, logger]: Parameters<typeof Worker.createWorkflowCreator>
  ): ReturnType<typeof Worker.createWorkflowCreator> {
    return Worker.createWorkflowCreator(
      bundle,
      { ...options, isolateExecutionTimeoutMs: NO_TIME_LIMIT },
      logger,
    );
  }
}
