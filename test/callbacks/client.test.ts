import type { RequestListener } from 'node:http';
import { createServer as createNetServer, isIP, type Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type CallbackClientOptions, createCallbackClient } from '../../lib/callbacks/client.ts';
import { HOSTILE_ADDRESSES } from '../support/network/hostile-addresses.ts';
import { acknowledging, answering, startRaw, startReceiver } from '../support/receiver.ts';
import { type Certificate, selfSigned } from './certificate.ts';

const PATIENT = { connectMs: 20_000, totalMs: 20_000 };
const opened: AsyncDisposable[] = [];

afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one[Symbol.asyncDispose]();
});

function keep<Resource extends AsyncDisposable>(resource: Resource): Resource {
  opened.push(resource);
  return resource;
}

function client(options: Partial<CallbackClientOptions> = {}) {
  const made = createCallbackClient({
    allowInsecure: true,
    now: () => new Date(),
    limits: PATIENT,
    ...options,
  });
  keep({ [Symbol.asyncDispose]: () => made.close() });
  return made;
}

function rawServer(onSocket: (socket: Socket) => void) {
  return startRaw(createNetServer(onSocket)).then(keep);
}

const receiver = (respond: RequestListener) => startReceiver(respond).then(keep);
const to = (port: number, path = '/') => ({
  url: `http://127.0.0.1:${port}${path}`,
  headers: {},
  body: '{}',
});
const ACKNOWLEDGED =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 12\r\n\r\n{"code":200}';
const at = (name: string) => async () => [{ address: name, family: 4 }];

describe('an answer', () => {
  test('that acknowledges has no error, and its connections are used again', async () => {
    const { port, received, connections } = await receiver(acknowledging);
    const { sendCallback } = client();
    const request = { ...to(port, '/hook?shop=1'), headers: { 'webhook-id': 'ntf_1' }, body: '{"a":"é"}' };
    await expect(sendCallback(request)).resolves.toMatchObject({
      error: null,
      status: 200,
      excerpt: '{"code":200}',
    });
    for (let more = 0; more < 9; more += 1) await sendCallback(request);
    expect(received).toHaveLength(10);
    expect(received[0]).toMatchObject({ body: '{"a":"é"}', headers: { 'webhook-id': 'ntf_1' } });
    // undici frees a connection a moment after the answer, so that a second one may be opened.
    expect(connections()).toBeLessThanOrEqual(2);
  });

  test('with a redirect is not followed', async () => {
    const { port, received } = await receiver(answering(307, '', { location: '/elsewhere' }));
    await expect(client().sendCallback(to(port))).resolves.toMatchObject({ error: 'redirect', status: 307 });
    expect(received).toHaveLength(1);
  });

  test('that asks for patience tells how much', async () => {
    const { port } = await receiver(answering(429, '{"code":200}', { 'retry-after': '77' }));
    const result = await client().sendCallback(to(port));
    expect(result).toMatchObject({ error: 'http_status', status: 429, retryAfterMs: 77_000 });
  });

  test('has its headers kept, without a session; none where no answer began', async () => {
    const headers = { 'X-Request-Id': 'r1', 'set-cookie': 'session=1' };
    const { port } = await receiver(answering(500, 'no', headers));
    const { sendCallback } = client();
    const result = await sendCallback(to(port));
    expect(result.headers).toMatchObject({ 'x-request-id': 'r1' });
    expect(result.headers).not.toHaveProperty('set-cookie');
    expect(await sendCallback({ ...to(port), url: 'ftp://127.0.0.1/' })).toMatchObject({ headers: null });
  });

  test('that is compressed is not unpacked', async () => {
    const { port, received } = await receiver(answering(200, '{"code":200}', { 'content-encoding': 'gzip' }));
    await expect(client().sendCallback(to(port))).resolves.toMatchObject({ error: null });
    expect(received[0]?.headers['accept-encoding']).toBe('identity');
  });

  test('of more than 64 KiB is cut off, with its connection', async () => {
    const { port } = await receiver(answering(200, `{"code":200,"x":"${'x'.repeat(70_000)}"}`));
    const result = await client().sendCallback(to(port));
    expect(result).toMatchObject({ error: 'answer_too_large', status: 200 });
    expect(result.excerpt).toHaveLength(1_024);
  });

  test('that never stops growing is cut off', async () => {
    let isCut = () => {};
    const cut = new Promise<void>((resolve) => {
      isCut = resolve;
    });
    const { port } = await receiver((_request, response) => {
      const more = () => {
        while (response.write('x'.repeat(10_000)));
      };
      response.writeHead(200).on('drain', more).on('close', isCut);
      more();
    });
    await expect(client().sendCallback(to(port))).resolves.toMatchObject({ error: 'answer_too_large' });
    await cut;
  });

  test('with endless headers is cut off', async () => {
    const { port } = await rawServer((socket) => {
      const more = () => {
        while (socket.write(`x-more: ${'x'.repeat(1_000)}\r\n`));
      };
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n');
        socket.on('drain', more);
        more();
      });
    });
    await expect(client().sendCallback(to(port))).resolves.toMatchObject({
      error: 'answer_too_large',
      status: null,
    });
  });
});

