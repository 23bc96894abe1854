/**
 * Mails to people about their account of the console, in their language. A link's token is behind `#`, where no server and no
 * log sees it. What somebody else typed (a company's name, an inviting person's) can't become a link.
 */
import type { MailText } from '../../domain/mail.ts';
import type {
  AccountMailFacts,
  AccountMailKind,
  AccountTexts,
  MailLanguage,
  Words,
} from './account-facts.ts';
import { EN } from './account-words-en.ts';
import { ES } from './account-words-es.ts';
import { JA } from './account-words-ja.ts';

const TEXTS: Record<MailLanguage, AccountTexts> = { en: EN, es: ES, ja: JA };
const FOOTERS: Record<MailLanguage, string> = {
  en: 'Guidepost sends this about an account of the console.',
  es: 'Guidepost envía esto por una cuenta de la consola.',
  ja: 'このメールは、コンソールのアカウントについてGuidepostがお送りしています。',
};

/** The mail of that kind, in that language. */
export function accountMail<Kind extends AccountMailKind>(
  language: MailLanguage,
  kind: Kind,
  facts: AccountMailFacts[Kind],
): MailText {
  const words: Words<Kind> = TEXTS[language][kind];
  const [subject, ...paragraphs] = words(facts);
  return { subject, text: `${[...paragraphs, FOOTERS[language]].join('\n\n')}\n` };
}
