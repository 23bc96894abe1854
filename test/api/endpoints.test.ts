import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { Webhook } from 'standardwebhooks';
import { AuditEntry, CallbackEndpoint, Job } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { EVENT_TYPES } from '../../domain/event-types.ts';
import { type CallbackClient, createCallbackClient } from '../../lib/callbacks/client.ts';
import { publicKeyOf } from '../../lib/callbacks/keys.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type CallbackReceiver, startCallbackReceiver } from '../support/callback-receiver.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createMerchant } from '../support/merchants.ts';

const BASE = '/open/v1/callback/endpoint';
const URL = 'https://agency.example/orders';
const TIMES = {
  failingSince: null,
  heldUntil: null,
  createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  previousSecretUntil: null,
};

let api: TestApp;
let app: FastifyInstance;
let callbacks: CallbackClient;
let receiver: CallbackReceiver;
let expectDescribed: Awaited<ReturnType<typeof createConformance>>;
let merchant: ClientCredentials;
let merchants = 0;

beforeAll(async () => {
  api = await createTestApp();
  callbacks = createCallbackClient({ allowInsecure: true, now: () => new Date() });
  receiver = await startCallbackReceiver();
  const config = { publicBaseUrl: 'https://api.guidepost.example', allowInsecureCallbacks: true };
  app = await api.another({ config, sendCallback: callbacks.sendCallback });
  expectDescribed = await createConformance(app);
});
beforeEach(async () => {
  merchants += 1;
  merchant = await createMerchant(api, `mk_endpoints_${merchants}`);
});
afterAll(async () => {
  await callbacks.close();
  await receiver.close();
  await api.close();
});

interface Call {
  readonly client?: ClientCredentials;
  readonly headers?: Record<string, string>;
}

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  { client = merchant, headers = {} }: Call = {},
) {
  const authorization = `Bearer ${await api.token(client)}`;
  const request = { method, url: `${BASE}/${path}`, headers: { authorization, ...headers } };
  const answer = await app.inject({ ...request, ...(payload ? { payload } : {}) });
  expectDescribed(method, `${BASE}/${path.replace(/EP\w+$/, '{endpointId}')}`, answer);
  return answer;
}

const create = async (body: object = {}) => {
  const answer = await call('POST', 'create', { url: URL, ...body });
  expect(answer.json().code).toBe(200);
  return answer.json().data;
};
const detail = async (id: string) => (await call('GET', `detail/${id}`)).json().data;
const update = async (id: string, body: object) => (await call('PUT', `update/${id}`, body)).json().data;
const list = async () => (await call('GET', 'list')).json().data.list;
const firstId = async (): Promise<string> => (await list())[0].endpointId;
const row = (id: string) => api.orm.em.fork().findOneOrFail(CallbackEndpoint, id);
const change = (id: string, fields: Partial<CallbackEndpoint>) =>
  api.orm.em.fork().nativeUpdate(CallbackEndpoint, { id }, fields);
const wakes = (endpointId: string) =>
  api.orm.em.fork().count(Job, { subject: endpointId, kind: 'endpoint_retry' });
const forgetWakes = (endpointId: string) =>
  api.orm.em.fork().nativeDelete(Job, { subject: endpointId, kind: 'endpoint_retry' });

test('a merchant has its first endpoint from the beginning, without an address', async () => {
  expect(await list()).toEqual([
    {
      ...TIMES,
      endpointId: expect.stringMatching(/^EP\d+$/),
      url: null,
      description: '',
      eventTypes: ['*'],
      signatureScheme: 'v1',
      headers: {},
      maxPerSecond: null,
      status: 'none',
      isFirst: true,
      secretHint: null,
      publicKey: null,
    },
  ]);
});

