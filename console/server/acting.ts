import type { FastifyRequest } from 'fastify';
import type { Scope } from '../../domain/scope.ts';
import { isOutsider } from '../../services/trade/colleague.ts';

/** Whether the company, a provider, acts for a merchant that linked it. */
export function isActing({ merchant }: FastifyRequest): boolean {
  return isOutsider(merchant);
}

/** Whether a part of a page may be shown: of one's own merchant all, of another's what the link allows. */
export function mayShow(request: FastifyRequest, scope: Scope): boolean {
  return !isActing(request) || request.caller.scopes.includes(scope);
}
