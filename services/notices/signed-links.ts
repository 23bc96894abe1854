import type { Cipher } from '../../db/cipher.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { LinkEnded } from '../accounts/refusals.ts';
import { createSeal } from '../seal.ts';

/** What a mail's link is about, and an HMAC-SHA-256 of it. */
const TOKEN = /^([\w.]{1,60})\.([\w-]{43})$/;

/** What a token says it is about, before anybody has checked that. */
export interface OpenedLink {
  readonly about: string;
  /** @param holder as given to `sign`. @throws LinkEnded where it was not signed for that one, as after a change of the address. */
  requireSignedFor(holder?: string): void;
}

/**
 * Tokens that say what they are good for and need no row: by a key made of ENCRYPTION_KEY for that purpose alone.
 * @param path of the token in requests, for refusals.
 */
export function createSignedLinks(
  cipher: Pick<Cipher, 'derive'>,
  purpose: string,
  path: 'body.token' | 'path.token',
) {
  const seal = createSeal(cipher, purpose, 'base64url');
  return {
    /** @param about letters, digits and dots. @param holder who alone it is good for; not in the token. */
    sign: (about: string, holder = ''): string => `${about}.${seal.of([about, holder])}`,
    /** @throws InvalidParameter for what is no such token. */
    open(token: string): OpenedLink {
      const [, about, mac = ''] = TOKEN.exec(token) ?? [];
      if (about === undefined) throw invalidParameter(path, 'unknown_token', 'is no link of ours');
      return {
        about,
        requireSignedFor(holder = '') {
          if (!seal.isOf([about, holder], mac)) throw new LinkEnded(path);
        },
      };
    },
  };
}