describe('create', () => {
  test('shows the secret once, and takes every event unless told otherwise', async () => {
    const { secret, ...shown } = await create();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(shown).toMatchObject({ url: URL, eventTypes: ['*'], status: 'healthy', isFirst: false });
    expect(shown.secretHint).toBe(`…${secret.slice(-4)}`);
    expect(await detail(shown.endpointId)).toEqual(shown);
    expect((await list()).map(({ isFirst }: { isFirst: boolean }) => isFirst)).toEqual([true, false]);
    const { secretEncrypted } = await row(shown.endpointId);
    expect(secretEncrypted).not.toContain(secret);
    expect(await api.cipher.decrypt(secretEncrypted!)).toBe(secret);
  });

  test('stores all settings; filters without repeats, header values encrypted and never shown', async () => {
    const settings = { description: 'Bookings', maxPerSecond: 7 };
    const eventTypes = ['settlement.paid', 'order.*', 'settlement.paid'];
    const made = await create({ ...settings, eventTypes, headers: { 'X-Gateway-Key': 'geheim 1' } });
    expect(made).toMatchObject({
      ...settings,
      eventTypes: ['settlement.paid', 'order.*'],
      headers: { 'x-gateway-key': '…' },
    });
    const { headersEncrypted } = await row(made.endpointId);
    expect(headersEncrypted).not.toContain('geheim');
    expect(JSON.parse(await api.cipher.decrypt(headersEncrypted!))).toEqual({ 'x-gateway-key': 'geheim 1' });
  });

  test('of many at once makes no more than ten in all, and says why', async () => {
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, n) => call('POST', 'create', { url: `${URL}/${n}` })),
    );
    const refused = answers.filter((answer) => answer.json().code === 40001);
    expect(refused).toHaveLength(5);
    expect(refused[0]!.json().data.details).toEqual([
      {
        path: 'body',
        reason: 'limit_reached',
        msg: 'you have 10 endpoints, which is the limit: delete one first',
      },
    ]);
    const all = await list();
    expect(all).toHaveLength(10);
    await call('DELETE', `delete/${all[9].endpointId}`);
    await create();
    expect(await list()).toHaveLength(10);
  });

  test('under one key makes one, also where the answer was lost in a crash', async () => {
    const headers = { 'idempotency-key': `create-${merchants}` };
    const first = await call('POST', 'create', { url: URL }, { headers });
    const again = await call('POST', 'create', { url: URL }, { headers });
    expect(again.json()).toEqual(first.json());
    const forget = `update idempotency_key set answer = null, leased_until = now() - interval '1 s' where key = ?`;
    await api.orm.em.fork().execute(forget, [headers['idempotency-key']]);
    expect((await call('POST', 'create', { url: URL }, { headers })).json()).toEqual(first.json());
    expect(await list()).toHaveLength(2);
  });
});

describe('40001 for', () => {
  test.each([
    [{}, 'body.url'],
    [{ url: '' }, 'body.url'],
    [{ url: null }, 'body.url'],
    [{ url: 'ftp://agency.example/' }, 'body.url'],
    [{ url: 'https://10.0.0.1/' }, 'body.url'],
    [{ url: `${URL}/${'a'.repeat(2_048)}` }, 'body.url'],
    [{ url: URL, eventTypes: [] }, 'body.eventTypes'],
    [{ url: URL, eventTypes: ['order.created'] }, 'body.eventTypes.0'],
    [{ url: URL, eventTypes: ['order.*', 'ORDER.*'] }, 'body.eventTypes.1'],
    [{ url: URL, eventTypes: ['callback.test'] }, 'body.eventTypes.0'],
    [{ url: URL, eventTypes: Array(100).fill('*') }, 'body.eventTypes'],
    [{ url: URL, eventTypes: '*' }, 'body.eventTypes'],
    [{ url: URL, signatureScheme: 'v2' }, 'body.signatureScheme'],
    [{ url: URL, maxPerSecond: 0 }, 'body.maxPerSecond'],
    [{ url: URL, maxPerSecond: 1_001 }, 'body.maxPerSecond'],
    [{ url: URL, maxPerSecond: 1.5 }, 'body.maxPerSecond'],
    [{ url: URL, maxPerSecond: '5' }, 'body.maxPerSecond'],
    [{ url: URL, description: 'a'.repeat(201) }, 'body.description'],
    [{ url: URL, description: 'a\0' }, 'body.description'],
    [{ url: URL, headers: { 'Content-Length': '5' } }, 'body.headers.Content-Length'],
    [{ url: URL, headers: { 'webhook-id': 'x' } }, 'body.headers.webhook-id'],
    [{ url: URL, headers: { 'x y': 'x' } }, 'body.headers.x y'],
    [{ url: URL, headers: { 'x-a': 'x\r\ny: z' } }, 'body.headers.x-a'],
    [{ url: URL, headers: { 'x-a': '…' } }, 'body.headers.x-a'],
    [{ url: URL, headers: { 'x-a': '' } }, 'body.headers.x-a'],
    [{ url: URL, headers: { 'x-a': 'a'.repeat(501) } }, 'body.headers.x-a'],
    [{ url: URL, headers: { 'x-a': 5 } }, 'body.headers.x-a'],
    [{ url: URL, headers: { 'x-a': '1', 'X-A': '1' } }, 'body.headers.X-A'],
    [
      { url: URL, headers: Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`x-${n}`, '1'])) },
      'body.headers',
    ],
    [{ url: URL, secret: 'whsec_x' }, 'body.secret'],
    [{ url: URL, isFirst: true }, 'body.isFirst'],
  ])('%j', async (payload, path) => {
    const answer = await call('POST', 'create', payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 40001,
      data: { details: [{ path, reason: expect.any(String), msg: expect.any(String) }] },
    });
    expect(await list()).toHaveLength(1);
  });

  test('an update of nothing', async () => {
    const { endpointId } = await create();
    expect((await call('PUT', `update/${endpointId}`, {})).json().code).toBe(40001);
  });

  test('an id that is none', async () => {
    const answer = await call('GET', 'detail/EPx1');
    expect(answer.json()).toMatchObject({ code: 40001, data: { details: [{ path: 'path.endpointId' }] } });
  });
});

