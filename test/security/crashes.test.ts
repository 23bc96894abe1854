import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AuditEntry, Guide, Notification, Order, OrderEvent } from '../../db/entities/index.ts';
import { ENCRYPTION_KEY } from '../support/app.ts';
import { bookingIn, bookOrder } from '../support/booking.ts';
import { type Barrier, createBarrier } from '../support/data/barrier.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide } from '../support/merchants.ts';
import { type ApiProcess, startApi } from '../support/platform/api-process.ts';
import { drawPort } from '../support/ports.ts';
import { until } from '../support/until.ts';

/**
 * The API is killed (SIGKILL) at a chosen point of a request under an `Idempotency-Key`, and the client asks again:
 * moves are found by their Update, everything else by what its transaction noted (docs/decisions/0125). order/create is in
 * idempotency-under-fire.ts.
 */
const KEPT = 'before update on idempotency_key for each row when (new.answer is not null)';
let platform: LivePlatform;
let barrier: Barrier;
let api: ApiProcess;
let port: number;

beforeAll(async () => {
  platform = await createLivePlatform();
  barrier = await createBarrier(platform.adminUrl);
  port = await drawPort();
  api = await startApi(environment(), port);
  await createGuide(platform, { id: 'G9001' });
});
afterAll(async () => {
  await api.kill();
  await barrier.close();
  await platform.close();
});

const environment = () => ({
  DATABASE_URL: platform.databaseUrl,
  ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64'),
  TEMPORAL_ADDRESS: platform.temporal.address,
  TEMPORAL_NAMESPACE: platform.temporal.namespace,
  PUBLIC_BASE_URL: 'https://api.guidepost.example',
});

interface Answer {
  readonly isReplayed: boolean;
  readonly body: { readonly code: number; readonly data: Record<string, unknown> };
}

/** By the studio. */
async function post(path: string, key: string, payload: object = {}): Promise<Answer> {
  const { clientId, clientSecret } = platform.sandbox.studio;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const token = await fetch(`${api.address}/open/v1/auth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const { access_token: bearer } = (await token.json()) as { access_token: string };
  const answer = await fetch(`${api.address}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(payload),
  });
  const isReplayed = answer.headers.get('idempotent-replayed') === 'true';
  return { isReplayed, body: (await answer.json()) as Answer['body'] };
}

/** Kills the API while its request stands at that point, and starts it again. */
async function crashAt(point: string, request: () => Promise<Answer>, { isOurs = true } = {}): Promise<void> {
  await barrier.raise(point);
  const lost = request().catch(() => 'no answer');
  await barrier.reached();
  await api.kill();
  expect(await lost).toBe('no answer');
  if (isOurs) await barrier.cutOff();
  await barrier.lower();
  // Instead of waiting until the lease of the dead process has ended.
  await platform.orm.em
    .fork()
    .execute('update idempotency_key set leased_until = now() where answer is null');
  api = await startApi(environment(), port);
}

describe('a move', () => {
  let day = 30;
  async function book(): Promise<string> {
    const orderId = await bookOrder(platform, platform.sandbox.agency, bookingIn(day++, 'G9001'));
    const order = () => platform.orm.em.fork().findOneOrFail(Order, orderId);
    await until(async () => (await order()).workflowStartedAt != null);
    return orderId;
  }

  test.each<[string, string, boolean]>([
    ['before its workflow is asked', 'before insert on order_command for each row', true],
    [
      'while its workflow is at it',
      `before insert on order_event for each row when (new.sequence > 1)`,
      false,
    ],
    ['when it is done, before its answer is kept', KEPT, true],
  ])('%s: repeated, it was made once', async (name, point, isOurs) => {
    const orderId = await book();
    const confirm = () =>
      post(`/open/v1/order/confirm/${orderId}`, `confirm ${name}`.replaceAll(' ', '-'), {
        reason: 'At the station',
      });
    await crashAt(point, confirm, { isOurs });

    const again = await confirm();
    expect(again).toMatchObject({ isReplayed: false, body: { code: 200, data: { status: 'confirmed' } } });
    expect(await confirm()).toEqual({ ...again, isReplayed: true });
    const em = platform.orm.em.fork();
    const moves = { orderId, sequence: { $gt: 1 } };
    expect(await em.find(OrderEvent, moves)).toEqual([
      expect.objectContaining({
        toStatus: 'confirmed',
        note: 'At the station',
        actorKey: 'mk_sandbox_studio',
      }),
    ]);
    const notified = await em.find(Notification, moves);
    expect(notified.map(({ merchantKey }) => merchantKey).sort()).toEqual([
      'mk_sandbox_agency',
      'mk_sandbox_studio',
    ]);
  });
});

describe('a new guide', () => {
  const guide = (name: string) => ({
    name,
    area: 'Porto',
    languages: ['pt'],
    serviceTypes: ['wine'],
    dayRate: 100,
    currency: 'EUR',
    timeZone: 'Europe/Lisbon',
    maxGuests: 4,
  });

  test.each([
    ['before it is committed', 'before insert on audit_entry for each row'],
    ['when it is there, before its answer is kept', KEPT],
  ])('%s: repeated, there is one', async (name, point) => {
    const create = () => post('/open/v1/guide/create', `guide ${name}`.replaceAll(' ', '-'), guide(name));
    await crashAt(point, create);

    const again = await create();
    expect(again).toMatchObject({ isReplayed: false, body: { code: 200, data: { name } } });
    expect(await create()).toEqual({ ...again, isReplayed: true });
    const em = platform.orm.em.fork();
    const [only, ...others] = await em.find(Guide, { name });
    expect([only?.id, others]).toEqual([again.body.data.guideId, []]);
    expect(await em.count(AuditEntry, { action: 'guide.created', subject: `guide:${only?.id}` })).toBe(1);
  });
});
