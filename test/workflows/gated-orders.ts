/** Orders whose writes and deliveries wait for the test. */
import { createOrderActivities } from '../../activities/transitions.ts';
import type { OrderGateway } from '../../lib/temporal/order-gateway.ts';
import { until } from '../support/until.ts';
import { untilAnswered } from '../support/waiting/until-answered.ts';
import { announceWith, deliverWith } from './announcing.ts';
import { createLiveWorld, type History, type LiveOptions, type LiveWorld, replayAll } from './live-world.ts';
import { AGENCY_KEY, placeOrder, STUDIO_KEY } from './order-data.ts';

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
      const announce = announceWith(orm, wake);
      const real = createOrderActivities({ orm, announcing: { announce } });
      return {
        ...real,
        recordTransition: async (record) => {
          await writes.get(record.to)?.pass();
          return await real.recordTransition(record);
        },
      };
    },
    notificationActivities: (orm, wake) => ({
      deliver: deliverWith(orm, async (id) => {
        const sequence = Number(id.split('-')[1]);
        await deliveries.get(sequence)?.pass();
        delivered.push(sequence);
        return { outcome: 'acknowledged', attempts: 1 };
      }),
      announce: announceWith(orm, wake),
    }),
  });
  return { ...world, gateway: patient(world.gateway), writes, deliveries, delivered };
}

/** As a client that asks again where it was not answered in time. */
export function patient(gateway: OrderGateway): OrderGateway {
  return { ...gateway, move: (...request) => untilAnswered(() => gateway.move(...request)) };
}

export const STUDIO = { kind: 'studio', key: STUDIO_KEY } as const;
export const AGENCY = { kind: 'merchant', key: AGENCY_KEY } as const;

/**
 * The order that was found: `start` takes its time while two notifications are acknowledged, and the worker dies.
 * @returns what can't be replayed of its history.
 */
export async function acknowledgeWhileAWriteLasts(world: GatedWorld): Promise<readonly string[]> {
  const order = await placeOrder(world.orm, new Date());
  const starting = new Gate();
  const first = new Gate();
  world.writes.set('in_progress', starting);
  world.deliveries.set(1, first);
  await world.gateway.start(order);
  await world.gateway.move(order, { trigger: 'confirm', updateId: 'confirm', actor: STUDIO });
  const handle = world.handleOf(order.id);

  const started = world.gateway.move(order, { trigger: 'start', updateId: 'start', actor: STUDIO });
  await until(() => starting.isReached);
  first.open();
  await until(async () => namesOf(await handle.fetchHistory()).includes('activityTaskCompleted'));
  starting.open();
  await started;
  await world.gateway.move(order, { trigger: 'complete', updateId: 'complete', actor: STUDIO });
  await handle.result();

  const { failures } = await replayAll([{ orderId: order.id, history: await handle.fetchHistory() }]);
  return failures;
}

export function namesOf({ events }: History): string[] {
  return (events ?? []).flatMap((event) =>
    Object.entries(event).flatMap(([name, value]) =>
      name.endsWith('EventAttributes') && value ? [name.slice(0, -'EventAttributes'.length)] : [],
    ),
  );
}
