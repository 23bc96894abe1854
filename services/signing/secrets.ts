import type { MikroORM } from '@mikro-orm/postgresql';
import { LRUCache } from 'lru-cache';
import type { Cipher } from '../../db/cipher.ts';
import { Credential } from '../../db/entities/index.ts';

const CACHED_SECRETS = 5_000;
/** A secret never changes; this bounds how long one that is no longer used stays in memory. */
const CACHE_TTL_MS = 600_000;

export interface AppSecrets {
  /** The app_secret of a credential that exists; empty for an OCTO key, which signs nothing. */
  secretOf(credentialId: string): Promise<string>;
}

/** Decrypted app_secrets, so that checking a signature costs no decryption. */
export function createAppSecrets({ orm, cipher }: { orm: MikroORM; cipher: Cipher }): AppSecrets {
  const secrets = new LRUCache<string, string>({
    max: CACHED_SECRETS,
    ttl: CACHE_TTL_MS,
    fetchMethod: async (id) => {
      const credential = await orm.em.fork().findOneOrFail(Credential, { id: Number(id) });
      return credential.secretEncrypted == null ? '' : cipher.decrypt(credential.secretEncrypted);
    },
  });
  return { secretOf: async (id) => (await secrets.fetch(id)) ?? '' };
}