/** One line of what a server sends, and an empty one behind it. */
const interim = (line: string) => `HTTP/1.1 ${line}\r\n\r\n`;
const ACKNOWLEDGEMENT = 'HTTP/1.1 200 OK\r\ncontent-length: 12\r\n\r\n{"code":200}';

describe('interim answers, which nobody asked for,', () => {
  test.each([
    ['100', [interim('100 Continue') + ACKNOWLEDGEMENT]],
    [
      'several',
      [interim('100 Continue'), interim('103 Early Hints\r\nlink: </x>'), interim('100 '), ACKNOWLEDGEMENT],
    ],
    ['in single bytes', [...(interim('100 Continue') + ACKNOWLEDGEMENT)]],
  ])('are passed over (%s), at each request of a connection', async (_case, parts) => {
    const { port, connections } = await rawServer((socket) => {
      socket.setNoDelay(true).on('data', async () => {
        for (const part of parts) await new Promise<void>((sent) => void socket.write(part, () => sent()));
      });
    });
    const { sendCallback } = client();
    for (let index = 0; index < 3; index += 1)
      await expect(sendCallback(to(port))).resolves.toMatchObject({
        error: null,
        status: 200,
        excerpt: '{"code":200}',
      });
    expect(connections()).toBeLessThanOrEqual(2);
  });

  test.each(['100 Continue', '102 Processing'])('without an end (%s) are cut off', async (line) => {
    const { port } = await rawServer((socket) => {
      const more = () => {
        while (socket.write(interim(line).repeat(100)));
      };
      socket.once('data', () => {
        socket.on('drain', more);
        more();
      });
    });
    await expect(client().sendCallback(to(port))).resolves.toMatchObject({
      error: 'answer_too_large',
      status: null,
    });
  });

  test('are no switch to another protocol', async () => {
    const { port } = await rawServer((socket) =>
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n'),
      ),
    );
    await expect(client().sendCallback(to(port))).resolves.toMatchObject({ error: 'connection_lost' });
  });

  test('do not stretch the time limit', async () => {
    const { port } = await rawServer((socket) => {
      const timer = setInterval(() => socket.write(interim('100 Continue')), 10);
      socket.on('close', () => clearInterval(timer));
    });
    const impatient = { ...PATIENT, totalMs: 150 };
    await expect(client({ limits: impatient }).sendCallback(to(port))).resolves.toMatchObject({
      error: 'timeout',
    });
  });
});

describe('the time limit holds', () => {
  const impatient = { ...PATIENT, totalMs: 150 };

  test('against a server that never answers', async () => {
    const { port } = await receiver(() => {});
    await expect(client({ limits: impatient }).sendCallback(to(port))).resolves.toMatchObject({
      error: 'timeout',
    });
  });

  test('against a trickle of header bytes', async () => {
    const { port } = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
      const timer = setInterval(() => socket.write('x'), 10);
      socket.on('close', () => clearInterval(timer));
    });
    const result = await client({ limits: impatient }).sendCallback(to(port));
    expect(result).toMatchObject({ error: 'timeout', status: null });
  });

  test('against a trickle of body bytes, and the status is kept', async () => {
    const { port } = await receiver((_request, response) => {
      response.writeHead(200).write('{');
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
    });
    const result = await client({ limits: impatient }).sendCallback(to(port));
    expect(result).toMatchObject({ error: 'timeout', status: 200 });
  });

  test('against a TLS handshake that never ends', async () => {
    const { port } = await rawServer((socket) => socket.resume());
    const { sendCallback } = client({ limits: { ...PATIENT, connectMs: 150 } });
    const request = { ...to(port), url: `https://127.0.0.1:${port}/` };
    await expect(sendCallback(request)).resolves.toMatchObject({ error: 'connect_timeout' });
  });

  test('against a resolver that never answers', async () => {
    const resolve = () => new Promise<never>(() => {});
    const { sendCallback } = client({ limits: { ...PATIENT, connectMs: 150 }, resolve });
    const request = { ...to(1), url: 'http://merchant.example/' };
    await expect(sendCallback(request)).resolves.toMatchObject({ error: 'connect_timeout' });
  });
});

