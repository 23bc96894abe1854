import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AuditEntry, OrderEvent } from '../../db/entities/index.ts';
import type { ByHand, MoveResult } from '../../workflows/contract.ts';
import { createOrderWorld, type OrderWorld } from './order-world.ts';

let world: OrderWorld;
beforeAll(async () => {
  world = await createOrderWorld();
});
afterAll(() => world.close());

test('who cancels an order at Temporal says who and why, which its event and the audit log keep', async () => {
  const order = await world.placeOrder({});
  await world.start(order);
  const handle = world.env.client.workflow.getHandle(order.id);
  const refused = { name: 'WorkflowUpdateFailedError' };
  await expect(handle.executeUpdate('cancelByOperator')).rejects.toMatchObject(refused);
  for (const said of [
    { operator: '', reason: 'a storm' },
    { operator: 'filipa', reason: ' ' },
  ]) {
    const update = handle.executeUpdate<MoveResult, [ByHand]>('cancelByOperator', { args: [said] });
    await expect(update).rejects.toMatchObject(refused);
  }
  const byHand = { operator: 'filipa', reason: 'a storm' };
  expect(
    await handle.executeUpdate<MoveResult, [ByHand]>('cancelByOperator', { args: [byHand] }),
  ).toMatchObject({
    status: 'cancelled',
  });
  const em = world.orm.em.fork();
  const event = await em.findOneOrFail(OrderEvent, { orderId: order.id, toStatus: 'cancelled' });
  expect(event).toMatchObject({ actorKind: 'operator', note: 'a storm' });
  const entries = await em.find(AuditEntry, { subject: `order:${order.id}`, action: 'order.cancelled' });
  expect(entries).toEqual([
    expect.objectContaining({
      actor: 'operator:filipa',
      address: 'temporal',
      details: { reason: 'a storm', from: 'pending' },
    }),
  ]);
});
