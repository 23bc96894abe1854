import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { AuditEntry, Credential } from '../../db/entities/index.ts';
import type { ClientCredentials } from '../../db/seed/index.ts';
import type { Scope } from '../../domain/scope.ts';
import { createCredentialService } from '../../services/credentials/credentials.ts';
import { rotateSigningKeys } from '../../services/operators/registry/key-rotation.ts';
import { createMerchantRegistry } from '../../services/operators/registry/merchant-registry.ts';
import { createTestApp, formRequest, type TestApp, tokenRequest } from '../support/app.ts';
import { grantLink } from '../support/data/provider-links.ts';
import { createMerchant } from '../support/merchants.ts';
import { until } from '../support/until.ts';
import { untilRefused } from '../support/waiting/until-refused.ts';

const LIST = '/open/v1/guide/list';
const OPERATOR = { operator: 'tester', address: 'here' };
let api: TestApp;
let credentials: ReturnType<typeof createCredentialService>;
let registry: ReturnType<typeof createMerchantRegistry>;

beforeAll(async () => {
  api = await createTestApp();
  credentials = createCredentialService({ ...api, now: () => api.clock.now });
  registry = createMerchantRegistry(api);
});
afterAll(() => api.close());

const askToken = (client: ClientCredentials, scope?: string) =>
  api.app.inject(
    formRequest({
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.clientSecret,
      ...(scope === undefined ? {} : { scope }),
    }),
  );
const statusWith = async (token: string, url = LIST, app = api.app) =>
  (await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode;
const issue = async (merchantKey: string, scopes?: Scope[]): Promise<ClientCredentials> => {
  const { appSecret } = await credentials.issue(OPERATOR, merchantKey, { scopes });
  return { clientId: merchantKey, clientSecret: appSecret };
};

describe('scope', () => {
  test('without it, a token has all that the credential grants; the kind bounds that', async () => {
    const scopeOf = async (client: ClientCredentials) => (await askToken(client)).json().scope.split(' ');
    expect(await scopeOf(api.sandbox.studio)).toContain('guide:write');
    expect(await scopeOf(api.sandbox.agency)).not.toContain('guide:write');
  });

  test('a token for less can do less: 40006, and the challenge names what was missing', async () => {
    const answer = await askToken(api.sandbox.agency, 'guide:read');
    expect(answer.json().scope).toBe('guide:read');
    const token = answer.json().access_token;
    expect(decodeJwt(token).scope).toBe('guide:read');
    expect(await statusWith(token)).toBe(200);
    const headers = { authorization: `Bearer ${token}` };
    const refused = await api.app.inject({ url: '/open/v1/callback/config', headers });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 40006]);
    expect(refused.headers['www-authenticate']).toBe(
      'Bearer realm="guidepost", error="insufficient_scope", scope="notification"',
    );
  });

  test.each(['guide:write', 'guide:read guide:write', 'everything', ' '])(
    '%j is invalid_scope',
    async (scope) => {
      const answer = await askToken(api.sandbox.agency, scope);
      expect([answer.statusCode, answer.json().code, answer.json().error]).toEqual([
        400,
        40001,
        'invalid_scope',
      ]);
    },
  );

  test('a read-only credential buys tokens that only read', async () => {
    const reader = await issue(api.sandbox.agency.clientId, ['guide:read', 'order:read']);
    expect((await askToken(reader)).json().scope).toBe('guide:read order:read');
    expect((await askToken(reader, 'order:write')).json().error).toBe('invalid_scope');
  });
});

