import { createHmac, createPublicKey, verify } from 'node:crypto';
import type { Parts, Variant } from './variants.ts';

/** Of more mistakes at once a match would explain nothing. */
const MAX_MISTAKES = 2;

export interface Dimensions {
  readonly bodies: readonly Variant<Buffer>[];
  readonly keys: readonly Variant<Buffer>[];
  readonly contents: readonly Variant<(parts: Parts) => Buffer>[];
  readonly hashes: readonly Variant<string>[];
}

export type Mistake = Required<Omit<Variant<unknown>, 'value'>>;

/**
 * The fewest mistakes under which one of the signatures is right.
 * @returns none: it is right as it is. undefined: none of the usual ones.
 */
export function findMistakes(
  signatures: readonly Buffer[],
  parts: Omit<Parts, 'body'>,
  dimensions: Dimensions,
): readonly Mistake[] | undefined {
  let best: readonly Mistake[] | undefined;
  for (const { mistakes, body, key, content, hash } of combinations(dimensions)) {
    if (mistakes.length >= (best?.length ?? MAX_MISTAKES + 1)) continue;
    const right = createHmac(hash, key)
      .update(content({ ...parts, body }))
      .digest();
    if (signatures.some((signature) => signature.equals(right))) best = mistakes;
  }
  return best;
}

function* combinations({ bodies, keys, contents, hashes }: Dimensions) {
  for (const body of bodies)
    for (const key of keys)
      for (const content of contents)
        for (const hash of hashes) {
          const all: readonly Variant<unknown>[] = [body, key, content, hash];
          const mistakes = all.filter(isMistake);
          yield { mistakes, body: body.value, key: key.value, content: content.value, hash: hash.value };
        }
}

function isMistake(variant: Variant<unknown>): variant is Variant<unknown> & Mistake {
  return variant.word !== undefined;
}

const KEY_BYTES = 32;

/** The same for `v1a`: a public key verifies or does not; so its ways are fewer. @param publicKey `whpk_…` */
export function findMistakesByKeyPair(
  signatures: readonly Buffer[],
  parts: Omit<Parts, 'body'>,
  dimensions: Pick<Dimensions, 'bodies' | 'contents'>,
  publicKey: string,
): readonly Mistake[] | undefined {
  const bytes = Buffer.from(publicKey.trim().slice('whpk_'.length), 'base64');
  if (bytes.length !== KEY_BYTES) return undefined;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const keys = [{ value: bytes }];
  let best: readonly Mistake[] | undefined;
  for (const { mistakes, body, content } of combinations({ ...dimensions, keys, hashes: [{ value: '' }] })) {
    if (mistakes.length >= (best?.length ?? MAX_MISTAKES + 1)) continue;
    const signed = content({ ...parts, body });
    if (signatures.some((signature) => verify(null, signed, key, signature))) best = mistakes;
  }
  return best;
}
