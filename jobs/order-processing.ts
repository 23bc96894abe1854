import type { MikroORM } from '@mikro-orm/postgresql';
import { Client, type Connection } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { markHoldsStarted, markStarted } from '../db/queries/orders/workflow-starts.ts';
import type { WorkKind } from '../domain/heartbeat.ts';
import { DEFAULT_PLATFORM_TERMS, type PlatformTerms } from '../domain/platform-terms.ts';
import type { Config } from '../lib/config.ts';
import type { MailTransport } from '../lib/mail/message.ts';
import { createRampReader } from '../lib/operations/known-ramp.ts';
import { createOrderLog } from '../lib/operations/order-log.ts';
import { createProbe, type Probe } from '../lib/operations/probe.ts';
import { createCallMetrics } from '../lib/operations/temporal-calls.ts';
import { claimNamespace, guardedClient } from '../lib/operations/temporal-identity.ts';
import { traceCalls } from '../lib/telemetry/temporal.ts';
import type { Tracing } from '../lib/telemetry/tracing.ts';
import { createHoldGateway } from '../lib/temporal/hold-gateway.ts';
import { connectLazily } from '../lib/temporal/lazy-connection.ts';
import { createNotificationGateway, type NotificationGateway } from '../lib/temporal/notification-gateway.ts';
import { createOrderGateway } from '../lib/temporal/order-gateway.ts';
import { queueOfNewOrders } from '../lib/temporal/programs.ts';
import { createSettlementGateway, type SettlementGateway } from '../lib/temporal/settlement-gateway.ts';
import { waitOfFirstTasks } from '../lib/temporal/task-backlog.ts';
import { following } from '../services/orders/following.ts';
import { createOrderService, type OrderService } from '../services/orders/index.ts';
import { takingOver } from '../services/reconcile/take-over.ts';
import { createSandboxStatements, type SandboxStatements } from '../services/sandbox/statements.ts';
import { createSettlementService, type SettlementService } from '../services/settlements/index.ts';
import { createHoldWorkflows } from './hold-workflows.ts';
import { type Background, type BackgroundDeps, startBackground } from './index.ts';
import { createMailCounter } from './mail-metrics.ts';
import { createPace } from './pace/index.ts';
import { Starter } from './starter.ts';

const PROBE_MS = 1_000;

export interface OrderProcessing {
  /** The connection to Temporal, for what operators ask of it. */
  readonly client: Client;
  readonly orders: OrderService;
  readonly notifications: NotificationGateway;
  readonly settlements: SettlementService;
  readonly sandboxStatements: SandboxStatements;
  /** For operators, who move any merchant's. */
  readonly statementGateway: SettlementGateway;
  /** Waiting notifications of some merchant are to be tried now. */
  onRetryRequested(): void;
  /** Some sandbox merchant's clock was moved. */
  onClockMoved(): void;
  /** For readiness reports; orders are accepted while Temporal does not answer. */
  readonly probeTemporal: Probe;
  /** Makes sure that Temporal is this installation's. @throws ForeignTemporalError, or why it does not answer. */
  identify(): Promise<void>;
  /** Begins the work in the background; call it once the process has nothing else to do. */
  start(): void;
  /** Stops the work in the background, and closes the connection to Temporal. */
  close(): Promise<void>;
}

export interface OrderProcessingDeps {
  readonly temporal: Config['temporal'];
  readonly orm: MikroORM;
  readonly cipher: BackgroundDeps['cipher'];
  /** The id of the installation: Temporal has to be the same one's. */
  readonly installation: () => Promise<string>;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
  readonly terms?: PlatformTerms;
  /** The console's address, which mails lead to. */
  readonly consoleBaseUrl: string;
  readonly publicBaseUrl: string;
  /** Without it, nobody is sent mails. */
  readonly mail?: MailTransport | undefined;
  /** Without it, devices and chats are sent no notices. */
  readonly send?: BackgroundDeps['send'];
  /** Without it, no calendars are imported. */
  readonly calendars?: BackgroundDeps['calendars'];
  readonly lookEveryMs?: BackgroundDeps['lookEveryMs'];
  /** Its heartbeat says that it has started a workflow, or ended a job. */
  readonly noteWork?: ((kind: WorkKind) => void) | undefined;
  /** Where calls to Temporal and mails are counted. */
  readonly registry?: Registry;
  /** Where it says which orders were created. */
  readonly logger?: Logger;
  readonly tracing?: Tracing | undefined;
}

