import { ok } from '../../../../contract/schemas/envelope.ts';
import { diagnose, retryMerchant } from '../../../../services/operators/deliveries.ts';
import { listStuck, listWaiting } from '../../../../services/operators/stuck.ts';
import { MerchantPath, WaitingQuery } from './schemas.ts';
import { type OperatorServices, readerOf, type TypedRoutes } from './typed.ts';

/** What does not arrive, and why. */
export const deliveryRoutes = ({ orm, now, seal, onRetryRequested }: OperatorServices): TypedRoutes =>
  async function operatorDeliveries(scope) {
    const config = { action: 'operator.read' } as const;
    const ofMerchant = '/api/operator/merchants/:merchantKey/deliveries';
    scope.get(ofMerchant, { config, schema: { params: MerchantPath } }, async ({ params }) =>
      ok(await diagnose(orm, params.merchantKey, now())),
    );
    scope.post(
      `${ofMerchant}/retry`,
      { config: { action: 'operator.deliveries.write', fresh: true }, schema: { params: MerchantPath } },
      async ({ actor, params }) => {
        const endpoints = await retryMerchant(orm, actor, params.merchantKey);
        onRetryRequested?.();
        return ok({ endpoints });
      },
    );
    scope.get('/api/operator/deliveries/stuck', { config }, async () => ok({ list: await listStuck(orm) }));
    scope.get(
      '/api/operator/deliveries/waiting',
      { config, schema: { querystring: WaitingQuery } },
      async (request) => ok(await listWaiting({ orm, seal }, readerOf(request), request.query)),
    );
  };
