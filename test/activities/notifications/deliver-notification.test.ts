import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { Webhook } from 'standardwebhooks';
import { NoSlot } from '../../../activities/notifications/slots.ts';
import { AuditEntry } from '../../../db/entities/index.ts';
import { acknowledging, answering } from './receiver.ts';
import { createWorld, NOW, newEnvironment, newSecret, type World } from './world.ts';

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

const later = (ms: number) => new Date(NOW.getTime() + ms);

/** What Temporal gets to see of a failure. */
async function failureOf(delivery: Promise<unknown>) {
  const failure = await delivery.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof ApplicationFailure)) throw new Error('no ApplicationFailure', { cause: failure });
  const { message, type, nextRetryDelay, nonRetryable, details, cause } = failure;
  return {
    message,
    type,
    nextRetryDelay,
    nonRetryable: nonRetryable ?? false,
    details: details ?? [],
    cause,
  };
}

const retryable = { nonRetryable: false, details: [], cause: undefined };

describe('a notification that the merchant acknowledges', () => {
  test('is booked with its attempt, and sent with the bytes that were stored', async () => {
    const id = await world.addNotification();
    await expect(world.deliver(id)).resolves.toEqual({ outcome: 'acknowledged', attempts: 1 });

    const { status, attempts, acknowledgedAt, nextAttemptAt, body } = await world.notification(id);
    expect({ status, attempts, nextAttemptAt }).toEqual({
      status: 'acknowledged',
      attempts: 1,
      nextAttemptAt: null,
    });
    expect(acknowledgedAt!.getTime()).toBeGreaterThanOrEqual(NOW.getTime());
    expect(world.received[0]?.body).toBe(body);
    const [attempt] = await world.attempts(id);
    expect(attempt).toMatchObject({
      number: 1,
      startedAt: NOW,
      httpStatus: 200,
      error: null,
      responseExcerpt: '{"code":200}',
    });
  });

  test('carries the headers of Standard Webhooks, and verifies', async () => {
    const secret = await world.setEndpoint(world.url);
    const id = await world.addNotification();
    await world.deliver(id, { now: () => new Date() });
    const { headers, body } = world.received[0]!;
    expect(headers).toMatchObject({
      'webhook-id': id,
      'content-type': 'application/json',
      'user-agent': 'Guidepost/1 (+notifications)',
    });
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ notificationId: id });
  });

  test('is signed with both secrets while a rotation lasts, and with the new one afterwards', async () => {
    const old = newSecret();
    const secret = await world.setEndpoint(world.url, {
      previousSecretEncrypted: await world.deps.cipher.encrypt(old),
      previousSecretUntil: new Date(Date.now() + 60_000),
    });
    await world.deliver(await world.addNotification(), { now: () => new Date() });
    await world.deliver(await world.addNotification(), { now: () => new Date(Date.now() + 61_000) });
    const [during, after] = world.received.splice(0);
    new Webhook(secret).verify(during!.body, during!.headers);
    new Webhook(old).verify(during!.body, during!.headers);
    new Webhook(secret).verify(after!.body, after!.headers);
    expect(() => new Webhook(old).verify(after!.body, after!.headers)).toThrow('No matching signature');
  });

  test('is not sent again when the activity runs again', async () => {
    const id = await world.addNotification();
    await world.deliver(id);
    await expect(world.deliver(id)).resolves.toEqual({ outcome: 'acknowledged', attempts: 1 });
    expect(world.received).toHaveLength(1);
  });

  test('ends the failing of its endpoint', async () => {
    await world.setEndpoint(world.url, { failingSince: later(-60_000) });
    await world.deliver(await world.addNotification());
    expect((await world.endpoint()).failingSince).toBeNull();
  });
});

