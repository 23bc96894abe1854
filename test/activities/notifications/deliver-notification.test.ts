import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { Webhook } from 'standardwebhooks';
import { createAttemptLog } from '../../../activities/notifications/attempt-log.ts';
import {
  CircuitOpen,
  createLimiter,
  type Limiter,
} from '../../../activities/notifications/endpoint-limiter.ts';
import type { NotificationDeps } from '../../../activities/notifications/index.ts';
import { AuditEntry, Job } from '../../../db/entities/index.ts';
import { askFor, reopen } from '../../../db/queries/notifications/reopen.ts';
import { STUCK_AFTER_MS } from '../../../domain/notification.ts';
import { EgressUnavailable } from '../../../lib/callbacks/egress-proxy.ts';
import { NoCapacity } from '../../../lib/callbacks/semaphore.ts';
import {
  createWorld,
  NOW,
  newEnvironment,
  newSecret,
  type World,
} from '../../support/platform/notification-world.ts';
import { acknowledging, answering } from '../../support/receiver.ts';

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

/** Reported as stuck; the next attempt is an hour after the event. */
const stuck = {
  outcome: 'stuck',
  since: NOW.toISOString(),
  nextAttemptAt: later(3_600_000).toISOString(),
};
const retryable = { nonRetryable: false, details: [], cause: undefined };

