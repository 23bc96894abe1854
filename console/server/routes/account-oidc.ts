import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { PlatformError } from '../../../domain/errors.ts';
import { countedAddress } from '../../../lib/admission/client-address.ts';
import type { AccountDeps } from '../../../services/accounts/context.ts';
import { CALLBACK_PATH, type createOidc } from '../../../services/accounts/oidc.ts';
import type { SessionCookie } from '../plugins/session.ts';
import { fromOf } from './account-deps.ts';

interface Provider {
  readonly oidc: ReturnType<typeof createOidc>;
  readonly deps: AccountDeps;
  readonly cookie: SessionCookie;
}

const config = { action: 'public' } as const;
const schema = { hide: true, response: { 302: Type.Null() } };
const MAX_AGE_SECONDS = 300;

/** Operators' sign-in by the company's OpenID provider: two navigations of the browser, no JSON. */
export const oidcRoutes = ({ oidc, deps, cookie }: Provider): FastifyPluginAsyncTypebox =>
  async function provider(scope) {
    const secure = deps.consoleBaseUrl.startsWith('https:');
    const name = secure ? '__Host-guidepost-provider' : 'guidepost-console-provider';
    const options = { path: '/', httpOnly: true, secure, sameSite: 'lax', maxAge: MAX_AGE_SECONDS } as const;

    scope.get('/api/account/oidc/start', { schema, config }, async (request, reply) => {
      await deps.guesses.countAddress(countedAddress(request.ip));
      const { url, browser } = await oidc.begin();
      return reply.setCookie(name, browser, options).redirect(url);
    });

    // Not below /api/: it is the other site that sends the browser here.
    scope.get(CALLBACK_PATH, { schema, config }, async (request, reply) => {
      reply.clearCookie(name, { path: '/' });
      try {
        const from = fromOf(request);
        cookie.give(reply, await oidc.finish(request.url, request.cookies[name], from, request.session));
        return reply.redirect('/');
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        deps.count('refused');
        request.log.info({ reason: error.message }, 'the provider signed nobody in');
        return reply.redirect('/sign-in?refused=provider');
      }
    });
  };
