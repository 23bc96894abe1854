import { randomBytes } from 'node:crypto';
import { hashToken } from '../../db/secret-tokens.ts';

const RECOVERY_CODES = 10;
const CODE_BYTES = 10;
/** Crockford's base32: no I, L, O, U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A fresh set: each has 80 random bits, so that a fast hash is enough. Like `7K3M-Q9XT-0VAB-H2CD`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const bits = BigInt(`0x${randomBytes(CODE_BYTES).toString('hex')}`);
    const letters = Array.from({ length: 16 }, (_, i) => ALPHABET[Number((bits >> BigInt(5 * i)) & 31n)]!);
    return letters.join('').replace(/.{4}(?=.)/g, '$&-');
  });
}

/** SHA-256 of a code as somebody typed it: without blanks and hyphens, small or capital, O for 0. */
export function hashRecoveryCode(typed: string): string {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return hashToken(code);
}
