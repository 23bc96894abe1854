import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import { createDeliveryStore } from '../../activities/notifications/delivery-store.ts';
import { Notification, Order, RetryRequest } from '../../db/entities/index.ts';
import { cancelRecovery, countRecovery, requestRecovery } from '../../db/queries/notifications/recoveries.ts';
import {
  finishRetryRequest,
  nextToRetry,
  type Requested,
  requestWake,
  saveProgress,
  type RetryRequest as Taken,
  takeRetryRequest,
  takeStalled,
  takeToWake,
} from '../../db/queries/notifications/retry-requests.ts';
import type { RecoveryFilter } from '../../domain/notification.ts';
import { startRetries } from '../../jobs/retries.ts';
import type { NotificationGateway } from '../../lib/temporal/notification-gateway.ts';
import { createWorld, type World } from '../support/platform/notification-world.ts';
import { until } from '../support/until.ts';

let world: World;
const em = () => world.deps.orm.em.fork();
const ago = (ms: number) => new Date(Date.now() - ms);

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  await em().nativeUpdate(Notification, {}, { status: 'acknowledged' });
  await em().nativeDelete(RetryRequest, {});
});

/** One that waits, of an order whose workflow was started. */
async function waiting(changes: Partial<Notification> = {}): Promise<string> {
  const id = await world.addNotification({ createdAt: ago(60_000), ...changes });
  await em().nativeUpdate(Order, { id: orderOf(id) }, { workflowStartedAt: ago(60_000) });
  return id;
}
/** Of a review, say: nobody announces it. */
const unannounced = (changes: Partial<Notification> = {}) =>
  waiting({ createdAt: ago(10), wakeAt: ago(10), ...changes });
async function wake(): Promise<void> {
  await requestWake(em(), (await world.endpoint()).id);
}
const orderOf = (id: string) => `ORD${id.slice(3).split('-')[0]}`;
const stalledIds = async () => (await takeStalled(em(), 10)).map(({ id }) => id);

