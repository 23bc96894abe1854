import type { MikroORM } from '@mikro-orm/postgresql';
import { Client, Connection } from '@temporalio/client';
import type { Config } from '../config.ts';
import { updateGuideIndex } from '../db/queries/guide-index.ts';
import { stampLaunched, takeUnlaunched } from '../db/queries/launches.ts';
import { DEFAULT_PLATFORM_TERMS, type PlatformTerms } from '../domain/platform-terms.ts';
import { createProbe, type Probe } from '../operations/probe.ts';
import { claimNamespace, guardedClient } from '../operations/temporal-identity.ts';
import { startGuideIndexer } from './guide-indexer.ts';
import { Launcher } from './launcher.ts';
import { createNotificationGateway, type NotificationGateway } from './notification-gateway.ts';
import { startReleaser } from './releaser.ts';
import { Rush } from './rush.ts';
import { createOrderService, type OrderService } from './services/orders/index.ts';
import { createSettlementGateway } from './services/settlements/gateway.ts';
import { createSettlementService, type SettlementService } from './services/settlements/index.ts';
import { startSweeper } from './sweeper.ts';
import { createOrderGateway } from './temporal.ts';

const PROBE_MS = 1_000;

export interface OrderProcessing {
  readonly orders: OrderService;
  readonly notifications: NotificationGateway;
  readonly settlements: SettlementService;
  /** Waiting notifications of some merchant were released. */
  onReleaseRequested(): void;
  /** For readiness reports; orders are accepted while Temporal does not answer. */
  readonly probeTemporal: Probe;
  /** Makes sure that Temporal is this installation's. @throws ForeignTemporalError, or why it does not answer. */
  identify(): Promise<void>;
  /** Begins to look for what was left undone; call it once the process has nothing else to do. */
  start(): void;
  /** Stops sweeping and launching, and closes the connection to Temporal. */
  close(): Promise<void>;
}

export interface OrderProcessingDeps {
  readonly temporal: Config['temporal'];
  readonly orm: MikroORM;
  /** The id of the installation: Temporal has to be the same one's. */
  readonly installation: () => Promise<string>;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
  readonly terms?: PlatformTerms;
}

/**
 * The order service with what stands behind it: the connection to Temporal, the launcher, the sweeper. It connects
 * with the first call, so the API starts and takes orders while Temporal is away.
 */
export function createOrderProcessing({
  temporal,
  orm,
  installation,
  now,
  onError,
  terms = DEFAULT_PLATFORM_TERMS,
}: OrderProcessingDeps): OrderProcessing {
  const rush = new Rush();
  const connection = Connection.lazy(temporal.connection);
  const { namespace } = temporal;
  const client = guardedClient({ connection, namespace }, installation);
  const identifyNow = () => identify(connection, namespace, installation);
  const gateway = createOrderGateway(client);
  const notifications = createNotificationGateway(client);
  const launcher = new Launcher({
    launch: gateway.launch,
    stamp: (ids) => stampLaunched(orm.em.fork(), ids),
    onError,
    isBusy: () => rush.isOn,
  });
  let loops: Loops | undefined;
  const orders = createOrderService({ orm, launcher, gateway, now, terms });
  return {
    notifications,
    settlements: createSettlementService({
      orm,
      gateway: createSettlementGateway(client),
      timeZone: terms.timeZone,
    }),
    start: () => {
      loops ??= startLoops({ orm, launcher, gateway: notifications, onError });
    },
    onReleaseRequested: () => loops?.nudge(),
    orders: { ...orders, create: (...order) => rush.during(() => orders.create(...order)) },
    probeTemporal: createProbe(identifyNow),
    identify: identifyNow,
    async close() {
      await loops?.stop();
      await launcher.drained();
      await connection.close();
    },
  };
}

interface Loops {
  /** There is something to release. */
  nudge(): void;
  stop(): Promise<void>;
}

/** What looks again and again for work that nobody has done. */
function startLoops(deps: {
  readonly orm: MikroORM;
  readonly launcher: Launcher;
  readonly gateway: NotificationGateway;
  readonly onError: (error: unknown) => void;
}): Loops {
  const { orm, launcher, gateway, onError } = deps;
  const stopSweeper = startSweeper({
    take: (limit) => takeUnlaunched(orm.em.fork(), limit),
    launch: (...orders) => launcher.launch(...orders),
    launched: () => launcher.drained(),
    onError,
  });
  const stopIndexer = startGuideIndexer({
    update: (setAside) => updateGuideIndex(orm, setAside),
    onError,
  });
  const releaser = startReleaser({ orm, gateway, onError });
  return {
    nudge: () => releaser.nudge(),
    stop: async () => void (await Promise.all([stopSweeper(), stopIndexer(), releaser.stop()])),
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
