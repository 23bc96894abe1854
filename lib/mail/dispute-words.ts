/** What the mails about a disputed line say: that there is news, and where to read it, without the text. */
import type { Language } from '../../domain/console-roles.ts';
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

const JA: Texts = {
  message: ({ settlementId, month, lineId }) => [
    `${month}の異議のある明細に書き込みがありました`,
    `精算書${settlementId}（${month}）の明細${lineId}について、書き込みがありました。`,
  ],
  answer: ({ settlementId, month, lineId }) => [
    `${month}の明細への異議に回答がありました`,
    `精算書${settlementId}（${month}）の明細${lineId}への異議は終了しました。`,
  ],
  opened: ({ settlementId, month, lineId }) => [
    `${month}の明細に異議が出ました`,
    `マーチャントが精算書${settlementId}（${month}）の明細${lineId}に異議を申し出ました。\n回答するまで、精算書は支払われません。`,
  ],
  footer: 'どなたかが確認するまで、続けてメールが届くことはありません。',
};

const TEXTS: Record<Language, Texts> = { en: EN, es: ES, ja: JA };
const READ: Record<Language, string> = {
  en: 'Read it and answer here:',
  es: 'Léalo y responda aquí:',
  ja: '確認と返信はこちら：',
};

/** In the reader's language. */
export function disputeMail(facts: DisputeMailFacts, language: Language): MailText {
  const { footer, ...texts } = TEXTS[language];
  const [subject, ...paragraphs] = texts[facts.news](facts);
  return { subject, text: `${[...paragraphs, `${READ[language]}\n${facts.link}`, footer].join('\n\n')}\n` };
}
