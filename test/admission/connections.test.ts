import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Gauge, Registry } from 'prom-client';
import { createAddressOf } from '../../lib/admission/client-address.ts';
import { CONNECTION_LIMITS, type ConnectionLimits } from '../../lib/admission/connection-limits.ts';
import { Connections } from '../../lib/admission/connections.ts';
import { serveMetrics } from '../../lib/http/metrics-server.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { ended, endedUnread, get, openRaw, post } from '../support/network/raw-client.ts';

/** More than the buffers of two kernels take. */
const LARGE = Buffer.alloc(32 * 1024 * 1024);
/** Its `X-Forwarded-For` is believed. */
const PROXY = ['127.0.0.9'];
const opened: (Server | Socket)[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) {
    if ('destroy' in one) one.destroy();
    else one.close().closeAllConnections();
  }
});

async function serve(
  limits: Partial<ConnectionLimits>,
  handle: (path: string, response: ServerResponse) => void,
): Promise<string> {
  const connections = new Connections(createAddressOf(PROXY), { ...CONNECTION_LIMITS, ...limits });
  const server = connections.serve((request, response) => handle(request.url ?? '', response));
  opened.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function raw(address: string, from?: string): Promise<Socket> {
  const socket = await openRaw(address, from);
  opened.push(socket);
  return socket;
}

describe('a connection', () => {
  test('has one request under way: the next begins when the answer before has been fetched', async () => {
    const begun: string[] = [];
    const address = await serve({}, (path, response) => {
      begun.push(path);
      response.end(path === '/first' ? LARGE : 'second');
    });
    const socket = await raw(address);
    socket.write(get('/first') + get('/second'));
    expect(await fetch(`${address}/other`).then((answer) => answer.text())).toBe('second');
    expect(begun).toEqual(['/first', '/other']);
    const texts: string[] = [];
    socket.on('data', (data) => texts.push(data.toString('latin1').slice(-6)));
    socket.resume();
    while (texts.at(-1) !== 'second') await once(socket, 'data');
    expect(begun).toEqual(['/first', '/other', '/second']);
  });

  test('on which too many requests wait is ended; others are answered', async () => {
    const address = await serve({ waitingRequests: 4 }, (path, response) => {
      if (path !== '/hangs') response.end('here');
    });
    const socket = await raw(address);
    socket.write(get('/hangs') + get('/').repeat(4));
    expect(await fetch(address).then((answer) => answer.text())).toBe('here');
    expect(socket.destroyed).toBe(false);
    socket.write(get('/'));
    await ended(socket);
    expect(await fetch(address).then((answer) => answer.text())).toBe('here');
  });

  test('whose client does not read is ended after a silence', async () => {
    const address = await serve({ silenceMs: 200 }, (_path, response) => response.end(LARGE));
    const socket = await raw(address);
    socket.write(get('/'));
    await endedUnread(socket);
  });

  test('whose answer takes too long is ended, also when its client reads a little now and then', async () => {
    const ends: Promise<unknown>[] = [];
    const address = await serve({ answerMs: 300 }, (_path, response) => {
      ends.push(once(response, 'close'));
      const drip = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(drip));
    });
    const socket = await raw(address);
    socket.write(get('/'));
    await ended(socket);
    await Promise.all(ends);
  });

  test('that never finishes its headers is ended', async () => {
    const address = await serve({ headersMs: 200 }, (_path, response) => response.end());
    const socket = await raw(address);
    socket.write('GET / HTTP/1.1\r\nHost: api\r\nX-Slow: ');
    await ended(socket);
  });
});

describe('over all connections', () => {
  test('answers that nobody fetches are bounded: the oldest goes', async () => {
    const address = await serve({ unreadBytes: LARGE.length * 1.5 }, (_path, response) =>
      response.end(LARGE),
    );
    const first = await raw(address);
    first.write(get('/'));
    await readable(first);
    const second = await raw(address);
    second.write(get('/'));
    await endedUnread(first);
    expect(second.destroyed).toBe(false);
  });

  test('the one that was idle the longest makes room for a new one', async () => {
    const address = await serve({ connections: 4, graceMs: 0 }, (path, response) => {
      if (path !== '/hangs') response.end('here');
    });
    const busy = await raw(address);
    busy.write(get('/hangs'));
    const idle = await raw(address);
    idle.write('GET / HT');
    const newcomer = await raw(address);
    newcomer.write(get('/'));
    await readable(newcomer);
    await ended(idle);
    expect(busy.destroyed).toBe(false);
  });
});

