import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { createOrderActivities } from '../../activities/transitions.ts';
import { Order, OrderEvent } from '../../db/entities/index.ts';
import { createOrm } from '../../db/orm.ts';
import { readWithEvents } from '../../db/queries/orders/order-with-events.ts';
import { createTestDatabase } from '../support/servers/database.ts';
import { createParties, placeOrder, STUDIO_KEY } from '../workflows/order-data.ts';

let orm: MikroORM;
beforeAll(async () => {
  orm = createOrm({ databaseUrl: (await createTestDatabase()).url, poolMax: 4 });
  await createParties(orm);
});
afterAll(() => orm.close());

async function confirm(orderId: string): Promise<void> {
  await createOrderActivities({ orm }).recordTransition({
    orderId,
    sequence: 2,
    from: 'pending',
    to: 'confirmed',
    reason: 'confirmed_by_studio',
    actor: { kind: 'studio', key: STUDIO_KEY },
    occurredAt: new Date().toISOString(),
    updateId: 'confirm',
  });
}

/** Reads orders, or events, only after a move that came between. */
function lateFor(late: typeof Order | typeof OrderEvent, em: EntityManager, move: () => Promise<void>) {
  const between =
    (method: 'find' | 'findOne') =>
    async (...args: Parameters<EntityManager['find']>) => {
      if ((args[0] as unknown) === late) await move();
      return await (em[method] as (...all: unknown[]) => Promise<unknown>)(...args);
    };
  return new Proxy(em, {
    get(target, name) {
      if (name === 'find' || name === 'findOne') return between(name);
      const member = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

test.each([
  ['the order', Order],
  ['its history', OrderEvent],
])('a move that comes before %s is read does not tear them apart', async (_, late) => {
  const { id } = await placeOrder(orm, new Date());
  const torn = lateFor(late, orm.em.fork(), () => confirm(id));
  const { order, events } = await readWithEvents(torn, id);
  expect([order.status, order.sequence, events.map(({ sequence }) => sequence)]).toEqual([
    'confirmed',
    2,
    [1, 2],
  ]);
});
