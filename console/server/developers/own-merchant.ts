import type { FastifyRequest } from 'fastify';
import { MerchantKindForbidden } from '../../../domain/errors.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';

/** The company's own merchant: keys and logs are nobody's that it acts for. @throws MerchantKindForbidden for `On-Behalf-Of`. */
export function ownMerchant({ merchant }: FastifyRequest): CallingMerchant {
  if (merchant.via?.actingKey === undefined) return merchant;
  throw new MerchantKindForbidden('this does not accept On-Behalf-Of');
}