describe('update', () => {
  test('changes what it names, keeps the secret, and ends a pause', async () => {
    const { secret: _, ...made } = await create({
      description: 'a',
      maxPerSecond: 5,
      headers: { 'x-a': '1' },
    });
    const { endpointId } = made;
    const at = new Date();
    await change(endpointId, { pausedAt: at, failingSince: at, heldUntil: at, notifiedState: 'paused' });
    expect(await detail(endpointId)).toMatchObject({ status: 'paused', failingSince: at.toISOString() });

    expect(await update(endpointId, { description: 'b', maxPerSecond: null })).toEqual({
      ...made,
      description: 'b',
      maxPerSecond: null,
    });
    expect(await row(endpointId)).toMatchObject({
      pausedAt: null,
      heldUntil: null,
      notifiedState: 'resumed',
    });
    expect(await wakes(endpointId)).toBe(1);
    expect((await update(endpointId, { headers: {} })).headers).toEqual({});
  });

  test('to v1a makes a key pair of which only the public key is ever shown; the secret signs for a day more', async () => {
    const { endpointId, secret: old } = await create();
    api.clock.now = new Date('2026-11-21T10:00:00Z');
    const shown = await update(endpointId, { signatureScheme: 'v1a' });
    expect(shown).toMatchObject({ signatureScheme: 'v1a', secretHint: null });
    expect(shown.publicKey).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
    expect(shown.previousSecretUntil).toBe('2026-11-22T10:00:00.000Z');
    expect(shown).not.toHaveProperty('secret');
    const { secretEncrypted, previousSecretEncrypted } = await row(endpointId);
    expect(publicKeyOf(await api.cipher.decrypt(secretEncrypted!))).toBe(shown.publicKey);
    expect(await api.cipher.decrypt(previousSecretEncrypted!)).toBe(old);

    // The same again changes nothing; back to v1 there is a secret again, shown once.
    expect(await update(endpointId, { signatureScheme: 'v1a' })).toEqual(shown);
    const back = await update(endpointId, { signatureScheme: 'v1' });
    expect(back.secret).toMatch(/^whsec_/);
    expect(back.publicKey).toBeNull();
    api.clock.now = new Date();
  });

  test('that is refused changes nothing', async () => {
    const { secret: _, ...made } = await create();
    await change(made.endpointId, { pausedAt: new Date() });
    const payload = { description: 'x', url: 'https://localhost.local/', eventTypes: ['order.*'] };
    expect((await call('PUT', `update/${made.endpointId}`, payload)).json().code).toBe(40001);
    expect(await detail(made.endpointId)).toEqual({ ...made, status: 'paused' });
    expect(await wakes(made.endpointId)).toBe(0);
  });

  test('gives the first one its address as callback/config does, and both show the same', async () => {
    const endpointId = await firstId();
    const { secret } = await update(endpointId, { url: URL, signatureScheme: 'v1' });
    expect(secret).toMatch(/^whsec_/);
    const config = await api.as(merchant, { url: '/open/v1/callback/config' });
    expect(config.json().data).toMatchObject({ url: URL, secretHint: `…${secret.slice(-4)}` });
  });

  test('of the first one without an address stores what holds once there is one', async () => {
    const endpointId = await firstId();
    const settings = { eventTypes: ['order.*'], signatureScheme: 'v1a' };
    expect(await update(endpointId, settings)).toMatchObject({
      ...settings,
      status: 'none',
      publicKey: null,
    });
    const answer = await api.as(merchant, {
      method: 'PUT',
      url: '/open/v1/callback/config',
      payload: { url: URL },
    });
    expect(answer.json().data).toEqual({
      url: URL,
      status: 'healthy',
      failingSince: null,
      heldUntil: null,
      secretHint: null,
      previousSecretUntil: null,
    });
    expect((await detail(endpointId)).publicKey).toMatch(/^whpk_/);
  });
});

