import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { DEFAULT_RATE_LIMITS, type RequestKind } from '../lib/admission/allowances.ts';
import { createBudgets } from '../lib/admission/budgets.ts';
import { registerRequestLimits } from '../lib/admission/requests.ts';
import { addRoutes } from '../lib/http/add-routes.ts';
import type { AppDeps } from '../lib/http/deps.ts';
import { createFrame } from '../lib/http/frame.ts';
import { documentMediaTypes, registerAccept, registerEncodingCheck } from '../lib/http/plugins/content.ts';
import { registerErrors } from '../lib/http/plugins/errors.ts';
import { registerRequestId, registerRequestLog } from '../lib/http/plugins/logging.ts';
import { registerMetrics } from '../lib/http/plugins/metrics.ts';
import { registerSecurityHeaders } from '../lib/http/plugins/security-headers.ts';
import { registerValidation } from '../lib/http/plugins/validation.ts';
import { operationRoutes } from '../lib/http/routes/health.ts';
import { photoRoutes } from '../lib/http/routes/photos.ts';
import { securityTxtRoutes } from '../lib/http/routes/security-txt.ts';
import { createInstallation } from '../lib/operations/installation.ts';
import { registerTracing } from '../lib/telemetry/http.ts';
import { createAccessTokens } from '../services/credentials/access-tokens.ts';
import { createClientAuthenticator } from '../services/credentials/client-authentication.ts';
import { createOctoKeys } from '../services/credentials/octo-keys.ts';
import { createSigningKeys } from '../services/credentials/signing-keys.ts';
import { createCredentialUse } from '../services/credentials/use.ts';
import { createGuidePhotos } from '../services/guides/photos.ts';
import { createMerchantDirectory } from '../services/merchants.ts';
import { createRequestLog } from '../services/requests/request-log.ts';
import { createLogPublisher } from '../services/transparency/publishing.ts';
import { registerMerchantRoutes } from './merchant-routes.ts';
import { registerOctoDocument } from './octo/document.ts';
import { OCTO_DIALECT } from './octo/errors.ts';
import { requireDeclaredAccess } from './plugins/access.ts';
import { authentication } from './plugins/authentication.ts';
import { createDropCounter, registerFailedRequests } from './plugins/failed-requests.ts';
import { registerMethods } from './plugins/methods.ts';
import { registerOpenApi } from './plugins/openapi.ts';
import { authRoutes } from './routes/auth.ts';
import { documentationRoutes } from './routes/documentation.ts';
import { logRoutes } from './routes/log.ts';
import { outboxRoutes } from './routes/outbox.ts';
import { packageRoutes } from './routes/packages.ts';
import { wellKnownRoutes } from './routes/well-known.ts';

export type { AppDeps };

/**
 * Builds the whole HTTP API and opens no port: `server.ts` listens, tests inject. Closing it closes nothing that
 * was given to it.
 */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, registry = new Registry() } = deps;
  const app = createFrame(deps.logger, config.publicBaseUrl, config.trustProxy);
  if (deps.tracing) registerTracing(app, deps.tracing);
  registerRequestId(app);
  registerRequestLog(app);
  registerMetrics(app, registry, deps.noteWork);
  registerErrors(app, config.publicBaseUrl, [OCTO_DIALECT]);
  const requestLog = createRequestLog({
    orm: deps.orm,
    onError: (err) => deps.logger.warn({ err }, 'failed requests were not written to the request log'),
    onDropped: createDropCounter(registry),
  });
  registerFailedRequests(app, requestLog, deps.now);
  const refuseOtherMethods = registerMethods(app);
  const budgets = createBudgets(config.rateLimits ?? DEFAULT_RATE_LIMITS, deps.redis);
  registerRequestLimits(app, budgets, limitsOf);
  requireDeclaredAccess(app);
  registerValidation(app);
  registerEncodingCheck(app);
  documentMediaTypes(app);
  await registerAccept(app);
  await registerSecurityHeaders(app);
  await registerOpenApi(app, config.publicBaseUrl);
  await registerOctoDocument(app, config.publicBaseUrl);

  const issuer = config.publicBaseUrl;
  const keys = createSigningKeys(deps);
  const tokens = createAccessTokens({ keys, issuer, now: deps.now });
  const use = createCredentialUse({
    ...deps,
    onError: (err) => deps.logger.warn({ err }, 'last use was not recorded'),
  });
  app.addHook('onClose', () => use.flush());
  await addRoutes(app, authRoutes({ tokens, budgets, use, clients: createClientAuthenticator(deps) }));
  await addRoutes(app, documentationRoutes(deps.documentation), { prefix: '/docs' });
  await addRoutes(app, packageRoutes(deps.packages), { prefix: '/packages' });
  await addRoutes(app, logRoutes(createLogPublisher(deps)), { prefix: '/log' });
  app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/docs'));
  await addRoutes(app, wellKnownRoutes({ keys, issuer, egressAddresses: config.egressAddresses ?? [] }));
  await addRoutes(app, securityTxtRoutes({ now: deps.now, origin: issuer, publicBaseUrl: issuer }));
  await addRoutes(app, photoRoutes(createGuidePhotos({ ...deps, publicBaseUrl: issuer })));
  const { probe: probeDatabase } = createInstallation(deps);
  await addRoutes(app, operationRoutes({ ...deps, probeDatabase }));
  if (deps.outbox) await addRoutes(app, outboxRoutes(deps.outbox));

  const merchants = createMerchantDirectory(deps.orm);
  const octoKeys = createOctoKeys(deps.orm);
  await addRoutes(app, async function merchantScope(scope: FastifyInstance) {
    await scope.register(authentication, { tokens, octoKeys, use, merchants });
    await registerMerchantRoutes(scope, deps, merchants);
  });
  refuseOtherMethods();
  await app.ready();
  return app;
}

/** Counted by the token's merchant; without a token by address. */
function limitsOf({ isAuthenticated = false }: FastifyContextConfig): readonly RequestKind[] {
  return isAuthenticated ? ['merchant', 'person'] : ['address'];
}
