import type { HoldState } from '../../domain/hold.ts';
import type { HoldWorld } from './hold-world.ts';

const MINUTE_MS = 60_000;

/** A way that a hold can go; its history is recorded under its name (`npm run proof -- histories`). */
export interface HoldPath {
  readonly name: string;
  readonly end: HoldState;
  /** What happens to a hold of 15 minutes. */
  readonly walk: (world: HoldWorld, holdId: string) => Promise<void>;
}

const extend = async (world: HoldWorld, holdId: string) => {
  const { expiresAt } = await world.read(holdId);
  await world.change(holdId, { expiresAt: new Date(expiresAt.getTime() + 30 * MINUTE_MS) });
};
const notify = (world: HoldWorld, holdId: string) => world.gateway.announceClock(holdId);

export const HOLD_PATHS: readonly HoldPath[] = [
  { name: 'expired', end: 'expired', walk: async () => undefined },
  {
    name: 'extended-then-expired',
    end: 'expired',
    walk: async (world, holdId) => {
      await extend(world, holdId);
      await notify(world, holdId);
    },
  },
  { name: 'extended-without-a-word', end: 'expired', walk: extend },
  {
    name: 'booked',
    end: 'booked',
    walk: async (world, holdId) => {
      await world.change(holdId, { status: 'booked' });
      await notify(world, holdId);
    },
  },
  {
    name: 'released-without-a-word',
    end: 'released',
    walk: async (world, holdId) => await world.change(holdId, { status: 'released' }),
  },
  {
    name: 'released-by-an-operator',
    end: 'released',
    walk: async (world, holdId) => void (await world.env.client.workflow.getHandle(holdId).cancel()),
  },
];
