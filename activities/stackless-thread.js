/**
 * What the threads of a StacklessWorker run: the SDK's own program, without its hooks into every promise. In JavaScript: what
 * Node reads TypeScript with would cost each thread 12 MiB.
 */
import { GlobalHandlers } from '@temporalio/worker/lib/workflow/vm-shared.js';

Object.defineProperty(GlobalHandlers.prototype, 'setPromiseHook', { value: () => undefined });
await import('@temporalio/worker/lib/workflow/workflow-worker-thread.js');
