/** Decides whether starts go for which enough guests have to come together (services/orders/departing.ts). */
import { startOf } from '../db/queries/orders/departures.ts';
import { decideStart } from '../services/orders/departing.ts';
import type { MoveDeps } from '../services/orders/moving.ts';
import type { JobKind } from './runner.ts';

/** A job's subject is a guide and when it starts. */
export function departureJobs(deps: MoveDeps): JobKind {
  return {
    ...{ atOnce: 4, leaseSeconds: 120 },
    run: async ({ subject }) => {
      const next = await decideStart(deps, startOf(subject));
      return next && { againInMs: Math.max(0, next.getTime() - deps.now().getTime()) };
    },
  };
}
