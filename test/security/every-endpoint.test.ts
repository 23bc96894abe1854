import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { generateKeyPair, importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import {
  CallbackEndpoint,
  OrderAttachment,
  OrderMessage,
  Recovery,
  SigningKey,
  StoredFile,
  WaitlistEntry,
} from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { numberedId, waitlistId } from '../../domain/ids.ts';
import { READ_ONLY_SCOPES, SCOPES, type Scope } from '../../domain/scope.ts';
import { BASE_URL, createTestApp, type TestApp } from '../support/app.ts';
import { type Endpoint, endpointsOf, requestFor } from '../support/data/endpoints.ts';
import { fingerprintOf } from '../support/data/fingerprint.ts';
import { createHoldRows } from '../support/data/holds.ts';
import { createMerchant } from '../support/merchants.ts';
import { createOrderRow } from '../support/orders.ts';

/**
 * Every endpoint of the OpenAPI document that needs a token, against everything that must be refused. The table makes
 * itself: an endpoint that is added is in it.
 */
/** Paths that name an object with an owner; guides may be seen by all. */
const OWNED = /\{(guideId|orderId|holdId|notificationId|settlementId|endpointId|recoveryId|entryId)\}/;
const PUBLIC_DETAIL = /^\/open\/v1\/(guide\/(detail|calendar|quote|reviews?)|review|quote)/;
let api: TestApp;
let app: FastifyInstance;
let stranger: ClientCredentials;
let forgeries: Record<string, { token: string | undefined; code: number }>;
let endpoints: Awaited<ReturnType<typeof endpointsOf>>;
/** The studio's first one. */
let endpointId: string;

beforeAll(async () => {
  // Orders are read by services of their own; none of these requests may get as far as a workflow.
  api = await createTestApp();
  app = await api.another({ orders: refusingOrders() });
  endpoints = [...(await endpointsOf(app)), ...(await endpointsOf(app, '/octo/v1/openapi.json'))];
  const first = { merchantKey: api.sandbox.studio.clientId, isFirst: true };
  endpointId = (await api.orm.em.fork().findOneOrFail(CallbackEndpoint, first)).id;
  stranger = await createMerchant(api, 'mk_stranger', { kind: 'studio' });
  const suspended = await createMerchant(api, 'mk_then_suspended', { kind: 'studio' });
  const suspendedToken = await api.token(suspended);
  await api.orm.em.fork().execute(`update merchant set status = 'suspended' where key = 'mk_then_suspended'`);
  forgeries = {
    'no token': { token: undefined, code: 40101 },
    'an expired token': { token: await forge({ exp: seconds() - 1 }), code: 40103 },
    "another issuer's": { token: await forge({ iss: 'https://other.example' }), code: 40101 },
    'alg none': { token: new UnsecuredJWT(claims()).encode(), code: 40101 },
    'HS256 with our public key': { token: await swapped(), code: 40101 },
    "another key's": { token: await foreign(), code: 40101 },
    'a suspended merchant': { token: suspendedToken, code: 40101 },
  };
});
afterAll(() => api.close());

function refusingOrders() {
  const reached = async () => {
    throw new Error('a refused request reached the order service');
  };
  const holds = new Proxy({}, { get: () => reached });
  return new Proxy({}, { get: (_, name) => (name === 'holds' ? holds : reached) }) as never;
}

const seconds = () => Math.floor(api.clock.now.getTime() / 1_000);
const claims = (): JWTPayload => ({
  iss: BASE_URL,
  aud: `${BASE_URL}/open/v1/`,
  sub: 'mk_sandbox_studio',
  client_id: 'mk_sandbox_studio',
  credential_id: '2',
  scope: SCOPES.join(' '),
  jti: 'x',
  iat: seconds() - 60,
  exp: seconds() + 60,
});

async function ownKey() {
  await api.token(api.sandbox.studio);
  return api.orm.em.fork().findOneOrFail(SigningKey, { retiredAt: null });
}

async function forge(changes: JWTPayload): Promise<string> {
  const { kid, privateJwkEncrypted } = await ownKey();
  const key = await importJWK(JSON.parse(await api.cipher.decrypt(privateJwkEncrypted)), 'EdDSA');
  return new SignJWT({ ...claims(), ...changes })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid })
    .sign(key);
}

