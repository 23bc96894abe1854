import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createInlineAttempt, type InlineLimits } from '../../../activities/notifications/inline-attempt.ts';
import { createWorld, NOW, type World } from '../../support/notification-world.ts';
import { acknowledging, answering } from '../../support/receiver.ts';
import { until } from '../../support/until.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await world.close();
});
beforeEach(async () => {
  await world.reset();
});

const inline = (limits: Partial<InlineLimits> = {}) => createInlineAttempt({ ...world.deps, limits });
/** Answers when told to. */
function holding() {
  const held: (() => void)[] = [];
  world.respond = (request, response) => void held.push(() => acknowledging(request, response));
  return { held, release: () => held.splice(0).forEach((answer) => void answer()) };
}

describe('a first attempt by an order worker', () => {
  test('that is acknowledged is recorded like any other', async () => {
    const id = await world.addNotification();
    await expect(inline()(id)).resolves.toEqual({ outcome: 'acknowledged', attempts: 1 });

    expect(await world.notification(id)).toMatchObject({ status: 'acknowledged', attempts: 1 });
    expect(await world.attempts(id)).toHaveLength(1);
  });

  test('that is refused is recorded with the time of the next; the endpoint is left to the notification workers', async () => {
    world.respond = answering(500, 'no');
    const deliver = inline();
    const [first, second] = [await world.addNotification(), await world.addNotification()];
    const delivery = await deliver(first);

    const { status, attempts, nextAttemptAt } = await world.notification(first);
    expect({ status, attempts }).toEqual({ status: 'pending', attempts: 1 });
    expect(delivery).toEqual({ notBefore: nextAttemptAt!.toISOString() });
    world.respond = acknowledging;
    await expect(deliver(second)).resolves.toBeUndefined();
    expect(world.received).toHaveLength(1);
  });

  test('is made again at an endpoint that was saved anew', async () => {
    world.respond = answering(500, 'no');
    const deliver = inline();
    await deliver(await world.addNotification());
    world.respond = acknowledging;
    await world.setEndpoint(`${world.url}/elsewhere`, { updatedAt: new Date() });
    await expect(deliver(await world.addNotification())).resolves.toMatchObject({ outcome: 'acknowledged' });
  });

  test('of what is resolved already, or has nowhere to go, sends nothing', async () => {
    const resolved = await world.addNotification({ status: 'acknowledged', attempts: 3 });
    await expect(inline()(resolved)).resolves.toEqual({ outcome: 'acknowledged', attempts: 3 });
    await world.dropEndpoint();
    const homeless = await world.addNotification();
    await expect(inline()(homeless)).resolves.toEqual({ outcome: 'skipped', attempts: 0 });
    expect(world.received).toHaveLength(0);
  });

  test('never fails: an unknown notification is left to the activity, which says so', async () => {
    await expect(inline()('ORD0000000000000000000-1')).resolves.toBeUndefined();
  });
});

describe('an endpoint that is slow', () => {
  test('holds up an order no longer than the limit; its late answer still counts', async () => {
    const { held, release } = holding();
    const deliver = inline({ waitMs: 50 });
    const id = await world.addNotification();
    const notBefore = new Date(NOW.getTime() + 10_000).toISOString();
    await expect(deliver(id)).resolves.toEqual({ notBefore });
    await expect(deliver(await world.addNotification())).resolves.toBeUndefined();

    expect(held).toHaveLength(1);
    release();
    await until(async () => (await world.notification(id)).status === 'acknowledged');
  });

  test('has no more requests at once than its share', async () => {
    const { held, release } = holding();
    const deliver = inline({ waitMs: 60_000, toOneEndpoint: 2 });
    const ids = [await world.addNotification(), await world.addNotification()];
    const deliveries = ids.map((id) => deliver(id));
    await until(() => held.length === 2);

    await expect(deliver(await world.addNotification())).resolves.toBeUndefined();
    release();
    await expect(Promise.all(deliveries)).resolves.toHaveLength(2);
    world.respond = acknowledging;
    await expect(deliver(await world.addNotification())).resolves.toMatchObject({ outcome: 'acknowledged' });
  });

  test('takes a place of the worker only while an order waits for it', async () => {
    const { held, release } = holding();
    const deliver = inline({ waitMs: 50, waiting: 1, openMs: 1 });
    await deliver(await world.addNotification());
    await sleep(5);
    const second = deliver(await world.addNotification());
    await until(() => held.length === 2);
    release();
    await expect(second).resolves.toBeDefined();
  });
});
