import { createHash, randomBytes } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { LRUCache } from 'lru-cache';
import { Credential } from '../../db/entities/index.ts';
import { TokenInvalid } from '../../domain/errors.ts';

/** Keys that are presented as they are, for clients that can't fetch tokens (docs/octo.md, "Connect"). */
const PREFIX = 'octo_';
const KEY = /^octo_[\w-]{43}$/;
const CACHED_KEYS = 5_000;
const CACHE_TTL_MS = 3_000;

/** 256 random bits; a slow hash would add nothing to that. */
export function newOctoKey(): string {
  return `${PREFIX}${randomBytes(32).toString('base64url')}`;
}

export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

export const isOctoKey = (text: string) => text.startsWith(PREFIX);

export interface OctoKeys {
  /** The key's merchant; whether the key still works, the merchant directory decides. @throws TokenInvalid */
  find(key: string): Promise<{ readonly merchantKey: string; readonly credentialId: string }>;
}

/** What was found is believed as long as the merchant directory believes what it found. */
export function createOctoKeys(orm: MikroORM): OctoKeys {
  const known = new LRUCache<string, { merchantKey: string; credentialId: string }>({
    max: CACHED_KEYS,
    ttl: CACHE_TTL_MS,
  });
  return {
    async find(key) {
      if (!KEY.test(key)) throw new TokenInvalid();
      const keyHash = hashOfKey(key);
      const remembered = known.get(keyHash);
      if (remembered) return remembered;
      const fields = { fields: ['id', 'merchantKey'] } as const;
      const credential = await orm.em.fork().findOne(Credential, { keyHash }, fields);
      if (credential === null) throw new TokenInvalid();
      const found = { merchantKey: credential.merchantKey, credentialId: String(credential.id) };
      known.set(keyHash, found);
      return found;
    },
  };
}
