/** The SDK against a real platform: API, workers, PostgreSQL, Temporal. */
import { inspect } from 'node:util';
import {
  ConflictError,
  type Guidepost,
  GuidepostError,
  NotFoundError,
  PermissionError,
  ValidationError,
} from '@guidepost/sdk';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { bookingIn } from '../support/booking.ts';
import { grantLink } from '../support/data/provider-links.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { listen, tracedClient } from '../support/network/sdk.ts';
import { until } from '../support/until.ts';

const GUIDE = 'G8100';
let platform: LivePlatform;
let baseUrl: string;
let agency: Guidepost;
let studio: Guidepost;
let provider: ClientCredentials;

beforeAll(async () => {
  platform = await createLivePlatform();
  baseUrl = await listen(platform.app);
  await createGuide(platform, { id: GUIDE });
  agency = tracedClient(platform.sandbox.agency, { baseUrl }).guidepost;
  studio = tracedClient(platform.sandbox.studio, { baseUrl }).guidepost;
  provider = await createMerchant(platform, 'mk_sdk_provider', { kind: 'provider' });
  await grantLink(platform, 'mk_sandbox_agency', provider.clientId, ['order:read', 'order:write']);
});
afterAll(() => platform.close());

let day = 40;
const booking = () => bookingIn(day++, GUIDE);

async function errorOf(promise: PromiseLike<unknown>): Promise<GuidepostError> {
  const error = await Promise.resolve(promise).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof GuidepostError) return error;
  throw new Error('it was not refused', { cause: error });
}

test('an order from the quote to its end, by both sides', async () => {
  const body = booking();
  const { totalAmount } = await agency.orders.quote({
    guideId: body.guideId,
    tripDate: body.tripDate,
    tripDays: 1,
    guestCount: 2,
  });
  const created = await agency.orders.create({ ...body, expectedTotal: totalAmount });
  expect([created.status, created.totalAmount]).toEqual(['pending', totalAmount]);
  expect((await agency.orders.get(created.orderId)).history).toHaveLength(1);
  expect((await studio.orders.confirm(created.orderId)).status).toBe('confirmed');
  expect((await agency.orders.cancel(created.orderId)).status).toBe('cancelled');
});

test('a token is bought once, however many ask at once', async () => {
  const { guidepost, paths } = tracedClient(platform.sandbox.agency, { baseUrl });
  await Promise.all(Array.from({ length: 20 }, () => guidepost.guides.list({ size: 1 })));
  await guidepost.guides.list({ size: 1 });
  expect(paths.filter((path) => path.endsWith('/auth/token'))).toHaveLength(1);
  expect(paths).toHaveLength(22);
});

describe('lists', () => {
  test('a loop over guides goes through all pages, and ends', async () => {
    const { total } = await agency.guides.list();
    const { guidepost, paths } = tracedClient(platform.sandbox.agency, { baseUrl });
    const ids: string[] = [];
    for await (const guide of guidepost.guides.list({ size: 7 })) ids.push(guide.guideId);
    expect([ids.length, new Set(ids).size]).toEqual([total, total]);
    expect(paths.length - 1).toBe(Math.ceil(total / 7));
  });

  test('a loop over orders goes by cursor', async () => {
    const created = [];
    for (let i = 0; i < 5; i++) created.push((await agency.orders.create(booking())).orderId);
    const found = [];
    for await (const order of agency.orders.list({ guideId: GUIDE, size: 2 })) found.push(order.orderId);
    expect(found).toEqual(expect.arrayContaining(created));
    expect(new Set(found).size).toBe(found.length);
    expect(await agency.orders.list({ guideId: GUIDE, size: 2 }).toArray({ limit: 3 })).toHaveLength(3);
  });

  test('the event feed keeps a cursor from which nothing is lost, and follows what comes', async () => {
    const first = await agency.orders.create(booking());
    const { nextCursor: start } = await agency.events.list({ from: 'now' });
    const second = await agency.orders.create(booking());
    const query = { cursor: start!, orderId: second.orderId, waitSeconds: 1 };
    // The feed shows it once no older transaction runs, of other tests either.
    await until(async () => (await agency.events.list(query).toArray({ limit: 1 })).length > 0);

    const cut = agency.events.list(query);
    for await (const _ of cut) break;
    // The page was not handled to its end.
    expect(cut.cursor).toBe(start);

    const control = new AbortController();
    const feed = agency.events.follow(query, { signal: control.signal });
    const states: string[] = [];
    const following = (async () => {
      for await (const event of feed) {
        if (event.type !== 'order.status_changed') continue;
        expect(event.orderId).not.toBe(first.orderId);
        states.push(event.status);
        if (event.status === 'pending') await studio.orders.confirm(second.orderId);
        if (event.status === 'confirmed') control.abort(new Error('enough'));
      }
    })();
    await expect(following).rejects.toThrow('enough');
    expect(states).toEqual(['pending', 'confirmed']);
    // Both were handled.
    const rest = agency.events.list({ cursor: feed.cursor!, orderId: second.orderId });
    expect(await rest.toArray({ limit: 9 })).toEqual([]);
  });
});

