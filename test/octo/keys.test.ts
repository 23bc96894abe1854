import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { localInstant } from '../../api/octo/slots.ts';
import { AuditEntry, Credential } from '../../db/entities/index.ts';
import { ROOMY_GUIDES } from '../../domain/sandbox.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { startOfDay } from '../../domain/wall-time.ts';
import { createCredentialService } from '../../services/credentials/credentials.ts';
import { canonicalString, sign } from '../../services/signing/canonical.ts';
import { BASE_URL, type TestApp, tokenRequest } from '../support/app.ts';
import { createConformance } from '../support/documents/openapi.ts';
import { createOrdersApp } from '../support/orders-app.ts';
import { until } from '../support/until.ts';
import { expectRefusal } from './octo-app.ts';

const CREATE = '/open/v1/credential/octo-key/create';
const SCOPES = 'guide:read order:read order:write';
let api: TestApp;
let app: FastifyInstance;
beforeAll(async () => {
  ({ api, app } = await createOrdersApp());
});
afterAll(() => api.close());

async function make(settings: object = {}, scope = `credential:rotate ${SCOPES}`) {
  const { agency } = api.sandbox;
  const headers = { authorization: `Bearer ${await api.token(agency, scope)}` };
  const payload = { clientSecret: agency.clientSecret, label: 'Reseller X', ...settings };
  return (await app.inject({ method: 'POST', url: CREATE, headers, payload })).json();
}
const use = (key: string, options: InjectOptions | string) =>
  app.inject({
    ...(typeof options === 'string' ? { url: options } : options),
    headers: { authorization: `Bearer ${key}` },
  });
const midnightIn20Days = () =>
  startOfDay(addDays(todayIn('Europe/Lisbon', api.clock.now), 20), 'Europe/Lisbon');
const reservation = (productId: string) => ({
  ...{ productId, optionId: 'DEFAULT', unitItems: [{ unitId: 'adult' }] },
  availabilityId: localInstant(midnightIn20Days(), 'Europe/Lisbon'),
});
const revoke = (id: string, compromised = false) =>
  createCredentialService({ ...api, now: () => api.clock.now }).revoke(
    { operator: 'tests', address: 'here' },
    id,
    { compromised },
  );

