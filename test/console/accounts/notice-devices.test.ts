import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Job, PushDevice } from '../../../db/entities/index.ts';
import { PUSH_DEVICES, type PushSubscription } from '../../../domain/push-message.ts';
import { replaceSession } from '../../../services/accounts/context.ts';
import { createSessions } from '../../../services/accounts/sessions.ts';
import { createPushDevices } from '../../../services/notices/push-devices.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { type Browser, createTestConsole, type TestConsole } from '../../support/console/console-app.ts';
import { startPushService } from '../../support/network/push-service.ts';

let api: TestApp;
let site: TestConsole;
let service: Awaited<ReturnType<typeof startPushService>>;
let serverKey: string;
let owner: Browser;
let colleague: Browser;

beforeAll(async () => {
  api = await createTestApp();
  site = await createTestConsole(api);
  service = await startPushService();
  const company = { kind: 'studio', sandboxKey: 'mk_sandbox_studio', name: 'Douro Guides' } as const;
  const companyId = await site.company(company);
  owner = await site.member(companyId, 'owner');
  colleague = await site.member(companyId, 'finance');
  ({ serverKey } = await listOf(owner));
});
afterAll(async () => {
  await service.close();
  await site.close();
  await api.close();
});
beforeEach(async () => {
  await em().nativeDelete(PushDevice, {});
  await em().nativeDelete(Job, { kind: 'push' });
});

const em = () => api.unbounded.em.fork();
const post = (browser: Browser, path: string, payload: object = {}) =>
  browser.send({ method: 'POST', url: `/api/account/${path}`, payload });
const listOf = async (browser: Browser) =>
  (await browser.send({ method: 'GET', url: '/api/account/devices' })).json().data;
const turnOn = (browser: Browser, subscription = service.subscribe(serverKey)) =>
  post(browser, 'devices', subscription);
const endpoints = async ({ personId }: Browser) =>
  (await em().find(PushDevice, { personId }, { orderBy: { id: 'asc' } })).map(({ endpoint }) => endpoint);

test('a browser is turned on, is sent a message that says so, is tried, and is turned off', async () => {
  const subscription = service.subscribe(serverKey);
  const { deviceId } = (await turnOn(owner, subscription)).json().data;
  expect((await listOf(owner)).devices).toMatchObject([{ id: deviceId }]);
  expect((await listOf(colleague)).devices).toEqual([]);
  const jobs = () => em().find(Job, { kind: 'push' });
  expect((await jobs()).map(({ subject }) => subject)).toEqual([`${deviceId}`]);
  await em().nativeDelete(Job, { kind: 'push' });
  expect((await post(owner, `devices/${deviceId}/test`)).statusCode).toBe(200);
  expect(await jobs()).toHaveLength(1);
  expect((await post(owner, `devices/${deviceId}/remove`)).statusCode).toBe(200);
  expect(await endpoints(owner)).toEqual([]);
  // A second press of what was done.
  expect((await post(owner, `devices/${deviceId}/remove`)).statusCode).toBe(404);
});

test('the same browser again is the same device; a colleague who turns it on there takes it over', async () => {
  const subscription = service.subscribe(serverKey);
  const [one, two] = [await turnOn(owner, subscription), await turnOn(owner, subscription)];
  expect(two.json().data).toEqual(one.json().data);
  expect(await endpoints(owner)).toEqual([subscription.endpoint]);
  await turnOn(colleague, subscription);
  expect([await endpoints(owner), await endpoints(colleague)]).toEqual([[], [subscription.endpoint]]);
});

test('a page that is opened asks whether its browser still shows the reader’s notices', async () => {
  const { endpoint } = service.subscribe(serverKey);
  const resume = async (browser: Browser) =>
    (await post(browser, 'devices/resume', { endpoint })).json().data;
  expect(await resume(owner)).toEqual({ deviceId: null, serverKey });
  const subscription = service.subscribe(serverKey);
  const { deviceId } = (await turnOn(owner, { ...subscription, endpoint })).json().data;
  expect(await resume(owner)).toEqual({ deviceId, serverKey });
  expect(await resume(colleague)).toEqual({ deviceId: null, serverKey });
});

test('nobody removes or tries another’s', async () => {
  const { deviceId } = (await turnOn(owner)).json().data;
  expect((await post(colleague, `devices/${deviceId}/remove`)).statusCode).toBe(404);
  expect((await post(colleague, `devices/${deviceId}/test`)).statusCode).toBe(404);
  expect(await endpoints(owner)).toHaveLength(1);
});

test('of more than ten the oldest one makes room', async () => {
  const all: string[] = [];
  for (let count = 0; count <= PUSH_DEVICES; count++) {
    const subscription = service.subscribe(serverKey);
    all.push(subscription.endpoint);
    expect((await turnOn(owner, subscription)).statusCode).toBe(200);
  }
  expect((await endpoints(owner)).sort()).toEqual(all.slice(1).sort());
});

describe('is refused, and changes nothing', () => {
  const bad = (changes: Partial<PushSubscription>) => ({ ...service.subscribe(serverKey), ...changes });
  test.each<[string, () => PushSubscription, string]>([
    ['an address inside', () => bad({ endpoint: 'https://10.0.0.7/push' }), 'body.endpoint'],
    ['no address', () => bad({ endpoint: 'push' }), 'body.endpoint'],
    [
      'a key that is no point of the curve',
      () => bad({ p256dh: Buffer.alloc(65, 4).toString('base64url') }),
      'body.p256dh',
    ],
    ['a key that is too short', () => bad({ p256dh: 'BAAA' }), 'body.p256dh'],
    ['a secret of another length', () => bad({ auth: 'AAAA' }), 'body.auth'],
    ['another platform’s key', () => bad({ serverKey: 'BAAA' }), 'body.serverKey'],
  ])('%s', async (_, subscription, path) => {
    const response = await turnOn(owner, subscription());
    expect(response.statusCode).toBe(400);
    expect(response.json().data.details).toMatchObject([{ path }]);
    expect(await endpoints(owner)).toEqual([]);
  });

  test('an endpoint of another browser', async () => {
    const known = service.subscribe(serverKey);
    await turnOn(owner, known);
    const response = await turnOn(colleague, bad({ endpoint: known.endpoint }));
    expect(response.statusCode).toBe(400);
    expect(await endpoints(owner)).toEqual([known.endpoint]);
  });
});