describe('a connection', () => {
  test('that is refused', async () => {
    const gone = await startRaw(createNetServer());
    await gone[Symbol.asyncDispose]();
    await expect(client().sendCallback(to(gone.port))).resolves.toMatchObject({ error: 'connect_failed' });
  });

  test('that is closed without an answer', async () => {
    const { port } = await rawServer((socket) => socket.once('data', () => socket.destroy()));
    await expect(client().sendCallback(to(port))).resolves.toMatchObject({ error: 'connection_lost' });
  });

  test.each([
    ['ended', (socket: Socket) => socket.end()],
    ['reset', (socket: Socket) => socket.resetAndDestroy()],
  ])(
    'that was used before and was %s without a byte of an answer is replaced by a fresh one, in the same attempt',
    async (_, close) => {
      const served: number[] = [];
      const { port } = await rawServer((socket) => {
        const connection = served.push(0) - 1;
        socket.on('data', (chunk) => {
          if (!chunk.toString().includes('POST')) return;
          served[connection]! += 1;
          if (connection === 0 && served[connection] === 2) close(socket);
          else socket.write(ACKNOWLEDGED);
        });
        socket.on('error', () => {});
      });
      const { sendCallback } = client({ limits: { ...PATIENT, connectionsPerOrigin: 1 } });
      await expect(sendCallback(to(port))).resolves.toMatchObject({ error: null });
      await expect(sendCallback(to(port))).resolves.toMatchObject({ error: null, status: 200 });
      expect(served).toEqual([2, 1]);
    },
  );

  test('that was used before and had begun its answer is not asked again', async () => {
    let requests = 0;
    const { port } = await rawServer((socket) => {
      socket.on('data', (chunk) => {
        if (!chunk.toString().includes('POST')) return;
        requests += 1;
        if (requests === 1) socket.write(ACKNOWLEDGED);
        else socket.end('H');
      });
    });
    const { sendCallback } = client({ limits: { ...PATIENT, connectionsPerOrigin: 1 } });
    await sendCallback(to(port));
    await expect(sendCallback(to(port))).resolves.toMatchObject({ error: 'connection_lost', status: null });
    expect(requests).toBe(2);
  });

  test('that is closed in the middle of the answer', async () => {
    const { port } = await rawServer((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"code":200}')),
    );
    const result = await client().sendCallback(to(port));
    expect(result).toMatchObject({ error: 'connection_lost', status: 200, excerpt: '{"code":200}' });
  });

  test('that does not speak HTTP', async () => {
    const { port } = await rawServer((socket) => socket.once('data', () => socket.end('220 mail ready\r\n')));
    await expect(client().sendCallback(to(port))).resolves.toMatchObject({ error: 'connection_lost' });
  });

  test('is not opened while an origin has all of its own in use, and free again afterwards', async () => {
    let answerAll = () => {};
    const answers = new Promise<void>((resolve) => {
      answerAll = resolve;
    });
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const { port, connections } = await receiver((request, response) => {
      isAsked();
      void answers.then(() => acknowledging(request, response));
    });
    const { sendCallback } = client({
      limits: { ...PATIENT, connectionsPerOrigin: 1, connectionWaitMs: 20 },
    });
    const first = sendCallback(to(port));
    await asked;
    const refused = expect.objectContaining({ name: 'NoCapacity' });
    await expect(sendCallback(to(port))).rejects.toThrow(refused);
    await expect(sendCallback({ ...to(port), waitsForConnection: false })).rejects.toThrow(refused);
    answerAll();
    await expect(first).resolves.toMatchObject({ error: null });
    await expect(sendCallback(to(port))).resolves.toMatchObject({ error: null });
    expect(connections()).toBe(1);
  });

  test('of the origin used least recently is closed when there are too many origins', async () => {
    const [one, other] = [await receiver(acknowledging), await receiver(acknowledging)];
    const { sendCallback } = client({ limits: { ...PATIENT, origins: 1 } });
    await sendCallback(to(one.port));
    await sendCallback(to(other.port));
    await sendCallback(to(one.port));
    expect(one.connections()).toBe(2);
    expect(other.connections()).toBe(1);
  });

  test('ends when the caller gives up, with the reason', async () => {
    const stop = new AbortController();
    const { port } = await receiver(() => stop.abort(new Error('stopped')));
    await expect(client().sendCallback(to(port), stop.signal)).rejects.toThrow('stopped');
  });

  test('is given up while it is being opened', async () => {
    const stop = new AbortController();
    const resolve = () => {
      stop.abort(new Error('stopped'));
      return new Promise<never>(() => {});
    };
    const { sendCallback } = client({ resolve, limits: { ...PATIENT, connectMs: 100 } });
    const request = { ...to(1), url: 'http://merchant.example/' };
    await expect(sendCallback(request, stop.signal)).rejects.toThrow('stopped');
  });
});

