import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { CallbackEndpoint } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { type CallbackClient, createCallbackClient } from '../../lib/callbacks/client.ts';
import { EgressUnavailable } from '../../lib/callbacks/egress-proxy.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import {
  type CallbackReceiver,
  type Reaction,
  reactions,
  startCallbackReceiver,
} from '../support/callback-receiver.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createMerchant } from '../support/merchants.ts';

const PATH = '/open/v1/callback/config';
const NONE = {
  url: null,
  status: 'none',
  failingSince: null,
  heldUntil: null,
  secretHint: null,
  previousSecretUntil: null,
};

let api: TestApp;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;
let merchant: ClientCredentials;
const changed: string[] = [];
let merchants = 0;

beforeAll(async () => {
  api = await createTestApp({ onCallbackChanged: async (key) => void changed.push(key) });
  expectDescribed = await createConformance(api.app);
});
beforeEach(async () => {
  merchants += 1;
  merchant = await createMerchant(api, `mk_callback_${merchants}`);
});
afterAll(() => api.close());

const read = async (client = merchant) => {
  const answer = await api.as(client, { url: PATH });
  expectDescribed('GET', PATH, answer);
  return answer.json().data;
};
const save = async (payload: object, client = merchant) => {
  const answer = await api.as(client, { method: 'PUT', url: PATH, payload });
  expectDescribed('PUT', PATH, answer);
  return answer;
};
const change = (row: Partial<CallbackEndpoint>) =>
  api.orm.em.fork().nativeUpdate(CallbackEndpoint, { merchantKey: merchant.clientId }, row);

test('before the first save there is no address', async () => {
  expect(await read()).toEqual(NONE);
});

test('the first save makes the secret and shows it; no later answer does', async () => {
  const first = (await save({ url: 'https://agency.example/cb' })).json().data;
  expect(first).toMatchObject({ url: 'https://agency.example/cb', status: 'healthy', failingSince: null });
  expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(first.secretHint).toBe(`…${first.secret.slice(-4)}`);

  const second = (await save({ url: 'https://agency.example/other' })).json().data;
  const { secret: _secret, ...shown } = { ...first, url: 'https://agency.example/other' };
  expect(second).toEqual(shown);
  expect(await read()).toEqual(shown);
});

test('the secret is stored encrypted', async () => {
  const { secret } = (await save({ url: 'https://agency.example/cb' })).json().data;
  const row = await api.orm.em.fork().findOneOrFail(CallbackEndpoint, { merchantKey: merchant.clientId });
  expect(row.secretEncrypted).not.toContain(secret);
  expect(await api.cipher.decrypt(row.secretEncrypted!)).toBe(secret);
});

test('of first saves at once exactly one shows the secret, and it is the one that counts', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map((n) => save({ url: `https://agency.example/${n}` })));
  const secrets = answers.map((answer) => answer.json().data.secret).filter((secret) => secret !== undefined);
  expect(secrets).toHaveLength(1);
  expect((await read()).secretHint).toBe(`…${secrets[0].slice(-4)}`);
});

test('saving again ends a pause and a failure', async () => {
  await save({ url: 'https://agency.example/cb' });
  const failingSince = new Date('2026-11-01T00:00:00Z');
  await change({ failingSince });
  expect(await read()).toMatchObject({ status: 'failing', failingSince: failingSince.toISOString() });
  await change({ pausedAt: failingSince });
  expect(await read()).toMatchObject({ status: 'paused' });
  await save({ url: 'https://agency.example/cb' });
  expect(await read()).toMatchObject({ status: 'healthy', failingSince: null });
});

test.each([[null], ['']])('%j removes the address and its secret', async (url) => {
  const first = (await save({ url: 'https://agency.example/cb' })).json().data;
  expect((await save({ url })).json().data).toEqual(NONE);
  const again = (await save({ url: 'https://agency.example/cb' })).json().data;
  expect(again.secret).not.toBe(first.secret);
});

