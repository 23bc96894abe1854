import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Announced, createAnnounce } from '../../../activities/notifications/announcing.ts';
import { CircuitOpen, createLimiter } from '../../../activities/notifications/endpoint-limiter.ts';
import { causeOf } from '../../../activities/notifications/failures.ts';
import { NoCapacity } from '../../../lib/callbacks/semaphore.ts';
import { createWorld, NOW, type World } from '../../support/platform/notification-world.ts';
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
  woken.length = 0;
  await world.setEndpoint(world.url, {}, 'mk_studio');
});

const woken: string[] = [];
const wake = async ({ endpointId }: { endpointId: string }) => void woken.push(endpointId);
type Deps = Parameters<typeof createAnnounce>[0];
const announcing = (deps: Partial<Deps> = {}, waking = wake) =>
  createAnnounce({ limiter: createLimiter(), ...world.deps, ...deps }, waking);
/** Announces one by itself. @returns what became of it */
function inline(deps: Partial<Deps> = {}) {
  const announce = announcing(deps);
  return async (id: string) => {
    const announced = await announce(await subjectOf(id));
    return said(announced.find(({ notificationId }) => notificationId === id));
  };
}
/** In a few words. */
function said(announced: Announced | undefined): string | undefined {
  const { outcome } = announced ?? {};
  if (typeof outcome !== 'object') return outcome;
  return outcome.is === 'resolved' ? `${outcome.outcome}, attempts: ${outcome.attempts}` : causeOf(outcome);
}
const subjectOf = async (id: string) => (await world.notification(id)).subjectId;
const sentIds = () => world.received.map(({ headers }) => headers['webhook-id']);
const acknowledged = 'acknowledged, attempts: 1';
const later = (ms: number) => new Date(NOW.getTime() + ms).toISOString();

/** Answers when the test lets it. */
function holding() {
  const held: (() => void)[] = [];
  world.respond = (request, response) => void held.push(() => acknowledging(request, response));
  return { held, release: () => held.splice(0).forEach((answer) => void answer()) };
}

/** What is announced of an order, and what came of each. */
async function announce(ofNotification: string, deps: Partial<Deps> = {}) {
  const announced = await announcing(deps)(await subjectOf(ofNotification));
  return Object.fromEntries(announced.map((one) => [one.notificationId, said(one)]));
}

