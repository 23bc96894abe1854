/** A worker process whose own clock is wrong, on a platform whose other processes are right (docs/decisions/0128). */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Hold, Order, OrderChange, OrderEvent } from '../../db/entities/index.ts';
import { createHoldGateway } from '../../lib/temporal/hold-gateway.ts';
import { createNotificationGateway } from '../../lib/temporal/notification-gateway.ts';
import { ENCRYPTION_KEY } from '../support/app.ts';
import { bookingIn, bookOrder } from '../support/booking.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide } from '../support/merchants.ts';
import { clockAhead } from '../support/platform/api-process.ts';
import { drawPort } from '../support/ports.ts';
import { testWorkflows } from '../support/servers/index.ts';
import { until } from '../support/until.ts';

const WORKER = fileURLToPath(new URL('../../activities/worker.ts', import.meta.url));
const HOUR_MS = 3_600_000;
/** A measured clock may be wrong by less than this. */
const ERROR_MS = 1_000;
const [INSTANT, ASKED] = ['G9201', 'G9202'] as const;

let platform: LivePlatform;
let worker: ChildProcess;
beforeAll(async () => {
  platform = await createLivePlatform({ workers: false });
  await createGuide(platform, { id: INSTANT, instantConfirmation: true });
  await createGuide(platform, { id: ASKED });
});
afterAll(() => platform.close());

const em = () => platform.orm.em.fork();
const post = async (client: 'agency' | 'studio', path: string, payload: object = {}) => {
  const url = `/open/v1/order/${path}`;
  const answer = await platform.as(platform.sandbox[client], { method: 'POST', url, payload });
  expect(answer.json()).toMatchObject({ code: 200 });
  return answer.json().data;
};
const eventsOf = (orderId: string) => em().find(OrderEvent, { orderId }, { orderBy: { sequence: 'asc' } });
const untilEvents = (orderId: string, count: number) =>
  until(async () => {
    const events = await eventsOf(orderId);
    return events.length === count ? events : undefined;
  });

async function databaseNow(): Promise<number> {
  const [row] = await em().execute<{ at: Date }[]>('select clock_timestamp() as at');
  return new Date(row!.at).getTime();
}

/** Resolves when it works. */
async function startWorker(aheadMs: number): Promise<void> {
  const port = await drawPort();
  worker = spawn(process.execPath, [WORKER], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: platform.databaseUrl,
      ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
      TEMPORAL_ADDRESS: platform.temporal.address,
      TEMPORAL_NAMESPACE: platform.temporal.namespace,
      WORKER_ROLES: 'orders',
      WORKER_HEALTH_PORT: `${port}`,
      WORKFLOW_BUNDLE: (await testWorkflows()).codePath,
      LOG_LEVEL: 'silent',
      ...clockAhead(aheadMs),
    },
    stdio: 'ignore',
  });
  await until(async () => {
    if (worker.exitCode !== null) throw new Error(`the worker ended with ${worker.exitCode}`);
    return (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok;
  });
}

/** Has the hold's workflow ask the database; resolves when it was answered. */
async function haveLookedAt(holdId: string): Promise<void> {
  const handle = platform.temporal.client.workflow.getHandle(holdId);
  const answers = async () => {
    const { events } = await handle.fetchHistory();
    return (events ?? []).filter((event) => event.activityTaskCompletedEventAttributes).length;
  };
  await until(async () => (await em().findOneOrFail(Hold, holdId)).workflowStartedAt);
  const before = await answers();
  await createHoldGateway(platform.temporal.client).announceClock(holdId);
  await until(async () => (await answers()) > before);
}

describe.each([
  ['an hour ahead', HOUR_MS, 20],
  ['an hour behind', -HOUR_MS, 30],
])('an order worker whose clock is %s', (_, aheadMs, day) => {
  beforeAll(() => startWorker(aheadMs));
  afterAll(async () => {
    worker.kill('SIGKILL');
    if (worker.signalCode === null) await once(worker, 'exit');
  });
  afterEach(() => expect(worker.exitCode).toBeNull());

  test('writes what it does, and what is asked of it, at the time of the database', async () => {
    const before = await databaseNow();
    const orderId = await bookOrder(platform, platform.sandbox.agency, bookingIn(day, INSTANT));
    await untilEvents(orderId, 2);
    await post('agency', `cancel/${orderId}`);
    const events = await untilEvents(orderId, 3);
    const after = await databaseNow();
    const { updatedAt } = await em().findOneOrFail(Order, orderId);
    const times = [...events.map(({ occurredAt }) => occurredAt.getTime()), updatedAt.getTime()];
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(times[0]).toBeGreaterThan(before - ERROR_MS);
    expect(times.at(-1)).toBeLessThan(after + ERROR_MS);
  });

  test('ends what nobody confirms, answers or books when its time is over, and not before', async () => {
    const { agency } = platform.sandbox;
    const gateway = createNotificationGateway(platform.temporal.client, () => new Date());
    const [soon, later] = [
      await bookOrder(platform, agency, bookingIn(day, ASKED)),
      await bookOrder(platform, agency, bookingIn(day + 1, ASKED)),
    ];
    const change = await changeOf(await bookOrder(platform, agency, bookingIn(day + 2, ASKED)));
    const { contactName: _, contactPhone: __, ...trip } = bookingIn(day + 3, ASKED);
    const { holdId } = await post('agency', 'hold', { ...trip, holdSeconds: 900 });

    // Half an hour is left by the database's clock; by a clock that is an hour ahead it is over.
    const inHalfAnHour = new Date((await databaseNow()) + HOUR_MS / 2);
    await em().nativeUpdate(Order, { id: later }, { confirmBy: inHalfAnHour });
    await em().nativeUpdate(OrderChange, { id: change.id }, { answerBy: inHalfAnHour });
    const inASecond = new Date((await databaseNow()) + 1_000);
    await em().nativeUpdate(Order, { id: soon }, { confirmBy: inASecond });
    for (const id of [soon, later, change.orderId]) await until(() => gateway.catchUp(id));
    await haveLookedAt(holdId);

    const [, expired] = await untilEvents(soon, 2);
    expect(expired).toMatchObject({ reason: 'confirmation_expired', toStatus: 'cancelled' });
    expect(expired!.occurredAt.getTime()).toBeGreaterThan(inASecond.getTime() - ERROR_MS);
    expect(expired!.occurredAt.getTime()).toBeLessThan((await databaseNow()) + ERROR_MS);
    await post('studio', `confirm/${later}`);
    await post('studio', `change-accept/${change.orderId}`);
    expect(await em().findOneOrFail(Hold, holdId)).toMatchObject({ status: 'held' });

    // Its time is over by the database's clock; by a clock that is an hour behind it is not.
    await em().nativeUpdate(Hold, { id: holdId }, { expiresAt: new Date(await databaseNow()) });
    await haveLookedAt(holdId);
    expect(await em().findOneOrFail(Hold, holdId)).toMatchObject({ status: 'expired' });
  });
});

/** A change of a confirmed order that waits for its studio. */
async function changeOf(orderId: string): Promise<OrderChange> {
  await post('studio', `confirm/${orderId}`);
  await post('agency', `change/${orderId}`, { guestCount: 1 });
  return await em().findOneOrFail(OrderChange, { orderId });
}