describe('what is unfinished', () => {
  const ATTACKERS = ['127.0.0.2', '127.0.0.3'];
  const hello = (address: string) => fetch(address).then((answer) => answer.text());
  const bodiesOf = async (address: string, from: string, count: number) => {
    const sockets: Socket[] = [];
    for (let n = 0; n < count; n++) sockets.push(await raw(address, from));
    for (const socket of sockets) socket.write(post('/', 10, '{'));
    return sockets;
  };
  const served = (limits: Partial<ConnectionLimits>) =>
    serve({ graceMs: 0, ...limits }, (path, response) => {
      if (path !== '/hangs') response.end('here');
    });

  test('shuts out nobody, from however many addresses it comes', async () => {
    const address = await serve({ connections: 8, graceMs: 0 }, (path, response) => {
      if (path === '/hello') response.end('here');
    });
    for (let round = 0; round < 3; round++) {
      for (const from of ATTACKERS) await bodiesOf(address, from, 8);
      for (const _time of [1, 2, 3]) expect(await hello(`${address}/hello`)).toBe('here');
    }
  });

  test('ends first at the address that holds the most, and there what is unfinished the longest', async () => {
    const address = await serve({ connections: 4, graceMs: 0 }, (path, response) => {
      if (path === '/hello') response.end('here');
    });
    const [mine] = await bodiesOf(address, '127.0.0.4', 1);
    const [first, second] = await bodiesOf(address, '127.0.0.2', 2);
    const [other] = await bodiesOf(address, '127.0.0.3', 1);
    expect(await hello(`${address}/hello`)).toBe('here');
    await ended(first!);
    expect([mine, second, other].map((socket) => socket!.destroyed)).toEqual([false, false, false]);
  });

  test('is bounded in bytes: the body that is on its way the longest goes', async () => {
    const address = await serve({ unfinishedBytesOfOne: 150_000 }, () => undefined);
    const sockets: Socket[] = [];
    for (let n = 0; n < 3; n++) {
      const socket = await raw(address, '127.0.0.2');
      socket.write(post('/', 65_536, '{'));
      sockets.push(socket);
    }
    await ended(sockets[0]!);
    expect(sockets.slice(1).map((socket) => socket.destroyed)).toEqual([false, false]);
  });

  test('and was answered has a little time for its rest, and its connection ends', async () => {
    const address = await served({ lingerMs: 100 });
    const socket = await raw(address);
    socket.write(post('/', 1_000_000, '{'));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*here/);
    await ended(socket);
  });

  test('and answered, and then sent, keeps its connection for the next request', async () => {
    const address = await served({ lingerMs: 60_000 });
    const socket = await raw(address);
    socket.write(post('/', 2, '{'));
    await readable(socket);
    socket.read();
    socket.write(`}${get('/next')}`);
    await readable(socket);
    expect(String(socket.read())).toContain('here');
  });

  test('counts for the client that a trusted proxy names, and its own connections are no one client’s', async () => {
    const address = await serve({ connections: 4, graceMs: 0 }, (path, response) => {
      if (path === '/hello') response.end('here');
    });
    const of = async (client: string) => {
      const socket = await raw(address, PROXY[0]);
      socket.write(post('/', 10, '{', `X-Forwarded-For: ${client}\r\n`));
      return socket;
    };
    const other = await of('192.0.2.2');
    const sockets = [await of('192.0.2.1'), await of('192.0.2.1'), await of('192.0.2.1')];
    expect(await hello(`${address}/hello`)).toBe('here');
    await ended(sockets[0]!);
    expect([other, ...sockets.slice(1)].some((socket) => socket.destroyed)).toBe(false);
  });
});

describe('the API', () => {
  const registry = new Registry();
  let api: TestApp;
  let address: string;
  beforeAll(async () => {
    api = await createTestApp({ registry });
    address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => api.close());

  test('ends a connection that asks a thousand times and never reads; others are answered', async () => {
    const socket = await raw(address);
    socket.write(get('/openapi.json').repeat(1_000));
    await endedUnread(socket);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
  });

  test.each(['/openapi.json', '/openapi-3.0.json', '/docs/json', '/docs/yaml'])(
    '%s has a tag, and is not sent to who has it',
    async (path) => {
      const first = await fetch(address + path);
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]{22}"$/);
      expect((await first.text()).length).toBeGreaterThan(50_000);
      const second = await fetch(address + path, { headers: { 'if-none-match': `"other", W/${etag}` } });
      expect([second.status, await second.text(), second.headers.get('etag')]).toEqual([304, '', etag]);
      const other = await fetch(address + path, { headers: { 'if-none-match': '"other"' } });
      expect(other.status).toBe(200);
      await other.arrayBuffer();
    },
  );

  test('answers what is no HTTP in the envelope, with its entry in the catalogue', async () => {
    const socket = await openRaw(address);
    socket.write('this is no HTTP\r\n\r\n');
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(body)).toMatchObject({
      code: 40001,
      data: {
        docUrl: expect.stringMatching(/\/docs\/errors#40001$/),
        details: [{ path: 'header', reason: 'malformed_http', msg: 'is not well-formed HTTP' }],
      },
    });
  });

  test('has no /metrics; they are on a port of their own, where nothing else is', async () => {
    const answer = await fetch(`${address}/metrics`);
    expect([answer.status, ((await answer.json()) as { code: number }).code]).toEqual([404, 40400]);
    const server = await serveMetrics({ host: '127.0.0.1', port: 0, registry });
    opened.push(server);
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const metrics = await fetch(`${own}/metrics`);
    expect(await metrics.text()).toContain('guidepost_http_request_duration_seconds_bucket');
    expect(metrics.headers.get('content-type')).toMatch(/^text\/plain/);
    expect((await fetch(`${own}/openapi.json`)).status).toBe(404);
  });

  test('a metric that cannot be read is left out of the scrape and counted, and ends nothing', async () => {
    const broken = new Registry();
    const collect = () => Promise.reject(new Error('no database'));
    new Gauge({ name: 'broken', help: 'fails', registers: [broken], collect });
    new Gauge({ name: 'whole', help: 'works', registers: [broken] });
    const server = await serveMetrics({ host: '127.0.0.1', port: 0, registry: broken });
    opened.push(server);
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
    for (const times of [1, 2]) {
      const answer = await fetch(own);
      const text = await answer.text();
      expect([answer.status, text]).toEqual([200, expect.stringContaining('\nwhole 0')]);
      expect(text).not.toContain('\nbroken ');
      expect(text).toContain(`guidepost_metrics_source_errors_total{metric="broken"} ${times}`);
    }
  });
});

async function readable(socket: Socket): Promise<void> {
  if (socket.readableLength === 0) await once(socket, 'readable');
}