/** Digits in the URL: nothing is looked up. */
function isHostedAtAnAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, username, port } = new URL(url);
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 && username === '' && port === '';
}

describe('the address', () => {
  const refused = { error: 'address_refused', status: null };

  test.each([
    'http://93.184.216.34/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'ftp://merchant.example/',
    'nonsense',
  ])('%s is refused in production', async (url) => {
    const { sendCallback } = client({ allowInsecure: false });
    await expect(sendCallback({ ...to(1), url })).resolves.toMatchObject(refused);
  });

  test.each(HOSTILE_ADDRESSES.filter(isHostedAtAnAddress))(
    '%s would not be connected to either',
    async (url) => {
      const { sendCallback } = client({ allowInsecure: false, resolve: async () => [] });
      await expect(sendCallback({ ...to(1), url })).resolves.toMatchObject(refused);
    },
  );

  test.each(['http://10.0.0.1/', 'https://192.168.0.1/', 'http://169.254.169.254/'])(
    '%s is refused in development too',
    async (url) => {
      await expect(client().sendCallback({ ...to(1), url })).resolves.toMatchObject(refused);
    },
  );

  test('of a name that resolves to a private one is refused, and nobody is called', async () => {
    const { port, connections } = await receiver(acknowledging);
    const { sendCallback } = client({ allowInsecure: false, resolve: at('127.0.0.1') });
    const url = `https://merchant.example:${port}/`;
    await expect(sendCallback({ ...to(port), url })).resolves.toMatchObject(refused);
    expect(connections()).toBe(0);
  });

  test('of a name that changes its mind between two requests is checked each time', async () => {
    const { port, received } = await receiver(answering(200, '{"code":200}', { connection: 'close' }));
    const answers = ['127.0.0.1', '10.0.0.1'];
    const { sendCallback } = client({ resolve: async () => [{ address: answers.shift() ?? '', family: 4 }] });
    const url = `http://merchant.example:${port}/`;
    // Asked once for the first request: what was checked is what was connected to.
    await expect(sendCallback({ ...to(port), url })).resolves.toMatchObject({ error: null });
    expect(answers).toEqual(['10.0.0.1']);
    await expect(sendCallback({ ...to(port), url })).resolves.toMatchObject(refused);
    expect(received).toHaveLength(1);
  });

  test('of a name that nobody knows', async () => {
    const resolve = () => Promise.reject(new Error('ENOTFOUND'));
    const request = { ...to(1), url: 'https://merchant.example/' };
    await expect(client({ resolve }).sendCallback(request)).resolves.toMatchObject({ error: 'dns_failed' });
  });
});

describe('TLS', () => {
  let certificate: Certificate;
  beforeAll(async () => {
    certificate = await selfSigned('merchant.example');
  });

  async function secureReceiver() {
    const names: (string | false | null)[] = [];
    const listening = keep(
      await startReceiver((request, response) => {
        names.push((request.socket as unknown as { servername: string | false }).servername);
        acknowledging(request, response);
      }, certificate),
    );
    return { ...listening, names };
  }

  test('verifies the certificate, and names the host that it wants (SNI)', async () => {
    const { port, names } = await secureReceiver();
    const { sendCallback } = client({ ca: certificate.cert, resolve: at('127.0.0.1') });
    const request = { ...to(port), url: `https://merchant.example:${port}/` };
    await expect(sendCallback(request)).resolves.toMatchObject({ error: null });
    expect(names).toEqual(['merchant.example']);
  });

  test('refuses a certificate that nobody vouches for', async () => {
    const { port, received } = await secureReceiver();
    const request = { ...to(port), url: `https://merchant.example:${port}/` };
    const result = await client({ resolve: at('127.0.0.1') }).sendCallback(request);
    expect(result).toMatchObject({ error: 'tls_failed', status: null });
    expect(received).toHaveLength(0);
  });

  test('refuses a certificate of another name', async () => {
    const { port, received } = await secureReceiver();
    const { sendCallback } = client({ ca: certificate.cert, resolve: at('127.0.0.1') });
    const request = { ...to(port), url: `https://other.example:${port}/` };
    await expect(sendCallback(request)).resolves.toMatchObject({ error: 'tls_failed' });
    expect(received).toHaveLength(0);
  });

  test('refuses a server that speaks plain HTTP', async () => {
    const { port } = await receiver(acknowledging);
    const request = { ...to(port), url: `https://127.0.0.1:${port}/` };
    await expect(client().sendCallback(request)).resolves.toMatchObject({ error: 'tls_failed' });
  });
});