async function swapped(): Promise<string> {
  const { kid, publicJwk } = await ownKey();
  const secret = Buffer.from(publicJwk.x!, 'base64url');
  return new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid }).sign(secret);
}

async function foreign(): Promise<string> {
  const { kid } = await ownKey();
  const { privateKey } = await generateKeyPair('EdDSA');
  return new SignJWT(claims()).setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid }).sign(privateKey);
}

const fingerprint = () => fingerprintOf(api.orm);

const send = (endpoint: (typeof endpoints)[number], token: string | undefined, ids = {}) =>
  app.inject({ ...requestFor(endpoint, ids), ...(token === undefined ? {} : auth(endpoint, token, ids)) });
const auth = (endpoint: (typeof endpoints)[number], token: string, ids: Record<string, string>) => ({
  headers: { ...requestFor(endpoint, ids).headers, authorization: `Bearer ${token}` },
});

/** How a refusal looks: OCTO has words where /open/v1 has codes. @param code of /open/v1. */
function refusalOf({ path }: Endpoint, status: number, code: number, isNamed: boolean) {
  if (!path.startsWith('/octo/')) return { status, code };
  return { status: 403, error: isNamed ? 'FORBIDDEN' : 'UNAUTHORIZED' };
}
const shown = (
  { path }: Endpoint,
  answer: { statusCode: number; json(): { code?: number; error?: string } },
) =>
  path.startsWith('/octo/')
    ? { status: answer.statusCode, error: answer.json().error }
    : { status: answer.statusCode, code: answer.json().code };

test('the table knows the endpoints', () => {
  expect(endpoints.length).toBeGreaterThan(15);
  expect(endpoints.filter(({ path }) => path.startsWith('/octo/')).length).toBe(13);
});

describe('refused by every endpoint, and nothing is written:', () => {
  test.each([
    'no token',
    'an expired token',
    "another issuer's",
    'alg none',
    'HS256 with our public key',
    "another key's",
    'a suspended merchant',
  ])('%s', async (name) => {
    const { token, code } = forgeries[name]!;
    const before = await fingerprint();
    for (const endpoint of endpoints) {
      const answer = await send(endpoint, token);
      const refusal = refusalOf(endpoint, 401, code, token !== undefined);
      expect([endpoint.name, shown(endpoint, answer)]).toEqual([endpoint.name, refusal]);
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="guidepost"/);
    }
    expect(await fingerprint()).toBe(before);
  });

  test('a token without the scope that the document names: 40006', async () => {
    const tokens = new Map<Scope, string>();
    for (const scope of SCOPES) {
      const others = SCOPES.filter((other) => other !== scope);
      tokens.set(scope, await api.token(api.sandbox.studio, others.join(' ')));
    }
    const before = await fingerprint();
    for (const endpoint of endpoints.filter(({ scope }) => scope !== undefined)) {
      const answer = await send(endpoint, tokens.get(endpoint.scope!)!);
      const refusal = refusalOf(endpoint, 403, 40006, true);
      expect([endpoint.name, shown(endpoint, answer)]).toEqual([endpoint.name, refusal]);
      expect(answer.headers['www-authenticate']).toContain(`scope="${endpoint.scope}"`);
    }
    expect(await fingerprint()).toBe(before);
  });
});

