import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import { createDeliveryStore } from '../../activities/notifications/delivery-store.ts';
import { Job, LedgerAccount, Notification, Order, Recovery, Settlement } from '../../db/entities/index.ts';
import { cancelRecovery, countRecovery, requestRecovery } from '../../db/queries/notifications/recoveries.ts';
import { FIRST_WAITING, nextToRetry } from '../../db/queries/notifications/retries.ts';
import { takeStalled, takeToWake } from '../../db/queries/notifications/unattended.ts';
import { addSingleJob } from '../../db/queries/platform/jobs.ts';
import type { RecoveryFilter } from '../../domain/notification.ts';
import { endpointRetryJobs, recoveryJobs } from '../../jobs/retries.ts';
import { runJobs } from '../../jobs/runner.ts';
import { startUnattended } from '../../jobs/unattended.ts';
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
  await em().nativeDelete(Job, {});
  await em().nativeDelete(Recovery, {});
});

/** @returns its id. */
async function statement(): Promise<string> {
  const owner = { merchantKey: 'mk_agency', currency: 'EUR', sandbox: false };
  await em().insert(LedgerAccount, { ...owner, id: 'merchant-1', kind: 'merchant' });
  return await em().insert(Settlement, { ...owner, id: 'STL1', accountId: 'merchant-1', month: '2026-10' });
}
/** One that waits, of an order whose workflow was started. */
async function waiting(changes: Partial<Notification> = {}): Promise<string> {
  const id = await world.addNotification({ createdAt: ago(60_000), ...changes });
  await em().nativeUpdate(Order, { id: orderOf(id) }, { workflowStartedAt: ago(60_000) });
  return id;
}
/** Of a review, say: nobody announces it. */
const unannounced = (changes: Partial<Notification> = {}) =>
  waiting({ createdAt: ago(10), wakeAt: ago(10), ...changes });
