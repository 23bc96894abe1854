import type { EntityManager } from '@mikro-orm/postgresql';
import { type MailSender, waitForMail, writeAccountMail } from '../../db/queries/console/account-mails.ts';
import { RateLimited } from '../../domain/errors.ts';
import type { AccountMailFacts, AccountMailKind, MailLanguage } from '../../lib/mail/account-facts.ts';
import { accountMail } from '../../lib/mail/account-words.ts';

/** A page of the console that a mail leads to. */
type Page =
  | 'sign-in'
  | 'register'
  | 'forgot-password'
  | 'confirm-email'
  | 'reset-password'
  | 'confirm-new-email'
  | 'allow-device'
  | 'invitation'
  | 'account/security';

export interface Recipient {
  readonly email: string;
  readonly language: MailLanguage;
}

interface Sending {
  /** Who asked for it, as given to `admit`. Default: nobody, the platform reports something that happened. */
  readonly sender?: MailSender;
  /** False: nothing is sent, after the same work. */
  readonly isWanted?: boolean;
}

export type AccountMailer = ReturnType<typeof createAccountMailer>;

/** Mails about accounts, with the links in them. @param consoleBaseUrl without a trailing slash. */
export function createAccountMailer(consoleBaseUrl: string) {
  return {
    /** @param token is behind `#`, which browsers send to no server. */
    link: (page: Page, token?: string) =>
      `${consoleBaseUrl}/${page}${token === undefined ? '' : `#${token}`}`,

    /**
     * Checks that the sender may have one more mail sent to that address. Refuses openly, so that no mail is withheld in silence.
     * Call it in the transaction that writes the mail. @throws RateLimited with `too_many_mails`
     */
    async admit(em: EntityManager, sender: MailSender, to: string): Promise<void> {
      const seconds = await waitForMail(em, sender, to);
      if (seconds !== undefined) throw new RateLimited(seconds, { data: { reason: 'too_many_mails' } });
    },

    /** Has it sent once the caller's transaction is committed. */
    write: <Kind extends AccountMailKind>(
      em: EntityManager,
      { email, language }: Recipient,
      kind: Kind,
      facts: AccountMailFacts[Kind],
      sending: Sending = {},
    ) =>
      writeAccountMail(em, {
        to: email,
        type: `account.${kind}`,
        ...accountMail(language, kind, facts),
        ...sending,
      }),
  };
}
