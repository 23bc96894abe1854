import { proxyActivities } from '@temporalio/workflow';
import type { MaintenanceActivities, MaintenanceTask } from './maintenance-contract.ts';

const activities = proxyActivities<MaintenanceActivities>({
  startToCloseTimeout: '1 h',
  heartbeatTimeout: '6 s',
  retry: { initialInterval: '5 s', maximumInterval: '1 min' },
});

/**
 * Has one task done, however often it takes; while it runs its Schedule starts no other. What it did is its result, why it could not be
 * done is at its pending activity.
 */
export async function maintenance(task: MaintenanceTask): Promise<number | Readonly<Record<string, number>>> {
  return await activities[task]();
}
