import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { answers, ok } from '../../../contract/schemas/envelope.ts';
import { OrderPath } from '../../../contract/schemas/orders.ts';
import { createAssigning } from '../../../services/trade/assigning.ts';
import type { ConsoleContext } from '../context.ts';
import { colleagueOf, forOwnPeople } from '../own-people.ts';
import { AssignBody, Done } from './schemas.ts';

/** Who of the company's own people looks after an order. It is read with the order's people. */
export const assignmentRoutes = ({ deps }: ConsoleContext): FastifyPluginAsyncTypebox =>
  async function assignments(scope) {
    forOwnPeople(scope);
    const assigning = createAssigning(deps);
    scope.put(
      '/orders/:orderId/assignment',
      {
        schema: { params: OrderPath, body: AssignBody, response: answers(Done, 'orderNotFound') },
        config: { action: 'orders.write', fresh: false },
      },
      async (request) => {
        const { params, body } = request;
        await assigning.assign(colleagueOf(request), params.orderId, body.personId);
        return ok({});
      },
    );
  };
