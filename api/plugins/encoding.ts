import type { FastifyInstance } from 'fastify';
import { InvalidParameter } from '../../domain/errors.ts';

/**
 * Refuses queries whose percent-encoding is not UTF-8: the parser would take it literally. (Paths are refused by the router,
 * bodies by their parsers.)
 */
export function registerEncodingCheck(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const query = request.raw.url?.split('?').slice(1).join('?') ?? '';
    if (!query.includes('%')) return;
    try {
      decodeURIComponent(query);
    } catch {
      throw new InvalidParameter([{ path: 'query', reason: 'is not well-formed percent-encoding of UTF-8' }]);
    }
  });
}
