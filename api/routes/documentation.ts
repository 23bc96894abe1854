import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';

/** Where `npm run build` leaves the site (tools/site/build.ts). */
const BUILT_SITE = fileURLToPath(new URL('../../tools/site/dist', import.meta.url));

const YEAR_SECONDS = 31_536_000;
const RETRY_AFTER_SECONDS = 5;

/** The site contains all that it needs, has no scripts or styles within its pages, and talks to this server only. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The documentation site, to be registered at /docs: files as they were built, which browsers keep for as long as they are the same. While there are
 * none, a page says so.
 */
export const documentationRoutes = (folder = BUILT_SITE): FastifyPluginAsync =>
  async function documentation(scope) {
    await scope.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', POLICY);
    });
    scope.setNotFoundHandler((_request, reply) => answerMissing(folder, reply));
    const schema = { hide: true };
    scope.get('/', { schema }, async (_request, reply) => sendPage(reply, 'index.html'));
    scope.get('/*', { schema }, async (request, reply) => {
      const path = (request.params as { '*': string })['*'];
      if (path.startsWith('assets/')) return sendAsset(reply, path);
      // Addresses have no ending: `errors` is errors.html, and nothing else is.
      return sendPage(reply, `${path}.html`);
    });
  };

function sendPage(reply: FastifyReply, file: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').sendFile(file, { cacheControl: false });
}

/** Their folder is named by what they were made from, so that they never change. */
function sendAsset(reply: FastifyReply, path: string): FastifyReply {
  return reply.sendFile(path, { maxAge: YEAR_SECONDS * 1_000, immutable: true });
}

/** 404, or 503 while there is no site at all. */
async function answerMissing(folder: string, reply: FastifyReply): Promise<FastifyReply> {
  const page = await readFile(join(folder, '404.html'), 'utf8').catch(() => undefined);
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
  if (page !== undefined) return reply.code(404).send(page);
  return reply.code(503).header('retry-after', `${RETRY_AFTER_SECONDS}`).send(NOT_BUILT);
}

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}">
<title>Guidepost documentation</title>
<main>
<h1>The documentation is being built</h1>
<p>The first start does that, in some ten seconds, and this page becomes it. Where Guidepost was started in another way than by
<code>npm start</code>, <code>npm run build</code> builds it.</p>
<p>The platform answers meanwhile; its OpenAPI document is at <a href="/openapi.json">/openapi.json</a>.</p>
</main>
</html>
`;