describe('delete', () => {
  test('takes address, secrets and headers, asks what waits to be skipped, and the endpoint is gone', async () => {
    const { endpointId } = await create({ headers: { 'x-a': '1' } });
    expect((await call('DELETE', `delete/${endpointId}`)).json().data).toEqual({ endpointId, deleted: true });
    expect(await row(endpointId)).toMatchObject({
      url: null,
      secretEncrypted: null,
      previousSecretEncrypted: null,
      headersEncrypted: null,
      removedAt: expect.any(Date),
    });
    expect(await wakes(endpointId)).toBe(1);
    expect((await call('GET', `detail/${endpointId}`)).json().code).toBe(40011);
    expect((await call('DELETE', `delete/${endpointId}`)).json().code).toBe(40011);
    expect(await list()).toHaveLength(1);
  });

  test('refuses the first one, with the reason', async () => {
    const answer = await call('DELETE', `delete/${await firstId()}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().data.details).toEqual([
      {
        path: 'path.endpointId',
        reason: 'not_permitted',
        msg: expect.stringContaining('is your first endpoint'),
      },
    ]);
    expect(await list()).toHaveLength(1);
  });
});

describe('rotate-secret', () => {
  test('shows a new secret once; the old one signs too, as long as asked', async () => {
    const { endpointId, secret: old } = await create();
    api.clock.now = new Date('2026-11-21T10:00:00Z');
    const answer = await call('POST', `rotate-secret/${endpointId}`, { overlapSeconds: 3_600 });
    const { secret, previousSecretUntil } = answer.json().data;
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(previousSecretUntil).toBe('2026-11-21T11:00:00.000Z');
    const { secretEncrypted, previousSecretEncrypted } = await row(endpointId);
    expect(await api.cipher.decrypt(secretEncrypted!)).toBe(secret);
    expect(await api.cipher.decrypt(previousSecretEncrypted!)).toBe(old);
    await call('POST', `rotate-secret/${endpointId}`, { overlapSeconds: 0 });
    expect(await row(endpointId)).toMatchObject({ previousSecretEncrypted: null, previousSecretUntil: null });
    api.clock.now = new Date();
  });

  test('of v1a shows another public key, and no secret', async () => {
    const made = await create({ signatureScheme: 'v1a' });
    expect(made).not.toHaveProperty('secret');
    const answer = await call('POST', `rotate-secret/${made.endpointId}`);
    expect(answer.json().data.publicKey).toMatch(/^whpk_/);
    expect(answer.json().data.publicKey).not.toBe(made.publicKey);
    expect(answer.body).not.toMatch(/whsec_|whsk_/);
  });
});

test('pause stops an endpoint until it is resumed, which has what waits tried', async () => {
  const { endpointId } = await create();
  expect((await call('POST', `pause/${endpointId}`)).json().data.status).toBe('paused');
  const { pausedAt } = await row(endpointId);
  await call('POST', `pause/${endpointId}`);
  expect((await row(endpointId)).pausedAt).toEqual(pausedAt);
  expect(await wakes(endpointId)).toBe(0);
  expect((await call('POST', `resume/${endpointId}`)).json().data.status).toBe('healthy');
  expect(await wakes(endpointId)).toBe(1);
});

test.each(['pause', 'resume', 'rotate-secret', 'test'])('%s: 40008 without an address', async (verb) => {
  const answer = await call('POST', `${verb}/${await firstId()}`);
  expect([answer.statusCode, answer.json().code]).toEqual([404, 40008]);
});

describe("another merchant's endpoint looks like none, and stays as it is:", () => {
  test.each<['GET' | 'POST' | 'PUT' | 'DELETE', string, object | undefined]>([
    ['GET', 'detail', undefined],
    ['PUT', 'update', { description: 'x' }],
    ['DELETE', 'delete', undefined],
    ['POST', 'rotate-secret', { overlapSeconds: 0 }],
    ['POST', 'pause', undefined],
    ['POST', 'resume', undefined],
    ['POST', 'test', { type: 'order.status_changed' }],
  ])('%s %s', async (method, verb, payload) => {
    const { endpointId } = await create();
    const before = await row(endpointId);
    const audited = await api.orm.em.fork().count(AuditEntry, {});
    const client = api.sandbox.studio;
    const theirs = await call(method, `${verb}/${endpointId}`, payload, { client });
    const nobodys = await call(method, `${verb}/EP999999999999999999`, payload, { client });
    expect([theirs.statusCode, theirs.json().code]).toEqual([404, 40011]);
    expect(nobodys.json().msg).toBe(theirs.json().msg);
    expect(await row(endpointId)).toEqual(before);
    expect(await api.orm.em.fork().count(AuditEntry, {})).toBe(audited);
  });

  test('list', async () => {
    const { endpointId } = await create();
    const answer = await call('GET', 'list', undefined, { client: api.sandbox.studio });
    expect(answer.body).not.toContain(endpointId);
  });
});

describe('test', () => {
  const send = async (id: string, payload?: object) => (await call('POST', `test/${id}`, payload)).json();

  test("arrives signed, with the merchant's own headers", async () => {
    const { endpointId, secret } = await create({ url: receiver.url, headers: { 'X-Gateway-Key': 'k 1' } });
    expect((await send(endpointId)).data).toMatchObject({ acknowledged: true, httpStatus: 200 });
    const { headers, text } = receiver.received.at(-1)!;
    expect(headers['x-gateway-key']).toBe('k 1');
    const body = new Webhook(secret).verify(text, headers as Record<string, string>);
    expect(body).toMatchObject({ type: 'callback.test' });
  });

  test.each(EVENT_TYPES)('looks like %s where that is asked for', async (type) => {
    const { endpointId } = await create({
      url: receiver.url,
      eventTypes: ['merchant.*'],
      signatureScheme: 'v1a',
    });
    const { notificationId } = (await send(endpointId, { type })).data;
    const { headers, body } = receiver.received.at(-1)!;
    expect(body).toMatchObject({ type, notificationId });
    expect(headers['webhook-id']).toBe(notificationId);
    expect(headers['webhook-signature']).toMatch(/^v1a,\S{88}$/);
  });

  test('is sent while the endpoint is paused; an acknowledgement after failures has what waits tried', async () => {
    const { endpointId } = await create({ url: receiver.url });
    await change(endpointId, { pausedAt: new Date(), failingSince: new Date() });
    await forgetWakes(endpointId);
    expect((await send(endpointId)).data.acknowledged).toBe(true);
    expect(await wakes(endpointId)).toBe(1);
  });

  test('40001 for a type that there is not', async () => {
    const { endpointId } = await create({ url: receiver.url });
    expect((await send(endpointId, { type: 'order.*' })).code).toBe(40001);
  });
});

test('the audit log tells what was changed, of which endpoint, and no secret', async () => {
  const { endpointId } = await create({ headers: { 'x-a': 'geheim' } });
  await update(endpointId, { url: 'https://agency.example/x?token=geheim', maxPerSecond: 5 });
  const entries = await api.orm.em
    .fork()
    .find(AuditEntry, { subject: `endpoint:${endpointId}` }, { orderBy: { id: 'asc' } });
  expect(entries).toEqual([
    expect.objectContaining({ action: 'endpoint.created', details: { host: 'agency.example' } }),
    expect.objectContaining({ action: 'endpoint.updated', details: { fields: ['url', 'maxPerSecond'] } }),
  ]);
  expect(JSON.stringify(entries)).not.toContain('geheim');
});
