/** The console's own files where the server does not answer, as the pages have kept them (src/shell/pocket.ts). Answers of the server are no business of it. */
import { DOCUMENT, PAGES_CACHE } from '../src/shell/pages-cache.ts';

/** On a connection that is no connection a page waits no longer than that, ms. */
const PATIENCE_MS = 5_000;

/** @returns undefined for what the browser fetches by itself. */
export function pageFor({ request }: FetchEvent): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return undefined;
  // Named by their content: they never change.
  if (pathname.startsWith('/assets/')) return keptOr(pathname, () => fetch(request));
  if (request.mode === 'navigate' && isPage(pathname)) return documentFor(request);
  return undefined;
}

/** The console's document is for addresses without a dot, beside those of the server. */
function isPage(pathname: string): boolean {
  return !/^\/(api|calendar|outbox|photos)\b/.test(pathname) && !/\.\w+$/.test(pathname);
}

async function documentFor(request: Request): Promise<Response> {
  const fetched = fetch(request);
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const answer = await Promise.race([fetched.catch(() => undefined), patience]);
  return answer ?? (await keptOr(DOCUMENT, () => fetched));
}

async function keptOr(address: string, otherwise: () => Promise<Response>): Promise<Response> {
  const cache = await caches.open(PAGES_CACHE);
  return (await cache.match(address, { ignoreVary: true })) ?? (await otherwise());
}
