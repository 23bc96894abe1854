import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, ok } from '../../../contract/schemas/envelope.ts';
import { createSavedAnswers } from '../../../services/trade/saved-answers.ts';
import type { ConsoleContext } from '../context.ts';
import { colleagueOf, forOwnPeople } from '../own-people.ts';
import { AnswerBody, AnswerDeleted, AnswerList, AnswerPath, AnswerSaved } from '../schemas/saved-answers.ts';

const LIST = '/saved-answers';
const ONE = '/saved-answers/:answerId';
const WRITE = { action: 'orders.write', fresh: false } as const;

/** Texts that the company's people keep for what they often write. */
export const savedAnswerRoutes = ({ deps }: ConsoleContext): FastifyPluginAsyncTypebox =>
  async function savedAnswers(scope) {
    forOwnPeople(scope);
    const saved = createSavedAnswers(deps);
    scope.get(
      LIST,
      { schema: { response: answers(AnswerList) }, config: { action: 'orders.read' } },
      async (request) => ok({ list: await saved.list(colleagueOf(request)) }),
    );
    scope.post(
      LIST,
      { schema: { body: AnswerBody, response: answers(AnswerSaved) }, config: WRITE },
      async (request) => ok({ answerId: await saved.add(colleagueOf(request), request.body) }),
    );
    scope.put(
      ONE,
      { schema: { params: AnswerPath, body: AnswerBody, response: answers(AnswerSaved) }, config: WRITE },
      async (request) => {
        const { answerId } = request.params;
        await saved.change(colleagueOf(request), answerId, request.body);
        return ok({ answerId });
      },
    );
    scope.delete(
      ONE,
      { schema: { params: AnswerPath, response: answers(AnswerDeleted) }, config: WRITE },
      async (request) => ok({ deleted: await saved.remove(colleagueOf(request), request.params.answerId) }),
    );
  };
