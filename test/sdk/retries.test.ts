/** What the SDK does with a platform that fails, hangs, breaks off and repeats itself. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  Guidepost,
  GuidepostError,
  type GuidepostOptions,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '@guidepost/sdk';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fetch as fetchBy, ProxyAgent } from 'undici';

interface ReceivedBy {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
type Step = (request: IncomingMessage, response: ServerResponse) => void;

const ORDER = { guideId: 'G1', tripDate: '2027-05-01', tripDays: 1, guestCount: 1 } as never;
let baseUrl: string;
/** What the server does with the next requests that are not for tokens; afterwards it answers well. */
let script: Step[] = [];
let tokens: Step[] = [];
let arrived: ReceivedBy[] = [];
let bought = 0;

const server = createServer(async (request, response) => {
  // A connection that the end of one test closes is not there for the next one to find broken.
  response.shouldKeepAlive = false;
  const body = await text(request).catch(() => '');
  const { method = '', url = '', headers } = request;
  if (url === '/open/v1/auth/token') {
    bought++;
    const data = { access_token: `token-${bought}`, token_type: 'Bearer', expires_in: 7_200 };
    return (tokens.shift() ?? json(200, { code: 200, data }))(request, response);
  }
  arrived.push({ method, path: url, headers, body });
  (script.shift() ?? ok)(request, response);
});

const json =
  (status: number, body: object, headers: Record<string, string> = {}): Step =>
  (_request, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
const ok = json(200, { code: 200, msg: 'success', data: { list: [], total: 0, status: 'pending' } });
const refuse = (status: number, code: number, headers?: Record<string, string>) =>
  json(status, { code, msg: 'refused', data: { requestId: 'req-1' } }, headers);
const reset: Step = (request) => request.socket.resetAndDestroy();
const hang: Step = () => {};
const halfAnAnswer: Step = (request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
  response.write('{"code":200,');
  response.once('close', () => request.socket.destroy());
  setImmediate(() => request.socket.resetAndDestroy());
};
const html =
  (status: number): Step =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  [script, tokens, arrived, bought] = [[], [], [], 0];
  // The shortest of every wait.
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  jest.restoreAllMocks();
  server.closeAllConnections();
});
afterAll(() => void server.close());

const client = (options: Partial<GuidepostOptions> = {}) =>
  new Guidepost({ clientId: 'mk_some', clientSecret: 'sk_some', baseUrl, ...options });

async function caught(promise: PromiseLike<unknown>): Promise<unknown> {
  return await Promise.resolve(promise).then(
    () => {
      throw new Error('it went well');
    },
    (reason: unknown) => reason,
  );
}
const keys = () => new Set(arrived.map(({ headers }) => headers['idempotency-key']));

describe('a failure that passes', () => {
  const PASSING: [string, Step][] = [
    ['a reset connection', reset],
    ['half an answer', halfAnAnswer],
    ['500', refuse(500, 50000)],
    ['503 with Retry-After', refuse(503, 50301, { 'retry-after': '0' })],
    ['429', refuse(429, 42901, { 'retry-after': '0' })],
    ['a gateway that answers HTML', html(502)],
  ];

  test.each(PASSING)('of a read is tried again: %s', async (_name, step) => {
    script = [step, step];
    await client().guides.list();
    expect(arrived).toHaveLength(3);
  });

  test.each(PASSING)('of a write is tried again under the same key: %s', async (_name, step) => {
    script = [step, step];
    await client().orders.create(ORDER);
    expect(arrived.map(({ body }) => body)).toEqual(Array(3).fill(JSON.stringify(ORDER)));
    expect([...keys()]).toEqual([expect.stringMatching(/^[\w-]{36}$/)]);
  });

  test('of the same request that is still under way is waited for', async () => {
    script = [reset, refuse(409, 40904, { 'retry-after': '0' })];
    await client().orders.create(ORDER);
    expect([arrived.length, keys().size]).toEqual([3, 1]);
  });

  test('is not tried for ever', async () => {
    script = Array(9).fill(refuse(503, 50301));
    const error = await caught(client({ maxRetries: 2 }).guides.list());
    expect(error).toBeInstanceOf(ServerError);
    expect(arrived).toHaveLength(3);
  });

  test('of a DELETE is tried again, under its key', async () => {
    script = [reset];
    await client().waitlist.delete('WL1');
    expect(arrived).toHaveLength(2);
    const keys = arrived.map(({ headers }) => headers['idempotency-key']);
    expect([new Set(keys).size, keys[0]]).toEqual([1, expect.any(String)]);
  });

  test('waits as long as it is asked to, and not where that is too long', async () => {
    const waits = jest.spyOn(globalThis, 'setTimeout');
    script = [refuse(429, 42901, { 'retry-after': '1' })];
    await client().guides.list();
    expect(waits.mock.calls.map(([, ms]) => ms)).toContain(1_000);

    script = [refuse(429, 42901, { 'retry-after': '3600' })];
    const error = (await caught(client().guides.list())) as RateLimitError;
    expect(error).toBeInstanceOf(RateLimitError);
    expect([error.retryAfter, arrived.length]).toEqual([3_600, 3]);
  });

  test('is waited for at random, and longer each time', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.021);
    const waits = jest.spyOn(globalThis, 'setTimeout');
    script = [reset, reset, reset];
    await client({ timeout: 99_999 }).guides.list();
    const delays = waits.mock.calls.map(([, ms]) => ms);
    expect(delays.filter((ms) => [10.5, 21, 42].includes(ms!))).toEqual([10.5, 21, 42]);
  });
});

