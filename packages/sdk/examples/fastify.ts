/** Fastify: a separate scope keeps JSON as the bytes that arrived. The rest of the application parses it as usual. */
import { type GuidepostEvent, unwrap, WebhookVerificationError } from '@guidepost/sdk/webhooks';
import type { FastifyInstance } from 'fastify';

export function receiveNotifications(
  secrets: string | readonly string[],
  handle: (event: GuidepostEvent) => Promise<void>,
) {
  return async function notifications(scope: FastifyInstance): Promise<void> {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (_: unknown, body: Buffer) => body,
    );
    scope.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof WebhookVerificationError)) return reply.send(error);
      return reply.code(400).send({ code: 400, msg: error.reason });
    });

    scope.post<{ Body: Buffer }>('/guidepost/callback', async (request) => {
      await handle(await unwrap(request.body, request.headers, secrets));
      return { code: 200 };
    });
  };
}
