import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { createTestApp, type TestApp } from '../support/app.ts';

/** Both libraries refuse plain http by default, rightly: on loopback it has to be allowed by name. */
let api: TestApp;
let issuer: URL;

beforeAll(async () => {
  api = await createTestApp();
  // The port is part of the issuer, so it is chosen first.
  const probe = await api.another();
  const base = await probe.listen({ host: '127.0.0.1', port: 0 });
  await probe.close();
  const app = await api.another({ config: { publicBaseUrl: base, allowInsecureCallbacks: false } });
  await app.listen({ host: '127.0.0.1', port: Number(new URL(base).port) });
  issuer = new URL(base);
});
afterAll(() => api.close());

test.each([
  ['HTTP Basic', oauth.ClientSecretBasic],
  ['form fields', oauth.ClientSecretPost],
])(
  'oauth4webapi: discovery, a token with %s, a protected request, and an error it understands',
  async (_name, auth) => {
    const insecure = { [oauth.allowInsecureRequests]: true };
    const { clientId, clientSecret } = api.sandbox.agency;
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    const server = await oauth.processDiscoveryResponse(issuer, found);
    const client = { client_id: clientId };
    const ask = async (secret: string) =>
      oauth.processClientCredentialsResponse(
        server,
        client,
        await oauth.clientCredentialsGrantRequest(
          server,
          client,
          auth(secret),
          { scope: 'guide:read' },
          insecure,
        ),
      );
    const token = await ask(clientSecret);
    expect([token.token_type, token.expires_in, token.scope]).toEqual(['bearer', 7200, 'guide:read']);
    const list = new URL('/open/v1/guide/list', issuer);
    const answer = await oauth.protectedResourceRequest(
      token.access_token,
      'GET',
      list,
      undefined,
      null,
      insecure,
    );
    expect(await answer.json()).toMatchObject({ code: 200, data: { total: expect.any(Number) } });
    await expect(ask('wrong')).rejects.toMatchObject({
      name: expect.stringMatching(/ResponseBodyError|WWWAuthenticate/),
    });
  },
);

test('openid-client: the same', async () => {
  const { clientId, clientSecret } = api.sandbox.agency;
  const options = { algorithm: 'oauth2' as const, execute: [openid.allowInsecureRequests] };
  const config = await openid.discovery(issuer, clientId, clientSecret, undefined, options);
  const token = await openid.clientCredentialsGrant(config, { scope: 'guide:read order:read' });
  expect(token.expiresIn()).toBeGreaterThan(7_190);
  const list = new URL('/open/v1/guide/list', issuer);
  const answer = await openid.fetchProtectedResource(config, token.access_token, list, 'GET');
  expect(answer.status).toBe(200);
});
