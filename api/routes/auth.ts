import { parse } from 'node:querystring';
import formbody from '@fastify/formbody';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { authOperations } from '../../contract/operations/auth.ts';
import { ok } from '../../contract/schemas/envelope.ts';
import { ClientInvalid, InvalidParameter, invalidParameter } from '../../domain/errors.ts';
import type { RefusalReason } from '../../domain/refusal-reasons.ts';
import { defaultScopes, parseScope, type Scope } from '../../domain/scope.ts';
import {
  parseTokenLifetime,
  SHORTEST_TOKEN_SECONDS,
  TOKEN_LIFETIME_SECONDS,
} from '../../domain/token-lifetime.ts';
import type { Budgets } from '../../lib/admission/budgets.ts';
import { countedAddress } from '../../lib/admission/client-address.ts';
import { prepareRefusal, toPlatformError } from '../../lib/http/plugins/errors.ts';
import type { AccessTokens } from '../../services/credentials/access-tokens.ts';
import {
  type AuthenticatedClient,
  type ClientAuthenticator,
  type ClientCredentials,
  clientCredentialsOf,
} from '../../services/credentials/client-authentication.ts';
import type { CredentialUse } from '../../services/credentials/use.ts';

export interface AuthDeps {
  readonly clients: ClientAuthenticator;
  readonly tokens: AccessTokens;
  readonly budgets: Budgets;
  readonly use: CredentialUse;
}

/** RFC 6749 §5.2; a token endpoint has no codes for our faults, so two of §4.1.2.1 are used. */
const OAUTH_ERRORS: Record<number, string> = {
  40001: 'invalid_request',
  41500: 'invalid_request',
  40102: 'invalid_client',
  42901: 'temporarily_unavailable',
  50301: 'temporarily_unavailable',
};

class UnsupportedGrantType extends InvalidParameter {
  constructor() {
    super([{ path: 'body.grant_type', reason: 'not_one_of', msg: 'must be client_credentials' }]);
  }
}

class InvalidScope extends InvalidParameter {
  constructor(reason: RefusalReason, msg: string) {
    super([{ path: 'body.scope', reason, msg }]);
  }
}

/** POST /open/v1/auth/token: the envelope and the members of RFC 6749 side by side (docs/architecture.md, "HTTP"). */
export const authRoutes = (deps: AuthDeps): FastifyPluginAsyncTypebox =>
  async function auth(scope) {
    scope.removeAllContentTypeParsers();
    await scope.register(formbody, { parser: parseForm });
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
    });
    scope.setErrorHandler<FastifyError>(sendOauthError);

    scope.route({
      ...authOperations.issueToken,
      handler: async (request) => {
        const client = clientCredentialsOf(request.headers.authorization, request.body);
        if (request.body.grant_type !== 'client_credentials') throw new UnsupportedGrantType();
        const lifetime = chooseLifetime(request.body.expires_in);
        const holder = await authenticate(deps, client, countedAddress(request.ip));
        const scopes = chooseScopes(request.body.scope, holder.scopes);
        const token = {
          access_token: await deps.tokens.issue({ ...holder, scopes }, lifetime),
          token_type: 'Bearer' as const,
          expires_in: lifetime,
        };
        return { ...ok(token), ...token, scope: scopes.join(' ') };
      },
    });
  };

/** Wrong guesses are counted by client id and address, so the rightful owner, elsewhere, is never locked out. */
async function authenticate(
  { clients, budgets, use }: AuthDeps,
  client: ClientCredentials,
  address: string,
): Promise<AuthenticatedClient> {
  const guesses = { kind: 'guess', key: `${address}|${client.clientId}` } as const;
  await budgets.check(guesses);
  try {
    const holder = await clients.authenticate(client);
    await budgets.reset(guesses);
    use.note(holder.credentialId);
    return holder;
  } catch (error) {
    if (error instanceof ClientInvalid) await budgets.count(guesses);
    throw error;
  }
}

/** The credential's usual scopes, unless the request names others that it has (RFC 6749 §3.3). @throws InvalidScope */
function chooseScopes(asked: string | undefined, granted: readonly Scope[]): readonly Scope[] {
  if (asked === undefined) {
    const usual = defaultScopes(granted);
    if (usual.length === 0)
      throw new InvalidScope('missing', `must name at least one of ${granted.join(' ')}`);
    return usual;
  }
  const scopes = parseScope(asked);
  if (scopes === undefined || scopes.length === 0)
    throw new InvalidScope('not_one_of', 'names no known scope');
  const missing = scopes.find((scope) => !granted.includes(scope));
  if (missing !== undefined)
    throw new InvalidScope('not_granted', `${missing} is not granted to this credential`);
  return scopes;
}

/** @throws InvalidParameter */
function chooseLifetime(asked: string | undefined): number {
  const lifetime = parseTokenLifetime(asked);
  if (lifetime !== undefined) return lifetime;
  const msg = `must be a number of seconds from ${SHORTEST_TOKEN_SECONDS} to ${TOKEN_LIFETIME_SECONDS}`;
  throw invalidParameter('body.expires_in', 'out_of_range', msg);
}

/**
 * A parameter without a value counts as left out (RFC 6749 §3.2); a repeated one stays a list, and is refused.
 * @throws InvalidParameter for what is not UTF-8: decoding puts U+FFFD in its place, which no parameter may have.
 */
function parseForm(text: string): Record<string, unknown> {
  const form = Object.entries(parse(text));
  if (form.flat(2).some((part) => part?.includes('\uFFFD'))) {
    throw invalidParameter('body', 'malformed_encoding', 'is not well-formed UTF-8');
  }
  return Object.fromEntries(form.filter(([, value]) => value !== ''));
}

function sendOauthError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = prepareRefusal(error, request, reply);
  if (body.code === 40102) reply.header('www-authenticate', 'Basic realm="guidepost", charset="UTF-8"');
  return reply.send({
    ...body,
    error: oauthErrorOf(error, body.code),
    error_description: describe(error, request),
  });
}

function oauthErrorOf(error: unknown, code: number): string {
  if (error instanceof UnsupportedGrantType) return 'unsupported_grant_type';
  if (error instanceof InvalidScope) return 'invalid_scope';
  return OAUTH_ERRORS[code] ?? 'server_error';
}

/** RFC 6749 §5.2 allows visible ASCII without quotes and backslashes. */
function describe(error: FastifyError, request: FastifyRequest): string {
  const { message, details } = toPlatformError(error, request);
  const sentences = details.map(({ path, msg }) => `${path} ${msg}`).join('; ') || message;
  return sentences.replaceAll('"', "'").replace(/[^\x20-\x5B\x5D-\x7E]/g, '?');
}