describe('a notification is stalled', () => {
  test.each<[string, () => Partial<Notification>]>([
    ['never tried', () => ({})],
    ['tried before, without a next time', () => ({ attempts: 3 })],
    ['over its time', () => ({ attempts: 7, nextAttemptAt: ago(25_000) })],
    ['whose attempt died with its worker', () => ({ attemptingUntil: ago(1_000) })],
    ['sent again, and lost by its delivery', () => ({ resentAt: ago(25_000) })],
  ])('when it is due for a while and nobody has it: %s', async (_case, changes) => {
    const id = await waiting(changes());
    expect(await stalledIds()).toEqual([id]);
    // It is looked at once in a while, so that there is time for others.
    expect(await stalledIds()).toEqual([]);
    await world.setNotification(id, { nextAttemptAt: ago(30_000) });
    expect(await stalledIds()).toEqual([id]);
  });

  test.each<[string, () => Partial<Notification>]>([
    ['new', () => ({ createdAt: ago(1_000) })],
    ['planned', () => ({ nextAttemptAt: new Date(Date.now() + 60_000) })],
    ['just due', () => ({ nextAttemptAt: ago(1_000) })],
    ['under way', () => ({ attemptingUntil: new Date(Date.now() + 600_000) })],
    ['just sent again', () => ({ resentAt: ago(1_000) })],
    ['resolved', () => ({ status: 'skipped' })],
  ])('but not one that is %s', async (_case, changes) => {
    await waiting(changes());
    expect(await stalledIds()).toEqual([]);
  });

  test('but not one behind another of its order, nor one of an order that is not started', async () => {
    const first = await waiting();
    await world.addBehind(first, 1);
    const notStarted = await waiting();
    await em().nativeUpdate(Order, { id: orderOf(notStarted) }, { workflowStartedAt: null });
    expect(await stalledIds()).toEqual([first]);
  });

  test('but not one that waits for a paused endpoint, to which nothing is sent', async () => {
    const id = await waiting();
    const other = await world.addCopy(id, await world.addEndpoint(), { createdAt: ago(60_000) });
    await world.setEndpoint(world.url, { pausedAt: ago(1_000) });
    expect(await stalledIds()).toEqual([other]);
  });

  test('for each endpoint by itself', async () => {
    const id = await waiting();
    const copy = await world.addCopy(id, await world.addEndpoint(), { createdAt: ago(60_000) });
    expect((await stalledIds()).sort()).toEqual([id, copy].sort());
  });

  test('and it is told whether its order may not know of it', async () => {
    const never = await waiting();
    const tried = await waiting({ attempts: 1 });
    const elsewhere = await waiting({ subjectId: 'EP2', orderId: null });
    const taken = await takeStalled(em(), 10);
    expect(Object.fromEntries(taken.map(({ id, isUnannounced }) => [id, isUnannounced]))).toEqual({
      ...{ [never]: true, [tried]: false, [elsewhere]: null },
    });
  });

  // As an outage of one endpoint leaves it; who looks through all of it for each of it is stopped by the database.
  test('among twenty thousand that wait for its endpoint', async () => {
    const id = await waiting({ createdAt: ago(90_000) });
    await em().execute(
      `insert into notification select (jsonb_populate_record(n, jsonb_build_object(
         'id', 'NTF' || i, 'subject_id', i::text, 'order_id', null, 'created_at', n.created_at + interval '30 seconds'))).*
       from notification n, generate_series(1, 20000) i where n.id = ?`,
      [id],
    );
    const taken = await stalledIds();
    expect(taken).toHaveLength(10);
    expect(taken).toContain(id);
    await em().nativeDelete(Notification, {
      subjectId: { $ne: orderOf(id) },
      endpointId: (await world.endpoint()).id,
      orderId: null,
    });
  });

  test('also while another row of its merchant is locked', async () => {
    const [locked, free] = [await waiting(), await waiting()];
    await em().transactional(async (em) => {
      await em.execute('select 1 from notification where id = ? for update', [locked]);
      expect(await stalledIds()).toEqual([free]);
    });
  });
});

/** Notes what is asked of Temporal, for each order; those in `broken` cannot be reached. */
function noting({ broken = [], isAtWork = false }: { broken?: string[]; isAtWork?: boolean } = {}) {
  const calls: string[] = [];
  const queues: Parameters<NotificationGateway['wake']>[0][] = [];
  const note = async (what: string, subjectId: string) => {
    if (broken.includes(subjectId)) throw new Error('this one is broken');
    calls.push(`${what} ${subjectId}`);
    return true;
  };
  const gateway: NotificationGateway = {
    wake: async (queue) => {
      await note('wake', queue.subjectId);
      queues.push(queue);
    },
    wakeUnlessAtWork: async ({ subjectId }) => void (await note('wake unless at work', subjectId)),
    catchUp: (orderId) => note('catchUp', orderId),
    isAtWork: async () => isAtWork,
  };
  return { calls, queues, gateway };
}

async function runRetries(gateway: NotificationGateway): Promise<unknown[]> {
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  await startRetries({ orm: world.deps.orm, gateway, onError }).stop();
  return errors;
}

describe('what is stalled', () => {
  test('goes on by its delivery', async () => {
    const id = await waiting({ attempts: 2 });
    await world.addBehind(id, 1);
    const { calls, gateway } = noting();
    expect(await runRetries(gateway)).toEqual([]);
    expect(calls).toEqual([`wake unless at work ${orderOf(id)}`]);
  });

  test('and was never attempted: its order, which may have lost a move, catches up as well', async () => {
    const id = await waiting();
    const { calls, gateway } = noting();
    await runRetries(gateway);
    expect(calls).toEqual([`catchUp ${orderOf(id)}`, `wake unless at work ${orderOf(id)}`]);
  });

  test('is left alone where its order is about to announce it', async () => {
    await waiting();
    const { calls, gateway } = noting({ isAtWork: true });
    await runRetries(gateway);
    expect(calls).toEqual([]);
  });

  test('goes on where it is of no order', async () => {
    await waiting({ subjectId: 'EP1', orderId: null });
    const { calls, gateway } = noting();
    await runRetries(gateway);
    expect(calls).toEqual(['wake unless at work EP1']);
  });
});