describe('an attempt that is not acknowledged', () => {
  test('fails with the fixed word and the status, and is booked with the next time', async () => {
    world.respond = answering(500, 'Maria Silva could not\0 be found in "orders" at 10.0.0.7');
    const id = await world.addNotification();
    await expect(failureOf(world.deliver(id))).resolves.toEqual({
      ...retryable,
      message: 'http_status 500',
      type: 'http_status',
      nextRetryDelay: 5_000,
    });
    const { status, attempts, nextAttemptAt } = await world.notification(id);
    expect({ status, attempts, nextAttemptAt }).toEqual({
      status: 'pending',
      attempts: 1,
      nextAttemptAt: later(5_000),
    });
    expect(await world.attempts(id)).toMatchObject([
      {
        httpStatus: 500,
        error: 'http_status',
        responseExcerpt: 'Maria Silva could not be found in "orders" at 10.0.0.7',
      },
    ]);
    expect((await world.endpoint()).failingSince).toEqual(NOW);
  });

  test.each<[string, RequestListener, string]>([
    ['code 500', answering(200, '{"code":500}'), 'not_acknowledged 200'],
    ['the string "200"', answering(200, '{"code":"200"}'), 'not_acknowledged 200'],
    ['HTML', answering(200, '<html>ok</html>'), 'answer_not_json 200'],
    ['a redirect', answering(302, '', { location: 'http://127.0.0.1/' }), 'redirect 302'],
    ['too much', answering(200, 'x'.repeat(70_000)), 'answer_too_large 200'],
    ['nothing', (_request, response) => response.destroy(), 'connection_lost'],
  ])('because of %s', async (_case, listener, message) => {
    world.respond = listener;
    const failure = await failureOf(world.deliver(await world.addNotification()));
    expect(failure).toMatchObject({ message, type: message.split(' ')[0] });
  });

  test('doubles the wait of the one before', async () => {
    world.respond = answering(500, '');
    const id = await world.addNotification({ attempts: 3 });
    await expect(failureOf(world.deliver(id))).resolves.toMatchObject({ nextRetryDelay: 40_000 });
    expect((await world.attempts(id)).map(({ number }) => number)).toEqual([4]);
  });

  test('waits for as long as Retry-After asks', async () => {
    world.respond = answering(429, '', { 'retry-after': '120' });
    const id = await world.addNotification();
    await expect(failureOf(world.deliver(id))).resolves.toMatchObject({ nextRetryDelay: 120_000 });
    expect((await world.notification(id)).nextAttemptAt).toEqual(later(120_000));
  });

  test('keeps the time since when the endpoint fails', async () => {
    world.respond = answering(500, '');
    await world.setEndpoint(world.url, { failingSince: later(-60_000) });
    await failureOf(world.deliver(await world.addNotification()));
    expect((await world.endpoint()).failingSince).toEqual(later(-60_000));
  });

  test('heals once the address is corrected', async () => {
    await world.setEndpoint('http://10.0.0.1/');
    const id = await world.addNotification();
    await expect(failureOf(world.deliver(id))).resolves.toMatchObject({ type: 'address_refused' });
    await world.setEndpoint(world.url);
    await expect(world.deliver(id)).resolves.toEqual({ outcome: 'acknowledged', attempts: 2 });
  });
});

describe('status 410', () => {
  test('pauses the endpoint, and nothing is sent until it is saved again', async () => {
    world.respond = answering(410, '');
    const id = await world.addNotification();
    await expect(failureOf(world.deliver(id))).resolves.toMatchObject({
      message: 'http_status 410',
      nextRetryDelay: 3_600_000,
    });
    expect((await world.endpoint()).pausedAt).toEqual(NOW);
    expect((await world.notification(id)).nextAttemptAt).toBeNull();
    expect(await world.deps.orm.em.fork().find(AuditEntry, {})).toEqual([
      expect.objectContaining({
        action: 'callback.paused',
        subject: 'callback:mk_agency',
        merchantKey: 'mk_agency',
        actor: 'platform',
      }),
    ]);

    await expect(failureOf(world.deliver(id))).resolves.toEqual({
      ...retryable,
      message: 'endpoint_paused',
      type: 'endpoint_paused',
      nextRetryDelay: 3_600_000,
    });
    expect(world.received).toHaveLength(1);
    expect((await world.notification(id)).attempts).toBe(1);

    world.respond = acknowledging;
    await world.setEndpoint(world.url);
    await expect(world.deliver(id)).resolves.toEqual({ outcome: 'acknowledged', attempts: 2 });
  });

  test('does not pause an address that was saved while it was on its way', async () => {
    const id = await world.addNotification();
    world.respond = (request, response) => {
      void world.setEndpoint('http://127.0.0.1/new').then(() => answering(410, '')(request, response));
    };
    await failureOf(world.deliver(id));
    expect(await world.endpoint()).toMatchObject({ pausedAt: null, failingSince: null });
  });
});

describe('without a callback address', () => {
  test('a notification is skipped, and sent by a later delivery once there is one', async () => {
    await world.dropEndpoint();
    const id = await world.addNotification();
    await expect(world.deliver(id)).resolves.toEqual({ outcome: 'skipped', attempts: 0 });
    expect((await world.notification(id)).status).toBe('skipped');
    expect(await world.attempts(id)).toEqual([]);

    await world.setEndpoint(world.url);
    await expect(world.deliver(id)).resolves.toEqual({ outcome: 'acknowledged', attempts: 1 });
    expect((await world.notification(id)).status).toBe('acknowledged');
  });
});

describe('an operator who gave up', () => {
  test('is obeyed without a request', async () => {
    const id = await world.addNotification({ status: 'abandoned', attempts: 7 });
    await expect(world.deliver(id)).resolves.toEqual({ outcome: 'abandoned', attempts: 7 });
    expect(world.received).toHaveLength(0);
  });

  test('during an attempt is obeyed when it fails', async () => {
    const id = await world.addNotification();
    world.respond = (request, response) => {
      void world
        .setNotification(id, { status: 'abandoned' })
        .then(() => answering(500, '')(request, response));
    };
    await expect(world.deliver(id)).resolves.toEqual({ outcome: 'abandoned', attempts: 1 });
    expect((await world.notification(id)).nextAttemptAt).toBeNull();
  });
});

