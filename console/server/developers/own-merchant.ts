import type { FastifyRequest } from 'fastify';
import { MerchantKindForbidden } from '../../../domain/errors.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import { isActing } from '../acting.ts';

/** The company's own merchant: keys and logs of merchants that it acts for are not included. @throws MerchantKindForbidden for `On-Behalf-Of`. */
export function ownMerchant(request: FastifyRequest): CallingMerchant {
  if (!isActing(request)) return request.merchant;
  throw new MerchantKindForbidden('this does not accept On-Behalf-Of');
}