describe('an OCTO key', () => {
  test('is accepted below /octo/v1, and nowhere else', async () => {
    const { code, data } = await make();
    expect([code, data]).toEqual([
      200,
      {
        credentialId: expect.stringMatching(/^[0-9]+$/),
        octoKey: expect.stringMatching(/^octo_[\w-]{43}$/),
        scopes: SCOPES.split(' '),
        products: null,
      },
    ]);
    expect((await use(data.octoKey, '/octo/v1/products')).statusCode).toBe(200);
    for (const url of ['/open/v1/guide/list', '/open/v1/credential/list', '/open/v1/order/list']) {
      expect((await use(data.octoKey, url)).json()).toMatchObject({ code: 40101 });
    }
    const asSecret = { clientId: api.sandbox.agency.clientId, clientSecret: data.octoKey };
    expect((await app.inject(tokenRequest(asSecret))).json().code).toBe(40102);
  });

  test('is kept as its hash, shown once, listed, and made known to the audit log without itself', async () => {
    const { data } = await make();
    const kept = await api.orm.em.fork().findOneOrFail(Credential, { id: Number(data.credentialId) });
    const keyHash = createHash('sha256').update(data.octoKey).digest('base64url');
    expect(kept).toMatchObject({ keyHash, secretEncrypted: null });
    const headers = {
      authorization: `Bearer ${await api.token(api.sandbox.agency, 'credential:read')}`,
    };
    const listed = await app.inject({ url: '/open/v1/credential/list', headers });
    expect(listed.json().data.list).toContainEqual(
      expect.objectContaining({ credentialId: data.credentialId, kind: 'octo_key', label: 'Reseller X' }),
    );
    const expectDescribed = await createConformance(app);
    expectDescribed('GET', '/open/v1/credential/list', listed);
    const audited = await api.orm.em.fork().find(AuditEntry, { subject: `credential:${data.credentialId}` });
    expect(audited).toMatchObject([{ action: 'credential.issued', details: { kind: 'octo_key' } }]);
    expect(JSON.stringify([listed.body, audited, api.logged])).not.toContain(data.octoKey);
  });

  test('that is unknown, malformed or revoked is 403, and so is none', async () => {
    const { data } = await make();
    expect((await use(data.octoKey, '/octo/v1/supplier')).statusCode).toBe(200);
    await revoke(data.credentialId);
    const at = '/octo/v1/supplier';
    await until(async () => (await use(data.octoKey, at)).statusCode !== 200);
    for (const key of [data.octoKey, `octo_${'a'.repeat(43)}`, 'octo_', 'sk_x']) {
      expectRefusal(await use(key, at), 'FORBIDDEN');
    }
    expectRefusal(await app.inject(at), 'UNAUTHORIZED');
  });

  test('ends with the app_secret that made it where that one has leaked, and is replaced like one', async () => {
    const service = createCredentialService({ ...api, now: () => api.clock.now });
    const operator = { operator: 'tests', address: 'here' };
    const { agency } = api.sandbox;
    const parent = await service.issue(operator, agency.clientId, {});
    const wanted = { kind: 'octo_key', parentId: Number(parent.id) } as const;
    const child = await service.issue(operator, agency.clientId, wanted);
    const next = await service.rotate(operator, agency.clientId, child.id, { overlapSeconds: 0 });
    expect(next.appSecret).toMatch(/^octo_/);
    expect((await use(next.appSecret, '/octo/v1/supplier')).statusCode).toBe(200);
    expect((await revoke(parent.id, true)).toSorted()).toEqual([parent.id, next.id].toSorted());
  });

  test('has no scope that its maker lacks, none beside those of OCTO, and needs the app_secret', async () => {
    expect((await make({ scopes: ['order:write'] }, 'credential:rotate guide:read')).code).toBe(40006);
    expect((await make({ scopes: ['credential:rotate'] })).code).toBe(40001);
    expect((await make({ clientSecret: 'sk_wrong' })).code).toBe(40102);
    expect((await make({ clientSecret: undefined })).code).toBe(40001);
  });

  test('that may only read books nothing', async () => {
    const { data } = await make({ scopes: ['guide:read'] });
    const body = { method: 'POST', url: '/octo/v1/bookings', payload: reservation('G9000001') } as const;
    expectRefusal(await use(data.octoKey, body), 'FORBIDDEN');
  });

  test('signs nothing: an empty key is nobody’s', async () => {
    await make();
    const token = await api.token(api.sandbox.agency);
    const [timestamp, nonce] = [String(Math.floor(api.clock.now.getTime() / 1_000)), 'a-nonce-of-mine-1'];
    const request = {
      method: 'GET',
      host: new URL(BASE_URL).host,
      target: '/open/v1/guide/list',
      timestamp,
      nonce,
    };
    const signature = sign('', canonicalString({ ...request, body: Buffer.alloc(0) } as never));
    const answer = await app.inject({
      url: request.target,
      headers: {
        authorization: `Bearer ${token}`,
        host: request.host,
        ...{ 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature },
      },
    });
    expect(answer.json().code).toBe(40104);
  });
});

