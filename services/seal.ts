import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Cipher } from '../db/cipher.ts';

type Parts = readonly (number | string | null)[];

/** Marks what was written by us: HMAC-SHA-256 with a key that the database has not. */
export interface Seal {
  of(parts: Parts): string;
  /** Also by a key that only decrypts by now. */
  isOf(parts: Parts, seal: string | null): boolean;
}

/**
 * @param purpose of the key alone (Cipher.derive).
 * @param length characters that are kept of it; default: all.
 */
export function createSeal(
  cipher: Pick<Cipher, 'derive'>,
  purpose: string,
  encoding: 'hex' | 'base64url' = 'hex',
  length?: number,
): Seal {
  const keys = cipher.derive(purpose, 32);
  const mac = (key: Buffer, parts: Parts) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest(encoding).slice(0, length);
  return {
    of: (parts) => mac(keys[0]!, parts),
    isOf: (parts, seal) => keys.some((key) => isSame(mac(key, parts), seal ?? '')),
  };
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