describe('what would fail again', () => {
  test.each([
    [400, 40001],
    [403, 40006],
    [404, 40005],
    [409, 40902],
    [429, 42902],
  ])('is not tried again: %i %i', async (status, code) => {
    script = [refuse(status, code)];
    const error = (await caught(client().orders.create(ORDER))) as GuidepostError;
    expect([error.status, error.code, error.requestId, arrived.length]).toEqual([status, code, 'req-1', 1]);
  });

  test('an answer of somebody else is an error that says so', async () => {
    for (const step of [
      html(200),
      json(200, ['x']),
      html(302),
      json(200, { code: '200' }),
      json(200, { status: 'ok' }),
    ]) {
      script = [step];
      const error = await caught(client().guides.list());
      expect([error instanceof GuidepostError, String(error)]).toEqual([
        true,
        expect.stringContaining('not an answer of Guidepost'),
      ]);
    }
  });

  test('a refusal that a proxy made a 200 of is a refusal', async () => {
    script = [json(200, { code: 40902, msg: 'guide not available on those days', data: {} })];
    const error = (await caught(client().orders.create(ORDER))) as GuidepostError;
    expect([error instanceof ConflictError, error.status]).toEqual([true, 409]);
  });

  test('a redirection is not followed: it would take the app_secret elsewhere', async () => {
    tokens = [
      (_request, response) => void response.writeHead(307, { location: `${baseUrl}/elsewhere` }).end(),
    ];
    expect(await caught(client().guides.list())).toBeInstanceOf(GuidepostError);
    expect(arrived).toEqual([]);
  });
});

describe('keys', () => {
  test('are the given one, or a new one for each call', async () => {
    await client().orders.create(ORDER, { idempotencyKey: 'B-2207' });
    await client().orders.create(ORDER);
    await client().orders.create(ORDER);
    expect(keys().size).toBe(3);
    expect(arrived[0]?.headers['idempotency-key']).toBe('B-2207');
  });
});

describe('what callers add', () => {
  test('headers of theirs win, the key among them', async () => {
    await client().orders.create(ORDER, { headers: { 'Idempotency-Key': 'B-2208' } });
    expect(arrived[0]?.headers['idempotency-key']).toBe('B-2208');
  });

  test('a callback that throws is their error, and no reason to send anything again', async () => {
    const mistake = new Error('mistake');
    const onResponse = () => {
      throw mistake;
    };
    expect(await caught(client().orders.create(ORDER, { onResponse }))).toBe(mistake);
    expect(arrived).toHaveLength(1);
  });

  test('a timeout without an end is none', async () => {
    await client({ timeout: Number.POSITIVE_INFINITY }).guides.list();
    expect(arrived).toHaveLength(1);
  });
});

