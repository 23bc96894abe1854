import type { MikroORM } from '@mikro-orm/postgresql';
import { LRUCache } from 'lru-cache';
import type { CallingMerchant, MerchantKind, MerchantStatus, Verification } from '../domain/merchant.ts';

/** A suspended merchant or a revoked credential stops working within 5 s everywhere; this is our share of it. */
const CACHE_TTL_MS = 3_000;
const CACHED_MERCHANTS = 5_000;

export interface CredentialRecord {
  readonly id: string;
  /** Null: all that the merchant's kind allows. */
  readonly scopes: readonly string[] | null;
  readonly requireSignature: boolean;
  /** The only products that an OCTO key sees; null: all of its merchant's. */
  readonly products: readonly string[] | null;
}

/** A merchant that may call, with everything that decides what it may do. */
export interface MerchantRecord
  extends Pick<CallingMerchant, 'key' | 'kind' | 'status' | 'country' | 'sandbox'> {
  readonly clockAheadMs: number;
  /** Who owns the company of a sandbox merchant: people may have many of them. Null: no company's, or a live one. */
  readonly ownerId: number | null;
  readonly kind: MerchantKind;
  readonly status: MerchantStatus;
  readonly verification: Verification;
  /** Those that are neither revoked nor past their end. */
  readonly credentials: readonly CredentialRecord[];
  /** Who may act for this merchant, and within which scopes. */
  readonly providers: readonly { readonly key: string; readonly scopes: readonly string[] }[];
}

export interface MerchantDirectory {
  /** The merchant, when it is active and approved; else undefined. */
  find(merchantKey: string): Promise<MerchantRecord | undefined>;
  /** The same with that credential in it; one that is newer than what we remember is looked up at once. */
  findWith(merchantKey: string, credentialId: string): Promise<MerchantRecord | undefined>;
  /** It has changed: this process reads it again, others within 3 s. */
  forget(merchantKey: string): void;
}

/** Merchants as the table has them, at most 3 s old; concurrent look-ups of one merchant share a query. */
export function createMerchantDirectory(orm: MikroORM): MerchantDirectory {
  const records = new LRUCache<string, { record: MerchantRecord | undefined }>({
    max: CACHED_MERCHANTS,
    ttl: CACHE_TTL_MS,
    fetchMethod: async (key) => ({ record: await readMerchant(orm, key) }),
  });
  // Recently looked up and not found: a revoked credential's tokens must not cost a query each.
  const unknown = new LRUCache<string, true>({ max: CACHED_MERCHANTS, ttl: CACHE_TTL_MS });

  async function find(merchantKey: string, forceRefresh = false): Promise<MerchantRecord | undefined> {
    const record = (await records.fetch(merchantKey, { forceRefresh }))?.record;
    const mayCall = record?.status === 'active' && record.verification === 'approved';
    return mayCall ? record : undefined;
  }

  return {
    find: (merchantKey) => find(merchantKey),
    forget: (merchantKey) => void records.delete(merchantKey),
    async findWith(merchantKey, credentialId) {
      const has = (record: MerchantRecord | undefined) =>
        record?.credentials.some(({ id }) => id === credentialId) ? record : undefined;
      const remembered = has(await find(merchantKey));
      const pair = `${credentialId} ${merchantKey}`;
      if (remembered !== undefined || unknown.has(pair)) return remembered;
      const fresh = has(await find(merchantKey, true));
      if (fresh === undefined) unknown.set(pair, true);
      return fresh;
    },
  };
}

const MERCHANT = `
select key, kind, status, verification, country, sandbox, clock_ahead_ms::float8 as "clockAheadMs",
  (
    select m.person_id::float8 from company c join membership m on m.company_id = c.id and m.role = 'owner'
    where c.sandbox_key = merchant.key order by m.created_at, m.person_id limit 1
  ) as "ownerId",
  coalesce((
    select jsonb_agg(jsonb_build_object('id', id::text, 'scopes', scopes, 'requireSignature', require_signature,
      'products', products))
    from credential where merchant_key = merchant.key
      and (revoked_at is null or revoked_at > now()) and (valid_until is null or valid_until > now())
  ), '[]') as credentials,
  coalesce((
    select jsonb_agg(jsonb_build_object('key', provider_key, 'scopes', scopes))
    from provider_link where merchant_key = merchant.key
  ), '[]') as providers
from merchant where key = ?`;

async function readMerchant(orm: MikroORM, key: string): Promise<MerchantRecord | undefined> {
  const [row] = await orm.em.fork().execute<MerchantRecord[]>(MERCHANT, [key]);
  return row;
}
