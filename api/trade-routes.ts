/** The operations that both doors serve: the console is their second caller, and has no other routes for them (docs/decisions/0089). */

import type { FastifyInstance } from 'fastify';
import { addRoutes } from '../lib/http/add-routes.ts';
import type { AppDeps } from '../lib/http/deps.ts';
import { refuseUnreadBodies } from '../lib/http/plugins/content.ts';
import { createCallbackTest } from '../services/endpoints/callback-test.ts';
import { createCallbackService } from '../services/endpoints/callbacks.ts';
import { createEndpointService } from '../services/endpoints/index.ts';
import { createGuideService } from '../services/guides/index.ts';
import type { CursorSeal } from '../services/lists/sealed-cursor.ts';
import type { MerchantDirectory } from '../services/merchants.ts';
import { createMessageService } from '../services/messages.ts';
import { createEventService } from '../services/notifications/events.ts';
import { createFeedWaits } from '../services/notifications/feed-waits.ts';
import { createNotificationService } from '../services/notifications/index.ts';
import { createQuoteSeal } from '../services/orders/quote-seal.ts';
import { createQuoteService } from '../services/orders/quoting.ts';
import { createPartnerService } from '../services/partners.ts';
import { createReviewService } from '../services/reviews.ts';
import { createClockService } from '../services/sandbox/clock.ts';
import { createSandboxExamples } from '../services/sandbox/examples.ts';
import { createTestOrders } from '../services/sandbox/test-orders.ts';
import { createStatementProofs } from '../services/transparency/statement-proof.ts';
import { createWaitlistService } from '../services/waitlist/index.ts';
import { callbackRoutes } from './routes/callback.ts';
import { callbackEndpointRoutes } from './routes/callback-endpoints.ts';
import { guideReadingRoutes } from './routes/guide-reading.ts';
import { guideRoutes } from './routes/guides.ts';
import { holdRoutes } from './routes/holds.ts';
import { messageRoutes } from './routes/messages.ts';
import { notificationRoutes } from './routes/notifications.ts';
import { orderChangeRoutes } from './routes/order-changes.ts';
import { orderRoutes } from './routes/orders.ts';
import { partnerRoutes } from './routes/partners.ts';
import { quoteRoutes } from './routes/quotes.ts';
import { reviewRoutes } from './routes/reviews.ts';
import { sandboxRoutes } from './routes/sandbox.ts';
import { settlementRoutes } from './routes/settlements.ts';
import { waitlistRoutes } from './routes/waitlist.ts';

/**
 * What merchants do with guides, orders, notifications and money. The scope has to know whose requests they are: by a token
 * here, by a session in the console.
 */
export async function registerTradeRoutes(
  scope: FastifyInstance,
  deps: AppDeps,
  { merchants, cursors }: { merchants: MerchantDirectory; cursors: CursorSeal },
): Promise<void> {
  refuseUnreadBodies(scope);
  const guides = createGuideService(deps);
  await addRoutes(scope, guideRoutes(guides));
  await addRoutes(scope, guideReadingRoutes(guides, cursors));
  await addRoutes(scope, partnerRoutes(createPartnerService(deps)));
  const quotes = createQuoteSeal(deps.cipher);
  await addRoutes(scope, quoteRoutes(createQuoteService({ ...deps, quotes })));
  if (deps.orders) {
    await addRoutes(scope, orderRoutes(deps.orders, cursors, quotes));
    await addRoutes(scope, holdRoutes(deps.orders.holds, cursors, quotes));
    await addRoutes(scope, orderChangeRoutes(deps.orders));
  }
  await addRoutes(scope, reviewRoutes(createReviewService(deps)));
  await addRoutes(scope, messageRoutes(createMessageService(deps), cursors));
  await addRoutes(scope, waitlistRoutes(createWaitlistService(deps), cursors));
  await registerNotificationRoutes(scope, deps, cursors);
  await registerSandboxRoutes(scope, deps, merchants);
  if (deps.settlements) {
    await addRoutes(scope, settlementRoutes(deps.settlements, createStatementProofs(deps), cursors));
  }
}

async function registerSandboxRoutes(
  scope: FastifyInstance,
  deps: AppDeps,
  merchants: MerchantDirectory,
): Promise<void> {
  const { orders, sandboxStatements: statements } = deps;
  const clock = createClockService({ ...deps, merchants });
  const testOrders = orders && createTestOrders({ ...deps, merchants, orders });
  const examples =
    orders &&
    createSandboxExamples({
      ...{ ...deps, merchants, orders, statements },
      ...{ messages: createMessageService(deps), reviews: createReviewService(deps) },
    });
  await addRoutes(scope, sandboxRoutes({ clock, testOrders, examples, statements }));
}

async function registerNotificationRoutes(
  scope: FastifyInstance,
  deps: AppDeps,
  cursors: CursorSeal,
): Promise<void> {
  const { notifications: gateway, ...others } = deps;
  const { allowInsecureCallbacks: allowInsecure } = deps.config;
  const callbacks = createCallbackService({ ...deps, allowInsecure });
  const waits = createFeedWaits(deps);
  scope.addHook('preClose', async () => waits.stop());
  const events = createEventService({ ...deps, waits });
  const notifications = createNotificationService(gateway === undefined ? others : { ...others, gateway });
  const callbackTest = createCallbackTest(deps);
  await addRoutes(scope, callbackRoutes(callbacks, callbackTest));
  await addRoutes(
    scope,
    callbackEndpointRoutes(createEndpointService({ ...deps, allowInsecure }), callbackTest),
  );
  await addRoutes(scope, notificationRoutes({ notifications, events, cursors }));
}
