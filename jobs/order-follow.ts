import type { NotificationGateway } from '../lib/temporal/notification-gateway.ts';
import type { JobKind } from './runner.ts';

/** A worker that was frozen may write what it had in hand so much later. */
const LATE_MS = 60_000;
const RETRY_MS = 5_000;

/**
 * Has an order's workflow read the database (services/orders/following.ts), now and a minute later. A job for each order.
 */
export function orderFollowJobs(gateway: Pick<NotificationGateway, 'catchUp'>): JobKind {
  return {
    ...{ atOnce: 16, leaseSeconds: 60, retryMs: () => RETRY_MS },
    run: async ({ subject, ageMs }) => {
      const isRunning = await gateway.catchUp(subject);
      return isRunning && ageMs < LATE_MS ? { againInMs: LATE_MS } : undefined;
    },
  };
}
