/** What the mails about a disputed line say: that there is news, and where to read it, without the text. */
import type { MailText } from '../../domain/mail.ts';

export interface DisputeMailFacts {
  readonly settlementId: string;
  readonly month: string;
  readonly lineId: string;
  /** The page of the console with the conversation. */
  readonly link: string;
  readonly news: 'message' | 'answer' | 'opened';
}

type Texts = Record<
  DisputeMailFacts['news'],
  (facts: DisputeMailFacts) => readonly [subject: string, ...paragraphs: string[]]
> & { readonly footer: string };

const EN: Texts = {
  message: ({ settlementId, month, lineId }) => [
    `News about a disputed line of ${month}`,
    `Somebody wrote about the line ${lineId} of the statement ${settlementId}\n(${month}).`,
  ],
  answer: ({ settlementId, month, lineId }) => [
    `Your objection to a line of ${month} was answered`,
    `The line ${lineId} of the statement ${settlementId} (${month}) is no longer\ndisputed.`,
  ],
  opened: ({ settlementId, month, lineId }) => [
    `A line of ${month} is disputed`,
    `The merchant objects to the line ${lineId} of the statement ${settlementId}\n(${month}). Until it is answered the statement is not paid.`,
  ],
  footer: 'You get no further mail until somebody has read it.',
};

const ES: Texts = {
  message: ({ settlementId, month, lineId }) => [
    `Novedades sobre una línea impugnada de ${month}`,
    `Alguien ha escrito sobre la línea ${lineId} de la liquidación ${settlementId}\n(${month}).`,
  ],
  answer: ({ settlementId, month, lineId }) => [
    `Se ha respondido a su objeción a una línea de ${month}`,
    `La línea ${lineId} de la liquidación ${settlementId} (${month}) ya no está\nimpugnada.`,
  ],
  opened: ({ settlementId, month, lineId }) => [
    `Se ha impugnado una línea de ${month}`,
    `El comercio objeta la línea ${lineId} de la liquidación ${settlementId}\n(${month}). Hasta que se responda, la liquidación no se paga.`,
  ],
  footer: 'Recibirá un solo correo hasta que alguien lo haya mirado.',
};

const READ = { en: 'Read it and answer here:', es: 'Léalo y responda aquí:' } as const;

/** In the reader's language. */
export function disputeMail(facts: DisputeMailFacts, language: 'en' | 'es'): MailText {
  const { footer, ...texts } = language === 'es' ? ES : EN;
  const [subject, ...paragraphs] = texts[facts.news](facts);
  return { subject, text: `${[...paragraphs, `${READ[language]}\n${facts.link}`, footer].join('\n\n')}\n` };
}
