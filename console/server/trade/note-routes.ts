import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, ok } from '../../../contract/schemas/envelope.ts';
import { OrderPath } from '../../../contract/schemas/orders.ts';
import { createOrderNotes } from '../../../services/trade/notes.ts';
import type { ConsoleContext } from '../context.ts';
import { colleagueOf, forOwnPeople } from '../own-people.ts';
import { NoteAdded, NoteBody, NoteDeleted, NoteList, NotePath } from '../schemas/order-notes.ts';

const NOTES = '/orders/:orderId/notes';
const WRITE = { action: 'orders.write', fresh: false } as const;

/** Internal notes on an order: of the company's own people, for them alone. */
export const noteRoutes = ({ deps }: ConsoleContext): FastifyPluginAsyncTypebox =>
  async function notes(scope) {
    forOwnPeople(scope);
    const service = createOrderNotes(deps);
    scope.get(
      NOTES,
      {
        schema: { params: OrderPath, response: answers(NoteList, 'orderNotFound') },
        config: { action: 'orders.read' },
      },
      async (request) => ok({ list: await service.list(colleagueOf(request), request.params.orderId) }),
    );
    scope.post(
      NOTES,
      {
        schema: {
          params: OrderPath,
          body: NoteBody,
          response: answers(NoteAdded, 'orderNotFound', 'orderStateForbids'),
        },
        config: WRITE,
      },
      async (request) => {
        const { params, body } = request;
        return ok({ noteId: await service.add(colleagueOf(request), params.orderId, body.text) });
      },
    );
    scope.delete(
      `${NOTES}/:noteId`,
      { schema: { params: NotePath, response: answers(NoteDeleted, 'orderNotFound') }, config: WRITE },
      async (request) => {
        const { orderId, noteId } = request.params;
        return ok({ deleted: await service.remove(colleagueOf(request), orderId, noteId) });
      },
    );
  };
