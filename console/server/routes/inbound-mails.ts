import type { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { envelope, ok } from '../../../contract/schemas/envelope.ts';
import { invalidParameter, TokenInvalid } from '../../../domain/errors.ts';
import { clientAddress } from '../../../lib/admission/client-address.ts';
import { NoMail } from '../../../lib/mail/inbound.ts';
import { createMailKey } from '../../../services/notices/mail-addresses.ts';
import { createInbound } from '../../../services/notices/mail-answers.ts';
import type { ConsoleContext } from '../context.ts';
import { InboundAnswer } from '../schemas/notices.ts';

/** What is held of a mail: the text comes before files, which are not kept. */
const HELD_BYTES = 256 * 1024;
/** A larger one is refused; its server says so to its sender. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Mails that come in, each as it came (RFC 5322), from whoever has the key that `admin mail show` shows. */
export const inboundMailRoutes = ({ deps, merchants }: ConsoleContext): FastifyPluginAsyncTypebox =>
  async function inboundMails(scope) {
    const { orm, cipher, now, config } = deps;
    const { consoleBaseUrl, mail } = config;
    const key = createMailKey(cipher);
    const inbound = createInbound({ orm, cipher, now, merchants, consoleBaseUrl, mailFrom: mail?.from });

    scope.addContentTypeParser(
      'message/rfc822',
      async (_: unknown, body: Readable) => await beginningOf(body),
    );
    // Before the body is read.
    scope.addHook('onRequest', async ({ headers: { authorization = '' } }) => {
      if (!key.isOf(authorization.replace(/^Bearer /, ''))) throw new TokenInvalid();
    });
    scope.post(
      '/api/mails',
      {
        schema: { response: { 200: envelope(InboundAnswer) } },
        config: { action: 'public', fromAnywhere: true },
      },
      async (request) => {
        if (!Buffer.isBuffer(request.body)) throw notMail();
        const from = { address: clientAddress(request.ip), requestId: request.id };
        const outcome = await inbound.take(request.body, from).catch((error: unknown) => {
          throw error instanceof NoMail ? notMail() : error;
        });
        return ok({ outcome });
      },
    );
  };

const notMail = () => invalidParameter('body', 'wrong_format', 'must be a mail (message/rfc822)');

/** Reads all of it, and keeps what comes first. */
async function beginningOf(body: Readable): Promise<Buffer> {
  const kept: Buffer[] = [];
  let bytes = 0;
  // A refusal is still answered.
  const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    if (bytes < HELD_BYTES) kept.push(chunk.subarray(0, HELD_BYTES - bytes));
    bytes += chunk.length;
    if (bytes > MOST_BYTES)
      throw invalidParameter('body', 'body_too_large', `must be at most ${MOST_BYTES} bytes`);
  }
  return Buffer.concat(kept);
}
