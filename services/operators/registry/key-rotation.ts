import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { holdLock } from '../../../db/advisory-locks.ts';
import type { Cipher } from '../../../db/cipher.ts';
import { SigningKey } from '../../../db/entities/index.ts';
import { type AuditActor, recordAudit } from '../../audit.ts';
import { newSigningKey } from '../../credentials/signing-keys.ts';

export interface KeyRotation {
  readonly kid: string;
  /** Keys that no longer sign. */
  readonly replaced: readonly string[];
}

/** The keys whose tokens are accepted, the newest first; nothing secret. */
export async function signingKeys(em: EntityManager) {
  const keys = await em.find(SigningKey, {}, { orderBy: { createdAt: 'desc' } });
  return keys.map(({ kid, createdAt, retiredAt }) => ({
    kid,
    created: createdAt,
    retired: retiredAt ?? null,
  }));
}

/**
 * A new key signs from now on; other processes notice within a minute. Tokens of the replaced keys stay valid until they expire,
 * or, when those are compromised, for a minute at most: then they are deleted.
 */
export function rotateSigningKeys(
  deps: { orm: MikroORM; cipher: Cipher; now: () => Date },
  actor: AuditActor,
  { compromised }: { readonly compromised: boolean },
): Promise<KeyRotation> {
  return deps.orm.em.fork().transactional(async (em) => {
    await holdLock(em, 'signingKeys');
    const old = await em.find(SigningKey, compromised ? {} : { retiredAt: null });
    for (const key of old) {
      if (compromised) em.remove(key);
      else key.retiredAt = deps.now();
    }
    const fresh = em.create(SigningKey, await newSigningKey(deps.cipher));
    await em.flush();
    const replaced = old.map(({ kid }) => kid);
    const details = { replaced, compromised };
    await recordAudit(em, actor, {
      action: 'signing_key.rotated',
      subject: `signing_key:${fresh.kid}`,
      details,
    });
    return { kid: fresh.kid, replaced };
  });
}
