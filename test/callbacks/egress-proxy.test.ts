import { createServer as createNetServer } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createCalendarFetch } from '../../lib/callbacks/calendar-fetch.ts';
import { createCallbackClient } from '../../lib/callbacks/client.ts';
import { createEgressProxy, EgressUnavailable } from '../../lib/callbacks/egress-proxy.ts';
import { createProviderFetch } from '../../lib/callbacks/provider-fetch.ts';
import { type ConnectProxy, startConnectProxy } from '../support/network/connect-proxy.ts';
import { acknowledging, answering, startRaw, startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { type Certificate, selfSigned } from './certificate.ts';

const opened: AsyncDisposable[] = [];
const keep = <Resource extends AsyncDisposable>(resource: Resource): Resource => {
  opened.push(resource);
  return resource;
};
let certificate: Certificate;

beforeAll(async () => {
  certificate = await selfSigned('shop.example');
});
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one[Symbol.asyncDispose]();
});

const PATIENT = { url: '', connectMs: 20_000, checkMs: 20_000 };
const resolve = () => Promise.reject(new Error('a name was looked up'));

/** A client whose only way out is that proxy. */
function client(url: string, own: object = {}, limits: object = {}) {
  const made = createCallbackClient({
    allowInsecure: true,
    now: () => new Date(),
    limits: { connectMs: 20_000, totalMs: 20_000, ...limits },
    ca: certificate.cert,
    proxy: createEgressProxy({ ...PATIENT, url, ...own }),
    resolve,
  });
  keep({ [Symbol.asyncDispose]: () => made.close() });
  return made;
}

const request = { url: 'https://shop.example/hook', headers: { 'webhook-id': 'ntf_1' }, body: '{}' };
const receiver = async (tls?: Certificate) => keep(await startReceiver(acknowledging, tls));
const proxyTo = async (way: ConnectProxy['way']) => keep(await startConnectProxy(way));

describe('through the proxy', () => {
  test('https goes end to end, by names that only the proxy resolves, on connections that are kept', async () => {
    const { port, received, connections } = await receiver(certificate);
    const proxy = await proxyTo({ port });
    const { sendCallback } = client(proxy.url);
    for (let more = 0; more < 5; more += 1)
      await expect(sendCallback(request)).resolves.toMatchObject({ error: null, status: 200 });
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(Array(5).fill('ntf_1'));
    expect(new Set(proxy.asked)).toEqual(new Set(['shop.example:443']));
    expect(connections()).toBeLessThanOrEqual(2);
  });

  test('a certificate of another name is refused: the proxy ends no TLS', async () => {
    const { port, received } = await receiver(await selfSigned('other.example'));
    const { url } = await proxyTo({ port });
    await expect(client(url).sendCallback(request)).resolves.toMatchObject({ error: 'tls_failed' });
    expect(received).toEqual([]);
  });

  test('http, where it is permitted, has a tunnel, too; elsewhere it is refused before the proxy is asked', async () => {
    const { port } = await receiver();
    const proxy = await proxyTo({ port });
    const plain = { ...request, url: 'http://[2001:db8::1]:8080/hook' };
    await expect(client(proxy.url).sendCallback(plain)).resolves.toMatchObject({ error: null });
    expect(proxy.asked).toEqual(['[2001:db8::1]:8080']);
    const strict = createCallbackClient({
      ...{ allowInsecure: false, now: () => new Date() },
      proxy: createEgressProxy({ url: proxy.url }),
    });
    await expect(strict.sendCallback(plain)).resolves.toMatchObject({ error: 'address_refused' });
    await strict.close();
    expect(proxy.asked).toHaveLength(1);
  });

  test('calendars are read, redirects among them', async () => {
    const proxy = await proxyTo({ port: 0 });
    const { port } = keep(
      await startReceiver((asked, response) =>
        asked.url === '/a.ics'
          ? answering(302, '', { location: 'http://other.example/b.ics' })(asked, response)
          : answering(200, 'BEGIN:VCALENDAR')(asked, response),
      ),
    );
    proxy.way = { port };
    const fetchCalendar = createCalendarFetch({
      ...{ allowInsecure: true, resolve },
      proxy: createEgressProxy({ url: proxy.url }),
    });
    await expect(fetchCalendar('http://shop.example/a.ics')).resolves.toBe('BEGIN:VCALENDAR');
    expect(proxy.asked).toEqual(['shop.example:80', 'other.example:80']);
    proxy.way = { refusal: '407 Request rejected by proxy' };
    await expect(fetchCalendar('http://shop.example/a.ics')).rejects.toMatchObject({
      word: 'address_refused',
    });
    proxy.way = { refusal: '503 Service Unavailable' };
    await expect(fetchCalendar('http://shop.example/a.ics')).rejects.toThrow(EgressUnavailable);
  });

  test('the OpenID provider is asked for its keys', async () => {
    const { port } = keep(await startReceiver(answering(200, '{"keys":[]}'), certificate));
    const proxy = await proxyTo({ port });
    const fetchKeys = createProviderFetch(createEgressProxy({ url: proxy.url }), certificate.cert);
    const answer = await fetchKeys('https://shop.example/jwks', { method: 'GET', headers: {} });
    expect(await answer.json()).toEqual({ keys: [] });
    expect(proxy.asked).toEqual(['shop.example:443']);
  });
});

