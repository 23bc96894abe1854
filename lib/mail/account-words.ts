/**
 * Mails to people about their account of the console, in their language. A link's token is behind `#`, where no server and no
 * log sees it. What somebody else typed (a company's name, an inviting person's) can't become a link.
 */
import type { MailText } from '../../domain/mail.ts';
import type { AccountMailFacts, AccountMailKind, MailLanguage, Words } from './account-facts.ts';
import { EN } from './account-words-en.ts';
import { ES } from './account-words-es.ts';

const FOOTERS: Record<MailLanguage, string> = {
  en: 'Guidepost sends this about an account of the console.',
  es: 'Guidepost envía esto por una cuenta de la consola.',
};

/** The mail of that kind, in that language. */
export function accountMail<Kind extends AccountMailKind>(
  language: MailLanguage,
  kind: Kind,
  facts: AccountMailFacts[Kind],
): MailText {
  const texts = language === 'es' ? ES : EN;
  const words: Words<Kind> = texts[kind];
  const [subject, ...paragraphs] = words(facts);
  return { subject, text: `${[...paragraphs, FOOTERS[language]].join('\n\n')}\n` };
}