describe('rotation', () => {
  const rotate = async (client: ClientCredentials, overlapSeconds: number) => {
    const { clientSecret } = client;
    const authorization = `Bearer ${await api.token(client, 'credential:rotate')}`;
    const url = '/open/v1/credential/rotate';
    const payload = { overlapSeconds, clientSecret };
    return api.app.inject({ method: 'POST', url, headers: { authorization }, payload });
  };

  test('with an overlap both app_secrets work until it ends', async () => {
    const old = await createMerchant(api, 'mk_overlap');
    const answer = await rotate(old, 3_600);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { clientId, clientSecret, previousValidUntil } = answer.json().data;
    expect(Date.parse(previousValidUntil)).toBe(api.clock.now.getTime() + 3_600_000);
    expect((await askToken({ clientId, clientSecret })).statusCode).toBe(200);
    expect((await askToken(old)).statusCode).toBe(200);
    const ended = { validUntil: new Date(Date.now() - 120_000) };
    await api.orm.em
      .fork()
      .nativeUpdate(Credential, { merchantKey: clientId, validUntil: { $ne: null } }, ended);
    expect((await askToken(old)).statusCode).toBe(401);
    expect((await askToken({ clientId, clientSecret })).statusCode).toBe(200);
  });

  test('without one the old app_secret and its tokens stop, on every API process, within five seconds', async () => {
    const old = await createMerchant(api, 'mk_no_overlap');
    const other = await api.another();
    const token = await api.token(old);
    expect([await statusWith(token), await statusWith(token, LIST, other)]).toEqual([200, 200]);
    const { previousValidUntil } = (await rotate(old, 0)).json().data;
    expect(previousValidUntil).toBeNull();
    expect((await askToken(old)).statusCode).toBe(401);
    const waits = [untilRefused(() => statusWith(token)), untilRefused(() => statusWith(token, LIST, other))];
    expect(Math.max(...(await Promise.all(waits)))).toBeLessThan(5_000);
  });

  test('the new one keeps the scopes; only so many may be valid at once', async () => {
    await createMerchant(api, 'mk_hoarder');
    const reader = await issue('mk_hoarder', ['guide:read', 'credential:rotate']);
    const { data } = (await rotate(reader, 60)).json();
    expect((await askToken(data)).json().scope).toBe('guide:read');
    for (let n = 3; n < 10; n++) await issue('mk_hoarder');
    const refused = await rotate(data, 60);
    expect([refused.statusCode, refused.json().code]).toEqual([400, 40001]);
    expect((await rotate(data, 0)).statusCode).toBe(200);
  });

  test.each([-1, 604_801, 1.5])('an overlap of %d s is 40001', async (overlapSeconds) => {
    const answer = await rotate(api.sandbox.agency, overlapSeconds);
    expect(answer.json().code).toBe(40001);
  });
});

describe('suspension and revocation hold on every API process within five seconds:', () => {
  test.each<[string, (key: string) => Promise<unknown>]>([
    ['suspended', (key) => registry.setStatus(OPERATOR, key, 'suspended')],
    ['verification refused', (key) => registry.verify(OPERATOR, key, 'refused')],
    [
      'revoked',
      async (key) => {
        for (const { id } of await credentials.list(key)) await credentials.revoke(OPERATOR, String(id));
      },
    ],
  ])('%s', async (name, stop) => {
    const client = await createMerchant(api, `mk_stop_${name.slice(0, 4)}`);
    const other = await api.another();
    const token = await api.token(client);
    expect([await statusWith(token), await statusWith(token, LIST, other)]).toEqual([200, 200]);
    await stop(client.clientId);
    expect((await askToken(client)).json().code).toBe(40102);
    const waits = [untilRefused(() => statusWith(token)), untilRefused(() => statusWith(token, LIST, other))];
    expect(Math.max(...(await Promise.all(waits)))).toBeLessThan(5_000);
  });
});

test('only approved merchants get tokens', async () => {
  const { key } = await registry.register(OPERATOR, {
    name: 'New',
    kind: 'agency',
    country: 'PT',
    sandbox: false,
  });
  const client = await issue(key);
  expect((await askToken(client)).json().code).toBe(40102);
  await registry.verify(OPERATOR, key, 'approved');
  expect((await askToken(client)).statusCode).toBe(200);
});

test('when a credential was last used is noted, without a write for each request', async () => {
  const client = await createMerchant(api, 'mk_used');
  const app = await api.another();
  await app.inject(tokenRequest(client));
  await app.close();
  const [credential] = await credentials.list(client.clientId);
  expect(credential?.lastUsedAt).toBeInstanceOf(Date);
  expect(JSON.stringify(credential)).not.toContain('secret');
});

