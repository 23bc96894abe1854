import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** What the next person who comes is, by the provider's word; what is left out is as it should be. */
export type Claims = Record<string, unknown>;

export interface OpenIdProvider {
  readonly issuer: string;
  /** Of the next ID token. */
  claims: Claims;
  /** What the browser brings back after the provider asked its person. @param url where the console sent it. */
  visit(url: string): URL;
  close(): Promise<void>;
}

/** A provider with one client, which checks PKCE as RFC 7636 §4.6 says. */
export async function startOpenIdProvider(clientId: string): Promise<OpenIdProvider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, { nonce: string | null; challenge: string | null }>();

  const tokens = async (form: URLSearchParams) => {
    const asked = codes.get(form.get('code') ?? '');
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(form.get('code_verifier') ?? ''));
    if (asked === undefined || Buffer.from(digest).toString('base64url') !== asked.challenge)
      return { error: 'invalid_grant' };
    codes.delete(form.get('code')!);
    const seconds = Math.floor(Date.now() / 1_000);
    const claims = { nonce: asked.nonce, auth_time: seconds, email_verified: true, ...provider.claims };
    const jwt = new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(provider.issuer);
    const idToken = await jwt
      .setAudience(clientId)
      .setSubject('7')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);
    return { access_token: 'unused', token_type: 'Bearer', expires_in: 60, id_token: idToken };
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answers: Record<string, () => unknown> = {
      '/.well-known/openid-configuration': () => ({
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/authorize`,
        token_endpoint: `${provider.issuer}/token`,
        jwks_uri: `${provider.issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
      '/jwks': () => ({ keys: [jwk] }),
      '/token': () => tokens(new URLSearchParams(Buffer.concat(chunks).toString())),
    };
    const answer = (await answers[request.url ?? '']?.()) as { error?: string } | undefined;
    response.writeHead(answer === undefined ? 404 : answer.error ? 400 : 200, {
      'content-type': 'application/json',
    });
    response.end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const provider: OpenIdProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    claims: {},
    visit(url) {
      const { searchParams: asked } = new URL(url);
      const code = crypto.randomUUID();
      codes.set(code, { nonce: asked.get('nonce'), challenge: asked.get('code_challenge') });
      const back = new URL(asked.get('redirect_uri')!);
      back.search = new URLSearchParams({
        code,
        state: asked.get('state')!,
        iss: provider.issuer,
      }).toString();
      return back;
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  return provider;
}
