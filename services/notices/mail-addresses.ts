/**
 * Addresses that mails of notices come from and are answered at. Each says what it is good for, and needs no row: by keys made of
 * ENCRYPTION_KEY. In lower case, since some servers write them so, and short enough for RFC 5321 (64 characters before the `@`).
 */
import type { Cipher } from '../../db/cipher.ts';
import { createSeal, type Seal } from '../seal.ts';

/** Hexadecimal digits of a seal, 128 bits. */
const DIGITS = 32;
const ADDRESS = /^(answer|returned)\+([0-9a-z]{1,11})-([0-9a-f]{32})@/;

/** What an address of ours is good for. */
type MailAddress =
  /** An answer to a notice. @property isFor whether it was sent to that address. */
  | { readonly is: 'answer'; readonly noticeId: number; isFor(email: string): boolean }
  /** A mail of ours could not be delivered. */
  | { readonly is: 'returned'; readonly mailNumber: number };

export interface MailAddresses {
  /** Where somebody answers a notice. @param domain whose mails come to us. */
  answer(domain: string, noticeId: number, email: string): string;
  /** Where mail servers return a mail (RFC 5321, MAIL FROM). */
  returned(domain: string, mailNumber: number): string;
  /** Undefined for what we have not made. */
  read(address: string): MailAddress | undefined;
}

export function createMailAddresses(cipher: Pick<Cipher, 'derive'>): MailAddresses {
  const answers = createSeal(cipher, 'answer addresses', 'hex', DIGITS);
  const returns = createSeal(cipher, 'return addresses', 'hex', DIGITS);
  return {
    answer: (domain, noticeId, email) =>
      `answer+${noticeId.toString(36)}-${answers.of([noticeId, email.toLowerCase()])}@${domain}`,
    returned: (domain, mailNumber) =>
      `returned+${mailNumber.toString(36)}-${returns.of([mailNumber])}@${domain}`,
    read(address) {
      const [, is, digits = '', seal = ''] = ADDRESS.exec(address) ?? [];
      const number = Number.parseInt(digits, 36);
      if (is === 'answer')
        return {
          is,
          noticeId: number,
          isFor: (email) => answers.isOf([number, email.toLowerCase()], seal),
        };
      return is === 'returned' && returns.isOf([number], seal) ? { is, mailNumber: number } : undefined;
    },
  };
}

/** Whoever passes mails on to us proves it by this. */
export interface MailKey {
  readonly text: string;
  isOf(given: string): boolean;
}

export function createMailKey(cipher: Pick<Cipher, 'derive'>): MailKey {
  const seal: Seal = createSeal(cipher, 'inbound mails');
  const PREFIX = 'mails_';
  return {
    text: `${PREFIX}${seal.of([])}`,
    isOf: (given) => given.startsWith(PREFIX) && seal.isOf([], given.slice(PREFIX.length)),
  };
}
