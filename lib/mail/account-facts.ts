/** Which mails about accounts there are, and what each needs to know. */

import type { Language } from '../../domain/console-roles.ts';

export interface AccountMailFacts {
  /** Registered: opens the account. */
  readonly confirm: { readonly link: string };
  /** Registered with an address that has an account. */
  readonly known: { readonly signIn: string; readonly reset: string };
  readonly reset: { readonly link: string };
  /** Asked to reset an address without account. */
  readonly unknown: { readonly register: string };
  readonly passwordChanged: { readonly reset: string };
  /** To the new address. */
  readonly newEmail: { readonly link: string };
  /** To the old address. */
  readonly emailChanged: object;
  /** Signed in where nobody was signed in before. @property userAgent as the browser sent it. */
  readonly newDevice: {
    readonly at: Date;
    readonly userAgent: string | null;
    readonly address: string;
    readonly reset: string;
    readonly security: string;
  };
  /** Sign-ins are slowed from now on; after the link a browser's guesses are counted apart. */
  readonly guessed: {
    readonly guessed: 'password' | 'factor';
    readonly link: string;
    readonly reset: string;
  };
  readonly factorsChanged: { readonly what: FactorChange; readonly security: string };
  readonly invitation: { readonly link: string; readonly company: string; readonly invitedBy: string };
  readonly operator: { readonly link: string };
}

export type FactorChange =
  | 'totp_added'
  | 'totp_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'lifted';

export type Words<Kind extends keyof AccountMailFacts> = (
  facts: AccountMailFacts[Kind],
) => readonly [subject: string, ...paragraphs: string[]];
export type AccountTexts = { readonly [Kind in keyof AccountMailFacts]: Words<Kind> };
export type AccountMailKind = keyof AccountMailFacts;
export type MailLanguage = Language;
