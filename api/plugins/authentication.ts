import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { OCTO_SCOPES } from '../../domain/credential.ts';
import {
  detail,
  MerchantKindForbidden,
  PlatformError,
  TokenExpired,
  TokenInvalid,
} from '../../domain/errors.ts';
import { OWN_SCOPES } from '../../domain/scope.ts';
import { clientAddress, countedAddress } from '../../lib/admission/client-address.ts';
import { countRequest } from '../../lib/admission/requests.ts';
import type { AccessTokens } from '../../services/credentials/access-tokens.ts';
import {
  actingFor,
  type Caller,
  holderOf,
  merchantOf,
  namedMerchant,
} from '../../services/credentials/caller.ts';
import { isOctoKey, type OctoKeys } from '../../services/credentials/octo-keys.ts';
import type { CredentialUse } from '../../services/credentials/use.ts';
import type { MerchantDirectory, MerchantRecord } from '../../services/merchants.ts';
import { markAuthenticated } from './access.ts';

export interface AuthenticationOptions {
  readonly tokens: AccessTokens;
  readonly octoKeys: OctoKeys;
  readonly merchants: MerchantDirectory;
  readonly use: CredentialUse;
}

/** Where OCTO keys are taken. */
const OCTO_PATHS = '/octo/v1/';
const REALM = 'Bearer realm="guidepost"';

/** 40006, and `WWW-Authenticate` names the scope that was missing (RFC 6750 §3.1). */
class InsufficientScope extends PlatformError {
  readonly scope: string;
  constructor(scope: string) {
    super('merchantKindForbidden', `the token lacks the scope ${scope}`, { data: { scope } });
    this.scope = scope;
  }
}

/**
 * Makes the scope that registers it need a Bearer token (RFC 6750) with the scope that the route declares: routes
 * inside know `request.merchant`. Refusals are 40101, 40103 and 40006 with `WWW-Authenticate`; they come before the body is read.
 */
export const authentication = fp<AuthenticationOptions>(
  async (scope, options) => {
    markAuthenticated(scope);
    scope.addHook('onRequest', async (request, reply) => {
      try {
        const holder = await authenticate(request, reply, options);
        await countCaller(request, reply, holder.holder);
        options.use.note(holder.credential.id);
        // Known to the log even when the next line refuses.
        admit(request, holder);
        admit(request, await authorize(request, holder, options));
      } catch (error) {
        challenge(request, reply, error);
        throw error;
      }
    });
  },
  { name: 'authentication' },
);

async function authenticate(
  request: FastifyRequest,
  reply: FastifyReply,
  { tokens, octoKeys, merchants }: AuthenticationOptions,
): Promise<Caller> {
  try {
    const token = bearerToken(request.headers.authorization);
    if (!isOctoKey(token)) return await holderOf(await tokens.verify(token), merchants);
    if (!request.routeOptions.url?.startsWith(OCTO_PATHS)) throw new TokenInvalid();
    return await holderOf({ ...(await octoKeys.find(token)), scopes: OCTO_SCOPES }, merchants);
  } catch (error) {
    await countRequest(request, reply, 'address', countedAddress(request.ip));
    throw error;
  }
}

/** Sandbox merchants of free companies also count for the person that owns them. @throws RateLimited */
async function countCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, ownerId }: MerchantRecord,
): Promise<void> {
  await countRequest(request, reply, 'merchant', key);
  if (ownerId !== null) await countRequest(request, reply, 'person', `${ownerId}`);
}

async function authorize(
  request: FastifyRequest,
  holder: Caller,
  { merchants }: AuthenticationOptions,
): Promise<Caller> {
  const needed = request.routeOptions.config.scope;
  const named = request.headers['on-behalf-of'];
  const isOwnAffair = needed === 'own' || OWN_SCOPES.some((scope) => scope === needed);
  if (named !== undefined && isOwnAffair) {
    throw new MerchantKindForbidden('this endpoint does not accept On-Behalf-Of');
  }
  const caller = named === undefined ? holder : await actingFor(holder, namedMerchant(named), merchants);
  if (needed === 'own') return caller;
  if (needed === undefined || needed === 'public') throw new Error('the route declares no scope');
  if (!caller.scopes.includes(needed)) throw new InsufficientScope(needed);
  return caller;
}

function admit(request: FastifyRequest, caller: Caller): void {
  request.caller = caller;
  request.merchant = merchantOf(caller, {
    credentialId: caller.credential.id,
    address: clientAddress(request.ip),
    requestId: request.id,
    ...(caller.credential.products !== null && { products: caller.credential.products }),
  });
}

/** RFC 6750 §2.1. @throws TokenInvalid */
function bearerToken(header: string | undefined): string {
  if (header === undefined) throw new TokenInvalid({ details: [NO_HEADER] });
  const token = header.match(/^Bearer +([\w\-.~+/]+=*) *$/i)?.[1];
  if (token === undefined) throw new TokenInvalid({ details: [NO_TOKEN] });
  return token;
}

const NO_HEADER = detail(
  'header.authorization',
  'missing',
  'is missing: send Bearer, a blank and an access token',
);
const NO_TOKEN = detail(
  'header.authorization',
  'wrong_format',
  'must be Bearer, a blank and an access token',
);

/** RFC 6750, section 3.1: a request without any credentials, or with those of another scheme, gets no error code. */
function challenge(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
  const challenged = challengeFor(error, /^Bearer\b/i.test(request.headers.authorization ?? ''));
  if (challenged !== undefined) reply.header('www-authenticate', challenged);
}

function challengeFor(error: unknown, isBearer: boolean): string | undefined {
  if (error instanceof InsufficientScope)
    return `${REALM}, error="insufficient_scope", scope="${error.scope}"`;
  if (!(error instanceof TokenInvalid || error instanceof TokenExpired)) return undefined;
  if (!isBearer) return REALM;
  return `${REALM}, error="invalid_token", error_description="${describe(error)}"`;
}

function describe({ message, details: [fault] }: PlatformError): string {
  return fault?.reason === 'wrong_format' ? 'the Authorization header has no well-formed token' : message;
}
