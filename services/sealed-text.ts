import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import type { Cipher } from '../db/cipher.ts';

const TAG_BYTES = 16;

/** Texts that others keep for us: they reveal nothing, and open for the owner only that they were sealed for. */
export interface TextSeal {
  seal(owner: readonly unknown[], text: string): string;
  /** Also what a key sealed that only decrypts by now. @returns undefined for whatever was not sealed for this owner. */
  open(owner: readonly unknown[], sealed: string): string | undefined;
}

/**
 * The text encrypted by AES-256-CTR, behind a tag: HMAC-SHA-256 of owner and text, which is the counter's start as well (a
 * synthetic IV as in RFC 5297: two texts never share one). Keys are derived from the platform's (docs/decisions/0020).
 * @param purpose of the keys alone (Cipher.derive).
 */
export function createTextSeal(cipher: Pick<Cipher, 'derive'>, purpose: string): TextSeal {
  const keys = cipher.derive(purpose, 64).map((bytes) => ({
    tag: bytes.subarray(0, 32),
    text: bytes.subarray(32),
  }));
  const [current] = keys;
  return {
    seal(owner, text) {
      const tag = tagOf(current!.tag, owner, text);
      const stream = createCipheriv('aes-256-ctr', current!.text, tag);
      return Buffer.concat([tag, stream.update(text, 'utf8'), stream.final()]).toString('base64url');
    },
    open(owner, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const tag = bytes.subarray(0, TAG_BYTES);
      for (const key of tag.length === TAG_BYTES ? keys : []) {
        const stream = createDecipheriv('aes-256-ctr', key.text, tag);
        const text = stream.update(bytes.subarray(TAG_BYTES)).toString('utf8');
        if (timingSafeEqual(tag, tagOf(key.tag, owner, text))) return text;
      }
      return undefined;
    },
  };
}

function tagOf(key: Buffer, owner: readonly unknown[], text: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([...owner, text]))
    .digest()
    .subarray(0, TAG_BYTES);
}