describe('refusals', () => {
  test('tell what is wrong, where, and what it is called', async () => {
    const error = await errorOf(agency.orders.create({ ...booking(), tripDate: '2020-01-01' }));
    expect(error).toBeInstanceOf(ValidationError);
    expect([error.name, error.code, error.status]).toEqual(['ValidationError', 40001, 400]);
    const [detail] = error.details;
    expect(detail?.path).toBe('body.tripDate');
    expect(detail?.reason).toMatch(/^[a-z_]+$/);
    expect(detail?.msg).toContain(' ');
    expect(error.docUrl).toContain('40001');
    expect(error.message).toContain('body.tripDate');
    expect(error.requestId).toBeTruthy();
    expect(error.message).toContain(error.requestId);
  });

  test('are of the class of their kind', async () => {
    const body = booking();
    await agency.orders.create(body);
    expect(await errorOf(agency.orders.create(body))).toBeInstanceOf(ConflictError);
    expect(await errorOf(agency.orders.get('ORD1000000000000000001'))).toBeInstanceOf(NotFoundError);
    const { orderId } = await agency.orders.create(booking());
    expect(await errorOf(agency.orders.confirm(orderId))).toBeInstanceOf(PermissionError);
  });

  test('and the client itself show no secret', async () => {
    const wrong = { ...platform.sandbox.agency, clientSecret: 'sk_never_to_be_seen' };
    const { guidepost } = tracedClient(wrong, { baseUrl });
    const error = await errorOf(guidepost.guides.list());
    expect([error.code, error.name]).toEqual([40102, 'AuthenticationError']);
    for (const shown of [error, guidepost, agency, guidepost.orders]) {
      const text = inspect(shown, { depth: 12, showHidden: true }) + JSON.stringify(shown);
      expect(text).not.toContain('never_to_be_seen');
      expect(text).not.toContain(platform.sandbox.agency.clientSecret);
      expect(text).not.toContain('eyJ');
    }
  });
});

describe('acting for another merchant', () => {
  test('is a client of its own, with the same token', async () => {
    const { guidepost, paths } = tracedClient(provider, { baseUrl });
    const acting = guidepost.onBehalfOf('mk_sandbox_agency');
    const { orderId } = await acting.orders.create(booking());
    expect((await acting.orders.get(orderId)).orderId).toBe(orderId);
    expect(await errorOf(guidepost.orders.get(orderId))).toBeInstanceOf(NotFoundError);
    expect(await errorOf(guidepost.onBehalfOf('mk_sandbox_studio').orders.get(orderId))).toBeInstanceOf(
      PermissionError,
    );
    expect(paths.filter((path) => path.endsWith('/auth/token'))).toHaveLength(1);
  });
});

describe('what the platform answers no other way', () => {
  test('documents without an envelope, and any request by hand', async () => {
    expect((await agency.platform.metadata()).issuer).toMatch(/^https:/);
    expect((await agency.platform.signingKeys()).keys.length).toBeGreaterThan(0);
    expect(await agency.request('GET', '/open/v1/guide/list', { query: { size: 1 } })).toEqual(
      await agency.guides.list({ size: 1 }),
    );
    const { access_token, expires_in } = await agency.auth.issueToken({ scope: 'guide:read', expiresIn: 60 });
    expect([access_token.split('.').length, expires_in]).toEqual([3, 60]);
  });

  test('an id that would lead elsewhere is never sent', () => {
    for (const id of ['', '.', '..', undefined as unknown as string]) {
      expect(() => agency.orders.get(id)).toThrow(TypeError);
    }
  });

  test('an id with strange characters is an id', async () => {
    for (const id of ['../../x', 'a/b?c#d', '%2e%2e', 'ÿ\u0000']) {
      expect(await errorOf(agency.orders.get(id))).toBeInstanceOf(GuidepostError);
    }
  });
});
