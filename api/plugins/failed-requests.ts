import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import type { LoggedRequest } from '../../db/queries/platform/request-log.ts';
import type { RequestLog } from '../../services/requests/request-log.ts';

/** Notes each request of a known merchant that was refused or failed, after its answer. Refusals by rate limits aren't among them. */
export function registerFailedRequests(app: FastifyInstance, log: RequestLog, now: () => Date): void {
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode < 400 || request.merchant == null) return;
    log.note(describe(request, reply, now()));
  });
  app.addHook('onClose', () => log.flush());
}

/** Counts what the log had to drop. */
export function createDropCounter(registry: Registry): (count: number) => void {
  const dropped = new Counter({
    name: 'guidepost_request_log_dropped_total',
    help: 'Failed requests that were not written to the request log',
    registers: [registry],
  });
  return (count) => dropped.inc(count);
}

function describe(request: FastifyRequest, reply: FastifyReply, now: Date): LoggedRequest {
  const { key, via } = request.merchant;
  const { refusedWith: code = null, refusedFor } = reply;
  return {
    merchantKey: key,
    actingKey: via?.actingKey ?? null,
    credentialId: via?.credentialId ?? null,
    requestId: request.id,
    operation: request.routeOptions.schema?.operationId ?? 'unknown',
    method: request.method,
    httpStatus: reply.statusCode,
    code,
    path: refusedFor === undefined ? null : nameless(refusedFor.path),
    reason: refusedFor?.reason ?? null,
    durationMs: Math.round(reply.elapsedTime),
    occurredAt: now.toISOString(),
  };
}

/** A member that we don't know is named by the caller, who may have put anything there: no address or number stays. */
function nameless(path: string): string {
  return path
    .replace(/[^\w.[\]-]+/g, '?')
    .replace(/\d{4,}/g, '?')
    .slice(0, 100);
}
