import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SessionRow } from '../../../db/queries/console/console-sessions.ts';
import type { Sessions } from '../../../services/accounts/sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; undefined: nobody. */
    session: SessionRow | undefined;
    /** The token of the browser's own cookie, which outlives sessions (services/accounts/devices.ts). */
    device: string | undefined;
  }
}

const TOKEN = /^[\w-]{43}$/;
/** As long as browsers keep a cookie at most (RFC 6265bis §5.5): a device that is not used is forgotten earlier. */
const DEVICE_SECONDS = 400 * 86_400;

interface Given {
  /** The session's id. */
  readonly token?: string;
  readonly device?: string | undefined;
}

export interface SessionCookie {
  /** Hands the browser its tokens. */
  give(reply: FastifyReply, given: Given): void;
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
  const deviceName = `${name}-device`;
  const options = { path: '/', httpOnly: true, secure: isSecure, sameSite: 'lax' } as const;
  await app.register(fastifyCookie);
  app.decorateRequest('session', undefined);
  app.decorateRequest('device', undefined);
  app.addHook('onRequest', async (request) => {
    const device = request.cookies[deviceName];
    if (device !== undefined && TOKEN.test(device)) request.device = device;
    // Pages, their parts and photos are the same for everybody.
    if (!request.url.startsWith('/api/')) return;
    const token = request.cookies[name];
    if (token !== undefined && TOKEN.test(token)) request.session = await sessions.find(token);
  });
  return {
    give(reply, { token, device }) {
      if (token !== undefined) reply.setCookie(name, token, options);
      if (device !== undefined) reply.setCookie(deviceName, device, { ...options, maxAge: DEVICE_SECONDS });
    },
    take: (reply) => void reply.clearCookie(name, options),
  };
}
