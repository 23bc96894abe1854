/** Holds on a time-skipping Temporal: an order worker and a real database, whose time is the server's. */
import type { MikroORM } from '@mikro-orm/postgresql';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { createHoldActivities } from '../../activities/holds.ts';
import { createWorker } from '../../activities/workers.ts';
import { Hold, Reservation } from '../../db/entities/index.ts';
import { createOrm } from '../../db/orm.ts';
import { reserve } from '../../db/queries/orders/holds.ts';
import { createHoldGateway, type HoldGateway } from '../../lib/temporal/hold-gateway.ts';
import type { HoldActivities, HoldOutcome } from '../../workflows/hold-contract.ts';
import { createTestDatabase } from '../support/servers/database.ts';
import { testWorkflows } from '../support/servers/index.ts';
import { quietTemporal } from '../support/servers/quiet-temporal.ts';
import { AGENCY_KEY, createParties, GUIDE_ID, STUDIO_KEY } from './order-data.ts';
import { startTimeSkipping } from './time-skipping.ts';

const MINUTE_MS = 60_000;

export interface HoldWorld {
  readonly env: TestWorkflowEnvironment;
  readonly orm: MikroORM;
  readonly gateway: HoldGateway;
  /** When the database was asked, by the server's time. */
  readonly asked: Date[];
  /** Replace to make the database misbehave. */
  endHold: HoldActivities['endHold'];
  /** As if the worker's clock went so much behind the server's. */
  lagMs: number;
  now(): Promise<Date>;
  /** A hold for so many minutes; its workflow is started. */
  hold(minutes: number): Promise<Hold>;
  change(id: string, change: Partial<Hold>): Promise<void>;
  /** Lets time pass until the workflow has ended. */
  outcomeOf(id: string): Promise<HoldOutcome>;
  read(id: string): Promise<Hold>;
  close(): Promise<void>;
}

export async function createHoldWorld(): Promise<HoldWorld> {
  quietTemporal();
  const database = await createTestDatabase();
  const orm = createOrm({ databaseUrl: database.url, poolMax: 4 });
  const env = await startTimeSkipping();
  await createParties(orm);
  const now = async () => new Date(await env.currentTimeMs());
  const asked: Date[] = [];
  const endHold: HoldActivities['endHold'] = async (...request) => {
    const time = await now();
    asked.push(time);
    const workersTime = new Date(time.getTime() - world.lagMs);
    return await createHoldActivities({ orm, now: () => workersTime }).endHold(...request);
  };
  const worker = await createWorker('orders', {
    connection: env.nativeConnection,
    namespace: env.namespace ?? 'default',
    workflowBundle: await testWorkflows(),
    orderActivities: {} as never,
    notificationActivities: {} as never,
    holdActivities: { endHold: (...request) => world.endHold(...request) },
  });
  const running = worker.run();
  let count = 0;
  const world: HoldWorld = {
    env,
    orm,
    gateway: createHoldGateway(env.client),
    asked,
    endHold,
    lagMs: 0,
    now,
    async hold(minutes) {
      const hold = await insertHold(orm, ++count, new Date((await now()).getTime() + minutes * MINUTE_MS));
      await world.gateway.start({ ...hold, dueAt: hold.expiresAt });
      return hold;
    },
    async change(id, change) {
      await orm.em.fork().nativeUpdate(Hold, { id }, change);
      // Whoever ends it gives its time back, or takes it over.
      if (change.status) await orm.em.fork().nativeDelete(Reservation, { id });
    },
    outcomeOf: async (id) => await env.client.workflow.getHandle(id).result(),
    read: async (id) => await orm.em.fork().findOneOrFail(Hold, id),
    close: async () => {
      worker.shutdown();
      await running;
      await env.teardown();
      await orm.close();
      await database.drop();
    },
  };
  return world;
}

async function insertHold(orm: MikroORM, number: number, expiresAt: Date): Promise<Hold> {
  const em = orm.em.fork();
  const hold = em.create(Hold, {
    id: `HLD${1_000 + number}`,
    merchantKey: AGENCY_KEY,
    studioKey: STUDIO_KEY,
    guideId: GUIDE_ID,
    tripStartAt: new Date(Date.UTC(2040, 0, number)),
    tripEndAt: new Date(Date.UTC(2040, 0, number + 1)),
    terms: {} as never,
    expiresAt,
  });
  await em.flush();
  const alone = { departure: null, guestCount: 1 };
  await reserve(em, hold.id, GUIDE_ID, { ...alone, startAt: hold.tripStartAt, endAt: hold.tripEndAt });
  return hold;
}