describe('what nobody announces', () => {
  const takenIds = async () => (await takeToWake(em(), 10)).map(({ id }) => id);

  test('has its delivery woken at once, and only once', async () => {
    const id = await unannounced();
    const { endpointId } = await world.notification(id);
    const { queues, gateway } = noting();
    expect(await runRetries(gateway)).toEqual([]);
    await runRetries(gateway);
    expect(queues).toEqual([{ subjectId: orderOf(id), endpointId, merchantKey: 'mk_agency' }]);
  });

  test('to several endpoints wakes a delivery of each; several to one, one', async () => {
    const id = await unannounced();
    const second = await world.addEndpoint();
    await world.addCopy(id, second, { createdAt: ago(10), wakeAt: ago(10) });
    const [behind] = await world.addBehind(id, 1);
    await world.setNotification(behind!, { wakeAt: ago(10) });
    const { queues, gateway } = noting();
    await runRetries(gateway);
    const first = await world.endpoint();
    expect(queues.map(({ endpointId }) => endpointId).sort()).toEqual([first.id, second].sort());
  });

  test.each<[string, () => Partial<Notification>]>([
    ['resolved', () => ({ status: 'skipped' })],
    ['announced by its order', () => ({ wakeAt: null })],
  ])('is not taken when it is %s', async (_case, changes) => {
    await unannounced(changes());
    expect(await takenIds()).toEqual([]);
  });

  test('is taken by one of two processes that look at once', async () => {
    const id = await unannounced();
    const taken = await Promise.all([takenIds(), takenIds()]);
    expect(taken.flat()).toEqual([id]);
  });

  test('and lost with the process that took it is found as stalled', async () => {
    const id = await unannounced({ createdAt: ago(60_000) });
    await takenIds();
    expect(await stalledIds()).toEqual([id]);
  });
});