/** All that waits for the endpoint is to be tried now. */
async function wake(): Promise<void> {
  await addSingleJob(em(), 'endpoint_retry', (await world.endpoint()).id);
}
const retryJobs = () => em().find(Job, { kind: ['endpoint_retry', 'recovery'] });
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

  test('and it is reported whether its order or its statement may not know of it', async () => {
    const never = await waiting();
    const tried = await waiting({ attempts: 1 });
    const elsewhere = await waiting({ subjectId: 'EP2', orderId: null });
    const paid = await waiting({ subjectId: 'STL1', settlementId: await statement(), orderId: null });
    const taken = await takeStalled(em(), 10);
    expect(Object.fromEntries(taken.map(({ id, isUnannounced }) => [id, isUnannounced]))).toEqual({
      ...{ [never]: true, [tried]: false, [elsewhere]: false, [paid]: true },
    });
  });

  // As an outage of one endpoint leaves it; who looks through all of it for each of it is stopped by the database.
  test('among twenty thousand that wait for its endpoint', async () => {
    const id = await waiting({ createdAt: ago(90_000) });
    await em().transactional(async (tx) => {
      await tx.execute('set local statement_timeout = 0');
      await tx.execute(
        `insert into notification select (jsonb_populate_record(n, jsonb_build_object(
           'id', 'NTF' || i, 'subject_id', i::text, 'order_id', null, 'created_at', n.created_at + interval '30 seconds'))).*
         from notification n, generate_series(1, 20000) i where n.id = ?`,
        [id],
      );
    });
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
function noting({
  broken = [],
  isAtWork = false,
  isDelivering = false,
}: {
  broken?: string[];
  isAtWork?: boolean;
  isDelivering?: boolean;
} = {}) {
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
    isDelivering: async () => isDelivering,
    catchUp: (orderId) => note('catchUp', orderId),
    isAtWork: async () => isAtWork,
  };
  return { calls, queues, gateway };
}

/** One round of the look for what nobody attends to. @returns errors */
async function lookOnce(gateway: NotificationGateway): Promise<unknown[]> {
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  await startUnattended({ orm: world.deps.orm, gateway, onError }).stop();
  return errors;
}

/** What one process does of the jobs that are due. @returns errors */
async function runRetries(gateway: NotificationGateway): Promise<unknown[]> {
  const errors: unknown[] = [];
  const deps = { orm: world.deps.orm, gateway, onError: (error: unknown) => void errors.push(error) };
  while (await runJobs(deps, 'endpoint_retry', endpointRetryJobs(deps)));
  while (await runJobs(deps, 'recovery', recoveryJobs(deps)));
  return errors;
}

describe('what is stalled', () => {
  test('goes on by its delivery', async () => {
    const id = await waiting({ attempts: 2 });
    await world.addBehind(id, 1);
    const { calls, gateway } = noting();
    expect(await lookOnce(gateway)).toEqual([]);
    expect(calls).toEqual([`wake ${orderOf(id)}`]);
  });

  test('and was never attempted: its order, which may have lost a move, catches up as well', async () => {
    const id = await waiting();
    const { calls, gateway } = noting();
    await lookOnce(gateway);
    expect(calls).toEqual([`catchUp ${orderOf(id)}`, `wake ${orderOf(id)}`]);
  });

  test('is left alone where its order is about to announce it', async () => {
    await waiting();
    const { calls, gateway } = noting({ isAtWork: true });
    await lookOnce(gateway);
    expect(calls).toEqual([]);
  });

  test('is left alone where its delivery is at work: its order is not asked for what is only in line', async () => {
    await waiting();
    await waiting({ attempts: 2 });
    const { calls, gateway } = noting({ isDelivering: true });
    await lookOnce(gateway);
    expect(calls).toEqual([]);
  });

  test('goes on where it is of no order', async () => {
    await waiting({ subjectId: 'EP1', orderId: null });
    const { calls, gateway } = noting();
    await lookOnce(gateway);
    expect(calls).toEqual(['wake EP1']);
  });
});

describe('what nobody announces', () => {
  const takenIds = async () => (await takeToWake(em(), 10)).map(({ id }) => id);

  test('has its delivery woken at once, and only once', async () => {
    const id = await unannounced();
    const { endpointId } = await world.notification(id);
    const { queues, gateway } = noting();
    expect(await lookOnce(gateway)).toEqual([]);
    await lookOnce(gateway);
    expect(queues).toEqual([{ subjectId: orderOf(id), endpointId, merchantKey: 'mk_agency' }]);
  });

  test('to several endpoints wakes a delivery of each; several to one, one', async () => {
    const id = await unannounced();
    const second = await world.addEndpoint();
    await world.addCopy(id, second, { createdAt: ago(10), wakeAt: ago(10) });
    const [behind] = await world.addBehind(id, 1);
    await world.setNotification(behind!, { wakeAt: ago(10) });
    const { queues, gateway } = noting();
    await lookOnce(gateway);
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
  const soon = () => new Date(Date.now() + 600_000);

  test('goes on past an order that Temporal refuses', async () => {
    const ids = [await waiting({ nextAttemptAt: soon() }), await waiting({ nextAttemptAt: soon() })];
    ids.push(await waiting({ nextAttemptAt: soon() }));
    await wake();
    const [broken, ...others] = ids.map(orderOf);
    const { calls, gateway } = noting({ broken: [broken!] });

    expect(await runRetries(gateway)).toHaveLength(1);

    expect(calls.sort()).toEqual(others.map((id) => `wake ${id}`).sort());
    expect(await retryJobs()).toEqual([]);
  });

  test('waits where Temporal is unreachable, with the reason, and goes on', async () => {
    const id = await waiting({ nextAttemptAt: soon() });
    await wake();
    const { gateway } = noting({ broken: [orderOf(id)] });
    expect(await runRetries(gateway)).toHaveLength(1);
    expect(await retryJobs()).toMatchObject([{ lastError: 'Error: this one is broken', attempts: 1 }]);
    await em().nativeUpdate(Job, {}, { runAt: ago(1) });
    const later = noting();
    expect(await runRetries(later.gateway)).toEqual([]);
    expect(later.calls).toEqual([`wake ${orderOf(id)}`]);
  });

  test('is for one endpoint: what waits for another one of the merchant is left alone', async () => {
    const id = await waiting({ nextAttemptAt: soon() });
    const other = await world.addEndpoint();
    await world.addCopy(id, other, { createdAt: ago(60_000) });
    await addSingleJob(em(), 'endpoint_retry', other);
    const { queues, gateway } = noting();
    await runRetries(gateway);
    expect(queues).toMatchObject([{ endpointId: other, merchantKey: 'mk_agency' }]);
  });

  test('waits as long as the receiver asked for no requests', async () => {
    const id = await waiting({ nextAttemptAt: soon() });
    await world.setEndpoint(world.url, { heldUntil: new Date(Date.now() + 60_000) });
    await wake();
    const { calls, gateway } = noting();
    await runRetries(gateway);
    expect(calls).toEqual([]);
    const [job] = await retryJobs();
    expect(job!.runAt.getTime()).toBeGreaterThan(Date.now() + 30_000);
    // Its address is saved again.
    await world.setEndpoint(world.url);
    await wake();
    await runRetries(gateway);
    expect(calls).toEqual([`wake ${orderOf(id)}`]);
  });

  test('wakes the delivery of each order once, whatever waits behind the first', async () => {
    const id = await waiting({ nextAttemptAt: soon() });
    await world.addBehind(id, 2);
    await wake();
    const { calls, gateway } = noting();
    await runRetries(gateway);
    expect(calls).toEqual([`wake ${orderOf(id)}`]);
    expect((await world.notification(id)).nextAttemptAt!.getTime()).toBeLessThanOrEqual(Date.now());
  });

  test('that is asked for anew while it is worked off is worked off once more, from its beginning', async () => {
    const id = await waiting();
    await wake();
    const { calls, gateway } = noting();
    let asked = 0;
    const failingAndAskingAgain = {
      ...gateway,
      wake: async (queue: Parameters<typeof gateway.wake>[0]) => {
        if (asked++ === 0) {
          await world.setNotification(id, { nextAttemptAt: soon() });
          await wake();
        }
        await gateway.wake(queue);
      },
    };
    await runRetries(failingAndAskingAgain);
    expect(calls).toEqual([`wake ${orderOf(id)}`, `wake ${orderOf(id)}`]);
    expect(await retryJobs()).toEqual([]);
  });

  describe('behind another one', () => {
    /** One that waited, was made due by a request, and whose delivery was woken for it. */
    async function woken(): Promise<string> {
      const id = await waiting({ nextAttemptAt: soon() });
      expect(await wokenByNext()).toEqual([orderOf(id)]);
      return id;
    }
    /** Whose deliveries the next request wakes. */
    async function wokenByNext(): Promise<string[]> {
      await wake();
      const { queues, gateway } = noting();
      expect(await runRetries(gateway)).toEqual([]);
      return queues.map(({ subjectId }) => subjectId);
    }

    test('wakes no delivery twice: for a saved address, and for the first acknowledgement there', async () => {
      await woken();
      const other = await waiting({ nextAttemptAt: soon() });
      expect(await wokenByNext()).toEqual([orderOf(other)]);
      expect(await wokenByNext()).toEqual([]);
    });

    test('wakes what has failed since, and is planned', async () => {
      const id = await woken();
      await world.setNotification(id, { nextAttemptAt: soon() });
      expect(await wokenByNext()).toEqual([orderOf(id)]);
    });

    test('is seen by an attempt that is under way, and by who was refused a place', async () => {
      const id = await woken();
      const store = createDeliveryStore(world.deps.orm);
      const read = await store.read(id, new Date());
      expect(await wokenByNext()).toEqual([]);
      expect(await store.postpone(id, read!.planned, soon())).toBe(false);
    });

    test('wakes what has been due for longer than it takes: its wake may be lost', async () => {
      const id = await woken();
      await world.setNotification(id, { nextAttemptAt: ago(11_000) });
      expect(await wokenByNext()).toEqual([orderOf(id)]);
    });

    test('leaves what is lost to the search for what is stalled', async () => {
      const id = await woken();
      expect(await wokenByNext()).toEqual([]);
      await world.setNotification(id, { nextAttemptAt: ago(21_000) });
      expect(await stalledIds()).toEqual([id]);
    });

    test('wakes what a process took with it, once its lease has ended', async () => {
      const id = await waiting({ nextAttemptAt: soon() });
      await wake();
      void runRetries({ ...noting().gateway, wake: () => new Promise<never>(() => undefined) });
      await until(async () => (await world.notification(id)).nextAttemptAt! <= new Date());
      const { leasedUntil } = await em().findOneOrFail(Job, { kind: 'endpoint_retry' });
      // As old as it is when the lease ends.
      await world.setNotification(id, { nextAttemptAt: ago(leasedUntil!.getTime() - Date.now() - 2_000) });
      await em().nativeUpdate(Job, {}, { leasedUntil: ago(1) });
      expect(await wokenByNext()).toEqual([orderOf(id)]);
    });
  });

  test('takes all there is, batch by batch', async () => {
    const first = await waiting({ createdAt: ago(90_000) });
    await em().execute(
      `insert into notification select (jsonb_populate_record(n, jsonb_build_object(
         'id', 'NTF' || i, 'subject_id', i::text, 'order_id', null, 'created_at', n.created_at + interval '30 seconds'))).*
       from notification n, generate_series(1, 450) i where n.id = ?`,
      [first],
    );
    await wake();
    const { calls, gateway } = noting();
    await runRetries(gateway);
    expect(new Set(calls).size).toBe(451);
    expect(calls).toHaveLength(451);
    expect(await retryJobs()).toEqual([]);
    await em().nativeDelete(Notification, { orderId: null, createdAt: { $lt: ago(50_000) } });
  });

  test('goes on behind what is done only where that is of the same request', async () => {
    const ids = [await waiting({ createdAt: ago(50_000) }), await waiting({ createdAt: ago(40_000) })];
    const { id: endpointId } = await world.endpoint();
    const requestedAt = new Date().toISOString();
    const retry = { merchantKey: 'mk_agency', endpointId, which: FIRST_WAITING, requestedAt };
    const [one] = await nextToRetry(em(), retry, null, 1);
    const progress = { requestedAt, until: one!.createdAt, untilId: one!.id };
    const idsOf = async (asked: string) =>
      (await nextToRetry(em(), { ...retry, requestedAt: asked }, progress, 10)).map(({ id }) => id);
    expect(await idsOf(requestedAt)).toEqual(ids.slice(1));
    expect(await idsOf(new Date(Date.now() + 1).toISOString())).toEqual(ids);
  });

  test('is seen by who read before, and means to postpone', async () => {
    const id = await waiting({ attempts: 7, nextAttemptAt: ago(25_000) });
    const store = createDeliveryStore(world.deps.orm);
    const read = await store.read(id, new Date());
    await wake();
    await runRetries(noting().gateway);
    expect(await store.postpone(id, read!.planned, new Date(Date.now() + 600_000))).toBe(false);
  });

  test('that was lost with its process leaves what it marked as due, and is taken up again', async () => {
    const id = await waiting({ nextAttemptAt: soon() });
    await wake();
    const dying = { ...noting().gateway, wake: () => new Promise<never>(() => undefined) };
    void runRetries(dying);
    await until(async () => (await world.notification(id)).nextAttemptAt! <= new Date());
    await em().nativeUpdate(Job, {}, { leasedUntil: ago(1) });
    const { calls, gateway } = noting();
    await runRetries(gateway);
    expect(calls).toEqual([`wake ${orderOf(id)}`]);
  });

  test('and an attempt that fails at the same time: one of them sees the other', async () => {
    const id = await waiting({ nextAttemptAt: ago(1_000) });
    await wake();
    const planned = new Date(Date.now() + 600_000);
    const { calls, gateway } = noting();
    let running: Promise<unknown> | undefined;
    await em().transactional(async (failing) => {
      await failing.nativeUpdate(Notification, { id }, { nextAttemptAt: planned });
      running = runRetries(gateway);
      await untilBlocked(failing);
    });
    await running;
    expect(calls).toEqual([`wake ${orderOf(id)}`]);
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
  const request = (id: string) => em().findOneOrFail(Recovery, id);

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
    await lookOnce(later.gateway);
    expect(later.calls).toContain(`wake ${orderOf(lost.id)}`);
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
    const order = orderOf(await waiting({ status: 'skipped' }));
    const id = await recover();
    const { calls, gateway } = noting();
    let cancelled: Recovery | undefined;
    const cancelling = {
      ...gateway,
      wake: async (queue: Parameters<typeof gateway.wake>[0]) => {
        expect(await cancelRecovery(em(), 'mk_agency', id)).toBe(true);
        cancelled = await request(id);
        await gateway.wake(queue);
      },
    };
    expect(await runRetries(cancelling)).toEqual([]);
    expect(calls).toEqual([`wake ${order}`]);
    expect(await request(id)).toEqual(cancelled);
    expect(await retryJobs()).toEqual([]);

    await waiting({ status: 'skipped' });
    const next = await recover();
    await cancelRecovery(em(), 'mk_agency', next);
    await runRetries(gateway);
    expect(calls).toEqual([`wake ${order}`]);
    expect(await retryJobs()).toEqual([]);
  });

  test('that is asked for anew while a batch of it is under way takes all of it once more, and counts it once', async () => {
    const order = orderOf(await waiting({ status: 'skipped' }));
    const id = await recover();
    const { calls, gateway } = noting();
    let asked = 0;
    const askingAgain = {
      ...gateway,
      wake: async (queue: Parameters<typeof gateway.wake>[0]) => {
        if (asked++ === 0) expect(await recover()).toBe(id);
        await gateway.wake(queue);
      },
    };
    expect(await runRetries(askingAgain)).toEqual([]);
    expect(calls).toEqual([`wake ${order}`, `wake ${order}`]);
    expect(await request(id)).toMatchObject({ total: 1, taken: 1, finishedAt: expect.any(Date) });
    expect(await retryJobs()).toEqual([]);
  });

  test('shows how far it is between two batches, and goes on behind the last', async () => {
    const first = await waiting({ createdAt: ago(90_000) });
    await em().execute(
      `insert into notification select (jsonb_populate_record(n, jsonb_build_object(
         'id', 'NTF' || i, 'subject_id', i::text, 'order_id', null, 'status', 'skipped',
         'created_at', n.created_at + interval '30 seconds'))).*
       from notification n, generate_series(1, 250) i where n.id = ?`,
      [first],
    );
    const id = await recover();
    const { calls, gateway } = noting();
    let seen: Recovery | undefined;
    const looking = {
      ...gateway,
      wake: async (queue: Parameters<typeof gateway.wake>[0]) => {
        if (calls.length === 200) seen ??= await request(id);
        await gateway.wake(queue);
      },
    };
    await runRetries(looking);
    expect(seen).toMatchObject({ total: 251, taken: 200, finishedAt: null });
    expect(calls).toHaveLength(251);
    expect(await request(id)).toMatchObject({ total: 251, taken: 251, finishedAt: expect.any(Date) });
    await em().nativeDelete(Notification, { orderId: null, createdAt: { $lt: ago(50_000) } });
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