describe('an announcement', () => {
  test('tells all endpoints of both parties', async () => {
    const agencys = await world.addNotification();
    const second = await world.addEndpoint();
    const copy = await world.addCopy(agencys, second);
    const { id: studio } = await world.endpoint('mk_studio');
    const studios = await world.addCopy(agencys, studio);

    const attempts = await announce(agencys);

    expect(attempts).toEqual({ [agencys]: acknowledged, [copy]: acknowledged, [studios]: acknowledged });
    expect(woken).toEqual([]);
    for (const id of [agencys, copy, studios])
      expect(await world.notification(id)).toMatchObject({ status: 'acknowledged', attempts: 1 });
  });

  test('makes first attempts in parallel: each is under way while the others wait for their answers', async () => {
    const id = await world.addNotification();
    const copies = [await world.addCopy(id, await world.addEndpoint())];
    copies.push(await world.addCopy(id, (await world.endpoint('mk_studio')).id));
    const { held, release } = holding();
    const announcement = announce(id, { waitMs: 60_000 });
    await until(() => held.length === 3);
    release();
    const attempts = await announcement;
    expect(Object.values(attempts)).toEqual([id, ...copies].map(() => acknowledged));
  });

  test('waits no longer than the limit for an endpoint that hangs, and has the answers of the others', async () => {
    const id = await world.addNotification();
    const copy = await world.addCopy(id, await world.addEndpoint({ url: `${world.url}/hangs` }));
    const studios = await world.addCopy(id, (await world.endpoint('mk_studio')).id);
    const hanging: (() => void)[] = [];
    world.respond = (request, response) => {
      if (request.url === '/callbacks/hangs') hanging.push(() => void acknowledging(request, response));
      else acknowledging(request, response);
    };
    const attempts = await announce(id, { waitMs: 1_000 });
    expect(attempts).toEqual({
      [id]: acknowledged,
      [copy]: 'slow',
      [studios]: acknowledged,
    });
    expect(woken).toEqual([(await world.notification(copy)).endpointId]);
    // Its answer still counts.
    for (const answer of hanging) answer();
    await until(async () => (await world.notification(copy)).status === 'acknowledged');
  });

  test('attempts nothing behind one that waits for the same endpoint, and does for another', async () => {
    const first = await world.addNotification({ attempts: 1 });
    const [behind] = await world.addBehind(first, 1);
    const copy = await world.addCopy(behind!, await world.addEndpoint());
    const attempts = await announce(first);
    expect(attempts).toEqual({
      [first]: 'behind',
      [behind!]: 'behind',
      [copy]: acknowledged,
    });
    expect(woken).toEqual([]);
    expect(sentIds()).toEqual([copy]);
  });

  test('attempts several that are new one after the other', async () => {
    const first = await world.addNotification();
    const [behind] = await world.addBehind(first, 1);
    const attempts = await announce(first);
    expect(attempts).toEqual({
      [first]: acknowledged,
      [behind!]: acknowledged,
    });
    expect(sentIds()).toEqual([first, behind]);
    expect(woken).toEqual([]);
  });

  test('leaves to its delivery what is behind one that was not acknowledged', async () => {
    world.respond = answering(503, 'no');
    const first = await world.addNotification();
    const [behind] = await world.addBehind(first, 1);
    const attempts = await announce(first);
    expect(attempts).toEqual({
      [first]: 'http_status 503',
      [behind!]: 'behind',
    });
    expect(woken).toHaveLength(1);
  });

  test('has what was refused listed with the cause, and its delivery woken', async () => {
    world.respond = answering(503, 'no');
    const id = await world.addNotification();
    const attempts = await announce(id);
    expect(attempts).toEqual({ [id]: 'http_status 503' });
    expect(woken).toEqual([(await world.notification(id)).endpointId]);
    expect((await world.notification(id)).nextAttemptAt?.toISOString()).toBe(later(5_000));
  });

  test('that is repeated attempts nothing twice, whether the attempt is over or not', async () => {
    const id = await world.addNotification();
    world.respond = answering(500, 'no');
    await announce(id);
    await expect(announce(id)).resolves.toEqual({ [id]: 'behind' });
    expect(world.received).toHaveLength(1);

    await world.setEndpoint(world.url);
    const { held, release } = holding();
    const other = await world.addNotification();
    const first = announce(other, { waitMs: 60_000 });
    await until(() => held.length === 1);
    await expect(announce(other)).resolves.toEqual({ [other]: 'under_way' });
    release();
    await expect(first).resolves.toEqual({ [other]: acknowledged });
    expect(sentIds()).toEqual([id, other]);
  });

  test('sends nothing to a paused endpoint, and says why', async () => {
    await world.setEndpoint(world.url, { pausedAt: NOW });
    const id = await world.addNotification();
    const attempts = await announce(id);
    expect(attempts).toEqual({ [id]: 'endpoint_paused' });
    expect(world.received).toHaveLength(0);
  });

  test('leaves out what is over or not to be sent', async () => {
    const first = await world.addNotification();
    const [second, third, fourth] = await world.addBehind(first, 3);
    await world.setNotification(first, { status: 'acknowledged' });
    await world.setNotification(second!, { status: 'skipped' });
    await world.setNotification(third!, { status: 'unsubscribed' });
    expect(Object.keys(await announce(first))).toEqual([fourth]);
    await expect(announce(first)).resolves.toEqual({});
  });

  test('of an order of which there is nothing to tell says so', async () => {
    await expect(announcing()('ORD404')).resolves.toEqual([]);
  });
});

