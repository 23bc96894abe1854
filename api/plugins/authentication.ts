import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ERRORS, TokenExpired, TokenInvalid } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import type { AccessTokens } from '../services/access-tokens.ts';
import type { MerchantDirectory } from '../services/merchants.ts';

export type { CallingMerchant };

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; set on every route inside the authenticated scope. */
    merchant: CallingMerchant;
  }
}

export interface AuthenticationOptions {
  readonly tokens: AccessTokens;
  readonly merchants: MerchantDirectory;
}

const REALM = 'Bearer realm="guidepost"';

/**
 * Makes the scope that registers it need a Bearer token (RFC 6750): routes inside know `request.merchant`.
 * Refusals are 40101 and 40103 with `WWW-Authenticate`; they come before the body is read.
 */
export const authentication = fp<AuthenticationOptions>(
  async (scope, { tokens, merchants }) => {
    scope.addHook('onRequest', async (request, reply) => {
      try {
        request.merchant = await authenticate(request, tokens, merchants);
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
  tokens: AccessTokens,
  merchants: MerchantDirectory,
): Promise<CallingMerchant> {
  const token = bearerToken(request.headers.authorization);
  if (token === undefined) throw new TokenInvalid();
  const { merchantKey, credentialId } = await tokens.verify(token);
  const merchant = await merchants.findCaller(merchantKey, credentialId);
  if (merchant === undefined) throw new TokenInvalid();
  return merchant;
}

function bearerToken(header: string | undefined): string | undefined {
  return header?.match(/^Bearer +([\w\-.~+/]+=*) *$/i)?.[1];
}

/** RFC 6750, section 3.1: a request without any credentials is told no error code. */
function challenge(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
  if (!(error instanceof TokenInvalid || error instanceof TokenExpired)) return;
  if (request.headers.authorization === undefined) {
    reply.header('www-authenticate', REALM);
    return;
  }
  const reason = error instanceof TokenExpired ? ERRORS.tokenExpired.msg : ERRORS.tokenInvalid.msg;
  reply.header('www-authenticate', `${REALM}, error="invalid_token", error_description="${reason}"`);
}