describe('what the proxy says of a receiver is an attempt that failed', () => {
  test.each([
    ['407 Request rejected by proxy', 'address_refused'],
    ['403 Forbidden', 'address_refused'],
    ['502 Bad gateway\r\nX-Smokescreen-Error: Failed to resolve remote hostname: no such host', 'dns_failed'],
    ['502 Bad gateway\r\nX-Smokescreen-Error: Failed to connect to remote host: refused', 'connect_failed'],
    ['504 Gateway timeout', 'connect_timeout'],
  ])('%j', async (refusal, error) => {
    const { url } = await proxyTo({ refusal });
    await expect(client(url).sendCallback(request)).resolves.toMatchObject({ error, status: null });
  });

  test('a proxy that waits for a silent receiver is no proxy that is away', async () => {
    const { url } = await proxyTo('silent');
    await expect(client(url, { connectMs: 50 }).sendCallback(request)).resolves.toMatchObject({
      error: 'connect_timeout',
    });
  });

  test('a receiver that breaks off behind it has lost the connection itself', async () => {
    const { port } = keep(await startRaw(createNetServer((socket) => socket.destroy())));
    const { url } = await proxyTo({ port });
    const plain = { ...request, url: 'http://shop.example/' };
    await expect(client(url).sendCallback(plain)).resolves.toMatchObject({ error: 'connection_lost' });
  });
});

describe('the proxy’s own trouble says nothing of the receiver', () => {
  test.each([
    ['status 407', '407 Proxy Authentication Required\r\nProxy-Authenticate: Basic'],
    ['status 429', '429 Too Many Requests'],
    ['status 500', '500 Internal server error'],
    ['status 503', '503 Service Unavailable'],
  ])('%s', async (why, refusal) => {
    const { url } = await proxyTo({ refusal });
    await expect(client(url).sendCallback(request)).rejects.toMatchObject({ name: 'EgressUnavailable', why });
  });

  test('nobody listens there; its check says so, and that it is back', async () => {
    const proxy = await startConnectProxy('silent');
    const { check } = createEgressProxy({ ...PATIENT, url: proxy.url });
    await expect(check()).resolves.toBeUndefined();
    await proxy[Symbol.asyncDispose]();
    await expect(check()).rejects.toMatchObject({ why: 'no connection' });
    await expect(client(proxy.url).sendCallback(request)).rejects.toMatchObject({ why: 'no connection' });
  });

  test('it is frozen: it takes the connection, and answers nothing', async () => {
    const proxy = await proxyTo('silent');
    proxy.freeze();
    const { sendCallback } = client(proxy.url, { connectMs: 50, checkMs: 50 });
    await expect(sendCallback(request)).rejects.toMatchObject({ why: 'no answer' });
  });

  test('it ends while requests are under way: it is asked whether it is there', async () => {
    const { port, received } = keep(await startReceiver(() => undefined));
    const proxy = await startConnectProxy({ port });
    const { sendCallback } = client(proxy.url);
    const sent = Array.from({ length: 20 }, () => sendCallback({ ...request, url: 'http://shop.example/' }));
    const outcomes = Promise.allSettled(sent);
    await until(() => received.length === 20);
    await proxy[Symbol.asyncDispose]();
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'EgressUnavailable' } });
  });
});
