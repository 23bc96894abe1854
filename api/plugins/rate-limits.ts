import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimited } from '../../domain/errors.ts';
import { countedAddress } from '../services/client-address.ts';
import type { PolicyName, RateLimits, Usage } from '../services/rate-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What requests of a public route count against, by address; `none` for probes. Default: `address`. */
    quota?: 'token' | 'address' | 'none';
  }
}

/**
 * Counts every request, and tells where its caller stands. Public routes count by address here; the authenticated scope counts its
 * requests itself, by merchant, once it knows whose they are.
 */
export function registerRateLimits(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onRequest', async (request, reply) => {
    const { scope, quota = 'address' } = request.routeOptions.config;
    const isCountedLater = scope !== undefined && scope !== 'public';
    if (!isCountedLater && quota !== 'none') await countByAddress(limits, quota, request, reply);
  });
}

/** @throws RateLimited */
export function countByAddress(
  limits: RateLimits,
  policy: PolicyName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  return count(limits, policy, countedAddress(request.ip), reply);
}

/**
 * Counts one request under `policy` and writes the fields of draft-ietf-httpapi-ratelimit-headers-11: what the
 * policy is (`q` requests in `w` seconds) and what is left of it (`r` requests, a new window in `t` seconds).
 * @throws RateLimited
 */
export async function count(
  limits: RateLimits,
  policy: PolicyName,
  key: string,
  reply: FastifyReply,
): Promise<void> {
  const usage = await limits.take(policy, key);
  if (usage === undefined) return;
  tell(usage, reply);
  if (usage.isExceeded) throw new RateLimited(usage.resetSeconds);
}

function tell({ policy, quota, remaining, resetSeconds }: Usage, reply: FastifyReply): void {
  reply.header('ratelimit-policy', `"${policy}";q=${quota};w=60`);
  reply.header('ratelimit', `"${policy}";r=${remaining};t=${resetSeconds}`);
}
