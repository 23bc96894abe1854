import type { EntityManager } from '@mikro-orm/postgresql';
import { writeAccountMail } from '../../../db/queries/account-mails.ts';
import {
  type AccountMailFacts,
  type AccountMailKind,
  accountMail,
  type MailLanguage,
} from '../../../mail/account-words.ts';

/** A page of the console that a mail leads to. */
type Page =
  | 'sign-in'
  | 'register'
  | 'forgot-password'
  | 'confirm-email'
  | 'reset-password'
  | 'confirm-new-email'
  | 'invitation'
  | 'account/security';

export interface Recipient {
  readonly email: string;
  readonly language: MailLanguage;
}

export type Letters = ReturnType<typeof createLetters>;

/** Mails about accounts, with the links in them. @param consoleBaseUrl without a trailing slash. */
export function createLetters(consoleBaseUrl: string) {
  return {
    /** @param token stands behind `#`: browsers send that to no server. */
    link: (page: Page, token?: string) =>
      `${consoleBaseUrl}/${page}${token === undefined ? '' : `#${token}`}`,
    /** Has it sent once the caller's transaction stands. */
    write: <Kind extends AccountMailKind>(
      em: EntityManager,
      { email, language }: Recipient,
      kind: Kind,
      facts: AccountMailFacts[Kind],
    ) => writeAccountMail(em, { to: email, type: `account.${kind}`, ...accountMail(language, kind, facts) }),
  };
}
