/** Orders whose APIs and workers are of several releases. */
import type { MikroORM } from '@mikro-orm/postgresql';
import { Client, type WorkflowClientInterceptor } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { createHoldActivities } from '../../activities/holds.ts';
import { announceBy, type Wake } from '../../activities/notifications/announcing.ts';
import { createOrderActivities } from '../../activities/transitions.ts';
import { unusedTimers } from '../../activities/workers.ts';
import { Notification, Order, OrderEvent } from '../../db/entities/index.ts';
import { createOrm } from '../../db/orm.ts';
import type { NewOrder } from '../../db/queries/orders/insert-order.ts';
import { startTakingOver } from '../../jobs/taking-over.ts';
import { createRampReader } from '../../lib/operations/known-ramp.ts';
import { createOrderGateway, type OrderGateway } from '../../lib/temporal/order-gateway.ts';
import { queueOfNewOrders } from '../../lib/temporal/programs.ts';
import { takingOver } from '../../services/reconcile/take-over.ts';
import { type OrderActivities, TASK_QUEUES } from '../../workflows/contract.ts';
import type { ResolvedDelivery } from '../../workflows/delivery-contract.ts';
import { createTestDatabase } from '../support/servers/database.ts';
import { quietTemporal } from '../support/servers/quiet-temporal.ts';
import { createTestNamespace, type TestNamespace } from '../support/servers/temporal-namespace.ts';
import { until } from '../support/until.ts';
import { announcerWith, closeAnnouncers, deliverWith, wakeAt } from '../workflows/announcing.ts';
import { patient } from '../workflows/gated-orders.ts';
import { createParties, placeOrder } from '../workflows/order-data.ts';
import { previousBundle } from './previous.ts';
import type { Release } from './releases.ts';

export interface Running {
  stop(): Promise<void>;
}

export interface ReleasesWorld {
  readonly orm: MikroORM;
  /** What today's API does with orders: it takes over first. */
  readonly gateway: OrderGateway;
  /** A process of today's API that has just begun. */
  freshApi(): { readonly gateway: OrderGateway };
  /** Today's API's connection to Temporal; it takes nothing over. */
  readonly client: Client;
  /** Its API's connection: workflows begin as it begins them. */
  clientOf(release: Release): Client;
  /** What the API of a release does with orders. */
  gatewayOf(release: Release): OrderGateway;
  /** Starts an order as the API of a release does. @returns it. */
  begin(release: Release, order?: Partial<NewOrder>): Promise<Order>;
  /** Order workers of a release. */
  work(release: Release, activities?: Partial<OrderActivities>): Promise<Running>;
  /** What today's workers take over beside their work, until nothing is left. */
  takeOverAll(): Promise<void>;
  /** Orders whose merchants do not answer. */
  readonly silent: Set<string>;
  /** Notifications that were acknowledged, in order. */
  readonly delivered: string[];
  /** `1 pending`, … as the database has them. */
  eventsOf(order: Pick<Order, 'id'>): Promise<string[]>;
  /** The task queue of the run there is, and how many runs there were. */
  runsOf(workflowId: string): Promise<{ readonly queue: string; readonly runs: number }>;
  close(): Promise<void>;
}

