import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Context } from '@temporalio/activity';
import { createOrderActivities } from '../../activities/transitions.ts';
import { deliverWith } from './announcing.ts';
import { STUDIO } from './gated-orders.ts';
import { createLiveWorld, type LiveWorld } from './live-world.ts';
import { placeOrder } from './order-data.ts';

let world: LiveWorld;
let failed = 0;
beforeAll(async () => {
  world = await createLiveWorld({
    workflowTaskTimeout: '10 s',
    orderActivities: (orm) => {
      const real = createOrderActivities({ orm });
      return {
        ...real,
        recordTransition: async (record) => {
          if (!Context.current().info.isLocal) return await real.recordTransition(record);
          failed += 1;
          throw new Error('no connection is free');
        },
      };
    },
    notificationActivities: (orm) => ({
      deliver: deliverWith(orm, async () => ({ outcome: 'acknowledged', attempts: 1 })),
    }),
  });
});
afterAll(async () => {
  await world.close();
});

test('a write that fails at once goes on as an activity, and does not hold up the workflow task', async () => {
  const order = await placeOrder(world.orm, new Date());
  // Tried again beside the task, the limit of 2.5 s would pass between two attempts unseen: it went on without end.
  const moved = await world.gateway.move(order, { trigger: 'confirm', updateId: 'one', actor: STUDIO });
  expect(moved.status).toBe('confirmed');
  expect(failed).toBe(1);
});
