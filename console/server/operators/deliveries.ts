import { answers, ok } from '../../../contract/schemas/envelope.ts';
import { diagnose, retryMerchant } from '../../../services/operators/deliveries.ts';
import { listStuck, listWaiting } from '../../../services/operators/stuck.ts';
import { Diagnosis, ListOf, PageOf, Retried, StuckMerchant, WaitingRow } from './answers.ts';
import { MerchantPath, WaitingQuery } from './schemas.ts';
import { type OperatorServices, readerOf, type TypedRoutes } from './typed.ts';

/** What does not arrive, and why. */
export const deliveryRoutes = ({ orm, now, seal, onRetryRequested }: OperatorServices): TypedRoutes =>
  async function operatorDeliveries(scope) {
    const config = { action: 'operator.read' } as const;
    const ofMerchant = '/api/operator/merchants/:merchantKey/deliveries';
    scope.get(
      ofMerchant,
      { config, schema: { params: MerchantPath, response: answers(Diagnosis) } },
      async ({ params }) => ok(await diagnose(orm, params.merchantKey, now())),
    );
    scope.post(
      `${ofMerchant}/retry`,
      {
        config: { action: 'operator.deliveries.write', fresh: true },
        schema: { params: MerchantPath, response: answers(Retried) },
      },
      async ({ actor, params }) => {
        const endpoints = await retryMerchant(orm, actor, params.merchantKey);
        onRetryRequested?.();
        return ok({ endpoints });
      },
    );
    scope.get(
      '/api/operator/deliveries/stuck',
      { config, schema: { response: answers(ListOf(StuckMerchant)) } },
      async () => ok({ list: await listStuck(orm) }),
    );
    scope.get(
      '/api/operator/deliveries/waiting',
      {
        config,
        schema: {
          querystring: WaitingQuery,
          response: answers(PageOf(WaitingRow), 'callbackEndpointNotFound'),
        },
      },
      async (request) => ok(await listWaiting({ orm, seal }, readerOf(request), request.query)),
    );
  };
