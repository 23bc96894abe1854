import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** The folder of the built pages (`npm run build`). */
const BUILT_PAGES = fileURLToPath(new URL('../../web/dist', import.meta.url));

const YEAR_MS = 31_536_000_000;

/** Whose address says what they are for: a service worker is for the pages beside and below it. */
const ROOT_FILES = [
  'service-worker.js',
  'manifest.webmanifest',
  'icon.svg',
  'icon-192.png',
  'icon-512.png',
  'badge.png',
];

/**
 * Scripts and styles are files of ours, or carry the answer's nonce; pages call no other server. Pictures of guides may be
 * anywhere that a studio keeps them.
 */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The pages: built files, and one document for all addresses that are not the server's own. */
export async function registerPages(app: FastifyInstance, folder = BUILT_PAGES): Promise<void> {
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
  const hidden = { schema: { hide: true } } as const;
  app.get('/assets/*', hidden, async (request, reply) => {
    const { '*': path } = request.params as { '*': string };
    return reply.sendFile(`assets/${path}`, { maxAge: YEAR_MS, immutable: true });
  });
  // Read again with each visit: the service worker of yesterday would stay for ever.
  for (const file of ROOT_FILES)
    app.get(`/${file}`, hidden, async (_request, reply) => {
      // What a service worker may fetch its own script's policy says: this console, and nothing else.
      reply.header('content-security-policy', "default-src 'none'; connect-src 'self'");
      return reply.sendFile(file, { maxAge: 0 });
    });
  app.get('/', hidden, async (_request, reply) => sendDocument(folder, reply));
  app.get('/*', hidden, async (request, reply) => {
    // A filter behind the question mark may have dots.
    const [path = ''] = request.url.split('?');
    const isPage = !path.startsWith('/api/') && !/\.\w+$/.test(path);
    return isPage ? sendDocument(folder, reply) : reply.callNotFound();
  });
}

async function sendDocument(folder: string, reply: FastifyReply): Promise<FastifyReply> {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined);
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
  if (page === undefined) return reply.code(503).header('retry-after', '5').send(NOT_BUILT);
  const nonce = randomBytes(16).toString('base64');
  reply.header('content-security-policy', policy(nonce));
  return reply.send(page.replaceAll('__CSP_NONCE__', nonce));
}

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Guidepost</title>
<p>The console is being built. Please load this page again in a few seconds (npm run build builds it).</p></html>`;