describe('a first attempt', () => {
  test('that is acknowledged is recorded like any other', async () => {
    const id = await world.addNotification();
    await expect(inline()(id)).resolves.toEqual(acknowledged);

    expect(await world.notification(id)).toMatchObject({ status: 'acknowledged', attempts: 1 });
    expect(await world.attempts(id)).toHaveLength(1);
  });

  test('that is refused is recorded with the time of the next; the endpoint is left to its deliveries', async () => {
    world.respond = answering(500, 'no');
    const deliver = inline();
    const [first, second] = [await world.addNotification(), await world.addNotification()];
    const delivery = await deliver(first);

    const { status, attempts, nextAttemptAt } = await world.notification(first);
    expect({ status, attempts }).toEqual({ status: 'pending', attempts: 1 });
    expect(delivery).toBe('http_status 500');
    expect(nextAttemptAt).not.toBeNull();
    world.respond = acknowledging;
    await expect(deliver(second)).resolves.toBeUndefined();
    expect(world.received).toHaveLength(1);
    // Its delivery begins at once: nothing was planned.
    expect(await world.notification(second)).toMatchObject({ attempts: 0, nextAttemptAt: null });
  });

  test('leaves the merchant’s other endpoints as they were: each is judged by itself', async () => {
    world.respond = answering(500, 'no');
    const deliver = inline();
    const id = await world.addNotification();
    await deliver(id);
    world.respond = acknowledging;
    await expect(deliver(await world.addCopy(id, await world.addEndpoint()))).resolves.toEqual(acknowledged);
  });

  test('that finds no connection is left to its delivery, which begins at once', async () => {
    const sendCallback = () => Promise.reject(new NoCapacity());
    const id = await world.addNotification();
    await expect(inline({ sendCallback })(id)).resolves.toBeUndefined();
    expect(await world.notification(id)).toMatchObject({
      ...{ status: 'pending', attempts: 0, nextAttemptAt: null, attemptingUntil: null },
    });
  });

  test.each([new CircuitOpen(60_000), new NoCapacity()])(
    'that a worker’s own limiter refuses (%p) is left to its delivery, which begins at once',
    async (refusal) => {
      const limiter = { run: () => Promise.reject(refusal) };
      const id = await world.addNotification();
      await expect(inline({ limiter })(id)).resolves.toBeUndefined();
      expect(woken).toHaveLength(1);
      expect(await world.notification(id)).toMatchObject({
        ...{ status: 'pending', attempts: 0, nextAttemptAt: null },
      });
    },
  );

  test('waits for no slot of the merchant’s own rate limit: its delivery does', async () => {
    await world.setEndpoint(world.url, { maxPerSecond: 1, pacedUntil: null });
    const deliver = inline();
    await expect(deliver(await world.addNotification())).resolves.toBe(acknowledged);
    await world.setEndpoint(world.url, { maxPerSecond: 1, pacedUntil: new Date(Date.now() + 60_000) });
    const second = await world.addNotification();
    await expect(deliver(second)).resolves.toBeUndefined();
    expect(await world.notification(second)).toMatchObject({ attempts: 0, nextAttemptAt: null });
  });

  test('is made again at an endpoint that was saved anew', async () => {
    world.respond = answering(500, 'no');
    const deliver = inline();
    await deliver(await world.addNotification());
    world.respond = acknowledging;
    await world.setEndpoint(`${world.url}/elsewhere`, { updatedAt: new Date() });
    await expect(deliver(await world.addNotification())).resolves.toBe(acknowledged);
  });

  test('of what has nowhere to go sends nothing', async () => {
    await world.dropEndpoint();
    const homeless = await world.addNotification();
    await expect(inline()(homeless)).resolves.toBe('skipped, attempts: 0');
    expect(world.received).toHaveLength(0);
  });

  test('whose delivery can’t be woken is announced all the same: the row says that it is due', async () => {
    world.respond = answering(500, 'no');
    const id = await world.addNotification();
    const unreached = async () => {
      throw new Error('Temporal is unavailable');
    };
    const announced = await announcing({}, unreached)(await subjectOf(id));
    expect(announced.map(said)).toEqual(['http_status 500']);
    expect((await world.notification(id)).nextAttemptAt).toEqual(new Date(later(5_000)));
  });
});

describe('an endpoint that is slow', () => {
  test('holds up an order no longer than the limit; its late answer still counts', async () => {
    const { held, release } = holding();
    const deliver = inline({ waitMs: 50, limiter: createLimiter({ waitMs: 50 }) });
    const id = await world.addNotification();
    await expect(deliver(id)).resolves.toBe('slow');
    await expect(deliver(await world.addNotification())).resolves.toBeUndefined();

    expect(held).toHaveLength(1);
    release();
    await until(async () => (await world.notification(id)).status === 'acknowledged');
  });

  test('has no more requests at once than its share', async () => {
    const { held, release } = holding();
    const deliver = inline({ waitMs: 60_000, limiter: createLimiter({ startConcurrency: 2 }) });
    const ids = [await world.addNotification(), await world.addNotification()];
    const deliveries = ids.map((id) => deliver(id));
    await until(() => held.length === 2);

    await expect(deliver(await world.addNotification())).resolves.toBeUndefined();
    release();
    await expect(Promise.all(deliveries)).resolves.toHaveLength(2);
    world.respond = acknowledging;
    await expect(deliver(await world.addNotification())).resolves.toBe(acknowledged);
  });
});
