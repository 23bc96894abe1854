import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { FILE_TYPES } from '../../domain/stored-file.ts';
import type { OpenedFile } from '../../services/files/stored.ts';

/** For the `produces` of routes that answer with such a file. */
export const ATTACHMENT_TYPES: readonly string[] = FILE_TYPES;

/**
 * A file that somebody else made, for the disk and never for the window: the browser neither shows nor runs it under the console's
 * origin. Its name in both forms of RFC 6266.
 */
export function sendAttachment(reply: FastifyReply, { name, type, size, content }: OpenedFile): never {
  const plain = name.replace(/[^\w.() -]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  reply
    .type(type)
    .header('content-length', size)
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .header('content-security-policy', "default-src 'none'; sandbox");
  return reply.send(Readable.from(content)) as never;
}
