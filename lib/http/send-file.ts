import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Answers with a file that the platform made, to be kept under its name, which is made of ids. @param type its content type */
export function sendFile(
  reply: FastifyReply,
  type: string,
  { name, content }: { readonly name: string; readonly content: Readable },
): never {
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store');
  // Fastify sends it; the declared answers are the envelope's.
  return reply.send(content) as never;
}