describe('a notification that the merchant acknowledges', () => {
  test('is recorded with its attempt, and sent with the bytes that were stored', async () => {
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

  test('is recorded with the headers that were sent and that came back, without the values of the merchant’s own', async () => {
    const own = { 'X-Gateway-Key': 'open sesame' };
    await world.setEndpoint(world.url, {
      headersEncrypted: await world.deps.cipher.encrypt(JSON.stringify(own)),
    });
    world.respond = answering(200, '{"code":200}', { 'x-trace': 'abc' });
    const id = await world.addNotification();
    await world.deliver(id);

    const { headers } = world.received[0]!;
    expect(headers).toMatchObject({ 'x-gateway-key': 'open sesame' });
    const [attempt] = await world.attempts(id);
    expect(attempt?.requestHeaders).toEqual({
      'content-type': headers['content-type'],
      'user-agent': headers['user-agent'],
      'webhook-id': id,
      'webhook-timestamp': headers['webhook-timestamp'],
      'webhook-signature': headers['webhook-signature'],
      'x-gateway-key': '…',
    });
    expect(attempt?.responseHeaders).toMatchObject({ 'x-trace': 'abc' });
  });

  test('is followed by what waits behind it, in order; its other endpoint’s copy is left to a delivery of its own', async () => {
    const id = await world.addNotification();
    const copy = await world.addCopy(id, await world.addEndpoint());
    const behind = await world.addBehind(id, 2);
    await world.deliver(id);
    expect(world.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, ...behind]);
    expect(await world.notification(copy)).toMatchObject({ status: 'pending', attempts: 0 });
  });

  test('is followed by nothing behind one that fails', async () => {
    const id = await world.addNotification();
    const [second, third] = await world.addBehind(id, 2);
    world.respond = (request, response) => {
      const isSecond = request.headers['webhook-id'] === second;
      (isSecond ? answering(500, '') : acknowledging)(request, response);
    };
    await expect(failureOf(world.deliver(id))).resolves.toMatchObject({ type: 'http_status' });
    expect(await world.notification(second!)).toMatchObject({ status: 'pending', attempts: 1 });
    expect(await world.notification(third!)).toMatchObject({ status: 'pending', attempts: 0 });
  });

  test('is not attempted before its time, and goes on then', async () => {
    world.respond = answering(500, '');
    const id = await world.addNotification();
    await failureOf(world.deliver(id));
    const early = world.deliver(id, { now: () => later(4_000) }, newEnvironment(), { isEarly: true });
    await expect(failureOf(early)).resolves.toMatchObject({ type: 'waiting', nextRetryDelay: 1_000 });
    world.respond = acknowledging;
    const inTime = world.deliver(id, { now: () => later(5_000) }, newEnvironment(), { isEarly: true });
    await expect(inTime).resolves.toMatchObject({ outcome: 'acknowledged' });
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
    await expect(world.deliver(id)).resolves.toBeUndefined();
    expect(world.received).toHaveLength(1);
  });

  test('ends the failing of its endpoint', async () => {
    await world.setEndpoint(world.url, { failingSince: later(-60_000) });
    await world.deliver(await world.addNotification());
    expect((await world.endpoint()).failingSince).toBeNull();
  });
});

describe('an attempt that is not acknowledged', () => {
  test('fails with the fixed word and the status, and is recorded with the next time', async () => {
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

  test('is one line of the log, with ids, fixed words and numbers only', async () => {
    world.respond = answering(503, 'Maria Silva could not be found');
    const lines: [object, string][] = [];
    const log = createAttemptLog({ warn: (fields, message) => void lines.push([fields, message]) });
    const id = await world.addNotification({ attempts: 1 });
    await failureOf(world.deliver(id, { log }));
    const { subjectId, endpointId } = await world.notification(id);
    const [attempt] = await world.attempts(id);

    const what = { requestId: id, subject: subjectId, sequence: 1, type: 'order.status_changed' };
    const where = { merchant: 'mk_agency', endpoint: endpointId };
    const how = { attempt: 2, status: 503, error: 'http_status', durationMs: attempt?.durationMs };
    const line = { ...what, ...where, ...how, nextAttemptAt: later(10_000) };
    expect(lines).toEqual([[line, 'a notification was not acknowledged']]);

    world.respond = acknowledging;
    await world.deliver(id, { log });
    expect(lines).toHaveLength(1);
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

describe('a notification that is stuck', () => {
  const overdue = (ms: number) => ({ now: () => later(STUCK_AFTER_MS + ms) });
  const reported = (id: string, changes: Partial<NotificationDeps>) =>
    world.deliver(id, changes, newEnvironment(), { isReported: true });

  test('is reported ten minutes after its event, with its cause and the next attempt; then it goes on', async () => {
    world.respond = answering(503, '');
    const id = await world.addNotification({ attempts: 7 });
    await expect(failureOf(world.deliver(id, overdue(-1)))).resolves.toMatchObject({ type: 'http_status' });
    await expect(world.deliver(id, overdue(0))).resolves.toEqual({
      outcome: 'stuck',
      since: NOW.toISOString(),
      nextAttemptAt: later(STUCK_AFTER_MS + 1_280_000).toISOString(),
      attempts: 9,
      cause: 'http_status 503',
    });

    await expect(failureOf(reported(id, overdue(1)))).resolves.toMatchObject({
      message: 'http_status 503',
      nextRetryDelay: 2_560_000,
    });
    world.respond = acknowledging;
    await expect(reported(id, overdue(2))).resolves.toEqual({ outcome: 'acknowledged', attempts: 11 });
  });

  test('is reported ten minutes after it was asked for again', async () => {
    world.respond = answering(500, '');
    const id = await world.addNotification({
      status: 'acknowledged',
      attempts: 1,
      createdAt: later(-86_400_000),
    });
    const deliver = (ms: number) => world.deliver(id, { now: () => later(ms) });
    await reopen(world.deps.orm.em.fork(), id);
    await world.setNotification(id, { resentAt: NOW });
    await expect(failureOf(deliver(STUCK_AFTER_MS - 1))).resolves.toMatchObject({ type: 'http_status' });
    await expect(deliver(STUCK_AFTER_MS)).resolves.toMatchObject({
      outcome: 'stuck',
      since: NOW.toISOString(),
    });
  });

  test.each<[string, number, number, number]>([
    ['whose next attempt would come later is tried then', 7, 300_000, 300_000],
    ['is tried a second later where it is nearly then', 7, 599_999, 1_000],
    ['is tried as planned where that is before', 1, 300_000, 10_000],
  ])('%s', async (_case, attempts, at, delay) => {
    world.respond = answering(500, '');
    const id = await world.addNotification({ attempts });
    const failure = await failureOf(world.deliver(id, { now: () => later(at) }));
    expect(failure.nextRetryDelay).toBe(delay);
    expect((await world.notification(id)).nextAttemptAt).toEqual(later(at + delay));
  });

  test('while its receiver wants no requests is reported without one', async () => {
    world.respond = answering(503, '', { 'retry-after': '3600' });
    const id = await world.addNotification();
    await expect(failureOf(world.deliver(id))).resolves.toMatchObject({ nextRetryDelay: STUCK_AFTER_MS });
    await expect(world.deliver(id, overdue(0))).resolves.toEqual({
      ...stuck,
      attempts: 1,
      cause: 'endpoint_held',
    });
    expect(world.received).toHaveLength(1);
  });
});

describe('status 410', () => {
  test('pauses the endpoint, and nothing is sent until it is saved again', async () => {
    world.respond = answering(410, '');
    const id = await world.addNotification();
    await expect(world.deliver(id)).resolves.toEqual({ ...stuck, attempts: 1, cause: 'http_status 410' });
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

    const isReported = { isReported: true } as const;
    await expect(failureOf(world.deliver(id, {}, newEnvironment(), isReported))).resolves.toEqual({
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

  test('goes to operators by whatever comes next, with its cause, without a request', async () => {
    await world.setEndpoint(world.url, { pausedAt: later(-60_000) });
    const id = await world.addNotification();
    await expect(world.deliver(id)).resolves.toEqual({ ...stuck, attempts: 0, cause: 'endpoint_paused' });
    expect(world.received).toHaveLength(0);
  });

  test('does not pause an address that was saved while it was on its way: that is tried soon', async () => {
    const id = await world.addNotification();
    world.respond = (request, response) => {
      void world.setEndpoint('http://127.0.0.1/new').then(() => answering(410, '')(request, response));
    };
    await expect(failureOf(world.deliver(id))).resolves.toMatchObject({ nextRetryDelay: 5_000 });
    expect(await world.endpoint()).toMatchObject({ pausedAt: null, failingSince: null });
    expect(await world.deps.orm.em.fork().count(AuditEntry, {})).toBe(1);
  });

  test('does not pause an address that was saved again, unchanged, before the answer was written down', async () => {
    const id = await world.addNotification();
    world.respond = (request, response) => {
      void world
        .setEndpoint(world.url, { updatedAt: new Date() })
        .then(() => answering(410, '')(request, response));
    };
    await expect(failureOf(world.deliver(id))).resolves.toMatchObject({ nextRetryDelay: 5_000 });
    expect(await world.endpoint()).toMatchObject({ pausedAt: null, failingSince: null });
  });

  test('to a second request changes nothing of the pause, and goes to operators too', async () => {
    const pausedAt = later(-1_000);
    const id = await world.addNotification();
    world.respond = (request, response) => {
      void world.setEndpoint(world.url, { pausedAt }).then(() => answering(410, '')(request, response));
    };
    await expect(world.deliver(id)).resolves.toEqual({ ...stuck, attempts: 1, cause: 'http_status 410' });
    expect((await world.endpoint()).pausedAt).toEqual(pausedAt);
    expect(await world.deps.orm.em.fork().count(AuditEntry, {})).toBe(1);
  });

  test('of the old address is soon followed by an attempt where a retry was asked for meanwhile', async () => {
    const id = await world.addNotification();
    world.respond = async (request, response) => {
      await world.setEndpoint('http://127.0.0.1/new');
      await world.setNotification(id, { nextAttemptAt: new Date() });
      answering(410, '')(request, response);
    };
    await expect(failureOf(world.deliver(id))).resolves.toMatchObject({ nextRetryDelay: 1_000 });
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
    await reopen(world.deps.orm.em.fork(), id);
    await expect(world.deliver(id)).resolves.toEqual({ outcome: 'acknowledged', attempts: 1 });
    expect((await world.notification(id)).status).toBe('acknowledged');
  });
});

describe('an operator who gave up', () => {
  test('is obeyed without a request', async () => {
    const id = await world.addNotification({ status: 'abandoned', attempts: 7 });
    await expect(world.deliver(id)).resolves.toBeUndefined();
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

describe('while an attempt is under way', () => {
  test('no other begins: who comes asks again, and finds what came of it', async () => {
    const id = await world.addNotification();
    let second: Promise<unknown> = Promise.resolve();
    world.respond = (request, response) => {
      world.respond = acknowledging;
      second = failureOf(world.deliver(id)).finally(() => acknowledging(request, response));
    };
    await expect(world.deliver(id)).resolves.toEqual({ outcome: 'acknowledged', attempts: 1 });
    await expect(second).resolves.toEqual({
      ...retryable,
      message: 'under_way',
      type: 'under_way',
      nextRetryDelay: 1_000,
    });
    expect(world.received).toHaveLength(1);
    await expect(world.deliver(id)).resolves.toBeUndefined();
  });

  test('not even by hand; the one that was asked for follows it, so the log is in the order of the requests', async () => {
    const id = await world.addNotification();
    world.respond = async (request, response) => {
      world.respond = acknowledging;
      await askFor(world.deps.orm.em.fork(), id);
      await expect(failureOf(world.deliver(id))).resolves.toMatchObject({ type: 'under_way' });
      answering(500, '')(request, response);
    };
    await expect(failureOf(world.deliver(id))).resolves.toMatchObject({ type: 'http_status' });
    await expect(world.deliver(id)).resolves.toEqual({ outcome: 'acknowledged', attempts: 2 });
    expect((await world.attempts(id)).map(({ httpStatus }) => httpStatus)).toEqual([500, 200]);
  });

  test('that died with its worker, another begins when its time is over, and both are recorded', async () => {
    const id = await world.addNotification();
    let overtaking: Promise<unknown> = Promise.resolve();
    world.respond = async (request, response) => {
      world.respond = acknowledging;
      await world.setNotification(id, { attemptingUntil: new Date(Date.now() - 1) });
      overtaking = world.deliver(id).finally(() => answering(500, '')(request, response));
    };
    await expect(world.deliver(id)).resolves.toEqual({ outcome: 'acknowledged', attempts: 2 });
    await expect(overtaking).resolves.toEqual({ outcome: 'acknowledged', attempts: 1 });
    expect(await world.notification(id)).toMatchObject({ status: 'acknowledged', nextAttemptAt: null });
  });

  test.each<[string, () => Promise<never>]>([
    ['found no connection', () => Promise.reject(new NoCapacity())],
    ['could not be made', () => Promise.reject(new Error('a fault of ours'))],
  ])('one that %s keeps nobody waiting', async (_case, sendCallback) => {
    const id = await world.addNotification();
    await failureOf(world.deliver(id, { sendCallback }));
    await expect(world.deliver(id)).resolves.toMatchObject({ outcome: 'acknowledged' });
  });
});

describe('a receiver that asks for patience', () => {
  const patient = answering(503, '', { 'retry-after': '3600' });
  const held = {
    ...retryable,
    message: 'endpoint_held',
    type: 'endpoint_held',
    nextRetryDelay: STUCK_AFTER_MS,
  };

  test('gets nothing else meanwhile, new or old, and nothing is recorded', async () => {
    world.respond = patient;
    await failureOf(world.deliver(await world.addNotification()));
    const other = await world.addNotification({ attempts: 2 });

    await expect(failureOf(world.deliver(other))).resolves.toEqual(held);

    expect(world.received).toHaveLength(1);
    expect(await world.attempts(other)).toEqual([]);
    // Operators hear of it when it is stuck, and then it waits for as long as it was asked to.
    expect((await world.notification(other)).nextAttemptAt).toEqual(later(STUCK_AFTER_MS));
  });

  test('keeps no other endpoint of its merchant waiting', async () => {
    world.respond = patient;
    const id = await world.addNotification();
    await failureOf(world.deliver(id));
    world.respond = acknowledging;
    const copy = await world.addCopy(id, await world.addEndpoint());
    await expect(world.deliver(copy)).resolves.toMatchObject({ outcome: 'acknowledged' });
  });

  test('has it stand whatever it answers afterwards to what it was asked by hand', async () => {
    world.respond = patient;
    const [first, second] = [await world.addNotification(), await world.addNotification()];
    await failureOf(world.deliver(first));
    world.respond = acknowledging;
    await askFor(world.deps.orm.em.fork(), second);
    await expect(world.deliver(second)).resolves.toMatchObject({ outcome: 'acknowledged' });

    await expect(failureOf(world.deliver(first))).resolves.toEqual(held);
  });

  test('does not shorten what it asked for before', async () => {
    world.respond = patient;
    const [first, second] = [await world.addNotification(), await world.addNotification()];
    await failureOf(world.deliver(first));
    world.respond = answering(429, '', { 'retry-after': '10' });
    await askFor(world.deps.orm.em.fork(), second);
    await failureOf(world.deliver(second));
    expect((await world.endpoint()).heldUntil).toEqual(later(3_600_000));
  });

  test.each(['-5', 'soon', 'Fri, 31 Dec 1999 23:59:59 GMT', '1e3', ''])(
    'with %p asks for nothing',
    async (text) => {
      world.respond = answering(503, '', { 'retry-after': text });
      await failureOf(world.deliver(await world.addNotification()));
      expect((await world.endpoint()).heldUntil).toBeNull();
    },
  );

  test('for a year is left alone for an hour', async () => {
    world.respond = answering(503, '', { 'retry-after': 'Sat, 20 Nov 2027 10:00:00 GMT' });
    await failureOf(world.deliver(await world.addNotification()));
    expect((await world.endpoint()).heldUntil).toEqual(later(3_600_000));
  });

  test('does not hold an address that was saved meanwhile', async () => {
    const id = await world.addNotification();
    world.respond = async (request, response) => {
      await world.setEndpoint(world.url, { updatedAt: new Date() });
      patient(request, response);
    };
    await failureOf(world.deliver(id));
    expect((await world.endpoint()).heldUntil).toBeNull();
  });

  test('holds what has waited for its turn in the worker meanwhile', async () => {
    const id = await world.addNotification();
    const limiter: Limiter = {
      run: async (_endpoint, _manner, _signal, send) => {
        await world.setEndpoint(world.url, { heldUntil: later(60_000) });
        return await send();
      },
    };
    await expect(failureOf(world.deliver(id, { limiter }))).resolves.toMatchObject({ type: 'under_way' });
    expect(world.received).toHaveLength(0);
    await expect(failureOf(world.deliver(id))).resolves.toMatchObject({ type: 'endpoint_held' });
  });
});

describe('a merchant’s own rate limit', () => {
  const limited = { maxPerSecond: 1, pacedUntil: null };

  test('that is used up puts a notification off until there is room, without an attempt', async () => {
    await world.setEndpoint(world.url, { ...limited, pacedUntil: new Date(Date.now() + 60_000) });
    const id = await world.addNotification();
    const { type, nextRetryDelay } = await failureOf(world.deliver(id));
    expect(type).toBe('endpoint_paced');
    // One is reserved a second before its time.
    expect(nextRetryDelay).toBeGreaterThan(30_000);
    expect(nextRetryDelay).toBeLessThanOrEqual(59_000);
    expect((await world.notification(id)).nextAttemptAt).toEqual(later(Number(nextRetryDelay)));
    expect(await world.attempts(id)).toEqual([]);
    expect(world.received).toHaveLength(0);
  });

  test('takes a place for each request, and teaches nothing of the endpoint', async () => {
    await world.setEndpoint(world.url, limited);
    const limiter = createLimiter({ failuresToOpen: 1, startConcurrency: 1, maxWaiting: 0 });
    await world.deliver(await world.addNotification(), { limiter });
    const { pacedUntil } = await world.endpoint();
    expect(pacedUntil).not.toBeNull();
    await world.setEndpoint(world.url, { ...limited, pacedUntil: new Date(Date.now() + 60_000) });
    const id = await world.addNotification();
    await expect(failureOf(world.deliver(id, { limiter }))).resolves.toMatchObject({
      type: 'endpoint_paced',
    });
    await world.setEndpoint(world.url, limited);
    await expect(world.deliver(id, { limiter })).resolves.toMatchObject({ outcome: 'acknowledged' });
  });
});

describe('an endpoint whose circuit is open in this worker', () => {
  test('is tried when another worker reached it', async () => {
    const limiter = createLimiter({ failuresToOpen: 1 });
    const lost = {
      ...({ error: 'timeout', status: null, headers: null, excerpt: null } as const),
      ...{ retryAfterMs: 0, durationMs: 1 },
    };
    await failureOf(
      world.deliver(await world.addNotification(), { limiter, sendCallback: async () => lost }),
    );
    const id = await world.addNotification();
    await expect(failureOf(world.deliver(id, { limiter }))).resolves.toMatchObject({
      type: 'endpoint_resting',
    });

    await world.deliver(await world.addNotification());

    await expect(world.deliver(id, { limiter })).resolves.toMatchObject({ outcome: 'acknowledged' });
  });

  test('tries what was to be retried now in the moment in which it was refused', async () => {
    const id = await world.addNotification();
    const asked = new Date();
    const limiter = {
      run: async () => {
        await world.setNotification(id, { nextAttemptAt: asked });
        throw new CircuitOpen(60_000);
      },
    };
    await expect(failureOf(world.deliver(id, { limiter }))).resolves.toMatchObject({
      type: 'endpoint_resting',
      nextRetryDelay: 1_000,
    });
    expect((await world.notification(id)).nextAttemptAt).toEqual(asked);
  });
});

test('an endpoint that failed for a moment gets what waits too, fifteen seconds after it began to fail', async () => {
  const { id: subject } = await world.endpoint();
  const retries = { kind: 'endpoint_retry', subject };
  await world.deps.orm.em.fork().nativeDelete(Job, retries);
  const failingSince = new Date(Date.now() - 5_000);
  await world.setEndpoint(world.url, { failingSince });
  await world.deliver(await world.addNotification());
  const job = await world.deps.orm.em.fork().findOneOrFail(Job, retries);
  expect(job.runAt.getTime()).toBe(failingSince.getTime() + 15_000);
});

test('an attempt of a worker that stops ends at once, and is not recorded', async () => {
  const environment = newEnvironment();
  world.respond = () => environment.cancel('WORKER_SHUTDOWN');
  const id = await world.addNotification();
  await expect(world.deliver(id, {}, environment)).rejects.toThrow(CancelledFailure);
  expect(await world.attempts(id)).toEqual([]);
  expect(await world.notification(id)).toMatchObject({ status: 'pending', attempts: 0 });
});

test('an attempt that is under way when its delivery is woken goes on, and counts', async () => {
  const environment = newEnvironment();
  world.respond = (request, response) => {
    environment.cancel('CANCELLED');
    acknowledging(request, response);
  };
  const id = await world.addNotification();
  await expect(world.deliver(id, {}, environment)).resolves.toEqual({ outcome: 'acknowledged', attempts: 1 });
});

test('a merchant whose connections are all in use is tried again soon, and nothing is recorded', async () => {
  const id = await world.addNotification();
  const sendCallback = () => Promise.reject(new NoCapacity());
  await expect(failureOf(world.deliver(id, { sendCallback }))).resolves.toEqual({
    ...retryable,
    message: 'endpoint_busy',
    type: 'endpoint_busy',
    nextRetryDelay: 5_000,
  });
  expect(await world.attempts(id)).toEqual([]);
});

test('a way out that is away is no failure of the endpoint: no attempt, no circuit, retried soon, and logged as what it is', async () => {
  const id = await world.addNotification();
  const lines: object[] = [];
  const log = createAttemptLog({ warn: (fields) => void lines.push(fields) });
  const limiter = createLimiter();
  const sendCallback = () => Promise.reject(new EgressUnavailable('no connection'));
  for (let attempt = 1; attempt <= 7; attempt += 1)
    await expect(
      failureOf(world.deliver(id, { sendCallback, log, limiter }, newEnvironment({ attempt }))),
    ).resolves.toEqual({
      ...retryable,
      message: 'egress_unavailable',
      type: 'egress_unavailable',
      nextRetryDelay: Math.min(5_000 * 2 ** (attempt - 1), 40_000),
    });
  expect(await world.attempts(id)).toEqual([]);
  expect(await world.notification(id)).toMatchObject({ status: 'pending', attempts: 0 });
  expect((await world.endpoint()).failingSince).toBeNull();
  expect(lines).toHaveLength(7);
  expect(lines[0]).toMatchObject({ requestId: id, error: 'egress_unavailable', why: 'no connection' });
  await expect(world.deliver(id, { limiter })).resolves.toMatchObject({
    outcome: 'acknowledged',
    attempts: 1,
  });
});

test('a fault of ours is retried soon, and tells nothing', async () => {
  const id = await world.addNotification();
  const sendCallback = () => Promise.reject(new Error("insert into delivery_attempt values ('Maria Silva')"));
  const faulty = world.deliver(id, { sendCallback }, newEnvironment({ attempt: 2 }));
  await expect(failureOf(faulty)).resolves.toEqual({
    ...retryable,
    message: 'internal',
    type: 'internal',
    nextRetryDelay: 10_000,
  });
});