test("another merchant's object looks like none, or is forbidden; nothing is written", async () => {
  const order = { id: 'ORD1795230000000123456', guideId: 'G1001', tripDate: '2027-05-01', tripDays: 2 };
  await createOrderRow(api, order);
  await createHoldRows(api, { merchantKey: 'mk_sandbox_agency', guideId: 'G1001', count: 1 });
  const notificationId = 'NTF1795230000000123456-1';
  const merchantKey = api.sandbox.studio.clientId;
  const recoveryId = await api.orm.em.fork().insert(Recovery, { merchantKey });
  const entry = await api.orm.em.fork().insert(WaitlistEntry, {
    ...{ merchantKey: 'mk_sandbox_agency', guideId: order.guideId, tripDate: order.tripDate, tripDays: 1 },
    ...{ tripStartAt: new Date('2027-05-01'), tripEndAt: new Date('2027-05-02'), createdAt: api.clock.now },
  });
  const entryId = waitlistId(Number(entry));
  const fileId = await attachedTo(order.id);
  const ids = {
    fileId,
    orderId: order.id,
    guideId: order.guideId,
    notificationId,
    endpointId,
    recoveryId,
    entryId,
  };
  const { createOrderService } = await import('../../services/orders/index.ts');
  const never = async () => {
    throw new Error('a refused request reached Temporal');
  };
  const orders = createOrderService({
    orm: api.orm,
    starter: { start: () => {} },
    gateway: { move: never },
    now: () => api.clock.now,
  } as never);
  const real = await api.another({ orders });
  const token = await api.token(stranger);
  const before = await fingerprint();
  const owned = endpoints.filter(({ path }) => OWNED.test(path) && !PUBLIC_DETAIL.test(path));
  for (const endpoint of owned) {
    const answer = await real.inject({ ...requestFor(endpoint, ids), ...auth(endpoint, token, ids) });
    const { code } = answer.json();
    const isRefused = code >= 40003 && code <= 40014;
    expect([endpoint.name, code, isRefused]).toEqual([endpoint.name, code, true]);
  }
  expect(await fingerprint()).toBe(before);
});

/** A file that came with a message of the order. */
async function attachedTo(orderId: string): Promise<string> {
  const em = api.orm.em.fork();
  const sender = { orderId, senderKey: 'mk_sandbox_agency', text: 'x' };
  const messageId = Number(await em.insert(OrderMessage, sender));
  const file = { name: 'voucher.pdf', type: 'application/pdf', size: 1, sha256: 'a'.repeat(64) } as const;
  const fileId = Number(await em.insert(StoredFile, file));
  await em.insert(OrderAttachment, { fileId, orderId, messageId, formKey: 'form-0001' });
  return numberedId('file', fileId);
}

test('a read-only token makes no secret and is shown none, at any endpoint, also under the key of a stronger one', async () => {
  const { studio } = api.sandbox;
  const whole = await api.token(studio, SCOPES.join(' '));
  const reader = await api.token(studio, READ_ONLY_SCOPES.join(' '));
  const secrets = /(sk_|whsec_)[\w+/=-]{20,}/;
  // Last, since what it ends is the very credential of both tokens.
  const inOrder = endpoints.toSorted(
    (a, b) => Number(a.path.includes('revoke')) - Number(b.path.includes('revoke')),
  );
  let shown = 0;
  for (const endpoint of inOrder) {
    const request = requestFor(endpoint, { credentialId: '999999', endpointId });
    const payload = { ...request.payload, ...proofFor(endpoint, studio), ...addressFor(endpoint) };
    const keyed = { ...request.headers, 'idempotency-key': endpoint.name.replaceAll(' ', '-') };
    const as = (token: string) =>
      app.inject({
        ...request,
        headers: { ...keyed, authorization: `Bearer ${token}` },
        ...(request.payload === undefined ? {} : { payload }),
      });
    if (secrets.test((await as(whole)).body)) shown++;
    expect([endpoint.name, (await as(reader)).body.match(secrets)]).toEqual([endpoint.name, null]);
  }
  expect(shown).toBe(5);
});

const proofFor = ({ path }: Endpoint, { clientSecret }: ClientCredentials) =>
  path.endsWith('/credential/rotate') ? { clientSecret } : {};
const addressFor = ({ name }: Endpoint) =>
  name === 'PUT /open/v1/callback/config' ? { url: 'https://hooks.example.com/' } : {};
