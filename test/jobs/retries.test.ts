import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import { createDeliveryStore } from '../../activities/notifications/delivery-store.ts';
import { Notification, Order, RetryRequest } from '../../db/entities/index.ts';
import { cancelRecovery, countRecovery, requestRecovery } from '../../db/queries/notifications/recoveries.ts';
import {
  finishRetryRequest,
  nextToRetry,
  type Retriable,
  requestWake,
  saveProgress,
  type RetryRequest as Taken,
  takeHandedOver,
  takeRetryRequest,
  takeStalled,
} from '../../db/queries/notifications/retry-requests.ts';
import { nextWaitingElsewhere } from '../../db/queries/operators/reconciliation.ts';
import type { RecoveryFilter } from '../../domain/notification.ts';
import { startRetries } from '../../jobs/retries.ts';
import type { NotificationGateway } from '../../lib/temporal/notification-gateway.ts';
import { createWorld, type World } from '../support/notification-world.ts';
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
/** Written for a redelivery, of a review, say: both times are the same instant. */
const handedOverAt = (at: Date) => () => ({ createdAt: at, resentAt: at });
function handedOver(at: Date, changes: Partial<Notification> = {}): Promise<string> {
  return waiting({ ...handedOverAt(at)(), ...changes });
}
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
    ['sent again, and lost by its redelivery', () => ({ resentAt: ago(25_000) })],
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
    ['handed over, and taken by nobody', handedOverAt(ago(60_000))],
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

  test('and it is told whether another endpoint is to hear of the same subject', async () => {
    const id = await waiting();
    const copy = await world.addCopy(id, await world.addEndpoint(), { createdAt: ago(60_000) });
    const alone = await waiting();
    const taken = await takeStalled(em(), 10);
    expect(Object.fromEntries(taken.map(({ id, isAlone }) => [id, isAlone]))).toEqual({
      ...{ [id]: false, [copy]: false, [alone]: true },
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
function noting(
  delivery: Awaited<ReturnType<NotificationGateway['deliveryOf']>>,
  { broken = [], hasEnded = false }: { broken?: string[]; hasEnded?: boolean } = {},
) {
  const calls: string[] = [];
  const resends: Parameters<NotificationGateway['resend']>[0][] = [];
  const note = async (what: string, { subjectId }: { subjectId: string }) => {
    if (broken.includes(subjectId)) throw new Error('this one is broken');
    calls.push(`${what} ${subjectId}`);
    return !hasEnded;
  };
  const gateway: NotificationGateway = {
    deliveryOf: async () => delivery,
    retryNow: (queue, pace = 'unknown') =>
      note(`retry ${queue.isResent ? 'redelivery' : 'own'}, ${pace},`, queue),
    catchUp: (subjectId) => note('catchUp', { subjectId }),
    abandon: async () => 'abandoned',
    resend: async (resend) => {
      await note(`resend #${resend.notificationIds.map((id) => id.split('-')[1])}`, resend);
      resends.push(resend);
    },
  };
  return { calls, resends, gateway };
}

async function runRetries(gateway: NotificationGateway): Promise<unknown[]> {
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  await startRetries({ orm: world.deps.orm, gateway, now: () => new Date(), onError }).stop();
  return errors;
}

describe('what is stalled', () => {
  test.each([
    ['waiting', 'retry own, waits alone,'],
    ['none', 'catchUp'],
    ['ended', 'resend #1,2'],
  ] as const)('goes on where its delivery is %s: %s', async (delivery, call) => {
    const id = await waiting();
    await world.addBehind(id, 1);
    const { calls, gateway } = noting(delivery);
    expect(await runRetries(gateway)).toEqual([]);
    expect(calls).toEqual([`${call} ${orderOf(id)}`]);
  });

  test.each([
    ['waiting', 'retry redelivery, waits alone,'],
    ['none', 'resend #1'],
    ['ended', 'resend #1'],
  ] as const)('goes on with its redelivery, which is %s', async (delivery, call) => {
    const resentAt = ago(50_000);
    const id = await waiting({ resentAt });
    const { calls, resends, gateway } = noting(delivery);
    await runRetries(gateway);
    expect(calls).toEqual([`${call} ${orderOf(id)}`]);
    // The same for every look, so that what was acknowledged meanwhile stays so.
    if (delivery !== 'waiting') expect(resends).toMatchObject([{ requestedAt: resentAt }]);
  });

  test('is sent by a redelivery where its workflow ended before it could be told', async () => {
    const id = await waiting();
    const { calls, gateway } = noting('none', { hasEnded: true });
    await runRetries(gateway);
    expect(calls).toEqual([`catchUp ${orderOf(id)}`, `resend #1 ${orderOf(id)}`]);
  });

  test('is sent by a redelivery where nothing else could send it: it is of no order and no settlement', async () => {
    const id = await waiting({ subjectId: 'EP1', orderId: null });
    const { calls, resends, gateway } = noting('none');
    await runRetries(gateway);
    expect(calls).toEqual(['resend #1 EP1']);
    expect(resends).toMatchObject([{ merchantKey: 'mk_agency', notificationIds: [id] }]);
  });

  test('is left alone where its delivery is queued or running', async () => {
    await waiting();
    const { calls, gateway } = noting('queued or running');
    await runRetries(gateway);
    expect(calls).toEqual([]);
  });
});

describe('what was handed over', () => {
  const takenIds = async () => (await takeHandedOver(em(), 10)).map(({ id }) => id);

  test('is sent by a redelivery at once, and only once', async () => {
    const at = ago(10);
    const id = await handedOver(at);
    const { endpointId } = await world.notification(id);
    const { calls, resends, gateway } = noting('none');
    expect(await runRetries(gateway)).toEqual([]);
    await runRetries(gateway);
    expect(calls).toEqual([`resend #1 ${orderOf(id)}`]);
    const what = { subjectId: orderOf(id), endpointId, merchantKey: 'mk_agency' };
    expect(resends).toEqual([expect.objectContaining({ ...what, notificationIds: [id], requestedAt: at })]);
  });

  test('to several endpoints is sent to each by a redelivery of its own', async () => {
    const at = ago(10);
    const id = await handedOver(at);
    const second = await world.addEndpoint();
    await world.addCopy(id, second, { createdAt: at, resentAt: at });
    const { resends, gateway } = noting('none');
    await runRetries(gateway);
    const first = await world.endpoint();
    expect(new Set(resends.map(({ endpointId }) => endpointId))).toEqual(new Set([first.id, second]));
  });

  test('waits behind what its endpoint hears of the subject before, whoever sends that', async () => {
    const first = await waiting();
    const [second, third] = await world.addBehind(first, 2);
    const at = ago(10);
    for (const id of [second!, third!]) await world.setNotification(id, { createdAt: at, resentAt: at });
    expect(await takenIds()).toEqual([]);
    await wake();
    const [woken, ...others] = await nextToRetry(em(), (await takeRetryRequest(em()))!, 10);
    expect([woken?.id, others]).toEqual([first, []]);

    await world.setNotification(first, { status: 'acknowledged' });
    expect(await takenIds()).toEqual([second]);
    expect(await takenIds()).toEqual([]);
    await world.setNotification(second!, { status: 'abandoned' });
    expect(await takenIds()).toEqual([third]);
  });

  test('does not wait for what another endpoint is to hear', async () => {
    const first = await waiting();
    const at = ago(10);
    const copy = await world.addCopy(first, await world.addEndpoint(), { createdAt: at, resentAt: at });
    expect(await takenIds()).toEqual([copy]);
  });

  test.each<[string, () => Partial<Notification>]>([
    ['attempted', () => ({ attempts: 1 })],
    ['under way', () => ({ attemptingUntil: new Date(Date.now() + 600_000) })],
    ['planned', () => ({ nextAttemptAt: new Date(Date.now() + 600_000) })],
    ['resolved', () => ({ status: 'skipped' })],
    ['left to its order', () => ({ resentAt: null })],
    ['asked for again', () => ({ resentAt: ago(5) })],
  ])('is not taken when it is %s', async (_case, changes) => {
    await handedOver(ago(10), changes());
    expect(await takenIds()).toEqual([]);
  });

  test('is taken by one of two processes that look at once', async () => {
    const id = await handedOver(ago(10));
    const taken = await Promise.all([takenIds(), takenIds()]);
    expect(taken.flat()).toEqual([id]);
  });

  test('is missed by nobody who reconciles until it was taken: it may wait for what comes before it', async () => {
    const id = await handedOver(ago(10));
    const missed = () => nextWaitingElsewhere(em(), { subjectId: '', endpointId: '' }, 10);
    expect(await missed()).toEqual([]);
    await takenIds();
    expect(await missed()).toMatchObject([{ subjectId: orderOf(id), isResent: true, count: 1 }]);
  });

  test('and lost with the process that took it is found as stalled', async () => {
    const id = await handedOver(ago(60_000));
    await takenIds();
    expect(await stalledIds()).toEqual([]);
    await world.setNotification(id, { nextAttemptAt: ago(30_000) });
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
    const { calls, gateway } = noting('waiting', { broken: [broken!] });

    expect(await runRetries(gateway)).toHaveLength(1);

    expect(calls.sort()).toEqual(others.map((id) => `retry own, waits alone, ${id}`));
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

  test('asks the workflow where something else of the order waits for another endpoint', async () => {
    const soon = new Date(Date.now() + 600_000);
    const [alone, joint] = [await waiting({ nextAttemptAt: soon }), await waiting({ nextAttemptAt: soon })];
    const resentToo = await waiting({ nextAttemptAt: soon });
    await world.addCopy(joint, await world.addEndpoint(), { nextAttemptAt: soon });
    // That one is none of the order's own workflow.
    await world.addCopy(resentToo, await world.addEndpoint(), { nextAttemptAt: soon, resentAt: ago(5) });
    await wake();
    const { calls, gateway } = noting('waiting');
    await runRetries(gateway);
    expect(calls.sort()).toEqual(
      [
        `retry own, waits alone, ${orderOf(alone)}`,
        `retry own, unknown, ${orderOf(joint)}`,
        `retry own, waits alone, ${orderOf(resentToo)}`,
      ].sort(),
    );
  });

  test('sends by a redelivery all that waits, in order, where nobody has it', async () => {
    const id = await waiting({ nextAttemptAt: new Date(Date.now() + 600_000) });
    await world.addBehind(id, 2);
    await wake();
    const { calls, gateway } = noting('waiting', { hasEnded: true });
    await runRetries(gateway);
    expect(calls).toEqual([`retry own, waits alone, ${orderOf(id)}`, `resend #1,2,3 ${orderOf(id)}`]);
  });

  test.each([
    ['its end', (taken: Taken) => finishRetryRequest(em(), taken, 1)],
    ['its progress', (taken: Taken, last: Retriable) => saveProgress(em(), taken, last, 1)],
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

  test.each<[string, Partial<Notification>]>([
    ['never tried', {}],
    ['over its time', { attempts: 7, nextAttemptAt: ago(25_000) }],
    ['whose attempt died with its worker', { attemptingUntil: ago(1_000) }],
  ])('hides nothing that is stalled, however often it is asked for: %s', async (_case, changes) => {
    const id = await waiting(changes);
    const store = createDeliveryStore(world.deps.orm);
    const read = await store.read(id, new Date());
    await wake();
    await nextToRetry(em(), (await takeRetryRequest(em()))!, 10);
    // Who read it before, and means to postpone it, sees that it was asked for.
    expect(await store.postpone(id, read!.planned, new Date(Date.now() + 600_000))).toBe(false);
    expect(await stalledIds()).toEqual([id]);
  });

  test('asks Temporal about one that was just answered 410, and has no next time: it may wait for an hour', async () => {
    const id = await waiting({ attempts: 1, createdAt: ago(1_000) });
    for (let times = 0; times < 2; times++) {
      await wake();
      const request = (await takeRetryRequest(em()))!;
      expect(await nextToRetry(em(), request, 10)).toMatchObject([{ id, attempt: 'overdue' }]);
      await finishRetryRequest(em(), request, 1);
    }
  });

  test.each([
    ['waiting', ['retry own, waits alone,']],
    ['none', ['catchUp']],
    ['ended', ['resend #1']],
    ['queued or running', []],
  ] as const)('asks Temporal who has what is overdue, and goes on with it: %s', async (delivery, asked) => {
    const id = await waiting({ nextAttemptAt: ago(15_000) });
    await wake();
    const { calls, gateway } = noting(delivery);
    await runRetries(gateway);
    expect(calls).toEqual(asked.map((call) => `${call} ${orderOf(id)}`));
  });

  test('leaves alone what is under way, which sees that it is to be retried', async () => {
    const id = await waiting({ attemptingUntil: new Date(Date.now() + 600_000) });
    await wake();
    const [retriable] = await nextToRetry(em(), (await takeRetryRequest(em()))!, 10);
    expect(retriable).toMatchObject({ id, attempt: 'due' });
    expect((await world.notification(id)).nextAttemptAt).not.toBeNull();
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
    expect(await batch).toMatchObject([{ id, attempt: 'planned' }]);
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

    const { calls, resends, gateway } = noting('waiting');
    expect(await runRetries(gateway)).toEqual([]);

    expect(calls.sort()).toEqual(
      [
        `resend #1 ${orderOf(abandoned)}`,
        `resend #1 ${orderOf(skipped)}`,
        `retry own, waits alone, ${orderOf(pending)}`,
      ].sort(),
    );
    const { requestedAt, total, taken, finishedAt, cancelledAt } = await request(id);
    expect({ total, taken, cancelledAt }).toEqual({ total: 3, taken: 3, cancelledAt: null });
    expect(finishedAt).not.toBeNull();
    for (const resend of resends) expect(resend.requestedAt).toEqual(requestedAt);
  });

  test('loses nothing that was resolved where Temporal is not reached for some of it', async () => {
    const ids = [await waiting({ status: 'skipped' }), await waiting({ status: 'skipped' })];
    ids.push(await waiting({ status: 'abandoned', abandonReason: 'closed' }));
    const id = await recover();
    const { resends, gateway } = noting('ended', { broken: [orderOf(ids[2]!)] });
    expect(await runRetries(gateway)).toHaveLength(1);
    expect(resends.map(({ reopenedIds }) => reopenedIds)).toEqual([[ids[0]], [ids[1]]]);
    const { requestedAt, finishedAt } = await request(id);
    expect(finishedAt).not.toBeNull();
    const lost = await em().findOneOrFail(Notification, ids[2]!);
    expect(lost).toMatchObject({ status: 'pending', resentAt: requestedAt, abandonReason: null });
    const stalled = { createdAt: ago(60_000), resentAt: ago(60_000) };
    await em().nativeUpdate(Notification, { id: lost.id }, stalled);
    const later = noting('ended');
    await runRetries(later.gateway);
    expect(later.resends).toMatchObject([{ notificationIds: [lost.id], requestedAt: stalled.resentAt }]);
  });

  test('of one endpoint, and of acknowledged ones, takes these only', async () => {
    const id = await waiting({ status: 'acknowledged' });
    const other = await world.addEndpoint();
    await world.addCopy(id, other, { status: 'acknowledged', createdAt: ago(60_000) });
    const planned = { createdAt: ago(60_000), nextAttemptAt: new Date(Date.now() + 600_000) };
    await world.addCopy(await waiting(planned), other, planned);
    await recover({ statuses: ['acknowledged'] }, other);
    const { calls, resends, gateway } = noting('waiting');
    await runRetries(gateway);
    expect(calls).toEqual([`resend #1 ${orderOf(id)}`]);
    expect(resends).toMatchObject([{ endpointId: other }]);
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

    const { calls, gateway } = noting('waiting');
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
