/**
 * Orders on a real Temporal server, whose time runs as ours does: workflow tasks can be made short, so that what takes
 * its time outlasts them; no worker keeps a workflow in memory, so that nearly each task replays what came before.
 */
import type { MikroORM } from '@mikro-orm/postgresql';
import { Client, type WorkflowHandle } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import type { Wake } from '../../activities/notifications/announcing.ts';
import { unusedTimers } from '../../activities/workers.ts';
import { createOrm } from '../../db/orm.ts';
import { createOrderGateway, type OrderGateway } from '../../lib/temporal/order-gateway.ts';
import { judge } from '../../tools/replay/judge.ts';
import { type OrderActivities, TASK_QUEUES } from '../../workflows/contract.ts';
import type { DeliveryActivities } from '../../workflows/delivery-contract.ts';
import { createTestDatabase } from '../support/servers/database.ts';
import { testWorkflows } from '../support/servers/index.ts';
import { quietTemporal } from '../support/servers/quiet-temporal.ts';
import { createTestNamespace, type TestNamespace } from '../support/servers/temporal-namespace.ts';
import { closeAnnouncers, wakeAt } from './announcing.ts';
import { createParties } from './order-data.ts';

export type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;
type HistoryEvent = NonNullable<History['events']>[number];

export interface LiveOptions {
  /** How many orders there will be; without it a few. */
  readonly orders?: number;
  /** Of the orders' workflows; the server's default is 10 s. */
  readonly workflowTaskTimeout: '1 s' | '10 s';
  readonly orderActivities: (orm: MikroORM, wake: Wake) => OrderActivities;
  readonly notificationActivities: (orm: MikroORM) => DeliveryActivities;
}

export interface LiveWorld {
  readonly orm: MikroORM;
  readonly gateway: OrderGateway;
  readonly place: TestNamespace;
  handleOf(orderId: string): WorkflowHandle;
  close(): Promise<void>;
}

export async function createLiveWorld(options: LiveOptions): Promise<LiveWorld> {
  quietTemporal();
  const database = await createTestDatabase();
  const orm = createOrm({ databaseUrl: database.url, poolMax: 16 });
  const place = await createTestNamespace();
  await createParties(orm);
  const workers = await startWorkers(place, options, orm);
  return {
    orm,
    gateway: createOrderGateway(starting(place, options)),
    place,
    handleOf: (orderId) => place.client.workflow.getHandle(orderId),
    close: async () => {
      await workers.stop();
      await closeAnnouncers(orm);
      await place.close();
      await orm.close();
      await database.drop();
    },
  };
}

/** A client whose workflows have that time limit. */
function starting({ client: { connection }, namespace }: TestNamespace, options: LiveOptions): Client {
  const workflowTaskTimeout = msToTs(options.workflowTaskTimeout);
  return new Client({
    connection,
    namespace,
    interceptors: {
      workflow: [
        {
          startWithDetails: async (input, next) =>
            await next({ ...input, options: { ...input.options, workflowTaskTimeout } }),
        },
      ],
    },
  });
}

/** A worker works on no more workflows at once than it keeps, and those it keeps it need not replay. */
const KEPT_BY_EACH = 2;
const ORDERS_OF_EACH = 6;

async function startWorkers(place: TestNamespace, options: LiveOptions, orm: MikroORM) {
  const wake = wakeAt(place.client);
  const ofOrders = {
    taskQueue: TASK_QUEUES.orders,
    workflowBundle: await testWorkflows(),
    activities: options.orderActivities(orm, wake),
    maxCachedWorkflows: KEPT_BY_EACH,
    maxConcurrentLocalActivityExecutions: 1_000,
    workflowThreadPoolSize: 1,
  };
  const ofNotifications = {
    taskQueue: TASK_QUEUES.notifications,
    activities: options.notificationActivities(orm),
    maxConcurrentActivityTaskExecutions: 500,
  };
  const count = Math.ceil((options.orders ?? 1) / ORDERS_OF_EACH);
  const all = [...Array.from({ length: count }, () => ofOrders), ofNotifications];
  const running = await Promise.all(all.map((worker) => startWorker(place, worker)));
  return { stop: () => Promise.all(running.map(({ stop }) => stop())) };
}

/** Workers of one queue can't share a connection. */
async function startWorker({ address, namespace }: TestNamespace, options: WorkerOptions) {
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({ connection, namespace, sinks: unusedTimers, ...options });
  const running = worker.run();
  return {
    stop: async () => {
      worker.shutdown();
      await running;
      await connection.close();
    },
  };
}

/** A worker dies after some workflow task, and another begins with the history up to there: after each of them. */
export async function replayAll(lives: readonly { readonly history: History; readonly orderId: string }[]) {
  const failures: string[] = [];
  let killPoints = 0;
  const workflowBundle = await testWorkflows();
  function* cuts() {
    for (const { history, orderId } of lives) {
      for (const length of killPointsIn(history)) {
        const events = (history.events ?? []).slice(0, length);
        yield { workflowId: `${orderId} length ${length}`, history: { events } };
      }
    }
  }
  for await (const { workflowId, failure } of judge(workflowBundle, cuts())) {
    killPoints += 1;
    if (failure !== undefined) failures.push(`${workflowId}: ${failure}`);
  }
  return { failures, killPoints };
}

/** With all that a completed workflow task has left behind: the server writes it together. */
function killPointsIn({ events }: History): number[] {
  const all = events ?? [];
  const tasks = all.flatMap((event, index) => (event.workflowTaskCompletedEventAttributes ? [index] : []));
  return tasks.map((completed) => {
    let end = completed + 1;
    while (end < all.length && isLeftBy(all[end] as HistoryEvent, completed + 1)) end += 1;
    return end;
  });
}

/** Events that were made by the task's commands name its completion; those of Updates do not. */
function isLeftBy(event: HistoryEvent, completedEventId: number): boolean {
  const isOfUpdate =
    event.workflowExecutionUpdateAcceptedEventAttributes ??
    event.workflowExecutionUpdateCompletedEventAttributes;
  if (isOfUpdate) return true;
  const named = Object.values(event).map(
    (attributes) =>
      (attributes as { workflowTaskCompletedEventId?: unknown } | null)?.workflowTaskCompletedEventId,
  );
  return named.some((id) => id != null && Number(id) === completedEventId);
}
