import { Guidepost, type GuidepostOptions } from '@guidepost/sdk';
import type { FastifyInstance } from 'fastify';
import type { ClientCredentials } from '../../../db/seed/index.ts';

/** Opens a port of this machine. @returns the address. */
export function listen(app: FastifyInstance): Promise<string> {
  return app.listen({ port: 0, host: '127.0.0.1' });
}

/** The SDK, and the paths of its requests: every attempt, tokens too. */
export function tracedClient(
  client: ClientCredentials,
  options: Partial<GuidepostOptions> & { baseUrl: string },
) {
  const paths: string[] = [];
  const fetchTraced = options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init));
  const guidepost = new Guidepost({
    ...client,
    ...options,
    fetch: (url, init) => {
      paths.push(new URL(url).pathname);
      return fetchTraced(url, init);
    },
  });
  return { guidepost, paths };
}
