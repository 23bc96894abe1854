import { hostname } from 'node:os';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readOrderForOperator } from '../../services/operators/order.ts';
import { bookingIn, bookOrder } from '../support/booking.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide } from '../support/merchants.ts';
import { until } from '../support/until.ts';

let platform: LivePlatform;
beforeAll(async () => {
  platform = await createLivePlatform();
  await createGuide(platform, { id: 'G8101' });
});
afterAll(() => platform.close());

test('an order leads to the requests that made and moved it: in its history, its workflow and the log', async () => {
  const { agency, studio } = platform.sandbox;
  const order = await bookOrder(platform, agency, bookingIn(30, 'G8101'), { 'x-request-id': 'book-1' });
  const workflow = platform.temporal.client.workflow.getHandle(order);
  // A command that comes before the start of its workflow starts it, and then there is no memo.
  const { memo } = await until(() => workflow.describe().catch(() => undefined));
  expect(memo).toEqual({ requestId: 'book-1' });
  const url = `/open/v1/order/confirm/${order}`;
  const headers = { 'x-request-id': 'confirm-1' };
  expect((await platform.as(studio, { method: 'POST', url, headers })).statusCode).toBe(200);

  const { events } = await readOrderForOperator(platform.orm, order, new Date());
  expect(events.map(({ status, requestId }) => [status, requestId])).toEqual([
    ['pending', 'book-1'],
    ['confirmed', 'confirm-1'],
  ]);
  const parties = { merchant: 'mk_sandbox_agency', studio: 'mk_sandbox_studio', guide: 'G8101' };
  const lines = await until(() => {
    const own = platform.orderLines.filter((line) => line.order === order);
    return own.length >= 2 ? own : undefined;
  });
  expect(lines).toEqual([
    expect.objectContaining({
      ...parties,
      status: 'pending',
      requestId: 'book-1',
      msg: 'an order was created',
    }),
    expect.objectContaining({
      ...parties,
      status: 'confirmed',
      requestId: 'confirm-1',
      msg: 'an order was moved',
    }),
  ]);
  for (const line of lines)
    expect(line).toMatchObject({ role: 'test', host: hostname(), process: process.pid });
});

test('neither party reads the request ids of the other', async () => {
  const order = await bookOrder(platform, platform.sandbox.agency, bookingIn(32, 'G8101'), {
    'x-request-id': 'only-ours-1',
  });
  const url = `/open/v1/order/detail/${order}`;
  const answer = await platform.as(platform.sandbox.studio, { url });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).not.toContain('only-ours-1');
});
