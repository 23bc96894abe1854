import type { FastifyInstance, HTTPMethods } from 'fastify';
import { MethodNotAllowed } from '../../domain/errors.ts';

/**
 * On paths that exist, a method that they do not have is 405 with `Allow` (RFC 9110 §15.5.6), before a token is required and a
 * body is read. OPTIONS is 204 with `Allow` (§9.3.7), and HEAD is there wherever GET is (Fastify adds it). Call it before any
 * route is registered.
 * @returns to be called once all are.
 */
export function registerMethods(app: FastifyInstance): () => void {
  const urls = new Set<string>();
  app.addHook('onRoute', ({ url }) => {
    urls.add(url);
  });
  return () => {
    for (const url of [...urls]) answerOthers(app, url);
  };
}

function answerOthers(app: FastifyInstance, url: string): void {
  const supported = app.supportedMethods as HTTPMethods[];
  const methods = supported.filter((method) => app.hasRoute({ url, method }));
  const allowed = [...new Set([...methods, 'OPTIONS'])].toSorted();
  const others = supported.filter((method) => !allowed.includes(method));
  const hidden = { schema: { hide: true }, config: { scope: 'public' } } as const;
  if (!methods.includes('OPTIONS')) {
    app.options(url, hidden, (_request, reply) => reply.code(204).header('allow', allowed.join(', ')).send());
  }
  app.route({
    ...hidden,
    method: others,
    url,
    onRequest: async () => {
      throw new MethodNotAllowed(allowed);
    },
    handler: () => undefined,
  });
}
