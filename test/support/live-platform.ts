import { NativeConnection, type Worker } from '@temporalio/worker';
import { createHoldActivities } from '../../activities/holds.ts';
import { createAnnouncer } from '../../activities/notifications/announcer.ts';
import { createAnnounce } from '../../activities/notifications/announcing.ts';
import { createLimiter } from '../../activities/notifications/endpoint-limiter.ts';
import { createNotificationActivities } from '../../activities/notifications/index.ts';
import { createSettlementActivities } from '../../activities/settlements/index.ts';
import { createOrderActivities } from '../../activities/transitions.ts';
import { createWorker } from '../../activities/workers.ts';
import type { AppDeps } from '../../api/app.ts';
import type { ConsoleDeps } from '../../console/server/deps.ts';
import { openInstallation } from '../../db/installation.ts';
import { DEFAULT_PLATFORM_TERMS } from '../../domain/platform-terms.ts';
import { createOrderProcessing } from '../../jobs/order-processing.ts';
import { createChatSender } from '../../lib/callbacks/chat-sender.ts';
import { type CallbackClientOptions, createCallbackClient } from '../../lib/callbacks/client.ts';
import { createPushSender } from '../../lib/callbacks/push-sender.ts';
import { createProcessLogger } from '../../lib/operations/logger.ts';
import { createOrderLog, type OrderLog } from '../../lib/operations/order-log.ts';
import { traceCallbacks } from '../../lib/telemetry/callbacks.ts';
import type { Tracing } from '../../lib/telemetry/tracing.ts';
import { createNotificationGateway } from '../../lib/temporal/notification-gateway.ts';
import { vapidKeysOf } from '../../services/notices/push-devices.ts';
import type { OrderService } from '../../services/orders/index.ts';
import { createTestApp, type TestApp } from './app.ts';
import { testWorkflows } from './servers/index.ts';
import { quietTemporal } from './servers/quiet-temporal.ts';
import { createTestNamespace, type TestNamespace } from './servers/temporal-namespace.ts';

/** The whole platform in one process: API, both workers, real PostgreSQL, real Temporal. */
export interface LivePlatform extends TestApp {
  readonly temporal: TestNamespace;
  /** What else an application over it needs. */
  readonly processing: Pick<
    AppDeps,
    | 'orders'
    | 'settlements'
    | 'sandboxStatements'
    | 'notifications'
    | 'onRetryRequested'
    | 'onClockMoved'
    | 'onCallbackChanged'
    | 'sendCallback'
  > &
    Pick<ConsoleDeps, 'statementGateway'>;
  /** What stands behind the order endpoints. */
  readonly orders: OrderService;
  /** What order service and order worker have logged of orders. */
  readonly orderLines: readonly Record<string, unknown>[];
  readonly startWorkers: () => Promise<void>;
  readonly stopWorkers: () => Promise<void>;
}

export interface LivePlatformOptions {
  readonly limits?: CallbackClientOptions['limits'];
  /** Tests that want Temporal's workers unavailable start them themselves. */
  readonly workers?: boolean;
  /** Also those that close statements. */
  readonly settlements?: boolean;
  /** With the limits of production; without, there are none. */
  readonly rateLimits?: boolean;
  readonly tracing?: Tracing | undefined;
  /** An application and its database that are there, and stay: this Temporal is another one. */
  readonly over?: TestApp;
}

