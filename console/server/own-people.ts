import type { FastifyRequest } from 'fastify';
import type { Colleague } from '../../services/trade/colleague.ts';
import { ownMerchant } from './developers/own-merchant.ts';
import { signedIn } from './plugins/access.ts';

/** Who asks, for their company's own merchant: what its people keep among themselves no provider reads. @throws MerchantKindForbidden */
export function colleagueOf(request: FastifyRequest): Colleague {
  return {
    merchant: ownMerchant(request),
    companyId: request.company.id,
    personId: signedIn(request).person.id,
    role: request.company.role,
  };
}
