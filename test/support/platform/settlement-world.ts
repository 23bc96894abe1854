import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { NativeConnection } from '@temporalio/worker';
import { createMaintenanceActivities } from '../../../activities/maintenance.ts';
import { createSettlementActivities } from '../../../activities/settlements/index.ts';
import { createOrderActivities } from '../../../activities/transitions.ts';
import { createWorker } from '../../../activities/workers.ts';
import { CallbackEndpoint, Settlement, SettlementCommand } from '../../../db/entities/index.ts';
import { DEFAULT_RETENTION } from '../../../domain/retention.ts';
import { createSettlementGateway, type SettlementGateway } from '../../../lib/temporal/settlement-gateway.ts';
import type { DeliveryActivities } from '../../../workflows/delivery-contract.ts';
import type { SettlementActivities } from '../../../workflows/settlement-contract.ts';
import { announcerWith, deliverWith, wakeAt } from '../../workflows/announcing.ts';
import { type Books, createBooks, TIME_ZONE } from '../data/books.ts';
import { strangeBodies } from '../documents/event-schemas.ts';
import { testWorkflows } from '../servers/index.ts';
import { quietTemporal } from '../servers/quiet-temporal.ts';
import { createTestNamespace, type TestNamespace } from '../servers/temporal-namespace.ts';
import { untilAnswered } from '../waiting/until-answered.ts';

/** Books, a Temporal namespace, and the workers of settlements and maintenance; merchants acknowledge everything. */
export interface SettlementWorld extends Books {
  readonly temporal: TestNamespace;
  readonly gateway: SettlementGateway;
  /** The notifications that were delivered, in order. */
  readonly delivered: string[];
  /** The merchant's statement of a month. */
  statement(merchantKey: string, month: string): Promise<Settlement>;
  dispute(settlement: Settlement, lineId: string, reason: string): Promise<unknown>;
}

/** @param overrides activities that misbehave */
export async function createSettlementWorld(
  overrides: (real: SettlementActivities) => Partial<SettlementActivities> = () => ({}),
): Promise<SettlementWorld> {
  quietTemporal();
  const [books, temporal] = await Promise.all([createBooks(), createTestNamespace()]);
  const { orm } = books;
  const delivered: string[] = [];
  const address = { url: 'https://callbacks.example/' };
  await orm.em.fork().nativeUpdate(CallbackEndpoint, { isFirst: true }, address);
  const connection = await NativeConnection.connect({ address: temporal.address });
  const announcer = announcerWith(orm, wakeAt(temporal.client));
  const real = createSettlementActivities({ orm, timeZone: TIME_ZONE, now: () => new Date(), announcer });
  const deps = {
    connection,
    namespace: temporal.namespace,
    workflowBundle: await testWorkflows(),
    orderActivities: createOrderActivities({ orm }),
    settlementActivities: { ...real, ...overrides(real) },
    maintenanceActivities: createMaintenanceActivities({
      ...{ orm, now: () => new Date(), retention: DEFAULT_RETENTION },
      stop: new AbortController().signal,
    }),
    notificationActivities: {
      deliver: deliverWith(orm, async (id) => {
        delivered.push(id);
        return { outcome: 'acknowledged', attempts: 1 };
      }),
    } satisfies DeliveryActivities,
  };
  const roles = ['orders', 'settlements', 'notifications'] as const;
  const workers = await Promise.all(roles.map((role) => createWorker(role, deps)));
  const running = workers.map((worker) => worker.run());
  const gateway = patient(createSettlementGateway(temporal.client));
  return {
    ...books,
    temporal,
    gateway,
    delivered,
    statement: async (merchantKey, month) =>
      await orm.em.fork().findOneOrFail(Settlement, { merchantKey, month }, { orderBy: { part: 'asc' } }),
    dispute: async (settlement, lineId, note) => {
      const updateId = randomUUID();
      await orm.em.fork().insert(SettlementCommand, { settlementId: settlement.id, updateId, note });
      return await gateway.dispute(settlement, updateId, { lineId });
    },
    close: async () => {
      for (const worker of workers) worker.shutdown();
      await Promise.all(running);
      await announcer.close();
      await connection.close();
      await temporal.close();
      const strange = await strangeBodies(books.orm);
      await books.close();
      expect(strange).toEqual([]);
    },
  };
}

/** A worker that dies, or a machine that is busy, may let a command wait longer than its caller does. */
function patient(gateway: SettlementGateway): SettlementGateway {
  return {
    ...gateway,
    dispute: (...request) => untilAnswered(() => gateway.dispute(...request)),
    resolve: (...request) => untilAnswered(() => gateway.resolve(...request)),
    pay: (...request) => untilAnswered(() => gateway.pay(...request)),
  };
}