export async function createReleasesWorld(): Promise<ReleasesWorld> {
  quietTemporal();
  const database = await createTestDatabase();
  const orm = createOrm({ databaseUrl: database.url, poolMax: 16 });
  const place = await createTestNamespace();
  await createParties(orm);
  const now = () => new Date();
  const silent = new Set<string>();
  const delivered: string[] = [];
  /** A release's workers wake deliveries of their own release. */
  const ordersOf = (release: Release) => ({
    ...createOrderActivities({ orm, announcer: announcerWith(orm, wakeAt(clientOf(release))) }),
    ...createHoldActivities({ orm, now }),
    ...(release.bundle.code === previousBundle() && announcedByItself(orm, wakeAt(clientOf(release)))),
  });
  async function attempt(id: string): Promise<ResolvedDelivery> {
    const notification = await orm.em.fork().findOneOrFail(Notification, id);
    if (silent.has(notification.orderId ?? '')) {
      throw ApplicationFailure.create({ message: 'http_status 503', nextRetryDelay: '1 hour' });
    }
    delivered.push(id);
    await orm.em.fork().nativeUpdate(Notification, id, { status: 'acknowledged' });
    return { outcome: 'acknowledged', attempts: 1 };
  }
  const started: Running[] = [];
  const start = async (options: WorkerOptions) => {
    const worker = await startWorker(place, options);
    started.push(worker);
    return worker;
  };
  const deliver = deliverWith(orm, attempt);
  await start({
    taskQueue: TASK_QUEUES.notifications,
    activities: { deliver },
  });
  const { client: plain } = place;
  const clientWith = (...workflow: WorkflowClientInterceptor[]) =>
    new Client({ connection: plain.connection, namespace: place.namespace, interceptors: { workflow } });
  const freshApi = () => {
    const knownRamp = createRampReader(orm);
    const client = clientWith(takingOver({ orm, now, client: plain }, knownRamp));
    return { gateway: patient(createOrderGateway(client, queueOfNewOrders(knownRamp)), orm) };
  };
  const clientOf = (release: Release) => clientWith(startingAs(release));
  const gatewayOf = (release: Release) => patient(createOrderGateway(clientOf(release)), orm);
  return {
    client: plain,
    ...{ orm, silent, delivered, clientOf, gatewayOf, freshApi, ...freshApi() },
    begin: async (release, changes = {}) => {
      const { id } = await placeOrder(orm, now(), changes);
      const order = await orm.em.fork().findOneOrFail(Order, id);
      await gatewayOf(release).start(order);
      return order;
    },
    work: async (release, activities = {}) =>
      await start({
        taskQueue: release.queue('orders'),
        activities: { ...ordersOf(release), ...activities },
        workflowBundle: release.bundle,
      }),
    takeOverAll: async () => {
      const errors: unknown[] = [];
      const { promise: isTaken, resolve } = Promise.withResolvers<number>();
      const roles = ['orders', 'settlements'] as const;
      const loop = startTakingOver({
        ...{ orm, client: plain, now, roles },
        onTaken: resolve,
        onError: (error) => errors.push(error),
      });
      await isTaken;
      await loop.stop();
      if (errors.length > 0) throw errors[0];
    },
    eventsOf: async ({ id: orderId }) => {
      const events = await orm.em.fork().find(OrderEvent, { orderId }, { orderBy: { sequence: 'asc' } });
      return events.map(({ sequence, toStatus }) => `${sequence} ${toStatus}`);
    },
    runsOf: async (workflowId) => {
      const { taskQueue: queue, runId } = await plain.workflow.getHandle(workflowId).describe();
      return { queue, runs: await untilListsRun(plain, workflowId, runId) };
    },
    close: async () => {
      for (const worker of started) await worker.stop();
      await closeAnnouncers(orm);
      await place.close();
      await orm.close();
      await database.drop();
    },
  };
}

/** Orders of the published release have what happens to them announced by an activity. */
function announcedByItself(orm: MikroORM, wake: Wake) {
  const announce = announceBy(orm, async () => undefined, wake);
  return {
    announce: async ({ subjectId }: { readonly subjectId: string }) => {
      await announce(subjectId);
      return { notifications: [], until: 0 };
    },
  };
}

/** Workflows begin as the API of that release begins them. */
function startingAs({ queue }: Release): WorkflowClientInterceptor {
  const ofRelease = <Options extends { readonly taskQueue: string }>(options: Options) => {
    const role = options.taskQueue === TASK_QUEUES.settlements ? 'settlements' : 'orders';
    return { ...options, taskQueue: queue(role) };
  };
  return {
    startWithDetails: (input, next) => next({ ...input, options: ofRelease(input.options) }),
    startUpdateWithStart: (input, next) =>
      next({ ...input, workflowStartOptions: ofRelease(input.workflowStartOptions) }),
    signalWithStart: (input, next) => next({ ...input, options: ofRelease(input.options) }),
  };
}

/** Workers of one queue can't share a connection. */
async function startWorker({ address, namespace }: TestNamespace, options: WorkerOptions): Promise<Running> {
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({ connection, namespace, sinks: unusedTimers, ...options });
  const running = worker.run();
  const stop = async () => {
    worker.shutdown();
    await running;
    await connection.close();
  };
  let stopped: Promise<void> | undefined;
  return {
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** The list follows within moments. @returns how many runs it has once it has this one. */
async function untilListsRun(client: Client, workflowId: string, runId: string): Promise<number> {
  return await until(async () => {
    const listed: string[] = [];
    for await (const run of client.workflow.list({ query: `WorkflowId = '${workflowId}'` })) {
      listed.push(run.runId);
    }
    return listed.includes(runId) ? listed.length : undefined;
  });
}

/** The list has learned that these run: it follows within moments. */
export async function untilListed({ client }: ReleasesWorld, ...workflowIds: string[]): Promise<void> {
  for (const workflowId of workflowIds) {
    const query = `WorkflowId = '${workflowId}' and ExecutionStatus = 'Running'`;
    await until(async () => (await client.workflow.count(query)).count === 1);
  }
}
