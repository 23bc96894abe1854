import { createServer, type ServerResponse } from 'node:http';
import {
  bundleWorkflowCode,
  DefaultLogger,
  NativeConnection,
  Runtime,
  type WorkflowBundleOption,
} from '@temporalio/worker';
import { createWorker, type WorkerDeps } from '../../../activities/workers.ts';
import type { WorkerRole } from '../../../lib/config.ts';

const logger = new DefaultLogger('WARN');

type Parts = Partial<Pick<WorkerDeps, 'workflowBundle' | 'notificationActivities'>>;

/**
 * A worker that we are held against: made by the function that makes ours, with the settings of that role, and without
 * anything of ours to do. TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE; answers `/readyz` and whatever `answer` knows on PORT.
 */
export async function runLimitWorker(
  role: WorkerRole,
  parts: Parts,
  answer: (path: string, response: ServerResponse) => void = (_, response) => void response.end(),
): Promise<void> {
  const { TEMPORAL_ADDRESS = '', TEMPORAL_NAMESPACE = '', PORT } = process.env;
  Runtime.install({ logger, shutdownSignals: [] });
  const connection = await NativeConnection.connect({ address: TEMPORAL_ADDRESS });
  const nothing = { orderActivities: {}, notificationActivities: {} };
  const deps = { connection, namespace: TEMPORAL_NAMESPACE, ...nothing, ...parts } as WorkerDeps;
  const worker = await createWorker(role, deps);
  const server = createServer(({ url = '' }, response) => {
    if (url !== '/readyz') return answer(url, response);
    response.writeHead(worker.getState() === 'RUNNING' ? 200 : 503).end();
  });
  server.listen(Number(PORT), '127.0.0.1');
  process.once('SIGTERM', () => worker.shutdown());
  await worker.run();
  process.exit();
}

/** @param module the workflows' file. */
export function bundleOf(module: URL): Promise<WorkflowBundleOption> {
  return bundleWorkflowCode({ workflowsPath: module.pathname, logger });
}
