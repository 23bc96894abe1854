import type { MikroORM } from '@mikro-orm/postgresql';
import type { Scope } from '../../../domain/scope.ts';
import { linkMerchant } from '../../../services/operators/registry/merchant-registry.ts';

const MERCHANT = { operator: 'the merchant itself', address: 'test' };

/** A merchant lets a provider act for it, as it does at the console. */
export function grantLink(
  { orm }: { readonly orm: MikroORM },
  merchantKey: string,
  providerKey: string,
  scopes: readonly Scope[],
): Promise<void> {
  return orm.em.fork().transactional((em) => linkMerchant(em, MERCHANT, merchantKey, providerKey, scopes));
}
