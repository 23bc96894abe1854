import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Cipher } from '../../db/cipher.ts';
import { invalidParameter } from '../../domain/errors.ts';

/** What a mail's link is about, and an HMAC-SHA-256 of it. */
const TOKEN = /^([\w.]{1,60})\.([\w-]{43})$/;

/**
 * Tokens that say what they are good for and need no row: by a key made of ENCRYPTION_KEY for that purpose alone.
 * @param path of the token in requests, for refusals.
 */
export function createSignedLinks(
  cipher: Pick<Cipher, 'derive'>,
  purpose: string,
  path: 'body.token' | 'path.token',
) {
  const keys = cipher.derive(purpose, 32);
  const macOf = (key: Buffer, what: string) => createHmac('sha256', key).update(what).digest('base64url');
  return {
    /** @param what letters, digits and dots. */
    sign: (what: string): string => `${what}.${macOf(keys[0]!, what)}`,
    /** @returns what was signed. @throws InvalidParameter for what is no such token. */
    read(token: string): string {
      const [, what = '', mac = ''] = TOKEN.exec(token) ?? [];
      if (!keys.some((key) => isSame(macOf(key, what), mac)))
        throw invalidParameter(path, 'unknown_token', 'is no link of a mail');
      return what;
    },
  };
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
