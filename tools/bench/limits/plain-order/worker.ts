/** The worker of the plainest order, under the settings of our own workers: ROLE is `orders` or `notifications`. */
import { NativeConnection } from '@temporalio/worker';
import { Registry } from 'prom-client';
import { serveHealth } from '../../../../activities/health.ts';
import { UnwatchedWorker } from '../../../../activities/unwatched-worker.ts';
import { WORKFLOW_TASKS } from '../../../../activities/workers.ts';
import { createOrm } from '../../../../db/orm.ts';
import { createPlainActivities, createPlainNotifications } from './activities.ts';

const { ROLE = '', TEMPORAL_ADDRESS = '', DATABASE_URL = '', RECEIVERS = '', HEALTH_PORT = '' } = process.env;

const connection = await NativeConnection.connect({ address: TEMPORAL_ADDRESS });
const options =
  ROLE === 'orders'
    ? {
        taskQueue: 'plain-orders',
        workflowsPath: new URL('./workflows.ts', import.meta.url).pathname,
        activities: createPlainActivities(createOrm({ databaseUrl: DATABASE_URL })),
        ...WORKFLOW_TASKS,
      }
    : {
        taskQueue: 'plain-notifications',
        activities: createPlainNotifications(RECEIVERS.split(',')),
        maxConcurrentActivityTaskExecutions: 256,
      };
const worker = await UnwatchedWorker.create({ connection, namespace: 'default', ...options });
await serveHealth({
  port: Number(HEALTH_PORT),
  host: '127.0.0.1',
  metrics: new Registry(),
  missing: async () => (worker.getState() === 'RUNNING' ? [] : ['worker: starting']),
});
await worker.run();
