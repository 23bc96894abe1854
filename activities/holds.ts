import type { MikroORM } from '@mikro-orm/postgresql';
import { endDueHold } from '../db/queries/orders/holds.ts';
import type { HoldActivities } from '../workflows/hold-contract.ts';
import { redacted } from './redacted.ts';

export interface HoldActivityDeps {
  readonly orm: MikroORM;
  readonly now: () => Date;
}

/** The activity of the hold workflow. */
export function createHoldActivities({ orm, now }: HoldActivityDeps): HoldActivities {
  return {
    endHold: async (holdId, isReleased) => {
      const state = await endDueHold(orm.em.fork(), holdId, now(), isReleased).catch((error) => {
        throw redacted('the hold could not be ended', error);
      });
      // A backup of before it was restored: there is nothing to end.
      if (state === undefined) return { status: 'expired', dueAt: now().toISOString() };
      return { status: state.status, dueAt: state.dueAt.toISOString() };
    },
  };
}
