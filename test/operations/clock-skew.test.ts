import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Hold, Order, OrderChange, OrderEvent } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { ENCRYPTION_KEY } from '../support/app.ts';
import { bookingIn } from '../support/booking.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide } from '../support/merchants.ts';
import { type ApiProcess, clockAhead, startApi } from '../support/platform/api-process.ts';
import { drawPort } from '../support/ports.ts';
import { until } from '../support/until.ts';

/** An API process whose own clock is wrong, on a platform whose other processes are right. */
const HOUR_MS = 3_600_000;
/** A guide for each course, so that the days of one are not the other's. */
const [INSTANT, HELD, CHANGED] = ['G9101', 'G9102', 'G9103'] as const;
let platform: LivePlatform;

beforeAll(async () => {
  platform = await createLivePlatform();
  await createGuide(platform, { id: INSTANT, instantConfirmation: true });
  await createGuide(platform, { id: HELD });
  await createGuide(platform, { id: CHANGED });
});
afterAll(() => platform.close());

describe.each([
  ['30 seconds ahead', 30_000, 10],
  ['an hour ahead', HOUR_MS, 20],
  ['an hour behind', -HOUR_MS, 30],
])('an API process whose clock is %s', (_, aheadMs, day) => {
  let skewed: ApiProcess;
  const metricsPort = { value: 0 };

  beforeAll(async () => {
    metricsPort.value = await drawPort();
    skewed = await startApi(
      { ...environment(), METRICS_PORT: `${metricsPort.value}`, ...clockAhead(aheadMs) },
      await drawPort(),
    );
  });
  afterAll(() => skewed.kill());

  test('writes an order, and its instant confirmation behind that, at the time of the database', async () => {
    const before = await databaseNow();
    const { data } = await post(skewed, platform.sandbox.agency, 'order/create', bookingIn(day, INSTANT));
    const events = await until(async () => {
      const found = await em().find(OrderEvent, { orderId: data.orderId }, { orderBy: { sequence: 'asc' } });
      return found.length === 2 ? found : undefined;
    });
    const { createdAt, updatedAt, confirmBy } = await em().findOneOrFail(Order, data.orderId);
    const times = [createdAt, ...events.map(({ occurredAt }) => occurredAt), updatedAt];
    const inOrder = times.toSorted((one, other) => one.getTime() - other.getTime());
    expect(times).toEqual(inOrder);
    expectWithin(createdAt, before, await databaseNow());
    expect(Math.abs(confirmBy.getTime() - createdAt.getTime() - 24 * HOUR_MS)).toBeLessThan(1_000);
  });

  test('books what is held, and refuses what is held no more', async () => {
    const { agency } = platform.sandbox;
    const { contactName, contactPhone, ...trip } = bookingIn(day, HELD);
    const hold = { ...trip, holdSeconds: 900 };
    const before = await databaseNow();
    const { data: held } = await post(skewed, agency, 'order/hold', hold);
    expectWithin((await em().findOneOrFail(Hold, held.holdId)).createdAt, before, await databaseNow());
    const booking = { holdId: held.holdId, contactName, contactPhone };
    expect((await post(skewed, agency, 'order/create', booking)).code).toBe(200);

    const other = await post(skewed, agency, 'order/hold', { ...hold, ...bookedOn(day + 1) });
    await em().nativeUpdate(Hold, other.data.holdId, { expiresAt: new Date((await databaseNow()) - 60_000) });
    const late = await post(skewed, agency, 'order/create', { ...booking, holdId: other.data.holdId });
    expect(late).toMatchObject({ code: 40907, data: { status: 'expired' } });
  });

  test('takes an answer to a change up to its deadline, and none after', async () => {
    const { agency, studio } = platform.sandbox;
    const { data } = await post(skewed, agency, 'order/create', bookingIn(day, CHANGED));
    expect((await post(skewed, studio, `order/confirm/${data.orderId}`)).code).toBe(200);
    const asked = async () =>
      (await post(skewed, agency, `order/change/${data.orderId}`, { guestCount: 1 })).data.change.changeId;
    const answerWithin = async (changeId: string, ms: number) =>
      await em().nativeUpdate(OrderChange, changeId, { answerBy: new Date((await databaseNow()) + ms) });

    const late = await asked();
    await answerWithin(late, -60_000);
    expect((await post(skewed, studio, `order/change-accept/${data.orderId}`)).code).toBe(40901);
    const inTime = await asked();
    await answerWithin(inTime, 60_000);
    expect((await post(skewed, studio, `order/change-accept/${data.orderId}`)).code).toBe(200);
  });

  test('gives and takes tokens that the others take and give', async () => {
    const there = await skewedToken(skewed);
    const authorization = `Bearer ${there}`;
    const answer = await platform.app.inject({ url: '/open/v1/guide/list', headers: { authorization } });
    expect(answer.json().code).toBe(200);
    const own = await platform.token(platform.sandbox.agency);
    const headers = { authorization: `Bearer ${own}` };
    expect((await fetch(`${skewed.address}/open/v1/guide/list`, { headers })).status).toBe(200);
  });

  test('tells operators how far it is ahead', async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort.value}/metrics`)).text();
    const seconds = Number(/^guidepost_clock_ahead_seconds (.+)$/m.exec(text)?.[1]);
    expect(Math.abs(seconds - aheadMs / 1_000)).toBeLessThan(1);
  });
});

const em = () => platform.orm.em.fork();

async function databaseNow(): Promise<number> {
  const [row] = await em().execute<{ at: Date }[]>('select clock_timestamp() as at');
  return new Date(row!.at).getTime();
}

/** A measured clock may be wrong by less than this. */
const ERROR_MS = 1_000;

function expectWithin(at: Date, from: number, to: number): void {
  expect(at.getTime()).toBeGreaterThan(from - ERROR_MS);
  expect(at.getTime()).toBeLessThan(to + ERROR_MS);
}

const bookedOn = (day: number) => ({ tripDate: bookingIn(day, HELD).tripDate });

const environment = () => ({
  DATABASE_URL: platform.databaseUrl,
  ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
  TEMPORAL_ADDRESS: platform.temporal.address,
  TEMPORAL_NAMESPACE: platform.temporal.namespace,
  PUBLIC_BASE_URL: 'https://api.guidepost.example',
});

interface Answer {
  readonly code: number;
  readonly data: {
    readonly orderId: string;
    readonly holdId: string;
    readonly change: { readonly changeId: string };
  };
}

async function skewedToken(api: ApiProcess, client = platform.sandbox.agency): Promise<string> {
  const { clientId, clientSecret } = client;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const answer = await fetch(`${api.address}/open/v1/auth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function post(
  api: ApiProcess,
  client: ClientCredentials,
  path: string,
  payload: object = {},
): Promise<Answer> {
  const answer = await fetch(`${api.address}/open/v1/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await skewedToken(api, client)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(payload),
  });
  return (await answer.json()) as Answer;
}