export async function createLivePlatform({
  limits = {},
  workers = true,
  settlements = false,
  rateLimits = false,
  tracing,
  over,
}: LivePlatformOptions = {}): Promise<LivePlatform> {
  quietTemporal();
  const now = () => new Date();
  const temporal = await createTestNamespace();
  const { namespace, address } = temporal;
  const orderLines: Record<string, unknown>[] = [];
  const write = (line: string) => void orderLines.push(JSON.parse(line));
  const logger = createProcessLogger({ level: 'info', role: 'test', destination: { write } });
  const tests = createCallbackClient({ allowInsecure: true, now });
  const begin = ({ orm, cipher }: Pick<TestApp, 'orm' | 'cipher'>) => {
    const processing = createOrderProcessing({
      logger,
      tracing,
      consoleBaseUrl: 'https://console.guidepost.example',
      publicBaseUrl: BASE_URL,
      temporal: { connection: { address }, namespace },
      orm,
      cipher,
      installation: () => openInstallation(orm.em.fork(), cipher),
      now,
      onError: () => {},
      send: {
        push: createPushSender({
          ...{
            keys: vapidKeysOf(cipher),
            contact: 'mailto:guidepost@guidepost.example',
            allowInsecure: true,
          },
        }),
        chat: createChatSender({ allowInsecure: true }),
      },
      lookEveryMs: LOOK_EVERY_MS,
    });
    return { processing, behind: behindOf(processing, tests) };
  };
  const config = {
    publicBaseUrl: BASE_URL,
    allowInsecureCallbacks: true,
    ...(rateLimits && PRODUCTION_LIMITS),
  };
  const deps = { tracing, now, config };
  let begun = over && begin(over);
  const test =
    over ??
    (await createTestApp(deps, (base) => {
      begun = begin(base);
      return begun.behind;
    }));
  const { processing, behind } = begun!;
  const app = over ? await over.another({ ...deps, ...behind }) : test.app;
  processing.start();
  const crew = createCrew(test, temporal, { limits, settlements, tracing, log: createOrderLog(logger) });
  if (workers) await crew.start();
  const { orm, cipher, databaseUrl, adminUrl, sandbox, clock, logged, another, token } = test;
  return {
    ...{ orm, cipher, databaseUrl, adminUrl, sandbox, clock, logged, another, token },
    get unbounded() {
      return test.unbounded;
    },
    now,
    app,
    temporal,
    processing: behind,
    orders: processing.orders,
    orderLines,
    as: async (client, options) =>
      app.inject({
        ...options,
        headers: { ...options.headers, authorization: `Bearer ${await test.token(client)}` },
      }),
    startWorkers: crew.start,
    stopWorkers: crew.stop,
    async close() {
      await crew.stop();
      await Promise.all([processing.close(), tests.close()]);
      await temporal.close();
      if (over === undefined) await test.close();
    },
  };
}

/** What stands behind an application. */
const behindOf = (
  processing: ReturnType<typeof createOrderProcessing>,
  { sendCallback }: ReturnType<typeof createCallbackClient>,
) => ({
  orders: processing.orders,
  settlements: processing.settlements,
  sandboxStatements: processing.sandboxStatements,
  statementGateway: processing.statementGateway,
  notifications: processing.notifications,
  onRetryRequested: processing.onRetryRequested,
  onClockMoved: processing.onClockMoved,
  onCallbackChanged: async () => processing.onRetryRequested(),
  sendCallback,
});

/** A second, the platform's own, is what most tests would wait for. */
const LOOK_EVERY_MS = 100;
const BASE_URL = 'https://api.guidepost.example';
const PRODUCTION_LIMITS = {
  rateLimits: { merchantPerMinute: 10_000, tokenPerMinute: 300, addressPerMinute: 3_000 },
};

function createCrew(
  test: TestApp,
  { namespace, address, client }: TestNamespace,
  {
    limits,
    settlements,
    tracing,
    log,
  }: Pick<LivePlatformOptions, 'limits' | 'settlements' | 'tracing'> & {
    log: OrderLog;
  },
) {
  let end: (() => Promise<void>) | undefined;
  async function start(): Promise<void> {
    const connection = await NativeConnection.connect({ address });
    const callbacks = createCallbackClient({
      allowInsecure: true,
      limits: { ...limits },
      now: () => new Date(),
    });
    const notificationDeps = {
      orm: test.orm,
      cipher: test.cipher,
      sendCallback: tracing ? traceCallbacks(callbacks.sendCallback, tracing) : callbacks.sendCallback,
      random: () => 0,
      now: () => new Date(),
      limiter: createLimiter(),
    };
    const { wake } = createNotificationGateway(client, () => new Date());
    const announcer = createAnnouncer({
      announce: createAnnounce(notificationDeps, wake),
      onError: (error) => process.emitWarning(String(error)),
    });
    const deps = {
      connection,
      namespace,
      tracing,
      workflowBundle: await testWorkflows(),
      orderActivities: createOrderActivities({
        orm: test.orm,
        announcer,
        log,
      }),
      holdActivities: createHoldActivities({ orm: test.orm, now: () => new Date() }),
      notificationActivities: createNotificationActivities(notificationDeps),
      settlementActivities: createSettlementActivities({
        orm: test.orm,
        timeZone: DEFAULT_PLATFORM_TERMS.timeZone,
        now: () => new Date(),
        announcer,
      }),
    };
    const roles = ['orders', 'notifications', ...(settlements ? (['settlements'] as const) : [])] as const;
    const workers: Worker[] = await Promise.all(roles.map((role) => createWorker(role, deps)));
    const running = Promise.all(workers.map((worker) => worker.run()));
    end = async () => {
      for (const worker of workers) worker.shutdown();
      await running;
      await announcer.close();
      await callbacks.close();
      await connection.close();
    };
  }
  async function stop(): Promise<void> {
    const ending = end;
    end = undefined;
    await ending?.();
  }
  return { start, stop };
}
