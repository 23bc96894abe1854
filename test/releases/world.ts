/** Orders whose workers are of several releases: their workflows differ, everything else is today's. */
import type { MikroORM } from '@mikro-orm/postgresql';
import { Client } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { NativeConnection, Worker, type WorkerOptions, type WorkflowBundleOption } from '@temporalio/worker';
import { createAbandonActivities } from '../../activities/notifications/abandonment.ts';
import { createOrderActivities } from '../../activities/transitions.ts';
import { unheardTimers } from '../../activities/workers.ts';
import { Notification, Order } from '../../db/entities/index.ts';
import { createOrm } from '../../db/orm.ts';
import { createOrderGateway, type OrderGateway } from '../../lib/temporal/order-gateway.ts';
import { type OrderInput, TASK_QUEUES } from '../../workflows/contract.ts';
import { createTestDatabase } from '../support/platform.ts';
import { quietTemporal } from '../support/quiet-temporal.ts';
import { createTestNamespace, type TestNamespace } from '../support/temporal-namespace.ts';
import { announceWith } from '../workflows/announcing.ts';
import { patient } from '../workflows/gated-orders.ts';
import { createParties, placeOrder } from '../workflows/order-data.ts';

interface Running {
  stop(): Promise<void>;
}

export interface ReleasesWorld {
  readonly orm: MikroORM;
  readonly client: Client;
  readonly gateway: OrderGateway;
  /** Starts an order as the API of a release does. @returns it. */
  begin(program: number): Promise<Order>;
  /** Order workers of a release; they keep no workflow in memory, so that each task begins with a replay. */
  work(workflowBundle: WorkflowBundleOption): Promise<Running>;
  close(): Promise<void>;
}

export async function createReleasesWorld(): Promise<ReleasesWorld> {
  quietTemporal();
  const database = await createTestDatabase();
  const orm = createOrm({ databaseUrl: database.url, poolMax: 16 });
  const place = await createTestNamespace();
  await createParties(orm);
  const announce = announceWith(orm);
  const orders = { ...createOrderActivities({ orm }), ...createAbandonActivities({ orm }), announce };
  const deliverNotification = async (id: string) => {
    await orm.em.fork().nativeUpdate(Notification, id, { status: 'acknowledged' });
    return { outcome: 'acknowledged', attempts: 1 };
  };
  const notifications = await startWorker(place, {
    taskQueue: TASK_QUEUES.notifications,
    activities: { deliverNotification, announce },
  });
  const started: Running[] = [notifications];
  return {
    orm,
    client: place.client,
    gateway: patient(createOrderGateway(place.client)),
    begin: async (program) => {
      const { id } = await placeOrder(orm, new Date());
      const order = await orm.em.fork().findOneOrFail(Order, id);
      await createOrderGateway(ofProgram(place, program)).start(order);
      return order;
    },
    work: async (workflowBundle) => {
      const of = { taskQueue: TASK_QUEUES.orders, activities: orders, maxCachedWorkflows: 0 };
      const worker = await startWorker(place, { ...of, workflowBundle });
      started.push(worker);
      return worker;
    },
    close: async () => {
      for (const worker of started) await worker.stop();
      await place.close();
      await orm.close();
      await database.drop();
    },
  };
}

/** What was handed to a worker that was being stopped is handed out again after that time. */
const workflowTaskTimeout = msToTs('2 s');

/** A client whose orders follow that program. */
function ofProgram({ client: { connection }, namespace }: TestNamespace, program: number): Client {
  return new Client({
    connection,
    namespace,
    interceptors: {
      workflow: [
        {
          startWithDetails: async (input, next) => {
            const args = [{ ...(input.options.args[0] as OrderInput), program }];
            return await next({ ...input, options: { ...input.options, args, workflowTaskTimeout } });
          },
        },
      ],
    },
  });
}

/** Workers of one queue can't share a connection. */
async function startWorker({ address, namespace }: TestNamespace, options: WorkerOptions): Promise<Running> {
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({ connection, namespace, sinks: unheardTimers, ...options });
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
