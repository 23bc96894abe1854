import { parse } from 'node:querystring';
import formbody from '@fastify/formbody';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { InvalidParameter } from '../../domain/errors.ts';
import { prepareRefusal, toPlatformError } from '../plugins/errors.ts';
import { TokenRequest, tokenAnswers } from '../schemas/auth.ts';
import { ok } from '../schemas/envelope.ts';
import type { AccessTokens } from '../services/access-tokens.ts';
import { type ClientAuthenticator, clientCredentialsOf } from '../services/client-authentication.ts';
import { TOKEN_LIFETIME_SECONDS } from '../services/token-lifetime.ts';

export interface AuthDeps {
  readonly clients: ClientAuthenticator;
  readonly tokens: AccessTokens;
}

/** RFC 6749 §5.2; a token endpoint has no words of its own for our faults, so §4.1.2.1 lends two. */
const OAUTH_ERRORS: Record<number, string> = {
  40001: 'invalid_request',
  40102: 'invalid_client',
  42901: 'temporarily_unavailable',
  50301: 'temporarily_unavailable',
};

class UnsupportedGrantType extends InvalidParameter {
  constructor() {
    super([{ path: 'body.grant_type', reason: 'must be client_credentials' }]);
  }
}

/** POST /open/v1/auth/token: the envelope and the members of RFC 6749 side by side (design, chapter 4). */
export const authRoutes = (deps: AuthDeps): FastifyPluginAsyncTypebox =>
  async function auth(scope) {
    scope.removeAllContentTypeParsers();
    await scope.register(formbody, { parser: parseForm });
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
    });
    scope.setErrorHandler<FastifyError>(sendOauthError);

    scope.post('/open/v1/auth/token', { schema: tokenRoute }, async (request) => {
      const client = clientCredentialsOf(request.headers.authorization, request.body);
      if (request.body.grant_type !== 'client_credentials') throw new UnsupportedGrantType();
      const token = {
        access_token: await deps.tokens.issue(await deps.clients.authenticate(client)),
        token_type: 'Bearer' as const,
        expires_in: TOKEN_LIFETIME_SECONDS,
      };
      return { ...ok(token), ...token };
    });
  };

const tokenRoute = {
  operationId: 'issueToken',
  tags: ['authentication'],
  summary: 'Get an access token',
  description:
    'OAuth 2.0 client credentials (RFC 6749 §4.4). Send the merchant key and app_secret as form fields or as HTTP ' +
    'Basic. Get a new token five minutes before the old one expires.',
  consumes: ['application/x-www-form-urlencoded'],
  security: [],
  body: TokenRequest,
  response: tokenAnswers,
};

/** A parameter without a value counts as left out (RFC 6749 §3.2); a repeated one stays a list, and is refused. */
function parseForm(text: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parse(text)).filter(([, value]) => value !== ''));
}

function sendOauthError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = prepareRefusal(error, request, reply);
  const isGrantType = error instanceof UnsupportedGrantType;
  if (body.code === 40102) reply.header('www-authenticate', 'Basic realm="guidepost", charset="UTF-8"');
  return reply.send({
    ...body,
    error: isGrantType ? 'unsupported_grant_type' : (OAUTH_ERRORS[body.code] ?? 'server_error'),
    error_description: describe(error),
  });
}

/** RFC 6749 §5.2 allows visible ASCII without quotes and backslashes. */
function describe(error: FastifyError): string {
  const { message, details } = toPlatformError(error);
  const told = details.map(({ path, reason }) => `${path} ${reason}`).join('; ') || message;
  return told.replaceAll('"', "'").replace(/[^\x20-\x5B\x5D-\x7E]/g, '?');
}