describe('a request to retry now', () => {
  test('goes on past an order that Temporal refuses', async () => {
    const soon = new Date(Date.now() + 600_000);
    const ids = [await waiting({ nextAttemptAt: soon }), await waiting({ nextAttemptAt: soon })];
    ids.push(await waiting({ nextAttemptAt: soon }));
    await wake();
    const [broken, ...others] = ids.map(orderOf);
    const { calls, gateway } = noting({ broken: [broken!] });

    expect(await runRetries(gateway)).toHaveLength(1);

    expect(calls.sort()).toEqual(others.map((id) => `wake ${id}`).sort());
    expect(await takeRetryRequest(em())).toBeUndefined();
  });

  test('is for one endpoint: what waits for another one of the merchant is left alone', async () => {
    const id = await waiting({ nextAttemptAt: new Date(Date.now() + 600_000) });
    const other = await world.addEndpoint();
    const copy = await world.addCopy(id, other, { createdAt: ago(60_000) });
    await requestWake(em(), other);
    const request = (await takeRetryRequest(em()))!;
    expect(request).toMatchObject({ kind: 'wake', merchantKey: 'mk_agency', endpointId: other });
    expect(await nextToRetry(em(), request, 10)).toMatchObject([{ id: copy }]);
  });

  test('wakes the delivery of each order once, whatever waits behind the first', async () => {
    const id = await waiting({ nextAttemptAt: new Date(Date.now() + 600_000) });
    await world.addBehind(id, 2);
    await wake();
    const { calls, gateway } = noting();
    await runRetries(gateway);
    expect(calls).toEqual([`wake ${orderOf(id)}`]);
    expect((await world.notification(id)).nextAttemptAt!.getTime()).toBeLessThanOrEqual(Date.now());
  });

  test.each([
    ['its end', (taken: Taken) => finishRetryRequest(em(), taken, 1)],
    ['its progress', (taken: Taken, last: Requested) => saveProgress(em(), taken, last, 1)],
  ] as const)('that is asked for anew before %s is noted starts over at once', async (_case, note) => {
    const id = await waiting();
    await wake();
    const taken = (await takeRetryRequest(em()))!;
    const [last] = await nextToRetry(em(), taken, 10);
    await wake();
    expect(await takeRetryRequest(em())).toBeUndefined();
    await note(taken, last!);
    const again = (await takeRetryRequest(em()))!;
    expect(again).toMatchObject({ id: taken.id, doneUntil: null });
    expect(await nextToRetry(em(), again, 10)).toMatchObject([{ id }]);
  });

  test('is seen by who read before, and means to postpone', async () => {
    const id = await waiting({ attempts: 7, nextAttemptAt: ago(25_000) });
    const store = createDeliveryStore(world.deps.orm);
    const read = await store.read(id, new Date());
    await wake();
    await nextToRetry(em(), (await takeRetryRequest(em()))!, 10);
    expect(await store.postpone(id, read!.planned, new Date(Date.now() + 600_000))).toBe(false);
  });

  test('that was lost with its process leaves what it marked as due, and is taken up again', async () => {
    const id = await waiting({ nextAttemptAt: new Date(Date.now() + 600_000) });
    await wake();
    await nextToRetry(em(), (await takeRetryRequest(em()))!, 10);
    await em().nativeUpdate(RetryRequest, {}, { leasedUntil: ago(1) });
    const { calls, gateway } = noting();
    await runRetries(gateway);
    expect(calls).toEqual([`wake ${orderOf(id)}`]);
  });

  test('and an attempt that fails at the same time: one of them sees the other', async () => {
    const id = await waiting({ nextAttemptAt: ago(1_000) });
    await wake();
    const request = (await takeRetryRequest(em()))!;
    const planned = new Date(Date.now() + 600_000);
    let batch: ReturnType<typeof nextToRetry> | undefined;
    await em().transactional(async (failing) => {
      await failing.nativeUpdate(Notification, { id }, { nextAttemptAt: planned });
      batch = nextToRetry(em(), request, 10);
      await untilBlocked(failing);
    });
    expect(await batch).toMatchObject([{ id }]);
    expect((await world.notification(id)).nextAttemptAt!.getTime()).toBeLessThanOrEqual(Date.now());
  });
});

