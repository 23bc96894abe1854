/**
 * The console's own files on this device, so that it opens without a connection: the document, what the page has loaded, and the pages
 * that are wanted on the way. The service worker answers with them where the server does not (worker/pages.ts).
 */
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { DOCUMENT, PAGES_CACHE } from './pages-cache.ts';

/** Before it begins: whatever the page itself wants comes first. */
const QUIET_MS = 3_000;
/** A release has some hundred files; those of releases before go. */
const MOST = 300;

const WANTED = ['', '/inbox', '/orders', '/orders/ORD0'];

/** Keeps the pages of the company that is open. */
export function usePocket(): void {
  const router = useRouter();
  useEffect(() => {
    if (!('caches' in window)) return;
    const timer = setTimeout(() => void keepPages(router).catch(() => undefined), QUIET_MS);
    return () => clearTimeout(timer);
  }, [router]);
}

/** The document comes last: it is of no use without what it names. */
async function keepPages(router: ReturnType<typeof useRouter>): Promise<void> {
  const [, company, world] = window.location.pathname.split('/');
  for (const page of WANTED) {
    const [routes] = router.getMatchedRoutes(`/${company}/${world}${page}`);
    await Promise.all(routes.map(({ options }) => options.component?.preload?.()));
  }
  const cache = await caches.open(PAGES_CACHE);
  const page = await fetch(DOCUMENT, { headers: { accept: 'text/html' } });
  const named = [...(await page.clone().text()).matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file]) => file!);
  for (const file of new Set([...named, ...loadedFiles()]))
    if ((await cache.match(file)) === undefined) await cache.add(file);
  if (page.ok) await cache.put(DOCUMENT, page);
  const files = await cache.keys();
  for (const old of files.slice(0, Math.max(0, files.length - MOST))) await cache.delete(old);
}

/** Scripts, styles, words and fonts that this page has asked for. */
function loadedFiles(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === window.location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);
}
