import { setTimeout as sleep } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { WorkflowClient } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { NativeConnection, type Worker } from '@temporalio/worker';
import type { Wake } from '../../activities/notifications/announcing.ts';
import { createOrderActivities } from '../../activities/transitions.ts';
import { createWorker } from '../../activities/workers.ts';
import { Notification, Order, OrderEvent } from '../../db/entities/index.ts';
import { createOrm } from '../../db/orm.ts';
import type { NewOrder } from '../../db/queries/orders/insert-order.ts';
import { notificationId } from '../../domain/ids.ts';
import type { OrderState } from '../../domain/order-state.ts';
import {
  createOrderGateway,
  type OrderGateway,
  type StartableOrder,
} from '../../lib/temporal/order-gateway.ts';
import type { Happening, OrderActivities } from '../../workflows/contract.ts';
import type { DeliveryActivities, ResolvedDelivery } from '../../workflows/delivery-contract.ts';
import { createTestDatabase } from '../support/servers/database.ts';
import { testWorkflows } from '../support/servers/index.ts';
import { quietTemporal } from '../support/servers/quiet-temporal.ts';
import { createTestNamespace } from '../support/servers/temporal-namespace.ts';
import { until } from '../support/until.ts';
import { announcerWith, closeAnnouncers, deliverWith, type TestAttempt, wakeAt } from './announcing.ts';
import { createParties, placeOrder } from './order-data.ts';
import { startTimeSkipping } from './time-skipping.ts';

export { AGENCY_KEY, STUDIO_KEY } from './order-data.ts';

const HOUR_MS = 3_600_000;

/**
 * Orders on the Temporal server that skips time; their deliveries, which they share nothing with but the database, on the one that operators run:
 * the other loses workflow tasks that cancel an activity which ends meanwhile. Merchants acknowledge unless a test says otherwise.
 */
export interface OrderWorld {
  readonly env: TestWorkflowEnvironment;
  /** Where the deliveries are. */
  readonly deliveries: WorkflowClient;
  readonly orm: MikroORM;
  /** The same database without the application's bounds. */
  readonly unbounded: MikroORM;
  readonly gateway: OrderGateway;
  readonly wake: Wake;
  /** The notifications that were delivered, in order. */
  readonly delivered: string[];
  /** Numbers of the order's notifications, as they were delivered. */
  deliveredOf(orderId: string): number[];
  /** Replace to make a merchant misbehave. */
  deliver: TestAttempt;
  /** First attempts; none is made at a merchant that misbehaves. */
  deliverPromptly: (notificationId: string) => Promise<ResolvedDelivery | undefined>;
  /** Replace to make the database misbehave. */
  record: OrderActivities['recordTransition'];
  /** An order in the database; its workflow is not started. */
  placeOrder(overrides?: Partial<NewOrder>): Promise<NewOrder>;
  start(order: StartableOrder): Promise<void>;
  /** Lets time pass until the order has that status. */
  untilStatus(orderId: string, status: OrderState): Promise<void>;
  /** Until nothing of the order waits for an acknowledgement: deliveries outlive its workflow. */
  untilResolved(orderId: string): Promise<void>;
  /** Lets time pass until the order's workflow has ended, and all of it was acknowledged. */
  untilOver(orderId: string): Promise<void>;
  events(orderId: string): Promise<OrderEvent[]>;
  order(orderId: string): Promise<Order>;
  close(): Promise<void>;
}

export async function createOrderWorld(): Promise<OrderWorld> {
  quietTemporal();
  const database = await createTestDatabase();
  const orm = createOrm({ databaseUrl: database.url, poolMax: 8 });
  const unbounded = createOrm({ databaseUrl: database.adminUrl, poolMax: 1 });
  const env = await startTimeSkipping();
  await createParties(orm);

  const delivered: string[] = [];
  const acknowledge = async (id: string) => {
    delivered.push(id);
    await orm.em.fork().nativeUpdate(Notification, id, { status: 'acknowledged' });
    return { outcome: 'acknowledged', attempts: 1 } as const;
  };
  const place = await createTestNamespace();
  const connection = await NativeConnection.connect({ address: place.address });
  const wake = wakeAt(place.client);
  const announcer = announcerWith(orm, wake, (id) => world.deliverPromptly(id));
  const real = atSkippedTime(createOrderActivities({ orm, announcer }));
  const deps = {
    workflowBundle: await testWorkflows(),
    orderActivities: {
      ...real,
      recordTransition: (record) => world.record(record),
    } satisfies OrderActivities,
    notificationActivities: {
      deliver: deliverWith(orm, (id, options) => world.deliver(id, options)),
    } satisfies DeliveryActivities,
  };
  const skipped = { ...deps, connection: env.nativeConnection, namespace: env.namespace ?? 'default' };
  const ours = { ...deps, connection, namespace: place.namespace };
  const workers = [
    await createWorker('orders', skipped),
    await createWorker('orders', ours),
    await createWorker('notifications', ours),
  ];
  const running = workers.map((worker) => worker.run());
  const gateway = createOrderGateway(env.client);

  const world: OrderWorld = {
    env,
    deliveries: place.client.workflow,
    orm,
    unbounded,
    gateway,
    wake,
    delivered,
    deliveredOf: (orderId) => {
      const prefix = notificationId(orderId, 0).slice(0, -1);
      const ids = delivered.filter((id) => id.startsWith(prefix));
      return ids.map((id) => Number(id.slice(prefix.length)));
    },
    deliver: acknowledge,
    deliverPromptly: async (id) => (world.deliver === acknowledge ? await acknowledge(id) : undefined),
    record: real.recordTransition,
    placeOrder: async (overrides) => await placeOrder(orm, new Date(await env.currentTimeMs()), overrides),
    start: gateway.start,
    untilStatus: async (orderId, status) => {
      while ((await orm.em.fork().findOneOrFail(Order, orderId)).status !== status) await passTime(env);
    },
    untilResolved: async (orderId) => {
      const em = orm.em.fork();
      await until(async () => (await em.count(Notification, { orderId, status: 'pending' })) === 0);
    },
    untilOver: async (orderId) => {
      await env.client.workflow.getHandle(orderId).result();
      await world.untilResolved(orderId);
    },
    events: async (orderId) =>
      await orm.em.fork().find(OrderEvent, { orderId }, { orderBy: { sequence: 'asc' } }),
    order: async (orderId) => await orm.em.fork().findOneOrFail(Order, orderId),
    close: async () => {
      await stop(workers, running);
      await closeAnnouncers(orm);
      await Promise.all([env.teardown(), connection.close(), place.close()]);
      await Promise.all([orm.close(), unbounded.close()]);
      await database.drop();
    },
  };
  return world;
}

/** Days of the test server's time, a moment of ours. */
async function passTime(env: TestWorkflowEnvironment): Promise<void> {
  await env.sleep(HOUR_MS * 24 * 10);
  await sleep(5);
}

async function stop(workers: readonly Worker[], running: readonly Promise<void>[]): Promise<void> {
  for (const worker of workers) worker.shutdown();
  await Promise.all(running);
}

/** Time that is skipped is the Temporal server's only: what happens now is dated by that, as workers of before did. */
function atSkippedTime<Real extends OrderActivities>(real: Real): Real {
  const dated = <One extends Happening>({ aheadMs: _, ...record }: One) => record as unknown as One;
  return {
    ...real,
    recordTransition: (record) => real.recordTransition(dated(record)),
    recordChange: (record) => real.recordChange(dated(record)),
    recordRefund: (record) => real.recordRefund(dated(record)),
    recordReminder: (reminder) => real.recordReminder(dated(reminder)),
  };
}
