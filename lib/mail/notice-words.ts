/**
 * The mails that people get of their notices: what happened, when, for how much, until when to answer, in the reader's language, with the
 * way there. Travellers are not named, nor what they or the parties wrote.
 */
import { pageOf } from '../../domain/console-places.ts';
import type { Language } from '../../domain/console-roles.ts';
import { toDecimal } from '../../domain/money.ts';
import {
  answerByOf,
  NOTICES_IN_A_MAIL,
  type NoticedHold,
  type NoticedOrder,
  type NoticedTrip,
  type NoticeKind,
} from '../../domain/notices.ts';
import type { NoticeFacts, NoticeTexts } from './notice-facts.ts';
import { EN } from './notice-words-en.ts';
import { ES } from './notice-words-es.ts';
import { JA } from './notice-words-ja.ts';
import { unlinked } from './plain-words.ts';
import type { MailInSections, MailSection } from './sections.ts';

/** Days before months, and 24 hours: read alike on both sides of the Atlantic. */
const LOCALES: Record<Language, string> = { en: 'en-GB', es: 'es', ja: 'ja' };
const TEXTS: Record<Language, NoticeTexts> = { en: EN, es: ES, ja: JA };
export const textsOf = (language: Language): NoticeTexts => TEXTS[language];
const SUBJECT_LENGTH = 150;

export interface NoticeToMail {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly subjectId: string;
  readonly companyId: string;
  readonly sandbox: boolean;
  readonly guideName: string | null;
  readonly order: NoticedOrder | null;
  readonly hold: NoticedHold | null;
}

export interface NoticeMailReader {
  readonly language: Language;
  readonly companyName: string;
  /** The reader's own, where they have said it. */
  readonly timeZone: string | null;
}

/** Where a mail leads. */
export interface NoticeMailLinks {
  /** Without a trailing slash. */
  readonly consoleBaseUrl: string;
  readonly unsubscribe: string;
  /** A page that answers a request without a sign-in; undefined: the company wants one. */
  readonly answer: ((noticeId: number) => string) | undefined;
  /** An answer to the mail becomes a message. */
  readonly isAnswered?: boolean;
}

/** @param notices at least one. */
export function noticeMail(
  reader: NoticeMailReader,
  notices: readonly NoticeToMail[],
  links: NoticeMailLinks,
): MailInSections {
  const { language } = reader;
  const texts = textsOf(language);
  const shown = notices.slice(0, NOTICES_IN_A_MAIL);
  const sections = shown.map((notice) => sectionOf(texts, reader, notice, links));
  const hidden = notices.length - shown.length;
  const rest = hidden === 0 ? [] : [{ lines: [texts.more(hidden)], links: [] }];
  const choose = { label: texts.choose, url: `${links.consoleBaseUrl}/account/notices` };
  return {
    subject: subjectOf(texts, notices),
    language,
    sections: [...sections, ...rest, ...(links.isAnswered ? [{ lines: [texts.reply], links: [] }] : [])],
    footer: [
      { lines: [texts.why(unlinked(reader.companyName))], links: [choose] },
      { lines: [], links: [{ label: texts.stop, url: links.unsubscribe }] },
    ],
  };
}

/** What several are about, in a line. @param notices at least one. */
export function subjectOf(texts: NoticeTexts, notices: readonly NoticeToMail[]): string {
  const [first] = notices as [NoticeToMail, ...NoticeToMail[]];
  const title = titleOf(texts, first);
  const whole = notices.length === 1 ? title : texts.andMore(title, notices.length - 1);
  const marked = notices.every(({ sandbox }) => sandbox) ? `[${texts.sandbox}] ${whole}` : whole;
  return marked.slice(0, SUBJECT_LENGTH);
}

export function titleOf(texts: NoticeTexts, { kind, subjectId, guideName }: NoticeToMail): string {
  const facts: NoticeFacts = { guide: unlinked(guideName ?? subjectId), subject: subjectId };
  return texts.titles[kind](facts);
}

export const isRequest = (kind: NoticeKind) => kind === 'request_new' || kind === 'request_due';

function sectionOf(
  texts: NoticeTexts,
  reader: NoticeMailReader,
  notice: NoticeToMail,
  { consoleBaseUrl, answer }: NoticeMailLinks,
): MailSection {
  const { id, kind, sandbox } = notice;
  const mark = sandbox ? ` [${texts.sandbox}]` : '';
  const open = {
    label: texts.open,
    url: `${consoleBaseUrl}${pageOf(notice, notice.subjectId, notice.hold)}`,
  };
  const isAnswerable = answer !== undefined && isRequest(kind);
  const links = isAnswerable ? [{ label: texts.answer, url: answer(id) }, open] : [open];
  return { title: `${titleOf(texts, notice)}${mark}`, lines: linesOf(texts, reader, notice), links };
}

/** What the order or the hold is about, and until when to answer or to book. */
export function linesOf(
  texts: NoticeTexts,
  reader: NoticeMailReader,
  { kind, order, hold }: NoticeToMail,
): string[] {
  if (hold !== null) {
    return [
      ...tripOf(texts, reader.language, hold),
      ...deadline(texts.heldUntil, reader, hold.expiresAt, hold.timeZone),
    ];
  }
  if (order === null) return [];
  const answerBy = answerByOf(kind, order);
  return [
    ...factsOf(texts, reader.language, order),
    ...(answerBy ? deadline(texts.answerBy, reader, answerBy, order.timeZone) : []),
  ];
}

function factsOf(texts: NoticeTexts, language: Language, order: NoticedOrder): string[] {
  const { clientReference, meetingPoint } = order;
  return [
    ...tripOf(texts, language, order),
    ...(meetingPoint === null ? [] : [unlinked(meetingPoint)]),
    ...(clientReference === null ? [] : [texts.reference(unlinked(clientReference))]),
  ];
}

function tripOf(texts: NoticeTexts, language: Language, noticed: NoticedTrip): string[] {
  const { tripDate, startTime, tripDays, guestCount, totalAmount, currency } = noticed;
  const day = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'full', timeZone: 'UTC' });
  const price = new Intl.NumberFormat(LOCALES[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
  });
  const trip = [day.format(new Date(tripDate)), startTime ?? texts.days(tripDays), texts.guests(guestCount)];
  return [trip.join(', '), price.format(toDecimal(totalAmount, currency)).replaceAll('\u00a0', ' ')];
}

/** As clocks read where the guide is, and where the reader is. */
function deadline(
  text: (at: string) => string,
  { language, timeZone: own }: NoticeMailReader,
  endsAt: string,
  timeZone: string,
): string[] {
  const read = (zone: string) => {
    const format = new Intl.DateTimeFormat(LOCALES[language], {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: zone,
    });
    return `${format.format(new Date(endsAt)).replaceAll('\u202f', ' ')} (${zone})`;
  };
  return [text(read(timeZone)), ...(own === null || own === timeZone ? [] : [read(own)])];
}
