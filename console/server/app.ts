import type { FastifyContextConfig, FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { Registry } from 'prom-client';
import { DEFAULT_RATE_LIMITS, type RequestKind } from '../../lib/admission/allowances.ts';
import { createBudgets } from '../../lib/admission/budgets.ts';
import { registerRequestLimits } from '../../lib/admission/requests.ts';
import { registerUploads } from '../../lib/admission/uploads.ts';
import { addRoutes } from '../../lib/http/add-routes.ts';
import { createFrame } from '../../lib/http/frame.ts';
import { registerAccept } from '../../lib/http/plugins/content.ts';
import { registerErrors } from '../../lib/http/plugins/errors.ts';
import { registerIdempotency } from '../../lib/http/plugins/idempotency.ts';
import { registerRequestId, registerRequestLog } from '../../lib/http/plugins/logging.ts';
import { registerMetrics } from '../../lib/http/plugins/metrics.ts';
import { registerSecurityHeaders } from '../../lib/http/plugins/security-headers.ts';
import { registerValidation } from '../../lib/http/plugins/validation.ts';
import { operationRoutes } from '../../lib/http/routes/health.ts';
import { securityTxtRoutes } from '../../lib/http/routes/security-txt.ts';
import { createInstallation } from '../../lib/operations/installation.ts';
import { registerTracing } from '../../lib/telemetry/http.ts';
import { createSessions } from '../../services/accounts/sessions.ts';
import { createIdempotency } from '../../services/idempotency.ts';
import { createMerchantDirectory } from '../../services/merchants.ts';
import { companyMerchantRoutes, companyRoutes } from './company/routes.ts';
import type { ConsoleContext } from './context.ts';
import { decisionsOf } from './decisions.ts';
import type { ConsoleDeps } from './deps.ts';
import { documentRoutes } from './developers/document.ts';
import { keyRoutes } from './developers/keys.ts';
import { trafficRoutes } from './developers/traffic.ts';
import { merchantMoneyRoutes } from './money/merchant-routes.ts';
import { operatorMoneyRoutes } from './operator-money/routes.ts';
import { operatorRoutes } from './operators/index.ts';
import { registerAccess, signedIn } from './plugins/access.ts';
import { requireDeclaredAnswers } from './plugins/declared-answers.ts';
import { registerSameOrigin } from './plugins/same-origin.ts';
import { registerSessions } from './plugins/session.ts';
import { reportRoutes } from './reports/routes.ts';
import { accountRoutes } from './routes/account.ts';
import { registerMerchantScope } from './routes/company.ts';
import { inboundMailRoutes } from './routes/inbound-mails.ts';
import { noticeAnswerRoutes } from './routes/notice-answers.ts';
import { noticeDeviceRoutes } from './routes/notice-devices.ts';
import { noticeRoutes } from './routes/notices.ts';
import { operatorTeamRoutes } from './routes/operator-team.ts';
import { registerPages } from './routes/pages.ts';
import { teamRoutes } from './routes/team.ts';
import { registerTrade } from './routes/trade.ts';
import { studioFiles } from './studio/feed.ts';
import { studioRoutes } from './studio/routes.ts';
import { savedAnswerRoutes } from './trade/answer-routes.ts';
import { assignmentRoutes } from './trade/assignment-routes.ts';
import { messageFormRoutes } from './trade/message-routes.ts';
import { noteRoutes } from './trade/note-routes.ts';
import { tradePageRoutes } from './trade/routes.ts';
import { shortlistRoutes, shownShortlistRoutes } from './trade/shortlist-routes.ts';
import { savedViewRoutes } from './trade/view-routes.ts';

export type { ConsoleDeps };

/**
 * Builds the console's server and opens no port: `server.ts` listens, tests inject. Its origin is its own, so that no cookie of it ever
 * reaches the API. Closing it closes nothing that was given to it.
 */
export async function buildConsole(deps: ConsoleDeps): Promise<FastifyInstance> {
  const { config, registry = new Registry() } = deps;
  const { publicBaseUrl, consoleBaseUrl, trustProxy } = config;
  const app = createFrame(deps.logger, publicBaseUrl, trustProxy);
  if (deps.tracing) registerTracing(app, deps.tracing);
  registerRequestId(app);
  registerRequestLog(app);
  registerMetrics(app, registry, deps.noteWork);
  registerErrors(app, publicBaseUrl);
  const budgets = createBudgets(config.rateLimits ?? DEFAULT_RATE_LIMITS, deps.redis);
  registerRequestLimits(app, budgets, limitsOf);
  registerSameOrigin(app, consoleBaseUrl);
  keepOutOfCaches(app);
  const sessions = createSessions(deps);
  const cookie = await registerSessions(app, sessions, consoleBaseUrl);
  registerAccess(app, deps.now);
  requireDeclaredAnswers(app);
  registerUploads(app, (request) => `${signedIn(request).person.id}`);
  registerIdempotency(app, createIdempotency(deps), ownerOfKey);
  registerValidation(app);
  await registerAccept(app);
  await registerSecurityHeaders(app);

  const { probe: probeDatabase } = createInstallation(deps);
  await addRoutes(app, operationRoutes({ ...deps, probeDatabase }));
  await addRoutes(app, securityTxtRoutes({ now: deps.now, origin: consoleBaseUrl, publicBaseUrl }));
  const merchants = createMerchantDirectory(deps.orm);
  const context: ConsoleContext = {
    deps: { ...deps, registry },
    decisions: decisionsOf(deps),
    merchants,
    budgets,
    sessions,
    cookie,
  };
  for (const routes of ROUTES) await addRoutes(app, routes(context));
  await registerTrade(app, deps, merchants);
  await registerMerchantScope(
    app,
    merchants,
    MERCHANT_ROUTES.map((routes) => routes(context)),
  );
  await registerPages(app, deps.pages);
  await app.ready();
  return app;
}

/** All by address; who is signed in also by person. Where a merchant is spoken for, its routes say so themselves. */
function limitsOf({ action = 'public' }: FastifyContextConfig): readonly RequestKind[] {
  return action === 'public' ? ['address'] : ['address', 'person'];
}

/** Who a request is for: the merchant that it speaks for, or whoever is signed in. Files are not part of the request that a key identifies. */
function ownerOfKey({ merchant, session, routeOptions }: FastifyRequest): string | undefined {
  if (routeOptions.config.upload !== undefined) return undefined;
  return (merchant as { key: string } | undefined)?.key ?? (session && `person:${session.person.id}`);
}

/** No cache keeps what one person sees, neither for others nor for after signing out. */
function keepOutOfCaches(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
}

type Routes = (context: ConsoleContext) => FastifyPluginAsync;

/** Accounts, teams, operators: each declares its whole path. */
const ROUTES: readonly Routes[] = [
  accountRoutes,
  noticeRoutes,
  noticeDeviceRoutes,
  noticeAnswerRoutes,
  shownShortlistRoutes,
  inboundMailRoutes,
  teamRoutes,
  documentRoutes,
  studioFiles,
  operatorRoutes,
  companyRoutes,
  operatorMoneyRoutes,
  operatorTeamRoutes,
];

/** Routes of one merchant of a company, below /api/:company/:world/console; `request.merchant` is set. */
const MERCHANT_ROUTES: readonly Routes[] = [
  tradePageRoutes,
  noteRoutes,
  messageFormRoutes,
  assignmentRoutes,
  savedAnswerRoutes,
  savedViewRoutes,
  shortlistRoutes,
  reportRoutes,
  keyRoutes,
  trafficRoutes,
  studioRoutes,
  companyMerchantRoutes,
  merchantMoneyRoutes,
];
