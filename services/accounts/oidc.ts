import { timingSafeEqual } from 'node:crypto';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  type IDToken,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { openCeremony, takeCeremony } from '../../db/queries/console/ceremonies.ts';
import type { SessionRow } from '../../db/queries/console/console-sessions.ts';
import { findPersonByEmail, lockPerson, proveMailbox } from '../../db/queries/console/people.ts';
import { hashToken, newToken } from '../../db/secret-tokens.ts';
import type { ProviderFetch } from '../../lib/callbacks/provider-fetch.ts';
import type { OidcSettings } from '../../lib/config.ts';
import { type AccountDeps, type From, type Opened, replaceSession } from './context.ts';
import { arrive } from './devices.ts';
import { WrongFactor } from './refusals.ts';
import { FRESH_MS } from './sessions.ts';
import { noteSignIn } from './signing-in.ts';

export const CALLBACK_PATH = '/oidc/callback';
const TIMEOUT_SECONDS = 8;

/** What is remembered between the two steps; encrypted, since it would let somebody finish them. */
interface Remembered {
  readonly verifier: string;
  readonly nonce: string;
  /** SHA-256 of the cookie of the browser that began. */
  readonly browser: string;
}

/**
 * Operators sign in by the company's own OpenID provider: code flow with PKCE, state and nonce (RFC 9700), begun and ended in one browser.
 * It never makes an account: the address that the provider has verified must be an operator's. The provider is trusted to ask for a
 * second factor; a token that says the password alone was checked (`amr`, RFC 8176) is refused.
 */
export function createOidc(deps: AccountDeps, settings: OidcSettings, fetch?: ProviderFetch) {
  const { orm, cipher, now, consoleBaseUrl } = deps;
  const redirectUri = `${consoleBaseUrl}${CALLBACK_PATH}`;
  const provider = discoverOnce(settings, fetch);

  return {
    /** Where to send the browser, and the cookie by which it is known when it comes back. */
    async begin(): Promise<{ readonly url: string; readonly browser: string }> {
      const config = await provider();
      const [verifier, nonce, state] = [randomPKCECodeVerifier(), randomNonce(), randomState()];
      const browser = newToken();
      const remembered: Remembered = { verifier, nonce, browser: hashToken(browser) };
      const details = await cipher.encrypt(JSON.stringify(remembered));
      await openCeremony(
        orm.em.fork(),
        { purpose: 'oidc', question: state, sessionId: null, details },
        now(),
      );
      const url = buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        max_age: `${FRESH_MS / 1_000}`,
      });
      return { url: url.href, browser };
    },

    /** @param path of the request with its query. @throws WrongFactor */
    async finish(
      path: string,
      browser: string | undefined,
      from: From,
      before: SessionRow | undefined,
    ): Promise<Opened> {
      const url = new URL(path, consoleBaseUrl);
      const state = url.searchParams.get('state') ?? '';
      const { verifier, nonce } = await recall(deps, state, browser);
      const config = await provider();
      const checks = {
        pkceCodeVerifier: verifier,
        expectedNonce: nonce,
        expectedState: state,
        maxAge: FRESH_MS / 1_000,
      };
      const tokens = await authorizationCodeGrant(config, url, { ...checks, idTokenExpected: true }).catch(
        (cause: unknown) => {
          throw new WrongFactor('the provider did not sign you in', cause);
        },
      );
      return await signIn(deps, tokens.claims()!, from, before);
    },
  };
}

/** @throws WrongFactor */
async function recall({ orm, cipher, now }: AccountDeps, state: string, browser = ''): Promise<Remembered> {
  const ceremony = { purpose: 'oidc', question: state, sessionId: null } as const;
  const found = await takeCeremony(orm.em.fork(), ceremony, now());
  if (!found?.details) throw new WrongFactor('nobody began that, or too long ago');
  const remembered = JSON.parse(await cipher.decrypt(found.details)) as Remembered;
  const isSameBrowser = timingSafeEqual(Buffer.from(hashToken(browser)), Buffer.from(remembered.browser));
  if (!isSameBrowser) throw new WrongFactor('another browser began that');
  return remembered;
}

async function signIn(
  deps: AccountDeps,
  claims: IDToken,
  from: From,
  before: SessionRow | undefined,
): Promise<Opened> {
  const { orm, now, count } = deps;
  const { email, email_verified: isVerified, amr, auth_time: authTime } = claims;
  if (typeof email !== 'string' || isVerified !== true)
    throw new WrongFactor('the provider names no verified address');
  if (Array.isArray(amr) && amr.every((method) => method === 'pwd'))
    throw new WrongFactor('the provider asked for no second factor');
  const shownAt =
    typeof authTime === 'number' ? new Date(Math.min(authTime * 1_000, now().getTime())) : now();
  return await orm.em.fork().transactional(async (em) => {
    const person = await findPersonByEmail(em, email);
    if (!person?.operatorRole) throw new WrongFactor('this address is of no operator');
    await lockPerson(em, person.id);
    await proveMailbox(em, person, now());
    const step = { personId: person.id, firstFactorAt: shownAt, secondFactorAt: shownAt };
    const token = await replaceSession(deps, em, step, from, before);
    await noteSignIn(em, person.id, from, 'provider');
    count('provider');
    return { token, device: await arrive(deps, em, person, from), next: 'done' };
  });
}

/**
 * The provider's metadata, read when it is first needed, and again after a failure.
 * @param fetch the only way to it, and to its keys and tokens; not on loopback, which is for development
 */
function discoverOnce(
  { issuer, clientId, clientSecret }: OidcSettings,
  fetch?: ProviderFetch,
): () => Promise<Configuration> {
  let found: Promise<Configuration> | undefined;
  const isLoopback = issuer.startsWith('http:');
  const options = {
    timeout: TIMEOUT_SECONDS,
    ...(isLoopback && { execute: [allowInsecureRequests] }),
    ...(fetch && !isLoopback && { [customFetch]: fetch }),
  };
  return () => {
    found ??= discovery(new URL(issuer), clientId, clientSecret, undefined, options).catch(
      (cause: unknown) => {
        found = undefined;
        throw new WrongFactor('the provider does not answer, try again', cause);
      },
    );
    return found;
  };
}
