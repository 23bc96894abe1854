import type { FastifyReply } from 'fastify';
import type { OpenedDocument } from '../../../api/services/verification/documents.ts';

/**
 * A file that somebody else made: the browser stores it, and neither shows nor runs it under the console's origin. (The policy of
 * every answer that is no page forbids it everything besides.) Its name in both forms of RFC 6266.
 */
export function sendDocument(reply: FastifyReply, { name, type, content }: OpenedDocument): FastifyReply {
  const plain = name.replace(/[^\w.() -]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(content);
}
