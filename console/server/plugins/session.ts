import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SessionRow } from '../../../db/queries/console-sessions.ts';
import type { Sessions } from '../sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; undefined: nobody. */
    session: SessionRow | undefined;
  }
}

const TOKEN = /^[\w-]{43}$/;

export interface SessionCookie {
  /** Hands the browser a session's token. */
  give(reply: FastifyReply, token: string): void;
  take(reply: FastifyReply): void;
}

/**
 * Knows whose request it is, by a cookie that no script reads, that no other host gets (`__Host-`) and that other sites' links do not send
 * along. Where the console is served over http, which is for one's own machine, the cookie has no prefix.
 */
export async function registerSessions(
  app: FastifyInstance,
  sessions: Sessions,
  consoleBaseUrl: string,
): Promise<SessionCookie> {
  const isSecure = consoleBaseUrl.startsWith('https:');
  const name = isSecure ? '__Host-guidepost' : 'guidepost-console';
  const options = { path: '/', httpOnly: true, secure: isSecure, sameSite: 'lax' } as const;
  await app.register(fastifyCookie);
  app.decorateRequest('session', undefined);
  app.addHook('onRequest', async (request) => {
    // Pages, their parts and photos are the same for everybody.
    if (!request.url.startsWith('/api/')) return;
    const token = request.cookies[name];
    if (token !== undefined && TOKEN.test(token)) request.session = await sessions.find(token);
  });
  return {
    give: (reply, token) => void reply.setCookie(name, token, options),
    take: (reply) => void reply.clearCookie(name, options),
  };
}
