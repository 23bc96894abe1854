import type { MikroORM } from '@mikro-orm/postgresql';
import { LRUCache } from 'lru-cache';
import type { CallingMerchant } from '../../domain/merchant.ts';

/** A suspended merchant or a revoked credential stops working within 5 s everywhere; this is our share of it. */
const CACHE_TTL_MS = 3_000;
const CACHED_MERCHANTS = 5_000;

interface MerchantRecord extends CallingMerchant {
  /** Ids of the credentials that nobody revoked. */
  readonly credentialIds: readonly string[];
}

export interface MerchantDirectory {
  /** The merchant, when it is active and the credential was not revoked; else undefined. */
  findCaller(merchantKey: string, credentialId: string): Promise<CallingMerchant | undefined>;
}

/** Merchants as the table has them, at most 3 s old; concurrent look-ups of one merchant share a query. */
export function createMerchantDirectory(orm: MikroORM): MerchantDirectory {
  const records = new LRUCache<string, { record: MerchantRecord | undefined }>({
    max: CACHED_MERCHANTS,
    ttl: CACHE_TTL_MS,
    fetchMethod: async (key) => ({ record: await readMerchant(orm, key) }),
  });
  return {
    async findCaller(merchantKey, credentialId) {
      const record = (await records.fetch(merchantKey))?.record;
      const mayCall = record?.status === 'active' && record.credentialIds.includes(credentialId);
      return mayCall ? record : undefined;
    },
  };
}

async function readMerchant(orm: MikroORM, key: string): Promise<MerchantRecord | undefined> {
  const [row] = await orm.em.fork().execute<MerchantRecord[]>(
    `select key, kind, status, country, sandbox,
       array(select id::text from credential
             where merchant_key = merchant.key and (revoked_at is null or revoked_at > now())) as "credentialIds"
     from merchant where key = ?`,
    [key],
  );
  return row;
}
