/** To who answered a mail of a notice, where the answer could not be taken, or not all of it. */
import type { Language } from '../../domain/console-roles.ts';
import type { MailText } from '../../domain/mail.ts';
import { MAX_MESSAGE_LENGTH } from '../../domain/order-message.ts';

export type AnswerProblem =
  /** There was nothing but quotations. */
  | 'empty'
  | 'too_long'
  /** Characters that no message may have. */
  | 'unreadable'
  /** Its sides may write no more. */
  | 'refused'
  /** The text was taken. */
  | 'attachments';

interface AnswerTexts {
  readonly subject: (orderId: string) => string;
  readonly problems: Record<AnswerProblem, string>;
  readonly open: string;
}

const TEXTS: Record<Language, AnswerTexts> = {
  en: {
    subject: (orderId) => `Your answer about order ${orderId}`,
    problems: {
      empty: 'Your answer was not sent: there was no text in it beside what it quotes.',
      too_long: `Your answer was not sent: a message has at most ${MAX_MESSAGE_LENGTH} characters.`,
      unreadable: 'Your answer was not sent: it has characters that a message may not have.',
      refused: 'Your answer was not sent: nobody can write about this order any more.',
      attachments: 'Your answer was sent without the files that you attached.',
    },
    open: 'The order in the console:',
  },
  es: {
    subject: (orderId) => `Su respuesta sobre el pedido ${orderId}`,
    problems: {
      empty: 'Su respuesta no se ha enviado: no tenía más texto que el que cita.',
      too_long: `Su respuesta no se ha enviado: un mensaje tiene como máximo ${MAX_MESSAGE_LENGTH} caracteres.`,
      unreadable: 'Su respuesta no se ha enviado: tiene caracteres que un mensaje no admite.',
      refused: 'Su respuesta no se ha enviado: ya no se puede escribir sobre este pedido.',
      attachments: 'Su respuesta se ha enviado sin los archivos adjuntos.',
    },
    open: 'El pedido en la consola:',
  },
  ja: {
    subject: (orderId) => `予約${orderId}へのご返信について`,
    problems: {
      empty: '引用のほかに本文がなかったため、ご返信は送信されませんでした。',
      too_long: `メッセージは${MAX_MESSAGE_LENGTH}文字までのため、ご返信は送信されませんでした。`,
      unreadable: '使えない文字が含まれているため、ご返信は送信されませんでした。',
      refused: 'この予約にはもう書き込めないため、ご返信は送信されませんでした。',
      attachments: 'ご返信は送信されましたが、添付ファイルは含まれていません。',
    },
    open: 'コンソールの予約ページ：',
  },
};

export function answerProblemMail(
  language: Language,
  problem: AnswerProblem,
  { orderId, page }: { readonly orderId: string; readonly page: string },
): MailText {
  const { subject, problems, open } = TEXTS[language];
  return { subject: subject(orderId), text: `${problems[problem]}\n\n${open}\n${page}\n` };
}