describe('notifications behind one that was acknowledged', () => {
  const acknowledgedOnce = { outcome: 'acknowledged', attempts: 1 };
  const sentIds = () => world.received.map(({ headers }) => headers['webhook-id']);

  test('go out in the same run where they are due, in their order', async () => {
    const first = await world.addNotification();
    const behind = await world.addBehind(first, 3);
    await expect(world.deliver(first)).resolves.toEqual({
      ...acknowledgedOnce,
      following: [acknowledgedOnce, acknowledgedOnce, acknowledgedOnce],
      later: 3,
    });
    expect(sentIds()).toEqual([first, ...behind]);
    for (const id of behind)
      expect(await world.notification(id)).toMatchObject({ status: 'acknowledged', attempts: 1 });
  });

  test('wait behind the first that is not acknowledged, which says when it is due', async () => {
    const first = await world.addNotification();
    const [second, third] = await world.addBehind(first, 2);
    world.respond = (request, response) =>
      (world.received.length < 2 ? acknowledging : answering(500, ''))(request, response);
    await expect(world.deliver(first)).resolves.toEqual({
      ...acknowledgedOnce,
      following: [{ notBefore: later(5_000).toISOString() }],
      later: 2,
    });
    expect(sentIds()).toEqual([first, second]);
    expect(await world.attempts(second!)).toMatchObject([{ httpStatus: 500 }]);
    expect(await world.notification(third!)).toMatchObject({ status: 'pending', attempts: 0 });
  });

  test('are left to others where somebody has tried them or has given them up', async () => {
    const first = await world.addNotification();
    const [second] = await world.addBehind(first, 2);
    await world.setNotification(second!, { status: 'abandoned' });
    await expect(world.deliver(first)).resolves.toEqual({ ...acknowledgedOnce, later: 2 });
    expect(sentIds()).toEqual([first]);
  });

  test('are counted also where the first was settled before: its worker may have died before it could tell', async () => {
    const first = await world.addNotification();
    const [second] = await world.addBehind(first, 1);
    await world.deliver(first);
    await expect(world.deliver(first)).resolves.toEqual({ ...acknowledgedOnce, later: 1 });
    expect(sentIds()).toEqual([first, second]);
  });

  test('are counted where the merchant has no address', async () => {
    const first = await world.addNotification();
    await world.addBehind(first, 1);
    await world.dropEndpoint();
    await expect(world.deliver(first)).resolves.toEqual({ outcome: 'skipped', attempts: 0, later: 1 });
  });

  test('do not go out with a redelivery', async () => {
    const first = await world.addNotification();
    await world.deliver(first);
    await world.addBehind(first, 1);
    await expect(world.redeliver(first, NOW.toISOString())).resolves.toMatchObject({
      outcome: 'acknowledged',
    });
    expect(sentIds()).toEqual([first, first]);
  });
});

test('two attempts at once are both booked, and the failure does not undo the acknowledgement', async () => {
  const id = await world.addNotification();
  let acknowledgedFirst: Promise<unknown> = Promise.resolve();
  world.respond = (request, response) => {
    world.respond = acknowledging;
    acknowledgedFirst = world.deliver(id).finally(() => answering(500, '')(request, response));
  };
  await expect(world.deliver(id)).resolves.toEqual({ outcome: 'acknowledged', attempts: 2 });
  await expect(acknowledgedFirst).resolves.toEqual({ outcome: 'acknowledged', attempts: 1 });
  expect((await world.attempts(id)).map(({ number, httpStatus }) => [number, httpStatus])).toEqual([
    [1, 200],
    [2, 500],
  ]);
  expect(await world.notification(id)).toMatchObject({ status: 'acknowledged', nextAttemptAt: null });
});

test('a cancelled attempt ends at once, and is not booked', async () => {
  const environment = newEnvironment();
  world.respond = () => environment.cancel();
  const id = await world.addNotification();
  await expect(world.deliver(id, {}, environment)).rejects.toThrow(CancelledFailure);
  expect(await world.attempts(id)).toEqual([]);
  expect(await world.notification(id)).toMatchObject({ status: 'pending', attempts: 0 });
});

test('a merchant whose connections are all in use is tried again soon, and nothing is booked', async () => {
  const id = await world.addNotification();
  const post = () => Promise.reject(new NoSlot());
  await expect(failureOf(world.deliver(id, { post }))).resolves.toEqual({
    ...retryable,
    message: 'endpoint_busy',
    type: 'endpoint_busy',
    nextRetryDelay: 5_000,
  });
  expect(await world.attempts(id)).toEqual([]);
});

test('a fault of ours is retried soon, and tells nothing', async () => {
  const id = await world.addNotification();
  const post = () => Promise.reject(new Error("insert into delivery_attempt values ('Maria Silva')"));
  const faulty = world.deliver(id, { post }, newEnvironment({ attempt: 2 }));
  await expect(failureOf(faulty)).resolves.toEqual({
    ...retryable,
    message: 'internal',
    type: 'internal',
    nextRetryDelay: 10_000,
  });
});

test('a notification that does not exist fails for good', async () => {
  await expect(failureOf(world.deliver('NTF1-1'))).resolves.toMatchObject({
    type: 'notification_unknown',
    nonRetryable: true,
  });
});