test('every save and removal tells whoever waits for the address; a refusal does not', async () => {
  changed.length = 0;
  await save({ url: 'https://agency.example/cb' });
  await save({ url: null });
  await save({ url: 'http://agency.example/cb' });
  expect(changed).toEqual([merchant.clientId, merchant.clientId]);
});

test("merchants don't see each other's configuration", async () => {
  await save({ url: 'https://agency.example/cb' });
  expect(await read(api.sandbox.studio)).toEqual(NONE);
});

describe('40001 for', () => {
  test.each([
    [{ url: 'http://agency.example/' }, 'body.url'],
    [{ url: 'https://169.254.169.254/' }, 'body.url'],
    [{ url: 'http://localhost:9000/' }, 'body.url'],
    [{ url: `https://agency.example/${'a'.repeat(2_048)}` }, 'body.url'],
    [{ url: 'https://agency.example/\0' }, 'body.url'],
    [{ url: 'https://agency.example/\ud800' }, 'body.url'],
    [{ url: 5 }, 'body.url'],
    [{}, 'body.url'],
    [{ url: 'https://agency.example/', secret: 'x' }, 'body.secret'],
  ])('%j', async (payload, path) => {
    const answer = await save(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 40001,
      data: { details: [{ path, reason: expect.any(String), msg: expect.any(String) }] },
    });
    expect(await read()).toEqual(NONE);
  });
});

describe('rotate-secret', () => {
  const ROTATE = '/open/v1/callback/rotate-secret';
  const rotate = async (payload?: object) => {
    const answer = await api.as(merchant, { method: 'POST', url: ROTATE, ...(payload ? { payload } : {}) });
    expectDescribed('POST', ROTATE, answer);
    return answer;
  };
  const row = () => api.orm.em.fork().findOneOrFail(CallbackEndpoint, { merchantKey: merchant.clientId });

  test('shows a new secret once; the old one signs too, for a day', async () => {
    const { secret: old } = (await save({ url: 'https://agency.example/cb' })).json().data;
    api.clock.now = new Date('2026-11-21T10:00:00Z');
    const answer = await rotate();
    expect(answer.headers['cache-control']).toBe('no-store');
    const { secret, previousSecretUntil, secretHint } = answer.json().data;

    expect(secret).not.toBe(old);
    expect(previousSecretUntil).toBe('2026-11-22T10:00:00.000Z');
    expect(await api.cipher.decrypt((await row()).secretEncrypted!)).toBe(secret);
    expect(await api.cipher.decrypt((await row()).previousSecretEncrypted!)).toBe(old);
    expect(await read()).toMatchObject({ secretHint, previousSecretUntil });
    expect(await read()).not.toHaveProperty('secret');
    api.clock.now = new Date('2026-11-22T10:00:01Z');
    expect(await read()).toMatchObject({ previousSecretUntil: null });
    api.clock.now = new Date();
  });

  test('without an overlap the old secret stops at once', async () => {
    await save({ url: 'https://agency.example/cb' });
    await rotate({ overlapSeconds: 3_600 });
    expect((await rotate({ overlapSeconds: 0 })).json().data.previousSecretUntil).toBeNull();
    expect((await row()).previousSecretEncrypted).toBeNull();
  });

  test.each([{ overlapSeconds: -1 }, { overlapSeconds: 604_801 }, { overlapSeconds: 1.5 }, { days: 1 }])(
    '40001 for %j',
    async (payload) => {
      await save({ url: 'https://agency.example/cb' });
      expect((await rotate(payload)).json().code).toBe(40001);
    },
  );

  test('40008 without a callback address', async () => {
    expect((await rotate()).json().code).toBe(40008);
  });
});