describe('time', () => {
  test('a platform that does not answer is given up, attempt by attempt', async () => {
    const sdk = client({ maxRetries: 1 });
    // So that no attempt waits for a token.
    await sdk.guides.list();
    script = [hang, hang];
    const error = await caught(sdk.guides.list({}, { timeout: 500 }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(String(error)).toContain('500 ms');
    expect(arrived).toHaveLength(3);
  });

  test('a body that never ends is given up too', async () => {
    script = [(_request, response) => void response.writeHead(200).write('{"code":')];
    expect(await caught(client({ timeout: 50, maxRetries: 0 }).guides.list())).toBeInstanceOf(TimeoutError);
  });

  test('nobody listens', async () => {
    const nobody = client({ baseUrl: 'http://127.0.0.1:1', maxRetries: 1 });
    const error = (await caught(nobody.guides.list())) as ConnectionError;
    expect(error).toBeInstanceOf(ConnectionError);
    expect([error.status, error.code]).toEqual([undefined, undefined]);
    expect(error.message).toMatch(/^POST http:\/\/127.0.0.1:1\/open\/v1\/auth\/token: the connection failed/);
  });
});

describe('an answer', () => {
  test('that does not end by itself is not read for ever, and not asked for again', async () => {
    const chunk = Buffer.alloc(1_024 * 1_024, ' ');
    let isCut = false;
    const endless: Step = (_request, response) => {
      response
        .on('error', () => {})
        .once('close', () => {
          isCut = true;
        });
      const more = () => {
        while (!isCut && response.write(chunk));
      };
      response.writeHead(200).on('drain', more);
      more();
    };
    script = [endless, endless];
    const error = await caught(client().guides.list());
    expect([error instanceof GuidepostError, String(error)]).toEqual([
      true,
      expect.stringContaining('longer than 32 MiB'),
    ]);
    expect(arrived).toHaveLength(1);
  });
});

describe('the event feed', () => {
  test('is followed from where nothing has happened, through failures, until the signal ends it', async () => {
    const control = new AbortController();
    const page = (list: object[], nextCursor: string | null) =>
      json(200, { code: 200, data: { list, nextCursor, hasMore: false } });
    script = [page([], null), ...Array(6).fill(refuse(503, 50301)), page([{ type: 'order.changed' }], 'c1')];
    const seen: string[] = [];
    const following = (async () => {
      for await (const event of client({ maxRetries: 1 }).events.follow(
        { from: 'now' },
        { signal: control.signal },
      )) {
        seen.push(event.type);
        control.abort(new Error('enough'));
      }
    })();
    await expect(following).rejects.toThrow('enough');
    expect([seen, arrived.length]).toEqual([['order.changed'], 8]);
    const queries = arrived.map(({ path }) => new URL(path, baseUrl).searchParams);
    expect(queries.map((query) => [query.get('cursor'), query.get('from')])).toEqual([
      [null, 'now'],
      ...Array(7).fill([null, null]),
    ]);
  });
});

describe('an abort', () => {
  const enough = new Error('enough');
  const aborted = async (step: Step, abortAt: (control: AbortController) => void) => {
    const control = new AbortController();
    script = [step];
    const going = caught(client().orders.create(ORDER, { signal: control.signal }));
    abortAt(control);
    return await going;
  };

  test('before the request sends nothing', async () => {
    expect(await aborted(ok, (control) => control.abort(enough))).toBe(enough);
    expect(arrived).toEqual([]);
  });

  test('while the platform thinks ends the request', async () => {
    const control = new AbortController();
    script = [() => control.abort(enough)];
    expect(await caught(client().orders.create(ORDER, { signal: control.signal }))).toBe(enough);
    expect(arrived).toHaveLength(1);
  });

  test('between attempts ends the wait', async () => {
    const control = new AbortController();
    script = [refuse(503, 50301, { 'retry-after': '50' })];
    const onResponse = (response: Response) => {
      if (response.status === 503) setImmediate(() => control.abort(enough));
    };
    expect(await caught(client().guides.list({}, { signal: control.signal, onResponse }))).toBe(enough);
  });

  test('of one who waits for a token leaves the token to the others', async () => {
    const control = new AbortController();
    const guidepost = client();
    const [stopped, other] = [
      caught(guidepost.guides.list({}, { signal: control.signal })),
      guidepost.guides.list(),
    ];
    const going = other.then(() => 'went well');
    control.abort(enough);
    expect([await stopped, await going, bought]).toEqual([enough, 'went well', 1]);
  });
});

describe('tokens', () => {
  const EXPIRED = refuse(401, 40103);

  test('that are no longer taken are bought anew, once', async () => {
    const guidepost = client();
    await guidepost.guides.list();
    script = [EXPIRED];
    await guidepost.orders.create(ORDER);
    expect(arrived.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-1',
      'Bearer token-2',
    ]);
    script = [refuse(401, 40101), refuse(401, 40101)];
    expect(await caught(guidepost.guides.list())).toBeInstanceOf(AuthenticationError);
    expect(bought).toBe(3);
  });

  test('that can not be bought are tried for as often as a request is, also for a DELETE', async () => {
    tokens = Array(9).fill(refuse(503, 50301));
    expect(await caught(client({ maxRetries: 2 }).waitlist.delete('WL1'))).toBeInstanceOf(ServerError);
    expect([bought, arrived.length]).toEqual([3, 0]);
    tokens = [reset, reset];
    await client().waitlist.delete('WL1');
    expect(arrived).toHaveLength(1);
  });

  test('are bought once for all requests that were refused together', async () => {
    const guidepost = client();
    await guidepost.guides.list();
    script = Array(10).fill(EXPIRED);
    await Promise.all(Array.from({ length: 10 }, () => guidepost.guides.list()));
    expect([bought, arrived.length]).toEqual([2, 21]);
  });

  test('are renewed five minutes before they end, and the old one serves while that fails', async () => {
    const clock = jest.spyOn(Date, 'now');
    const start = 1_800_000_000_000;
    const at = (seconds: number) => clock.mockReturnValue(start + seconds * 1_000);
    at(0);
    const guidepost = client({ maxRetries: 0 });
    await guidepost.guides.list();
    at(7_200 - 301);
    await guidepost.guides.list();
    expect(bought).toBe(1);
    at(7_200 - 299);
    tokens = [refuse(503, 50301)];
    await guidepost.guides.list();
    expect(arrived.at(-1)?.headers.authorization).toBe('Bearer token-1');
    await guidepost.guides.list();
    expect(arrived.at(-1)?.headers.authorization).toBe('Bearer token-3');
    at(20_000);
    tokens = [refuse(503, 50301)];
    expect(await caught(guidepost.guides.list())).toBeInstanceOf(ServerError);
  });
});

describe('options', () => {
  test.each([
    [{ baseUrl: 'http://api.guidepost.example' }],
    [{ baseUrl: 'nonsense' }],
    [{ baseUrl: 'https://mk:sk_secret@api.guidepost.example' }],
    [{ baseUrl: 'ftp://127.0.0.1' }],
    [{ clientSecret: '' }],
    [{ clientId: undefined as unknown as string }],
  ])('that make no sense are refused without showing them: %#', (options) => {
    expect(() => client(options)).toThrow(TypeError);
    expect(() => client(options)).not.toThrow('sk_secret');
  });

  test.each<[keyof GuidepostOptions, unknown]>([
    ['timeout', '50'],
    ['timeout', Number.NaN],
    ['timeout', 0],
    ['timeout', null],
    ['maxRetries', Number.NaN],
    ['maxRetries', '3'],
    ['maxRetries', -1],
    ['maxRetries', 1.5],
    ['headers', new Headers()],
    ['headers', { 'x-number': 1 }],
    ['onResponse', 'log'],
  ])('%s: %p makes no sense, of a client or of a request', async (name, value) => {
    const message = new RegExp(`^${name} must be `);
    expect(() => client({ [name]: value })).toThrow(message);
    const error = await caught(client().guides.list({}, { [name]: value }));
    expect([error instanceof TypeError, String(error), arrived]).toEqual([
      true,
      expect.stringContaining(`${name} must be`),
      [],
    ]);
  });

  test.each([
    { fetch: 'undici' },
    { scope: '' },
    { signRequests: { host: '' } },
    { userAgent: 7 },
    { allowInsecure: 'yes' },
  ])('of a client alone, too: %p', (options) => {
    expect(() => client(options as never)).toThrow(TypeError);
  });

  test('a fetch of the caller takes every request through a proxy, that for the token too', async () => {
    const asked: string[] = [];
    const proxy = createServer().on('connect', (request, socket: Socket) => {
      asked.push(request.url ?? '');
      const { hostname, port } = new URL(`http://${request.url}`);
      const onward = connect(Number(port), hostname, () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      for (const one of [socket, onward]) one.on('error', () => {});
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const uri = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    // As it does for https: of what goes to http, it would ask the proxy itself.
    const dispatcher = new ProxyAgent({ uri, proxyTunnel: true });
    const proxied: GuidepostOptions['fetch'] = (url, init) =>
      fetchBy(url, { ...init, dispatcher } as never) as unknown as Promise<Response>;
    try {
      await client({ fetch: proxied }).guides.list();
      expect([bought, arrived.length, new Set(asked)]).toEqual([1, 1, new Set([new URL(baseUrl).host])]);
    } finally {
      await dispatcher.destroy();
      proxy.close();
    }
  });

  test('an address below a path, and headers of the caller', async () => {
    const guidepost = client({
      baseUrl: `${baseUrl}/gateway`,
      headers: { 'X-Tenant': 'a' },
      userAgent: 'acme/1',
    });
    // The token's path is another one there, too.
    script = [json(200, { code: 200, data: { access_token: 'token', expires_in: 60 } })];
    await guidepost.guides.list({}, { headers: { 'x-trace': 't' } });
    expect(arrived.map(({ path }) => path)).toEqual([
      '/gateway/open/v1/auth/token',
      '/gateway/open/v1/guide/list',
    ]);
    expect(arrived[1]?.headers).toMatchObject({
      'x-tenant': 'a',
      'x-trace': 't',
      'user-agent': expect.stringMatching(/^acme\/1 guidepost-sdk\/\d+\.\d+\.\d+ \(node\/\d/),
    });
  });
});
