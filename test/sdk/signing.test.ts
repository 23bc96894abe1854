/** Signed requests and lost answers, against the real API. */
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GuidepostError } from '@guidepost/sdk';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Credential } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { BASE_URL, type TestApp } from '../support/app.ts';
import { bookingIn } from '../support/booking.ts';
import { createGuide, createMerchant } from '../support/merchants.ts';
import { listen, tracedClient } from '../support/network/sdk.ts';
import { createOrdersApp } from '../support/orders-app.ts';

const GUIDE = 'G8200';
const host = new URL(BASE_URL).host;
let api: TestApp;
let baseUrl: string;

beforeAll(async () => {
  const orders = await createOrdersApp();
  api = orders.api;
  baseUrl = await listen(orders.app);
  await createGuide(api, { id: GUIDE });
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => api.close());

let day = 60;

describe('a credential that must sign', () => {
  let careful: ClientCredentials;
  beforeAll(async () => {
    careful = await createMerchant(api, 'mk_careful');
    const own = { merchantKey: careful.clientId };
    await api.orm.em.fork().nativeUpdate(Credential, own, { requireSignature: true });
  });
  const signing = () => tracedClient(careful, { baseUrl, signRequests: { host } }).guidepost;

  test('is refused without a signature, and with one under another host', async () => {
    for (const signRequests of [false, true]) {
      const { guidepost } = tracedClient(careful, { baseUrl, signRequests });
      const error = await Promise.resolve(guidepost.guides.list()).catch((reason) => reason);
      expect([error.name, error.code]).toEqual(['AuthenticationError', 40104]);
    }
  });

  test('signs queries, bodies, keys and strange characters', async () => {
    const guidepost = signing();
    await guidepost.guides.list({ size: 3, area: 'São Tomé & Príncipe +%/*~', sort: 'rating' });
    const body = { ...bookingIn(day++, GUIDE), contactName: 'Inês 日本' };
    const { orderId } = await guidepost.orders.create(body, { idempotencyKey: 'B-!~"2207' });
    expect((await guidepost.orders.get(orderId)).orderId).toBe(orderId);
    expect(await guidepost.guides.list({ text: "it's (a) test!" })).toHaveProperty('total');
  });

  test('signs each attempt anew: none is a repetition', async () => {
    let failures = 1;
    const { guidepost, paths } = tracedClient(careful, {
      baseUrl,
      signRequests: { host },
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        if (url.includes('/order/create') && failures-- > 0) throw new TypeError('terminated');
        return response;
      },
    });
    await guidepost.orders.create(bookingIn(day++, GUIDE));
    expect(paths.filter((path) => path.endsWith('/order/create'))).toHaveLength(2);
  });

  test('signs by the platform’s clock where its own is an hour off', async () => {
    const real = Date.now;
    for (const hours of [1, -1]) {
      jest.spyOn(Date, 'now').mockImplementation(() => real() + hours * 3_600_000);
      expect(await signing().guides.list()).toHaveProperty('total');
      jest.restoreAllMocks();
    }
  });
});

describe('an answer that is lost', () => {
  let proxy: Awaited<ReturnType<typeof startLossyProxy>>;
  afterAll(() => proxy.close());

  test('is asked for again, and one order results', async () => {
    proxy = await startLossyProxy(baseUrl, 2);
    const replayed: (string | null)[] = [];
    const { guidepost } = tracedClient(api.sandbox.agency, { baseUrl: proxy.url });
    const body = { ...bookingIn(day++, GUIDE), clientReference: 'lost-and-found' };
    const { orderId } = await guidepost.orders.create(body, {
      onResponse: ({ headers }) => void replayed.push(headers.get('idempotent-replayed')),
    });
    expect(proxy.lost()).toBe(2);
    expect(replayed).toEqual(['true']);
    const mine = await guidepost.orders.list({ clientReference: 'lost-and-found' }).toArray({ limit: 9 });
    expect(mine.map((order) => order.orderId)).toEqual([orderId]);
  });

  test('of a caller that crashed is found again under the key of its own records', async () => {
    const { guidepost } = tracedClient(api.sandbox.agency, { baseUrl });
    const body = bookingIn(day++, GUIDE);
    const first = await guidepost.orders.create(body, { idempotencyKey: 'booking-17' });
    expect(await guidepost.orders.create(body, { idempotencyKey: 'booking-17' })).toEqual(first);
    const other = guidepost.orders.create({ ...body, guestCount: 1 }, { idempotencyKey: 'booking-17' });
    const error = await other.catch((reason: unknown) => reason);
    expect([error instanceof GuidepostError, (error as GuidepostError).code]).toEqual([true, 40903]);
  });
});

/** Lets requests through, and resets the connection where the answers of the first orders should come back. */
async function startLossyProxy(target: string, count: number) {
  let lost = 0;
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming;
    const upstream = httpRequest(new URL(url, target), { method, headers }, (answer) => {
      if (url.endsWith('/order/create') && lost < count) {
        lost++;
        answer.resume().once('end', () => incoming.socket.resetAndDestroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost: () => lost,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
