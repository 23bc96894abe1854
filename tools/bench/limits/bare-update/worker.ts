import { bundleOf, runLimitWorker } from '../worker.ts';

const workflowBundle = await bundleOf(new URL('./workflow.ts', import.meta.url));
await runLimitWorker('orders', { workflowBundle });
