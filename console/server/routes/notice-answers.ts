import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { envelope, ok } from '../../../contract/schemas/envelope.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { clientAddress } from '../../../lib/admission/client-address.ts';
import { createAnswering, createAnswerLinks } from '../../../services/notices/answering.ts';
import type { ConsoleContext } from '../context.ts';
import { AnswerBody, LookBody, RequestAnswer } from '../schemas/notices.ts';

const config = { action: 'public' } as const;
const response = { 200: envelope(RequestAnswer) };

/** Where a console has no way to Temporal, as in tests. */
const UNREACHABLE = {
  move: () => Promise.reject(new Unavailable('orders cannot be moved here', 60)),
};

/** Answers by a mail's link, without a sign-in. */
export const noticeAnswerRoutes = ({ deps, merchants }: ConsoleContext): FastifyPluginAsyncTypebox =>
  async function noticeAnswers(scope) {
    const { orm, cipher, orders = UNREACHABLE } = deps;
    const links = createAnswerLinks(cipher, deps.config.consoleBaseUrl);
    const answering = createAnswering({ orm, links, orders, merchants });

    scope.post(
      '/api/notices/answer/look',
      { schema: { body: LookBody, response }, config },
      async (request) => ok(await answering.look(request.body.token)),
    );

    scope.post('/api/notices/answer', { schema: { body: AnswerBody, response }, config }, async (request) => {
      const { token, answer } = request.body;
      const from = { address: clientAddress(request.ip), requestId: request.id };
      return ok(await answering.answer(token, answer, from));
    });
  };