describe('a recovery', () => {
  const since = ago(3_600_000).toISOString();
  /** @returns its id. */
  async function recover(filter: RecoveryFilter = {}, endpointId?: string): Promise<string> {
    const recovery = { merchantKey: 'mk_agency', endpointId, filter: { since, ...filter } };
    const { count } = await countRecovery(em(), recovery);
    const id = await requestRecovery(em(), recovery, count);
    if (id === undefined) throw new Error('too many are under way');
    return id;
  }
  const request = (id: string) => em().findOneOrFail(RetryRequest, id);

  test('sends what was resolved again, has tried what waits, and notes how far it is and its end', async () => {
    const abandoned = await waiting({ status: 'abandoned' });
    const skipped = await waiting({ status: 'skipped' });
    const pending = await waiting({ nextAttemptAt: new Date(Date.now() + 600_000) });
    await waiting({ status: 'acknowledged' });
    const id = await recover();
    expect(await request(id)).toMatchObject({ total: 3, taken: 0, finishedAt: null });

    const { calls, gateway } = noting();
    expect(await runRetries(gateway)).toEqual([]);

    expect(calls.sort()).toEqual([abandoned, skipped, pending].map((one) => `wake ${orderOf(one)}`).sort());
    const { requestedAt, total, taken, finishedAt, cancelledAt } = await request(id);
    expect({ total, taken, cancelledAt }).toEqual({ total: 3, taken: 3, cancelledAt: null });
    expect(finishedAt).not.toBeNull();
    for (const one of [abandoned, skipped])
      expect(await world.notification(one)).toMatchObject({ status: 'pending', resentAt: requestedAt });
  });

  test('loses nothing that was resolved where Temporal is not reached for some of it', async () => {
    const ids = [await waiting({ status: 'skipped' }), await waiting({ status: 'skipped' })];
    ids.push(await waiting({ status: 'abandoned', abandonReason: 'closed' }));
    const id = await recover();
    const { calls, gateway } = noting({ broken: [orderOf(ids[2]!)] });
    expect(await runRetries(gateway)).toHaveLength(1);
    expect(calls.sort()).toEqual([ids[0]!, ids[1]!].map((one) => `wake ${orderOf(one)}`).sort());
    const { requestedAt, finishedAt } = await request(id);
    expect(finishedAt).not.toBeNull();
    const lost = await em().findOneOrFail(Notification, ids[2]!);
    expect(lost).toMatchObject({ status: 'pending', resentAt: requestedAt, abandonReason: null });
    const stalled = { createdAt: ago(60_000), resentAt: ago(60_000) };
    await em().nativeUpdate(Notification, { id: lost.id }, stalled);
    const later = noting();
    await runRetries(later.gateway);
    expect(later.calls).toContain(`wake unless at work ${orderOf(lost.id)}`);
  });

  test('of one endpoint, and of acknowledged ones, takes these only', async () => {
    const id = await waiting({ status: 'acknowledged' });
    const other = await world.addEndpoint();
    await world.addCopy(id, other, { status: 'acknowledged', createdAt: ago(60_000) });
    const planned = { createdAt: ago(60_000), nextAttemptAt: new Date(Date.now() + 600_000) };
    await world.addCopy(await waiting(planned), other, planned);
    await recover({ statuses: ['acknowledged'] }, other);
    const { calls, queues, gateway } = noting();
    await runRetries(gateway);
    expect(calls).toEqual([`wake ${orderOf(id)}`]);
    expect(queues).toMatchObject([{ endpointId: other }]);
  });

  test('that is cancelled takes nothing more, and stays cancelled whoever has a batch of it', async () => {
    await waiting({ status: 'skipped' });
    const id = await recover();
    const taken = (await takeRetryRequest(em()))!;
    const batch = await nextToRetry(em(), taken, 10);
    expect(await cancelRecovery(em(), 'mk_agency', id)).toBe(true);
    const cancelled = await request(id);
    await saveProgress(em(), taken, batch[0]!, 1);
    await finishRetryRequest(em(), taken, 1);
    expect(await request(id)).toEqual(cancelled);

    const { calls, gateway } = noting();
    await runRetries(gateway);
    expect(calls).toEqual([]);
  });

  test('goes on behind its last batch', async () => {
    const ids = [await waiting({ status: 'skipped', createdAt: ago(50_000) })];
    ids.push(await waiting({ status: 'skipped', createdAt: ago(40_000) }));
    const id = await recover();
    const first = (await takeRetryRequest(em()))!;
    const [one] = await nextToRetry(em(), first, 1);
    await saveProgress(em(), first, one!, 1);
    expect(await request(id)).toMatchObject({ taken: 1, finishedAt: null });
    const second = (await takeRetryRequest(em()))!;
    const rest = await nextToRetry(em(), second, 10);
    expect([one?.id, ...rest.map(({ id }) => id)]).toEqual(ids);
    await finishRetryRequest(em(), second, rest.length);
    expect(await request(id)).toMatchObject({ total: 2, taken: 2 });
  });
});

/** Until another connection waits for a row that this transaction has written. */
async function untilBlocked(holder: EntityManager): Promise<void> {
  await until(async () => {
    const [row] = await holder.execute<{ count: number }[]>(
      'select count(*)::int as count from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
    );
    return row!.count > 0;
  });
}