/**
 * The order service with what it needs: the connection to Temporal, and the work in the background. It
 * connects with the first call, so the API starts and takes orders while Temporal is unavailable.
 */
export function createOrderProcessing({
  temporal,
  orm,
  cipher,
  installation,
  now,
  onError,
  terms = DEFAULT_PLATFORM_TERMS,
  consoleBaseUrl,
  publicBaseUrl,
  mail,
  send,
  calendars,
  lookEveryMs,
  noteWork,
  registry,
  logger,
  tracing,
}: OrderProcessingDeps): OrderProcessing {
  const { connection, close: closeConnection } = connectLazily(temporal.connection);
  const { namespace } = temporal;
  const knownRamp = createRampReader(orm);
  const watching = [
    ...(registry === undefined ? [] : [createCallMetrics(registry)]),
    ...(tracing === undefined ? [] : [traceCalls(tracing)]),
    takingOver({ orm, now, client: { connection, options: { namespace } } }, knownRamp),
  ];
  const client = guardedClient({ connection, namespace }, installation, watching);
  const onMail = registry && mail && createMailCounter(registry);
  const identifyNow = () => identify(connection, namespace, installation);
  const plain = createOrderGateway(client, queueOfNewOrders(knownRamp));
  const { pauseMs, ...pace } = createPace(() => waitOfFirstTasks(client));
  const onStarted = (count: number) => {
    pace.onStarted(count);
    if (count > 0) noteWork?.('start');
  };
  const notifications = createNotificationGateway(client, now);
  const starter = new Starter({
    start: plain.start,
    markStarted: (ids) => markStarted(orm.em.fork(), ids),
    onError,
    pauseMs,
    onStarted,
  });
  const gateway = following(
    orm,
    pace.watch(plain, (id) => starter.forget(id)),
  );
  const settlementGateway = createSettlementGateway(client);
  const { timeZone } = terms;
  const holdGateway = createHoldGateway(client);
  const holdWorkflows = createHoldWorkflows({
    gateway: holdGateway,
    markStarted: (ids) => markHoldsStarted(orm.em.fork(), ids),
    onError,
    pauseMs,
    onStarted,
  });
  let background: Background | undefined;
  const orders = createOrderService({
    orm,
    starter,
    holdWorkflows,
    gateway,
    now,
    terms,
    log: logger && createOrderLog(logger),
  });
  return {
    client,
    notifications,
    settlements: createSettlementService({ orm, gateway: settlementGateway, timeZone }),
    statementGateway: settlementGateway,
    sandboxStatements: createSandboxStatements({ orm, gateway: settlementGateway, now, timeZone }),
    start: () => {
      background ??= startBackground({
        orm,
        cipher,
        now,
        terms,
        starter,
        holdWorkflows,
        notifications,
        orders: gateway,
        holds: holdGateway,
        onError,
        consoleBaseUrl,
        publicBaseUrl,
        mail,
        onMail,
        send,
        calendars,
        lookEveryMs,
        onJobsDone: () => noteWork?.('job'),
      });
    },
    onRetryRequested: () => background?.retryNow(),
    onClockMoved: () => background?.announceClocks(),
    orders: { ...orders, create: (...order) => pace.takeIn(() => orders.create(...order)) },
    probeTemporal: createProbe(identifyNow),
    identify: identifyNow,
    async close() {
      await background?.stop();
      await Promise.all([starter.close(), holdWorkflows.close()]);
      await closeConnection();
    },
  };
}

async function identify(
  connection: Connection,
  namespace: string,
  installation: () => Promise<string>,
): Promise<void> {
  const id = await installation();
  const client = new Client({ connection, namespace });
  await connection.withDeadline(Date.now() + PROBE_MS, () => claimNamespace(client, id));
}
