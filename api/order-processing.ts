import type { MikroORM } from '@mikro-orm/postgresql';
import { Client, Connection } from '@temporalio/client';
import type { Config } from '../config.ts';
import { stampLaunched, takeUnlaunched } from '../db/queries/launches.ts';
import { Launcher } from './launcher.ts';
import { createOrderService, type OrderService } from './services/orders/index.ts';
import { startSweeper } from './sweeper.ts';
import { createOrderGateway } from './temporal.ts';

const PROBE_MS = 1_000;

export interface OrderProcessing {
  readonly orders: OrderService;
  /** For readiness reports; orders are accepted either way. */
  isTemporalUp(): Promise<boolean>;
  /** Stops sweeping and launching, and closes the connection to Temporal. */
  close(): Promise<void>;
}

export interface OrderProcessingDeps {
  readonly temporal: Config['temporal'];
  readonly orm: MikroORM;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}

/**
 * The order service with what stands behind it: the connection to Temporal, the launcher, the sweeper. It connects
 * with the first call, so the API starts and takes orders while Temporal is away.
 */
export function createOrderProcessing({ temporal, orm, now, onError }: OrderProcessingDeps): OrderProcessing {
  const connection = Connection.lazy(temporal.connection);
  const gateway = createOrderGateway(new Client({ connection, namespace: temporal.namespace }));
  const launcher = new Launcher({
    launch: gateway.launch,
    stamp: (ids) => stampLaunched(orm.em.fork(), ids),
    onError,
  });
  const stopSweeper = startSweeper({
    take: (limit) => takeUnlaunched(orm.em.fork(), limit),
    launch: (...orders) => launcher.launch(...orders),
    launched: () => launcher.drained(),
    onError,
  });
  return {
    orders: createOrderService({ orm, launcher, gateway, now }),
    isTemporalUp: () => isUp(connection),
    async close() {
      await stopSweeper();
      await launcher.drained();
      await connection.close();
    },
  };
}

async function isUp(connection: Connection): Promise<boolean> {
  try {
    await connection.withDeadline(Date.now() + PROBE_MS, () => connection.workflowService.getSystemInfo({}));
    return true;
  } catch {
    return false;
  }
}
