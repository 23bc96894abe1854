import type { EntityManager } from '@mikro-orm/postgresql';
import { Merchant } from '../../db/entities/index.ts';
import { invalidParameter } from '../../domain/errors.ts';

/** A merchant that there is. @throws InvalidParameter */
export async function knownMerchant(em: EntityManager, key: string): Promise<Merchant> {
  const merchant = await em.findOne(Merchant, key);
  if (merchant !== null) return merchant;
  throw invalidParameter('path.merchantKey', 'unknown_reference', 'there is no such merchant');
}
