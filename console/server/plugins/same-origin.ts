import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CrossSite } from '../refusals.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its caller needs no page of ours, and no cookie: what it may do is in its address. */
    fromAnywhere?: true;
  }
}

const READING = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses what another site's page made a browser send: `Sec-Fetch-Site` says it (Fetch Metadata), and in browsers without it
 * `Origin` does. What changes something has to say one of them.
 */
export function registerSameOrigin(app: FastifyInstance, consoleBaseUrl: string): void {
  const { origin } = new URL(consoleBaseUrl);
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.fromAnywhere) return;
    if (request.url.startsWith('/api/') && !isOurs(request, origin)) throw new CrossSite();
  });
}

function isOurs({ headers, method }: FastifyRequest, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  const isReading = READING.includes(method);
  // `none`: typed into the address bar, or a download opened by hand.
  const isSiteFine = site === 'same-origin' || (isReading && (site === 'none' || site === undefined));
  if (headers.origin !== undefined) return headers.origin === origin && (site === undefined || isSiteFine);
  return isSiteFine;
}