describe('a key for some products', () => {
  test('sees these, books these, and finds bookings of these only', async () => {
    const all = (await make()).data.octoKey;
    const { data } = await make({ products: [ROOMY_GUIDES[1]] });
    const one = data.octoKey;
    const ids = async (key: string) =>
      (await use(key, '/octo/v1/products')).json().map(({ id }: { id: string }) => id);
    expect(await ids(one)).toEqual([ROOMY_GUIDES[1]]);
    expect(await ids(all)).toEqual(expect.arrayContaining([...ROOMY_GUIDES, 'G9000001']));
    expectRefusal(await use(one, '/octo/v1/products/G9000001'), 'INVALID_PRODUCT_ID', {
      productId: 'G9000001',
    });
    const reserve = (key: string, productId: string) =>
      use(key, { method: 'POST', url: '/octo/v1/bookings', payload: reservation(productId) });
    expectRefusal(await reserve(one, 'G9000001'), 'INVALID_PRODUCT_ID', { productId: 'G9000001' });
    const { uuid: own } = (await reserve(one, ROOMY_GUIDES[1])).json();
    const { uuid: other } = (await reserve(all, 'G9000001')).json();
    expect((await use(one, `/octo/v1/bookings/${own}`)).statusCode).toBe(200);
    expectRefusal(await use(one, `/octo/v1/bookings/${other}`), 'INVALID_BOOKING_UUID', { uuid: other });
    const day = reservation('').availabilityId.slice(0, 10);
    const found = async (key: string) =>
      (await use(key, `/octo/v1/bookings?localDate=${day}`)).json().map(({ uuid }: { uuid: string }) => uuid);
    expect(await found(one)).toEqual([own]);
    expect((await found(all)).toSorted()).toEqual([own, other].toSorted());
  });
});

test('a guide with room goes with any number of parties at one time; others with one', async () => {
  const { octoKey } = (await make()).data;
  const reserve = (productId: string) =>
    use(octoKey, { method: 'POST', url: '/octo/v1/bookings', payload: reservation(productId) });
  const many = await Promise.all(Array.from({ length: 8 }, () => reserve(ROOMY_GUIDES[1])));
  expect(many.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
  const two = await Promise.all([reserve('G9000002'), reserve('G9000002')]);
  expect(two.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
});

describe('refusals below /octo/v1 are OCTO’s own:', () => {
  test('a path that is not there, a method that a path has not, a body that can’t be read', async () => {
    const { octoKey } = (await make()).data;
    const missing = await use(octoKey, '/octo/v1/nothing');
    expect([missing.statusCode, missing.json()]).toEqual([
      404,
      { error: 'NOT_FOUND', errorMessage: expect.stringMatching(/./) },
    ]);
    const wrong = await use(octoKey, { method: 'DELETE', url: '/octo/v1/products' });
    expect([wrong.statusCode, wrong.json().error, wrong.headers.allow]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      'GET, HEAD, OPTIONS',
    ]);
    const answer = await app.inject({
      ...{ method: 'POST', url: '/octo/v1/bookings', payload: '{' },
      headers: { authorization: `Bearer ${octoKey}`, 'content-type': 'application/json' },
    });
    expectRefusal(answer, 'BAD_REQUEST');
    expect((await app.inject('/open/v1/nothing')).json().code).toBe(40400);
  });

  test('pickups and offers, which there are none of', async () => {
    const { octoKey } = (await make()).data;
    for (const extra of [{ pickupRequested: true }, { pickupPointId: 'P1' }, { offerCode: 'SUMMER' }]) {
      const payload = { ...reservation(ROOMY_GUIDES[1]), ...extra };
      expectRefusal(await use(octoKey, { method: 'POST', url: '/octo/v1/bookings', payload }), 'BAD_REQUEST');
    }
    const payload = { ...reservation(ROOMY_GUIDES[1]), pickupRequested: false, offerCode: null };
    const taken = await use(octoKey, { method: 'POST', url: '/octo/v1/bookings', payload });
    expect(taken.statusCode).toBe(200);
  });
});

test('_capabilities in the query is the header’s twin, and stays in the address of the next page', async () => {
  const { octoKey } = (await make()).data;
  const [shown] = (await use(octoKey, '/octo/v1/products?_capabilities=octo%2Fpricing')).json();
  expect(shown).toHaveProperty('defaultCurrency');
  const [plain] = (await use(octoKey, '/octo/v1/products')).json();
  expect(plain).not.toHaveProperty('defaultCurrency');
});
