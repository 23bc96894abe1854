import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { EndpointNotFound } from '../../domain/errors.ts';
import { type LogPublisher, parseTilePath } from '../../services/transparency/publishing.ts';

const TEXT = 'text/plain; charset=utf-8';
/** Checkpoints come every five seconds at most. */
const FEW_SECONDS = 'public, max-age=5';
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * The transparency log, to be registered at /log: that address is what tools for such logs take as its prefix (c2sp.org/tlog-tiles). They know
 * no envelope. Entries are not served: they are the merchants' and the operators' own.
 */
export const logRoutes = (log: LogPublisher): FastifyPluginAsync =>
  async function transparencyLog(scope) {
    const hidden = { schema: { hide: true } };

    scope.get('/checkpoint', hidden, async (_request, reply) =>
      send(reply, await log.checkpoint(), TEXT, FEW_SECONDS),
    );

    scope.get('/key', hidden, async (_request, reply) => {
      const key = await log.key();
      return send(reply, key && `${key}\n`, TEXT, FEW_SECONDS);
    });

    scope.get('/tile/*', hidden, async (request, reply) => {
      const address = parseTilePath((request.params as { '*': string })['*']);
      const tile = address && (await log.tile(address));
      return send(reply, tile, 'application/octet-stream', FOR_EVER);
    });
  };

function send(
  reply: FastifyReply,
  body: string | Buffer | undefined,
  type: string,
  caching: string,
): FastifyReply {
  if (body === undefined) throw new EndpointNotFound();
  return reply.type(type).header('cache-control', caching).send(body);
}
