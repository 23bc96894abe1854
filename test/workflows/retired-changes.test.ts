import { expect, test } from '@jest/globals';
import { CommandNotInProgramError, CommandRefusedError } from '../../lib/temporal/calling.ts';
import { submit } from './changing.ts';
import { createGatedWorld, STUDIO } from './gated-orders.ts';
import { placeOrder } from './order-data.ts';

test('an order of a retired program refuses changes plainly, and goes on as it began', async () => {
  const world = await createGatedWorld({ isRetired: true, workflowTaskTimeout: '10 s' });
  try {
    const order = await placeOrder(world.orm, new Date());
    await world.gateway.start(order);
    const change = () => submit(world, order.id, { days: 1_000 });
    await expect(change()).rejects.toThrow(CommandRefusedError);
    await expect(change()).rejects.toThrow(/before orders could be changed/);
    await world.gateway.move(order, { trigger: 'reject', updateId: 'reject', actor: STUDIO });
    await world.handleOf(order.id).result();
  } finally {
    await world.close();
  }
});

test('it leaves refunds to whoever asks, plainly', async () => {
  const world = await createGatedWorld({ isRetired: true, workflowTaskTimeout: '10 s' });
  try {
    const order = await placeOrder(world.orm, new Date());
    await world.gateway.start(order);
    const refund = () => world.gateway.refund(order, { amount: 1, updateId: 'refund', actor: STUDIO });
    await expect(refund()).rejects.toThrow(CommandNotInProgramError);
    await world.gateway.move(order, { trigger: 'reject', updateId: 'reject', actor: STUDIO });
    await world.handleOf(order.id).result();
  } finally {
    await world.close();
  }
});