describe('a provider', () => {
  let provider: ClientCredentials;
  let token: string;
  beforeAll(async () => {
    provider = await createMerchant(api, 'mk_provider', { kind: 'provider' });
    await createMerchant(api, 'mk_live_agency', { sandbox: false });
    await grantLink(api, 'mk_sandbox_agency', 'mk_provider', ['guide:read', 'notification']);
    token = await api.token(provider);
  });
  const call = (onBehalfOf: string, url: string, more: object = {}) =>
    api.app.inject({
      url,
      headers: { authorization: `Bearer ${token}`, 'on-behalf-of': onBehalfOf },
      ...more,
    });

  test('acts for a merchant that linked it, within the scopes granted, and both are recorded', async () => {
    expect((await call('mk_sandbox_agency', LIST)).statusCode).toBe(200);
    const missing = await call('mk_sandbox_agency', '/open/v1/credential/rotate', {
      method: 'POST',
      payload: { overlapSeconds: 0 },
    });
    expect(missing.json().code).toBe(40006);
    const url = 'https://hooks.example.com/x';
    const saved = await call('mk_sandbox_agency', '/open/v1/callback/config', {
      method: 'PUT',
      payload: { url },
    });
    expect(saved.statusCode).toBe(200);
    const own = await api.as(api.sandbox.agency, { url: '/open/v1/callback/config' });
    expect(own.json().data.url).toBe(url);
    const entry = await api.orm.em.fork().findOneOrFail(AuditEntry, { actor: 'mk_provider' });
    expect(entry).toMatchObject({
      action: 'callback.saved',
      onBehalfOf: 'mk_sandbox_agency',
      merchantKey: 'mk_sandbox_agency',
      requestId: saved.headers['x-request-id'],
      address: '127.0.0.1',
    });
  });

  test.each([
    ['a stranger', 'mk_sandbox_studio'],
    ['nobody', 'mk_nobody'],
    ['a merchant of the other world', 'mk_live_agency'],
  ])('may not act for %s: 40006, the same for all', async (_name, key) => {
    const answer = await call(key, LIST);
    expect(answer.json()).toMatchObject({ code: 40006, msg: 'no such merchant has linked this provider' });
  });

  test('stops within five seconds of the unlinking', async () => {
    await grantLink(api, 'mk_sandbox_studio', 'mk_provider', ['guide:read']);
    await until(async () => (await call('mk_sandbox_studio', LIST)).statusCode === 200);
    await registry.unlink(OPERATOR, 'mk_sandbox_studio', 'mk_provider');
    await until(async () => (await call('mk_sandbox_studio', LIST)).statusCode === 403);
  });

  test('others may not send On-Behalf-Of, and it is one merchant key', async () => {
    const headers = { 'on-behalf-of': 'mk_sandbox_studio' };
    expect((await api.as(api.sandbox.agency, { url: LIST, headers })).json().code).toBe(40006);
    expect((await call('a b', LIST)).json().code).toBe(40001);
  });

  test('a link grants nothing that the merchant could not do itself', async () => {
    await expect(grantLink(api, 'mk_sandbox_agency', 'mk_provider', ['guide:write'])).rejects.toThrow();
    await expect(grantLink(api, 'mk_live_agency', 'mk_provider', ['guide:read'])).rejects.toThrow();
  });
});

test('a new signing key leaves old tokens valid; a compromised one does not', async () => {
  const old = await api.token(api.sandbox.agency);
  const deps = { ...api, now: () => new Date() };
  const { kid, replaced } = await rotateSigningKeys(deps, OPERATOR, { compromised: false });
  expect(replaced).toHaveLength(1);
  const fresh = await api.another();
  const token = (await fresh.inject(tokenRequest(api.sandbox.agency))).json().access_token;
  expect([await statusWith(old, LIST, fresh), await statusWith(token, LIST, fresh)]).toEqual([200, 200]);
  expect((await fresh.inject('/.well-known/jwks.json')).json().keys).toHaveLength(2);
  await rotateSigningKeys(deps, OPERATOR, { compromised: true });
  const later = await api.another();
  expect([await statusWith(old, LIST, later), await statusWith(token, LIST, later)]).toEqual([401, 401]);
  const { keys } = (await later.inject('/.well-known/jwks.json')).json();
  expect(keys.map((key: { kid: string }) => key.kid)).not.toContain(kid);
});
