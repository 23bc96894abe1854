import type { MikroORM } from '@mikro-orm/postgresql';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import type { Cipher } from '../db/cipher.ts';
import type { NotificationGateway } from './notification-gateway.ts';
import { requireDeclaredAccess } from './plugins/access.ts';
import { authentication } from './plugins/authentication.ts';
import { answerBrokenRequest } from './plugins/broken-request.ts';
import { BODY_LIMIT_BYTES, registerErrors, sendError } from './plugins/errors.ts';
import { registerIdempotency } from './plugins/idempotency.ts';
import { readJson } from './plugins/json.ts';
import { registerRequestLog } from './plugins/logging.ts';
import { registerMetrics } from './plugins/metrics.ts';
import { registerOpenApi } from './plugins/openapi.ts';
import { registerRateLimits } from './plugins/rate-limits.ts';
import { registerRequestId, requestIdOf } from './plugins/request-id.ts';
import { registerRequestSigning } from './plugins/request-signing.ts';
import { registerSecurityHeaders } from './plugins/security-headers.ts';
import { registerValidation } from './plugins/validation.ts';
import { authRoutes } from './routes/auth.ts';
import { callbackRoutes } from './routes/callback.ts';
import { credentialRoutes } from './routes/credential.ts';
import { guideRoutes } from './routes/guides.ts';
import { notificationRoutes } from './routes/notifications.ts';
import { operationRoutes } from './routes/operations.ts';
import { orderRoutes } from './routes/orders.ts';
import { partnerRoutes } from './routes/partners.ts';
import { quoteRoutes } from './routes/quotes.ts';
import { reviewRoutes } from './routes/reviews.ts';
import { settlementRoutes } from './routes/settlements.ts';
import { signatureRoutes } from './routes/signature.ts';
import { wellKnownRoutes } from './routes/well-known.ts';
import { createAccessTokens } from './services/access-tokens.ts';
import { createCallbackTest, type SendCallback } from './services/callback-test.ts';
import { createCallbackService } from './services/callbacks.ts';
import { createClientAuthenticator } from './services/client-authentication.ts';
import { createCredentialUse } from './services/credential-use.ts';
import { createCredentialService } from './services/credentials.ts';
import { createEventService } from './services/events.ts';
import { createGuideService } from './services/guides/index.ts';
import { createIdempotency } from './services/idempotency.ts';
import { createMerchantDirectory } from './services/merchants.ts';
import { createNotificationService } from './services/notifications/index.ts';
import type { OrderService } from './services/orders/index.ts';
import { createQuoteService } from './services/orders/quoting.ts';
import { createPartnerService } from './services/partners.ts';
import { createRateLimits, DEFAULT_RATE_LIMITS } from './services/rate-limits.ts';
import { createReviewService } from './services/reviews.ts';
import type { SettlementService } from './services/settlements/index.ts';
import { createSignatureAdvisor } from './services/signing/advice.ts';
import { createSignatureCheck } from './services/signing/check.ts';
import { createNonces } from './services/signing/nonces.ts';
import { createAppSecrets } from './services/signing/secrets.ts';
import { createSigningKeys } from './services/signing-keys.ts';

/** How long a client may take to send one request. */
const REQUEST_TIMEOUT_MS = 15_000;

export interface AppDeps {
  readonly config: Pick<Config, 'publicBaseUrl' | 'allowInsecureCallbacks'> &
    Partial<Pick<Config, 'rateLimits' | 'trustProxy'>>;
  readonly logger: Logger;
  readonly orm: MikroORM;
  readonly cipher: Cipher;
  readonly now: () => Date;
  /** Without it, there are no order endpoints. */
  readonly orders?: OrderService;
  /** Without it, there are no settlement endpoints. */
  readonly settlements?: SettlementService;
  /** Called after a merchant saved or removed its callback address. */
  readonly onCallbackChanged?: (merchantKey: string) => Promise<void>;
  /** Reaches the workflows that deliver; without it nothing can be redelivered from here. */
  readonly notifications?: NotificationGateway;
  /** Called when there is a release of waiting notifications to work off. */
  readonly onReleaseRequested?: () => void;
  /** Posts test notifications; without it there are none. */
  readonly sendCallback?: SendCallback;
  /** Whether the Temporal server can be reached; told by /readyz. */
  readonly isTemporalUp?: () => Promise<boolean>;
  /** Shares rate limits between processes; without it each counts for itself. */
  readonly redis?: Redis;
  /** Where metrics are kept; for parts outside that measure too. */
  readonly registry?: Registry;
}

/**
 * Builds the whole HTTP API and opens no port: `server.ts` listens, tests inject. Closing it closes nothing that
 * was given to it.
 */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, registry = new Registry() } = deps;
  const app = createFrame(deps.logger, config.trustProxy);
  registerRequestId(app);
  registerRequestLog(app);
  registerMetrics(app, registry);
  registerErrors(app);
  const limits = createRateLimits(config.rateLimits ?? DEFAULT_RATE_LIMITS, deps.redis);
  registerRateLimits(app, limits);
  requireDeclaredAccess(app);
  registerValidation(app);
  await registerSecurityHeaders(app);
  await registerOpenApi(app, config.publicBaseUrl);

  const issuer = config.publicBaseUrl;
  const keys = createSigningKeys(deps);
  const tokens = createAccessTokens({ keys, issuer, now: deps.now });
  const use = createCredentialUse({
    ...deps,
    onError: (err) => deps.logger.warn({ err }, 'last use not noted'),
  });
  app.addHook('onClose', () => use.flush());
  await app.register(authRoutes({ tokens, limits, use, clients: createClientAuthenticator(deps) }));
  await app.register(wellKnownRoutes({ keys, issuer }));
  await app.register(operationRoutes({ ...deps, registry }));

  await app.register(async (scope) => {
    await scope.register(authentication, {
      tokens,
      limits,
      use,
      merchants: createMerchantDirectory(deps.orm),
    });
    const signing = { ...deps, secrets: createAppSecrets(deps), nonces: createNonces(deps.orm) };
    registerRequestSigning(scope, createSignatureCheck(signing));
    registerIdempotency(scope, createIdempotency(deps));
    await scope.register(credentialRoutes(createCredentialService(deps)));
    await scope.register(signatureRoutes(createSignatureAdvisor(signing)));
    await scope.register(guideRoutes(createGuideService(deps)));
    await scope.register(partnerRoutes(createPartnerService(deps)));
    await scope.register(quoteRoutes(createQuoteService(deps)));
    await scope.register(reviewRoutes(createReviewService(deps)));
    const { notifications: gateway, ...others } = deps;
    const sending = gateway === undefined ? others : { ...others, gateway };
    await scope.register(
      callbackRoutes(
        createCallbackService({ ...deps, allowInsecure: config.allowInsecureCallbacks }),
        createCallbackTest(deps),
      ),
    );
    await scope.register(
      notificationRoutes({
        notifications: createNotificationService(sending),
        events: createEventService(deps),
      }),
    );
    if (deps.orders) await scope.register(orderRoutes(deps.orders));
    if (deps.settlements) await scope.register(settlementRoutes(deps.settlements));
  });
  await app.ready();
  return app;
}

function createFrame(logger: Logger, trustProxy: readonly string[] | undefined): FastifyInstance {
  const app = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    trustProxy: trustProxy ? [...trustProxy] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // While closing, requests that are on their way are still served.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    clientErrorHandler: answerBrokenRequest,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson(app));
  return app;
}
