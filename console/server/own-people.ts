import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Colleague } from '../../services/trade/colleague.ts';
import { ownMerchant } from './developers/own-merchant.ts';
import { signedIn } from './plugins/access.ts';

/** What a company's people keep among themselves no provider reads: all routes of the scope refuse its people before anything else is looked at. */
export function forOwnPeople(scope: Pick<FastifyInstance, 'addHook'>): void {
  scope.addHook('preValidation', async (request) => void ownMerchant(request));
}

/** Who asks, for their company's own merchant. @throws MerchantKindForbidden */
export function colleagueOf(request: FastifyRequest): Colleague {
  return {
    merchant: ownMerchant(request),
    companyId: request.company.id,
    personId: signedIn(request).person.id,
    role: request.company.role,
  };
}
