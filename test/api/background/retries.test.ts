import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import { startRetries } from '../../../api/background/retries.ts';
import { Notification, NotificationRelease, Order } from '../../../db/entities/index.ts';
import {
  nextToRetry,
  requestRetry,
  takeRetryRequest,
  takeStalled,
} from '../../../db/queries/retry-requests.ts';
import type { NotificationGateway } from '../../../temporal/notification-gateway.ts';
import { redeliveryWorkflowId } from '../../../workflows/contract.ts';
import { createWorld, type World } from '../../support/notification-world.ts';
import { until } from '../../support/until.ts';

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
  await em().nativeDelete(NotificationRelease, {});
});

/** One that waits, of an order whose workflow was started. */
async function waiting(changes: Partial<Notification> = {}): Promise<string> {
  const id = await world.addNotification({ createdAt: ago(60_000), ...changes });
  await em().nativeUpdate(Order, { id: orderOf(id) }, { workflowStartedAt: ago(60_000) });
  return id;
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

  test('also while another row of its merchant is locked', async () => {
    const [locked, free] = [await waiting(), await waiting()];
    await em().transactional(async (em) => {
      await em.execute('select 1 from notification where id = ? for update', [locked]);
      expect(await stalledIds()).toEqual([free]);
    });
  });
});

/** Notes what is asked of Temporal, for each workflow; those in `broken` cannot be reached. */
function noting(delivery: Awaited<ReturnType<NotificationGateway['deliveryOf']>>, broken: string[] = []) {
  const calls: string[] = [];
  const note = (what: string, id: string) => {
    if (broken.includes(id)) throw new Error('this one is broken');
    calls.push(`${what} ${id}`);
    return true;
  };
  const gateway: NotificationGateway = {
    deliveryOf: async () => delivery,
    retryNow: async (id) => note('retryNow', id),
    resetBackoff: async (id) => note('resetBackoff', id),
    catchUp: async (id) => void note('catchUp', id),
    resend: async ({ subjectId, sequences }) => void note(`resend #${sequences}`, subjectId),
  };
  return { calls, gateway };
}

async function runRetries(gateway: NotificationGateway): Promise<unknown[]> {
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  await startRetries({ orm: world.deps.orm, gateway, onError }).stop();
  return errors;
}

describe('what is stalled', () => {
  test.each([
    ['waiting', 'resetBackoff'],
    ['none', 'catchUp'],
    ['ended', 'resend #1'],
  ] as const)('goes on where its delivery is %s: %s', async (delivery, call) => {
    const orderId = orderOf(await waiting());
    const { calls, gateway } = noting(delivery);
    expect(await runRetries(gateway)).toEqual([]);
    expect(calls).toEqual([`${call} ${orderId}`]);
  });

  test.each([
    ['waiting', (orderId: string) => `resetBackoff ${redeliveryWorkflowId(orderId)}`],
    ['none', (orderId: string) => `resend #1 ${orderId}`],
    ['ended', (orderId: string) => `resend #1 ${orderId}`],
  ] as const)('goes on with its redelivery, which is %s', async (delivery, call) => {
    const orderId = orderOf(await waiting({ resentAt: ago(60_000) }));
    const { calls, gateway } = noting(delivery);
    await runRetries(gateway);
    expect(calls).toEqual([call(orderId)]);
  });

  test('is left alone where its delivery is queued or running', async () => {
    await waiting();
    const { calls, gateway } = noting('queued or running');
    await runRetries(gateway);
    expect(calls).toEqual([]);
  });
});

describe('a request to retry now', () => {
  test('goes on past an order that Temporal refuses', async () => {
    const soon = new Date(Date.now() + 600_000);
    const ids = [await waiting({ nextAttemptAt: soon }), await waiting({ nextAttemptAt: soon })];
    ids.push(await waiting({ nextAttemptAt: soon }));
    await requestRetry(em(), 'mk_agency', 'wake', null);
    const [broken, ...others] = ids.map(orderOf);
    const { calls, gateway } = noting('waiting', [broken!]);

    expect(await runRetries(gateway)).toHaveLength(1);

    expect(calls.sort()).toEqual(others.map((id) => `resetBackoff ${id}`));
    expect(await takeRetryRequest(em())).toBeUndefined();
  });

  test('leaves alone what is under way, which sees that it is to be retried', async () => {
    const id = await waiting({ attemptingUntil: new Date(Date.now() + 600_000) });
    await requestRetry(em(), 'mk_agency', 'wake', null);
    const [retriable] = await nextToRetry(em(), (await takeRetryRequest(em()))!, 10);
    expect(retriable).toMatchObject({ id, attempt: 'due' });
    expect((await world.notification(id)).nextAttemptAt).not.toBeNull();
  });

  test('and an attempt that fails at the same time: one of them sees the other', async () => {
    const id = await waiting({ nextAttemptAt: ago(1_000) });
    await requestRetry(em(), 'mk_agency', 'wake', null);
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

/** Until another connection waits for a row that this transaction has written. */
async function untilBlocked(holder: EntityManager): Promise<void> {
  await until(async () => {
    const [row] = await holder.execute<{ count: number }[]>(
      'select count(*)::int as count from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
    );
    return row!.count > 0;
  });
}