describe('ends with the session that it is used in', () => {
  const sessionsOf = async (browser: Browser) =>
    (await browser.send({ method: 'GET', url: '/api/account/sessions' })).json().data.sessions as {
      id: number;
      isCurrent: boolean;
    }[];

  test('that is signed out', async () => {
    const phone = await site.again(owner);
    await turnOn(phone);
    await turnOn(owner);
    await post(phone, 'sign-out');
    expect(await endpoints(owner)).toHaveLength(1);
  });

  test('that is ended from another browser, alone or with all others', async () => {
    for (const how of ['one', 'others'] as const) {
      const phone = await site.again(owner);
      await turnOn(phone);
      const own = service.subscribe(serverKey);
      await turnOn(owner, own);
      const phoneSession = (await sessionsOf(phone)).find(({ isCurrent }) => isCurrent)!;
      const path = how === 'one' ? `sessions/${phoneSession.id}/end` : 'sessions/end-others';
      expect((await post(owner, path)).statusCode).toBe(200);
      expect(await endpoints(owner)).toEqual([own.endpoint]);
      await em().nativeDelete(PushDevice, {});
    }
  });

  test('and stays where the session goes on after a further factor', async () => {
    const { personId } = owner;
    const sessions = createSessions({ ...api, now: () => new Date() });
    const shown = { personId, firstFactorAt: new Date(), secondFactorAt: null };
    const from = { address: '192.0.2.1', userAgent: 'jest', device: undefined, requestId: 'r1' };
    const before = await sessions.find(await replaceSession({ sessions }, em(), shown, from, undefined));
    const subscription = service.subscribe(serverKey);
    const devices = createPushDevices({ ...api, allowInsecure: true });
    const device = { personId, sessionId: before!.id, userAgent: 'jest' };
    const id = await devices.add(device, subscription);
    const token = await replaceSession({ sessions }, em(), shown, from, before);
    const { sessionId } = await em().findOneOrFail(PushDevice, id);
    expect(Number(sessionId)).toBe((await sessions.find(token))!.id);
    expect(await sessions.find(token)).not.toMatchObject({ id: before!.id });
  });
});

describe('a chat', () => {
  const URL_ = 'https://hooks.chat.example/services/T1/B1/very-secret';
  const add = (browser: Browser, url: unknown = URL_) => post(browser, 'chats', { url } as object);

  test('is turned on by its address, which nobody is shown again, is tried, and is removed', async () => {
    const { deviceId } = (await add(owner)).json().data;
    expect((await listOf(owner)).devices).toEqual([
      { id: deviceId, kind: 'chat', userAgent: 'hooks.chat.example', createdAt: expect.any(String) },
    ]);
    expect((await listOf(colleague)).devices).toEqual([]);
    const [row] = await em().execute('select * from push_device');
    expect(JSON.stringify(row)).not.toContain('very-secret');
    expect(api.logged.join('')).not.toContain('very-secret');
    // The same again is the same chat, of one person; another one may have it, too.
    expect((await add(owner)).json().data).toEqual({ deviceId });
    expect((await add(colleague)).json().data.deviceId).not.toBe(deviceId);
    expect((await post(colleague, `devices/${deviceId}/remove`)).statusCode).toBe(404);
    expect((await post(owner, `devices/${deviceId}/test`)).statusCode).toBe(200);
    expect((await post(owner, `devices/${deviceId}/remove`)).statusCode).toBe(200);
    expect((await listOf(owner)).devices).toEqual([]);
  });

  test('makes no browser give way, and the eleventh takes the place of the first', async () => {
    await turnOn(owner);
    for (let number = 0; number <= PUSH_DEVICES; number++) await add(owner, `${URL_}/${number}`);
    const kinds = (await listOf(owner)).devices.map(({ kind }: { kind: string }) => kind);
    expect(kinds.filter((kind: string) => kind === 'chat')).toHaveLength(PUSH_DEVICES);
    expect(kinds.filter((kind: string) => kind === 'browser')).toHaveLength(1);
  });

  test.each([
    '',
    'hooks.chat.example',
    'ftp://hooks.chat.example/x',
    'https://user:pass@hooks.chat.example/',
    'https://10.0.0.1/x',
    'x'.repeat(3_000),
    7,
    null,
  ])('is not at %j', async (url) => {
    const { statusCode, body } = await add(owner, url);
    expect([statusCode, JSON.parse(body).data.details[0].path]).toEqual([400, 'body.url']);
    expect((await listOf(owner)).devices).toEqual([]);
  });

  test('is added by who has shown a factor lately', async () => {
    const companyId = await site.company({
      kind: 'agency',
      sandboxKey: 'mk_sandbox_agency',
      name: 'Viajes Sol',
    });
    const late = await site.member(companyId, 'owner', { second: 20 });
    const { statusCode, body } = await add(late);
    expect([statusCode, JSON.parse(body).data.reason]).toEqual([403, 'second_factor_needed']);
    expect((await listOf(late)).devices).toEqual([]);
  });
});
