import type { EntityManager, RequiredEntityData } from '@mikro-orm/postgresql';
import { CallbackEndpoint, Merchant } from '../../entities/index.ts';

/**
 * A merchant with its first endpoint: `callback/config` is about that, also before there is an address. Both are written when the unit of
 * work is, and no other function makes a merchant (test/db/writers.test.ts).
 */
export function newMerchant(em: EntityManager, merchant: RequiredEntityData<Merchant>): Merchant {
  const made = em.create(Merchant, merchant);
  em.create(CallbackEndpoint, { merchantKey: made.key, isFirst: true });
  return made;
}
