import { answers, ok } from '../../../contract/schemas/envelope.ts';
import { Unavailable } from '../../../domain/errors.ts';
import { addRoutes } from '../../../lib/http/add-routes.ts';
import { createOrderGateway } from '../../../lib/temporal/order-gateway.ts';
import { readOrderForOperator } from '../../../services/operators/order.ts';
import { createOrderHelp, type OrderHelp } from '../../../services/operators/order-help.ts';
import {
  type KnownWorkflow,
  readWorkflowFacts,
  reasonsOf,
} from '../../../services/operators/order-reasons.ts';
import { reconcileOrder, showOrder } from '../../../services/operators/reconciling.ts';
import { SECOND_CHECK_MS } from '../../../services/reconcile/compare.ts';
import { Abandoned, Agreement, CaughtUp, OperatorOrder, OrderDone, OrderReasons, Tried } from './answers.ts';
import { NotificationPath, OrderPath, ReasonBody } from './schemas.ts';
import type { OperatorServices, TypedRoutes } from './typed.ts';

const ONE = '/api/operator/orders/:orderId';
const RETRY_AFTER_SECONDS = 5;

/** One order: all about it, and what helps it. */
export const orderRoutes = (services: OperatorServices): TypedRoutes =>
  async function operatorOrders(scope) {
    await addRoutes(scope, readingRoutes(services));
    await addRoutes(scope, helpRoutes(services));
  };

const readingRoutes = (services: OperatorServices): TypedRoutes =>
  async function reading(scope) {
    const { orm, now, config } = services;
    const params = OrderPath;
    const order = { params, response: answers(OperatorOrder, 'orderNotFound') };
    scope.get(
      ONE,
      { config: { action: 'operator.read' }, schema: order },
      async ({ params: { orderId } }) => {
        const order = await readOrderForOperator(orm, orderId, now());
        return ok({ ...order, temporalUrl: workflowUrl(config.temporalUiUrl, services.temporal, orderId) });
      },
    );
    scope.get(
      `${ONE}/why`,
      {
        config: { action: 'operator.read' },
        schema: { params, response: answers(OrderReasons, 'orderNotFound') },
      },
      async ({ params: { orderId } }) => {
        const order = await readOrderForOperator(orm, orderId, now());
        return ok({ list: reasonsOf(order, await workflowOf(services, orderId)) });
      },
    );
    scope.get(
      `${ONE}/agreement`,
      {
        config: { action: 'operator.read' },
        schema: { params, response: answers(Agreement, 'orderNotFound') },
      },
      async ({ params }) => ok({ found: await showOrder(sources(services), params.orderId) }),
    );
    scope.post(
      `${ONE}/catch-up`,
      {
        config: { action: 'operator.orders.write', fresh: true },
        schema: { params, response: answers(CaughtUp, 'orderNotFound') },
      },
      async ({ actor, params }) => ok(await reconcileOrder(sources(services), actor, params.orderId)),
    );
  };

const helpRoutes = (services: OperatorServices): TypedRoutes =>
  async function help(scope) {
    const config = { action: 'operator.orders.write', fresh: true } as const;
    const refusals = ['orderNotFound', 'orderStateForbids', 'notificationNotFound'] as const;
    scope.post(
      `${ONE}/cancel`,
      { config, schema: { params: OrderPath, body: ReasonBody, response: answers(OrderDone, ...refusals) } },
      async ({ actor, params: { orderId }, body }) => {
        await helpOf(services).cancel(actor, orderId, body.reason);
        return ok({ orderId });
      },
    );
    scope.post(
      `${ONE}/retry`,
      { config, schema: { params: OrderPath, response: answers(Tried, ...refusals) } },
      async ({ actor, params }) => ok({ tried: await helpOf(services).retry(actor, params.orderId) }),
    );
    scope.post(
      '/api/operator/notifications/:notificationId/abandon',
      {
        config,
        schema: { params: NotificationPath, body: ReasonBody, response: answers(Abandoned, ...refusals) },
      },
      async ({ actor, params: { notificationId }, body }) =>
        ok({ notificationId, status: await helpOf(services).abandon(actor, notificationId, body.reason) }),
    );
  };

function workflowUrl(
  ui: string | undefined,
  client: OperatorServices['temporal'],
  id: string,
): string | null {
  if (ui === undefined || client === undefined) return null;
  return `${ui}/namespaces/${encodeURIComponent(client.options.namespace)}/workflows/${id}`;
}

/** @throws Unavailable in a process without Temporal */
function helpOf({ orm, now, temporal, notifications }: OperatorServices): OrderHelp {
  if (temporal === undefined || notifications === undefined) throw withoutTemporal();
  return createOrderHelp({ orm, now, notifications, orders: createOrderGateway(temporal) });
}

/** Without Temporal there is an answer all the same. */
async function workflowOf({ temporal }: OperatorServices, orderId: string): Promise<KnownWorkflow> {
  if (temporal === undefined) return 'this process has no connection to Temporal';
  return await readWorkflowFacts(temporal, orderId).catch(() => 'Temporal does not answer');
}

function sources({ orm, now, temporal }: OperatorServices) {
  if (temporal === undefined) throw withoutTemporal();
  return { orm, now, client: temporal, secondCheckMs: SECOND_CHECK_MS };
}

function withoutTemporal(): Unavailable {
  return new Unavailable('this process has no connection to Temporal', RETRY_AFTER_SECONDS);
}
