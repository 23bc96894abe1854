/** What mails with notices say of each, in the words of a language. */
import type { NoticeKind } from '../../domain/notices.ts';

/** A notice as a mail shows it; texts are ready to be read. */
export interface NoticeFacts {
  readonly guide: string;
  /** The order's or the statement's id. */
  readonly subject: string;
}

export interface NoticeTexts {
  /** In the subject, and above what it is about. */
  readonly titles: Record<NoticeKind, (facts: NoticeFacts) => string>;
  readonly answerBy: (at: string) => string;
  readonly heldUntil: (at: string) => string;
  readonly days: (count: number) => string;
  readonly guests: (count: number) => string;
  readonly reference: (text: string) => string;
  /** What links say. */
  readonly answer: string;
  /** Where an answer to the mail becomes a message. */
  readonly reply: string;
  readonly open: string;
  readonly andMore: (title: string, count: number) => string;
  readonly more: (count: number) => string;
  readonly sandbox: string;
  readonly why: (company: string) => string;
  readonly choose: string;
  readonly stop: string;
  /** To a device that was turned on. */
  readonly works: string;
  /** To a chat. */
  readonly chatWorks: string;
  readonly worksText: string;
}
