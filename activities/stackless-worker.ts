import { Worker as Thread } from 'node:worker_threads';
import type { Worker } from '@temporalio/worker';
import {
  ThreadedVMWorkflowCreator,
  WorkerThreadClient,
} from '@temporalio/worker/lib/workflow/threaded-vm.js';
import { NO_TIME_LIMIT, UnwatchedWorker } from './unwatched-worker.ts';

/**
 * A worker that does not note where in the workflow code each promise was made. The SDK notes it for the query
 * `__stack_trace` ("Call Stack" in the Temporal UI), which is refused then: it costs more than the workflow code itself
 * (docs/patched-internals.md). Errors keep their stacks.
 */
export class StacklessWorker extends UnwatchedWorker {
  /** As in the SDK's own, but for the threads' program. */
  protected static override async createWorkflowCreator(
    ...[workflowBundle, options, logger]: Parameters<typeof Worker.createWorkflowCreator>
  ): ReturnType<typeof Worker.createWorkflowCreator> {
    const program = new URL('./stackless-thread.js', import.meta.url);
    const threads = Array.from(
      { length: options.workflowThreadPoolSize },
      () => new WorkerThreadClient(new Thread(program), logger, options.patchActivationCallback),
    );
    const input = {
      type: 'init' as const,
      workflowBundle,
      isolateExecutionTimeoutMs: NO_TIME_LIMIT,
      reuseV8Context: options.reuseV8Context,
      registeredActivityNames: new Set(options.activities.keys()),
      hasPatchActivationCallback: options.patchActivationCallback !== undefined,
    };
    await Promise.all(threads.map((thread) => thread.send(input)));
    return new ThreadedVMWorkflowCreator(threads);
  }
}
