/**
 * Counts requests before their bodies are read. Every route has its limits: those that it declares, else those of its door. What is
 * counted by address is counted here; who knows a request's person or merchant has it counted with `countRequest`.
 */
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
} from 'fastify';
import { RateLimited } from '../../domain/errors.ts';
import type { RequestKind } from './allowances.ts';
import type { Budgets, Usage } from './budgets.ts';
import { countedAddress } from './client-address.ts';
import type { Connections } from './connections.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What requests of this route count against; none: they count against nothing. Default: what its door says. */
    limits?: readonly RequestKind[];
  }
  interface FastifyInstance {
    budgets: Budgets;
    connections: Connections;
    /** What each route counts against; complete once the app is ready. */
    limitTable: RouteLimits[];
  }
  interface FastifyReply {
    /** The usage that its headers report. */
    reportedUsage: Usage | undefined;
  }
}

export interface RouteLimits {
  readonly method: string;
  readonly url: string;
  readonly limits: readonly RequestKind[];
  /** Its bodies are counted, too (lib/admission/uploads.ts). */
  readonly isUpload: boolean;
}

/** A door's limits for what declares none itself; called when all of a route's configuration is known. */
type LimitsOf = (config: FastifyContextConfig) => readonly RequestKind[];

/** Call it before any route is registered, and before the hooks that find out who asks. */
export function registerRequestLimits(app: FastifyInstance, budgets: Budgets, ofDoor: LimitsOf): void {
  const limitsOf: LimitsOf = (config) => config.limits ?? ofDoor(config);
  const routes: RouteOptions[] = [];
  app.decorate('budgets', budgets);
  app.decorate('limitTable', []);
  app.decorateReply('reportedUsage', undefined);
  app.addHook('onRoute', (route) => void routes.push(route));
  // Not before: scopes add to what their routes declare.
  app.addHook('onReady', async () => {
    for (const { method, url, config = {} } of routes)
      for (const one of [method].flat())
        app.limitTable.push({
          method: one,
          url,
          limits: limitsOf(config),
          isUpload: config.upload !== undefined,
        });
  });
  app.addHook('onRequest', async (request, reply) => {
    const limits = limitsOf(request.routeOptions.config ?? {});
    for (const kind of ['token', 'address'] as const)
      if (limits.includes(kind)) await countRequest(request, reply, kind, countedAddress(request.ip));
  });
}

/**
 * Counts one request and writes the fields of draft-ietf-httpapi-ratelimit-headers-11: what the policy is (`q` requests in `w`
 * seconds) and what is left of it (`r` requests, a new window in `t` seconds). Of several policies, the one with least left is reported.
 * @throws RateLimited
 */
export async function countRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: RequestKind,
  key: string,
): Promise<void> {
  const { budgets, connections } = request.server;
  if (kind === 'merchant' || kind === 'person') connections.claim(request.raw.socket, `${kind}:${key}`);
  const usage = await budgets.count({ kind, key });
  if (usage === undefined) return;
  report(usage, reply);
  if (usage.isExceeded) throw new RateLimited(usage.resetSeconds);
}

function report(usage: Usage, reply: FastifyReply): void {
  const isLess =
    reply.reportedUsage === undefined || usage.isExceeded || usage.remaining < reply.reportedUsage.remaining;
  if (!isLess) return;
  const { kind, quota, seconds, remaining, resetSeconds } = usage;
  reply.reportedUsage = usage;
  reply.header('ratelimit-policy', `"${kind}";q=${quota};w=${seconds}`);
  reply.header('ratelimit', `"${kind}";r=${remaining};t=${resetSeconds}`);
}
