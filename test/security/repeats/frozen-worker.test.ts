/**
 * Commands that go through an order's workflow, while nobody works on it: the first try of each is answered 50301, another command
 * follows, and the first is sent again. It took effect once, and says so (docs/decisions/0125). Takes 20 seconds: twice every command waits
 * the eight that a command has.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { OrderEvent } from '../../../db/entities/index.ts';
import type { ClientCredentials } from '../../../db/seed/index.ts';
import { bookingIn, bookOrder } from '../../support/booking.ts';
import { createLivePlatform, type LivePlatform } from '../../support/live-platform.ts';
import { createGuide } from '../../support/merchants.ts';
import { loseAnswer } from './repeating.ts';

type By = 'agency' | 'studio';
interface Command {
  readonly by: By;
  /** Under /open/v1/order/, or with what stands behind /open/v1/. */
  readonly path: string;
  readonly body?: object;
}

interface Line {
  readonly name: string;
  /** What the order has been through before. */
  readonly before: readonly Command[];
  readonly command: Command;
  /** Comes between the tries. */
  readonly other: Command;
  /** Of the one event that the command becomes. */
  readonly reason: string;
}

const cancel: Command = { by: 'agency', path: 'cancel' };
const confirm: Command = { by: 'studio', path: 'confirm' };
const change: Command = { by: 'agency', path: 'change', body: { guestCount: 3 } };
const asked = [confirm, change];

const LINES: readonly Line[] = [
  { name: 'confirm', before: [], command: confirm, other: cancel, reason: 'confirmed_by_studio' },
  {
    name: 'reject',
    before: [],
    command: { by: 'studio', path: 'reject' },
    other: cancel,
    reason: 'rejected_by_studio',
  },
  { name: 'cancel', before: [], command: cancel, other: confirm, reason: 'cancelled_by_merchant' },
  {
    name: 'start',
    before: [confirm],
    command: { by: 'studio', path: 'start' },
    other: cancel,
    reason: 'started_by_studio',
  },
  {
    name: 'complete',
    before: [confirm, { by: 'studio', path: 'start' }],
    command: { by: 'studio', path: 'complete' },
    other: { by: 'studio', path: 'cancel' },
    reason: 'completed_by_studio',
  },
  {
    name: 'advance',
    before: [],
    command: { by: 'agency', path: 'sandbox/order/advance' },
    other: confirm,
    reason: '',
  },
  {
    name: 'change',
    before: [confirm],
    command: change,
    other: cancel,
    reason: 'change_requested_by_merchant',
  },
  {
    name: 'refund',
    before: [confirm],
    command: { by: 'studio', path: 'refund', body: { amount: 20, reason: 'It rained.' } },
    other: cancel,
    reason: 'refunded_by_studio',
  },
  {
    name: 'change at once',
    before: [],
    command: { by: 'agency', path: 'change', body: { remark: 'One walks slowly.' } },
    other: { by: 'agency', path: 'change', body: { guestCount: 4 } },
    reason: 'changed_by_merchant',
  },
  {
    name: 'accept',
    before: asked,
    command: { by: 'studio', path: 'change-accept' },
    other: cancel,
    reason: 'change_accepted_by_studio',
  },
  {
    name: 'decline',
    before: asked,
    command: { by: 'studio', path: 'change-decline' },
    other: cancel,
    reason: 'change_declined_by_studio',
  },
  {
    name: 'withdraw',
    before: asked,
    command: { by: 'agency', path: 'change-withdraw' },
    other: cancel,
    reason: 'change_withdrawn_by_merchant',
  },
];

let platform: LivePlatform;
const orders = new Map<Line, string>();
beforeAll(async () => {
  platform = await createLivePlatform();
  await createGuide(platform, { id: 'G9001', confirmationHours: 48 });
  for (const [index, line] of LINES.entries()) {
    const orderId = await bookOrder(platform, platform.sandbox.agency, bookingIn(30 + index, 'G9001'));
    orders.set(line, orderId);
    for (const [number, one] of line.before.entries()) {
      expect((await send(orderId, one, `before-${index}-${number}`)).code).toBe(200);
    }
  }
});
afterAll(() => platform.close());

async function send(orderId: string, { by, path, body = {} }: Command, key: string) {
  const client: ClientCredentials = platform.sandbox[by];
  const url = `/open/v1/${path.includes('/') ? path : `order/${path}`}/${orderId}`;
  const answer = await platform.as(client, {
    method: 'POST',
    url,
    payload: body,
    headers: { 'idempotency-key': key },
  });
  return answer.json() as { readonly code: number; readonly data: object };
}

/** As a client does that is asked to repeat it. */
async function sendUntilAnswered(orderId: string, line: Line) {
  for (;;) {
    const answer = await send(orderId, line.command, keyOf(line));
    if (answer.code !== 50301) return answer;
  }
}

const all = <Result>(work: (line: Line, orderId: string) => Promise<Result>) =>
  Promise.all([...orders].map(async ([line, orderId]) => [line.name, await work(line, orderId)] as const));
const keyOf = ({ name }: Line) => `frozen-${name.replaceAll(' ', '-')}`;

test('every command that got no answer is done once, whatever came between, and a repeat says that it is done', async () => {
  await platform.stopWorkers();
  const first = await all((line, orderId) => send(orderId, line.command, keyOf(line)));
  expect(first.filter(([, { code }]) => code !== 50301)).toEqual([]);
  const others = await all((line, orderId) => send(orderId, line.other, `other-${keyOf(line)}`));
  expect(others.filter(([, { code }]) => code === 200)).toEqual([]);

  const again = all((line, orderId) => sendUntilAnswered(orderId, line));
  await platform.startWorkers();
  const answers = await again;
  expect(answers.filter(([, { code }]) => code !== 200)).toEqual([]);

  // Once more, when everything is over, and the second answer was lost as well.
  for (const line of LINES) await loseAnswer(platform.orm, keyOf(line));
  const late = await all((line, orderId) => sendUntilAnswered(orderId, line));
  expect(late.filter(([, { code }]) => code !== 200)).toEqual([]);

  const events = await all(async ({ reason }, orderId) => {
    const found = await platform.orm.em
      .fork()
      .find(OrderEvent, { orderId, ...(reason && { reason: reason as 'created' }) });
    return found.length;
  });
  expect(events.filter(([name, count]) => name !== 'advance' && count !== 1)).toEqual([]);
});
