import type { MikroORM } from '@mikro-orm/postgresql';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import { holdLock } from '../../db/advisory-locks.ts';
import type { Cipher } from '../../db/cipher.ts';
import { SigningKey } from '../../db/entities/index.ts';
import { TOKEN_LIFETIME_SECONDS } from '../../domain/token-lifetime.ts';

/** The only algorithm that tokens are signed with (RFC 8037, Ed25519). */
export const SIGNING_ALGORITHM = 'EdDSA';
/** A deleted or new key is noticed by every process within this time. */
const MAX_AGE_MS = 60_000;
/** An unknown `kid` makes us read the keys again, at most this often. */
const MIN_RELOAD_MS = 1_000;

export interface SigningKeys {
  /** The newest unretired key. The first one is made on first use, by exactly one process. */
  current(): Promise<{ kid: string; privateKey: CryptoKey }>;
  /** The public key of that `kid`, while tokens that it signed may be valid. */
  find(kid: string): Promise<CryptoKey | undefined>;
  /** What /.well-known/jwks.json shows (RFC 7517). */
  publicJwks(): Promise<JWK[]>;
}

interface Loaded {
  readonly at: number;
  readonly current: { kid: string; privateKey: CryptoKey };
  readonly byKid: ReadonlyMap<string, CryptoKey>;
  readonly jwks: JWK[];
}

/** Signing keys as the table `signing_key` has them, kept for a minute. Rotation is a new row. */
export function createSigningKeys(deps: { orm: MikroORM; cipher: Cipher; now: () => Date }): SigningKeys {
  let loaded: Loaded | undefined;
  let loading: Promise<Loaded> | undefined;

  function reload(): Promise<Loaded> {
    loading ??= load(deps)
      .then((fresh) => {
        loaded = fresh;
        return fresh;
      })
      .finally(() => {
        loading = undefined;
      });
    return loading;
  }
  const youngerThan = (maxAge: number) =>
    loaded !== undefined && performance.now() - loaded.at < maxAge ? loaded : undefined;
  const fresh = async () => youngerThan(MAX_AGE_MS) ?? (await reload());

  return {
    current: async () => (await fresh()).current,
    publicJwks: async () => (await fresh()).jwks,
    find: async (kid) => {
      const known = (await fresh()).byKid.get(kid);
      if (known !== undefined) return known;
      return (youngerThan(MIN_RELOAD_MS) ?? (await reload())).byKid.get(kid);
    },
  };
}

async function load(deps: { orm: MikroORM; cipher: Cipher; now: () => Date }): Promise<Loaded> {
  const at = performance.now();
  const rows = await readOrCreate(deps);
  const signing = rows.find((row) => row.retiredAt === null);
  if (signing === undefined) throw new Error('no signing key is left that may sign');
  const privateJwk = JSON.parse(await deps.cipher.decrypt(signing.privateJwkEncrypted)) as JWK;
  const keys = await Promise.all(
    rows.map(async (row) => [row.kid, await importEd25519(row.publicJwk)] as const),
  );
  return {
    at,
    current: { kid: signing.kid, privateKey: await importEd25519(privateJwk) },
    byKid: new Map(keys),
    jwks: rows.map((row) => ({ ...row.publicJwk, kid: row.kid, alg: SIGNING_ALGORITHM, use: 'sig' })),
  };
}

async function readOrCreate(deps: { orm: MikroORM; cipher: Cipher; now: () => Date }): Promise<SigningKey[]> {
  const rows = await read(deps);
  if (rows.some((row) => row.retiredAt === null)) return rows;
  await deps.orm.em.fork().transactional(async (em) => {
    await holdLock(em, 'signingKeys');
    // Whoever waited for the lock finds the key that the holder made.
    if ((await em.count(SigningKey, { retiredAt: null })) > 0) return;
    em.create(SigningKey, await newSigningKey(deps.cipher));
  });
  return read(deps);
}

/** Newest first; retired keys as long as a token can be valid that a process signed which had not noticed yet. */
function read({ orm, now }: { orm: MikroORM; now: () => Date }): Promise<SigningKey[]> {
  const lastUse = new Date(now().getTime() - TOKEN_LIFETIME_SECONDS * 1_000 - MAX_AGE_MS);
  return orm.em
    .fork()
    .find(
      SigningKey,
      { $or: [{ retiredAt: null }, { retiredAt: { $gt: lastUse } }] },
      { orderBy: { createdAt: 'desc', kid: 'asc' } },
    );
}

/** A new key as a row; inserting it rotates. The `kid` is the RFC 7638 thumbprint. */
export async function newSigningKey(cipher: Cipher) {
  const { publicKey, privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const publicJwk = await exportJWK(publicKey);
  return {
    kid: await calculateJwkThumbprint(publicJwk),
    publicJwk,
    privateJwkEncrypted: await cipher.encrypt(JSON.stringify(await exportJWK(privateKey))),
  };
}

async function importEd25519(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, SIGNING_ALGORITHM);
  if (key instanceof Uint8Array) throw new TypeError('a signing key must be asymmetric');
  return key;
}
