/** Orders whose writes and deliveries wait for the test. */
import type { MikroORM } from '@mikro-orm/postgresql';
import { createOrderActivities } from '../../activities/transitions.ts';
import { OrderEvent } from '../../db/entities/index.ts';
import { CommandRefusedError } from '../../lib/temporal/calling.ts';
import type { OrderGateway } from '../../lib/temporal/order-gateway.ts';
import { untilAnswered } from '../support/waiting/until-answered.ts';
import { announcerWith, deliverWith } from './announcing.ts';
import { createLiveWorld, type History, type LiveOptions, type LiveWorld } from './live-world.ts';
import { AGENCY_KEY, STUDIO_KEY } from './order-data.ts';

/** What is begun waits there until the test lets it through. */
export class Gate {
  readonly #open = Promise.withResolvers<void>();
  isReached = false;

  async pass(): Promise<void> {
    this.isReached = true;
    await this.#open.promise;
  }

  open(): void {
    this.#open.resolve();
  }
}

export interface GatedWorld extends LiveWorld {
  /** Of the write that makes it that state. */
  readonly writes: Map<string, Gate>;
  /** Of the delivery of that notification. */
  readonly deliveries: Map<number, Gate>;
  readonly delivered: number[];
}

export async function createGatedWorld(
  options: Pick<LiveOptions, 'workflowTaskTimeout'>,
): Promise<GatedWorld> {
  const writes = new Map<string, Gate>();
  const deliveries = new Map<number, Gate>();
  const delivered: number[] = [];
  const world = await createLiveWorld({
    ...options,
    orderActivities: (orm, wake) => {
      const real = createOrderActivities({ orm, announcer: announcerWith(orm, wake) });
      return {
        ...real,
        recordTransition: async (record) => {
          await writes.get(record.to)?.pass();
          return await real.recordTransition(record);
        },
      };
    },
    notificationActivities: (orm) => ({
      deliver: deliverWith(orm, async (id) => {
        const sequence = Number(id.split('-')[1]);
        await deliveries.get(sequence)?.pass();
        delivered.push(sequence);
        return { outcome: 'acknowledged', attempts: 1 };
      }),
    }),
  });
  return { ...world, gateway: patient(world.gateway, world.orm), writes, deliveries, delivered };
}

/** As a client that asks again where it was not answered in time, and as the service, which looks for what an earlier try did before it refuses. */
export function patient(gateway: OrderGateway, orm: MikroORM): OrderGateway {
  const move: OrderGateway['move'] = async (order, wanted) => {
    try {
      return await gateway.move(order, wanted);
    } catch (error) {
      if (!(error instanceof CommandRefusedError)) throw error;
      const where = { orderId: order.id, updateId: wanted.updateId };
      const done = await orm.em.fork().findOne(OrderEvent, where);
      if (done === null) throw error;
      return { status: done.toStatus, sequence: done.sequence };
    }
  };
  return { ...gateway, move: (...request) => untilAnswered(() => move(...request)) };
}

export const STUDIO = { kind: 'studio', key: STUDIO_KEY } as const;
export const AGENCY = { kind: 'merchant', key: AGENCY_KEY } as const;

export function namesOf({ events }: History): string[] {
  return (events ?? []).flatMap((event) =>
    Object.entries(event).flatMap(([name, value]) =>
      name.endsWith('EventAttributes') && value ? [name.slice(0, -'EventAttributes'.length)] : [],
    ),
  );
}