describe('a test notification', () => {
  const TEST = '/open/v1/callback/test';
  const config = { publicBaseUrl: 'https://api.guidepost.example', allowInsecureCallbacks: true };
  let callbacks: CallbackClient;
  let receiver: CallbackReceiver;
  let insecure: Awaited<ReturnType<TestApp['another']>>;
  beforeAll(async () => {
    callbacks = createCallbackClient({
      allowInsecure: true,
      now: () => new Date(),
      limits: { totalMs: 500, connectMs: 400 },
    });
    receiver = await startCallbackReceiver();
    insecure = await api.another({ config, sendCallback: callbacks.sendCallback });
  });
  afterAll(async () => {
    await callbacks.close();
    await receiver.close();
  });
  const ask = async (method: 'POST' | 'PUT', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${await api.token(merchant)}` };
    const answer = await insecure.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    expectDescribed(method, url, answer);
    return answer.json();
  };
  const sendTest = () => ask('POST', TEST);
  const point = (url = receiver.url) => ask('PUT', PATH, { url });

  test('arrives now, signed like any other, and the answer says what happened', async () => {
    const { secret } = (await point()).data;
    const { data } = await sendTest();

    expect(data).toEqual({
      notificationId: expect.stringMatching(/^NTF[0-9]+-0$/),
      acknowledged: true,
      httpStatus: 200,
      durationMs: expect.any(Number),
      error: null,
      responseExcerpt: '{"code":200}',
    });
    const { headers, text } = receiver.received.at(-1)!;
    const body = new Webhook(secret).verify(text, headers as Record<string, string>);
    expect(body).toMatchObject({ notificationId: data.notificationId, type: 'callback.test', orderId: null });
  });

  test('says nothing of the receiver while our own way out is unavailable', async () => {
    const away = await api.another({
      config,
      sendCallback: () => Promise.reject(new EgressUnavailable('no answer')),
    });
    await point();
    const headers = { authorization: `Bearer ${await api.token(merchant)}` };
    const answer = await away.inject({ method: 'POST', url: TEST, headers });
    expectDescribed('POST', TEST, answer);
    expect([answer.json().code, answer.headers['retry-after']]).toEqual([50301, '5']);
  });

  test('carries both signatures during a rotation', async () => {
    await point();
    await ask('POST', '/open/v1/callback/rotate-secret');
    await sendTest();
    expect(receiver.received.at(-1)?.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
  });

  test.each<[string, Reaction, object]>([
    [
      'an error status',
      (response) => response.writeHead(500).end('oops'),
      { httpStatus: 500, error: 'http_status' },
    ],
    ['another code', reactions.otherCode, { httpStatus: 200, error: 'not_acknowledged' }],
    ['silence', reactions.hang, { httpStatus: null, error: 'timeout' }],
    ['a closed connection', reactions.refuseConnection, { httpStatus: null, error: 'connection_lost' }],
  ])('tells of %s', async (_case, reaction, expected) => {
    await point();
    receiver.react(reaction);
    const { data } = await sendTest();
    receiver.react(reactions.acknowledge);
    expect(data).toMatchObject({ acknowledged: false, ...expected });
  });

  test('tells a word and nothing else of an address inside', async () => {
    await point('http://localhost:9/');
    await change({ url: 'http://10.0.0.1/' });
    expect((await sendTest()).data).toMatchObject({
      acknowledged: false,
      error: 'address_refused',
      responseExcerpt: null,
    });
  });

  test('is one at a time', async () => {
    await point();
    receiver.react(reactions.hang);
    const codes = (await Promise.all([sendTest(), sendTest()])).map(({ code }) => code);
    receiver.react(reactions.acknowledge);
    expect(codes.sort()).toEqual([200, 42901]);
  });

  test('40008 without a callback address', async () => {
    expect((await sendTest()).code).toBe(40008);
  });
});

test('where insecure addresses are allowed, this machine may be one', async () => {
  const config = { publicBaseUrl: 'https://api.guidepost.example', allowInsecureCallbacks: true };
  const insecure = await api.another({ config });
  const headers = { authorization: `Bearer ${await api.token(merchant)}` };
  const answer = await insecure.inject({
    method: 'PUT',
    url: PATH,
    headers,
    payload: { url: 'http://localhost:9000/cb' },
  });
  expect(answer.json().data.url).toBe('http://localhost:9000/cb');
});
