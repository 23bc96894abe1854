import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { EndpointNotFound } from '../../../domain/errors.ts';
import type { GuidePhotos } from '../../../services/guides/photos.ts';

const PARAMS = Type.Object({ id: Type.String({ pattern: '^[\\w-]{43}$' }) });
/** The address is made from the picture: neither ever changes. */
const FOR_GOOD = 'public, max-age=31536000, immutable';

/** Uploaded pictures of guides, for everybody who knows their address, which guide/list and guide/detail answer. */
export const photoRoutes = (photos: Pick<GuidePhotos, 'read'>): FastifyPluginAsyncTypebox =>
  async function photo(scope) {
    scope.get('/photos/:id', { schema: { hide: true, params: PARAMS } }, async ({ params }, reply) => {
      const found = await photos.read(params.id);
      if (found === undefined) throw new EndpointNotFound();
      return reply
        .type(found.type)
        .header('cache-control', FOR_GOOD)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('x-content-type-options', 'nosniff')
        .send(found.bytes);
    });
  };
