import type { FastifyInstance } from 'fastify';
import { DEFAULT_PLATFORM_TERMS } from '../../domain/platform-terms.ts';
import type { OrderServiceDeps } from '../../services/orders/deps.ts';
import { createOrderService } from '../../services/orders/index.ts';
import { createTestApp, type TestApp } from './app.ts';

/** The API with order endpoints and nothing behind them: for what only reads, or is refused before Temporal is asked. */
export async function createOrdersApp(): Promise<{ api: TestApp; app: FastifyInstance }> {
  const api = await createTestApp();
  const app = await api.another({ orders: orderService(api) });
  return { api, app };
}

type Behind = Pick<OrderServiceDeps, 'gateway' | 'starter'>;

const NO_TEMPORAL: Behind = {
  starter: { start: () => undefined },
  gateway: {
    move: () => Promise.reject(new Error('there is no Temporal')),
    change: () => Promise.reject(new Error('there is no Temporal')),
    refund: () => Promise.reject(new Error('there is no Temporal')),
  },
};

export function orderService(api: TestApp, orm = api.orm, { gateway, starter }: Behind = NO_TEMPORAL) {
  return createOrderService({
    ...{ orm, starter, gateway },
    now: () => api.clock.now,
    terms: DEFAULT_PLATFORM_TERMS,
  });
}
