/** ROLE `orders` serves the workflow; `notifications` the activity, and answers at `/done` how many ran, from when to when. */
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import type { WorkerRole } from '../../../../lib/config.ts';
import type { Queue } from '../../../../workflows/delivery-contract.ts';
import { bundleOf, runLimitWorker } from '../worker.ts';

const done = { count: 0, firstAt: 0, lastAt: 0 };

async function deliver({ endpointId }: Queue) {
  if (endpointId === 'refused')
    throw ApplicationFailure.create({
      message: 'refused',
      nextRetryDelay: '1 hour',
      category: ApplicationFailureCategory.BENIGN,
    });
  done.count += 1;
  done.lastAt = Date.now();
  done.firstAt ||= done.lastAt;
  return { is: 'resolved', resolved: [], isMore: false } as const;
}

const parts = {
  orders: async () => ({ workflowBundle: await bundleOf(new URL('./workflow.ts', import.meta.url)) }),
  notifications: async () => ({ notificationActivities: { deliver } }),
};
const role = process.env.ROLE as WorkerRole & keyof typeof parts;
await runLimitWorker(role, await parts[role](), (_, response) => response.end(JSON.stringify(done)));
