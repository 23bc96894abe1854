import { createHash, randomUUID } from 'node:crypto';
import { errors, type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { TokenExpired, TokenInvalid } from '../../domain/errors.ts';
import { TOKEN_LIFETIME_SECONDS } from '../../domain/token-lifetime.ts';
import { SIGNING_ALGORITHM, type SigningKeys } from './signing-keys.ts';

/** The type of an access token that is a JWT (RFC 9068, section 2.1). */
const TOKEN_TYPE = 'at+jwt';
/** Longer tokens were not issued here. */
const MAX_TOKEN_LENGTH = 2_048;
const CACHED_TOKENS = 20_000;
/** A signature once found right is believed this long; the merchant is looked up all the same. */
const CACHE_TTL_MS = 60_000;

/** The merchant of a token, and the app_secret that it was issued for. */
export interface TokenClaims {
  readonly merchantKey: string;
  readonly credentialId: string;
  /** Those that the token was issued for (RFC 9068 §2.2.3). */
  readonly scopes: readonly string[];
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

export interface AccessTokens {
  /** A token for that merchant. @param lifetime seconds; TOKEN_LIFETIME_SECONDS by default. */
  issue(
    holder: Pick<TokenClaims, 'merchantKey' | 'credentialId' | 'scopes'>,
    lifetime?: number,
  ): Promise<string>;
  /** @throws TokenExpired, TokenInvalid */
  verify(token: string): Promise<TokenClaims>;
}

interface AccessTokenDeps {
  readonly keys: SigningKeys;
  /** The issuer: the public base URL. */
  readonly issuer: string;
  readonly now: () => Date;
}

/** Issues and checks RFC 9068 access tokens. */
export function createAccessTokens({ keys, issuer, now }: AccessTokenDeps): AccessTokens {
  const audience = audienceOf(issuer);
  const verified = new LRUCache<string, TokenClaims>({ max: CACHED_TOKENS, ttl: CACHE_TTL_MS });

  return {
    async issue({ merchantKey, credentialId, scopes }, lifetime = TOKEN_LIFETIME_SECONDS) {
      const { kid, privateKey } = await keys.current();
      const issuedAt = Math.floor(now().getTime() / 1_000);
      return new SignJWT({ client_id: merchantKey, credential_id: credentialId, scope: scopes.join(' ') })
        .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: TOKEN_TYPE, kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(merchantKey)
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetime)
        .sign(privateKey);
    },
    async verify(token) {
      if (token.length > MAX_TOKEN_LENGTH) throw new TokenInvalid();
      const fingerprint = createHash('sha256').update(token).digest('base64');
      const known = verified.get(fingerprint);
      const claims = known ?? (await check(token, { keys, issuer, audience, now }));
      if (claims.expiresAt * 1_000 <= now().getTime()) throw new TokenExpired();
      // Not again: that would believe a busy token for ever, whatever became of its key.
      if (known === undefined) verified.set(fingerprint, claims);
      return claims;
    },
  };
}

/** What tokens are for: the API below this address (the `aud` claim). */
function audienceOf(issuer: string): string {
  return `${issuer}/open/v1/`;
}

async function check(token: string, context: AccessTokenDeps & { audience: string }): Promise<TokenClaims> {
  try {
    const { payload } = await jwtVerify(token, (header) => keyFor(header, context.keys), {
      algorithms: [SIGNING_ALGORITHM],
      typ: TOKEN_TYPE,
      issuer: context.issuer,
      audience: context.audience,
      requiredClaims: ['sub', 'client_id', 'credential_id', 'jti', 'iat', 'exp'],
      currentDate: context.now(),
    });
    const isOurs = payload.sub === payload.client_id && typeof payload.credential_id === 'string';
    if (!isOurs) throw new TokenInvalid();
    return {
      merchantKey: payload.sub as string,
      credentialId: payload.credential_id as string,
      // A token that names no scope was bought for none.
      scopes: typeof payload.scope === 'string' ? payload.scope.split(' ') : [],
      expiresAt: payload.exp as number,
    };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new TokenExpired({ cause: error });
    if (error instanceof errors.JOSEError) throw new TokenInvalid({ cause: error });
    throw error;
  }
}

async function keyFor({ kid }: JWTHeaderParameters, keys: SigningKeys) {
  const key = kid === undefined ? undefined : await keys.find(kid);
  if (key === undefined) throw new TokenInvalid();
  return key;
}
