import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, ok } from '../../../contract/schemas/envelope.ts';
import { createSavedViews } from '../../../services/trade/saved-views.ts';
import type { ConsoleContext } from '../context.ts';
import { colleagueOf, forOwnPeople } from '../own-people.ts';
import { NewView, ViewBody, ViewDeleted, ViewList, ViewPath, ViewSaved } from '../schemas/saved-views.ts';

const LIST = '/saved-views';
const ONE = '/saved-views/:viewId';
const READ = { action: 'orders.read' } as const;
/** Whoever reads orders keeps their own; for the company's the service asks for more. */
const WRITE = { ...READ, fresh: false } as const;

/** What people filter and sort their orders by, kept under names. */
export const savedViewRoutes = ({ deps }: ConsoleContext): FastifyPluginAsyncTypebox =>
  async function savedViews(scope) {
    forOwnPeople(scope);
    const saved = createSavedViews(deps);
    scope.get(LIST, { schema: { response: answers(ViewList) }, config: READ }, async (request) =>
      ok({ list: await saved.list(colleagueOf(request)) }),
    );
    scope.post(
      LIST,
      { schema: { body: NewView, response: answers(ViewSaved) }, config: WRITE },
      async (request) => {
        const { isShared, ...given } = request.body;
        return ok({ viewId: await saved.add(colleagueOf(request), isShared, given) });
      },
    );
    scope.put(
      ONE,
      { schema: { params: ViewPath, body: ViewBody, response: answers(ViewSaved) }, config: WRITE },
      async (request) => {
        const { viewId } = request.params;
        await saved.change(colleagueOf(request), viewId, request.body);
        return ok({ viewId });
      },
    );
    scope.delete(
      ONE,
      { schema: { params: ViewPath, response: answers(ViewDeleted) }, config: WRITE },
      async (request) => ok({ deleted: await saved.remove(colleagueOf(request), request.params.viewId) }),
    );
  };
