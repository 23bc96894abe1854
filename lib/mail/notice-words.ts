/**
 * The mails that people get of their notices: what happened, when, for how much, until when to answer, in the reader's language, with the
 * way there. Travellers are not named, nor what they or the parties wrote.
 */
import type { Language } from '../../domain/console-roles.ts';
import type { MailText } from '../../domain/mail.ts';
import { toDecimal } from '../../domain/money.ts';
import { answerByOf, NOTICES_IN_A_MAIL, type NoticedOrder, type NoticeKind } from '../../domain/notices.ts';
import type { NoticeFacts, NoticeTexts } from './notice-facts.ts';
import { EN } from './notice-words-en.ts';
import { ES } from './notice-words-es.ts';
import { unlinked } from './plain-words.ts';

/** Days before months, and 24 hours: read alike on both sides of the Atlantic. */
const LOCALES: Record<Language, string> = { en: 'en-GB', es: 'es' };
const TEXTS: Record<Language, NoticeTexts> = { en: EN, es: ES };
const SUBJECT_LENGTH = 150;

export interface NoticeToMail {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly subjectId: string;
  readonly companyId: string;
  readonly sandbox: boolean;
  readonly guideName: string | null;
  readonly order: NoticedOrder | null;
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
}

/** @param notices at least one. */
export function noticeMail(
  reader: NoticeMailReader,
  notices: readonly NoticeToMail[],
  links: NoticeMailLinks,
): MailText {
  const texts = TEXTS[reader.language];
  const shown = notices.slice(0, NOTICES_IN_A_MAIL);
  const paragraphs = shown.map((notice) => paragraphOf(texts, reader, notice, links));
  const hidden = notices.length - shown.length;
  const rest = hidden === 0 ? [] : [texts.more(hidden)];
  const company = unlinked(reader.companyName);
  const chosen = texts.choose(company, `${links.consoleBaseUrl}/account/notices`);
  const footer = [chosen, texts.stop(links.unsubscribe)];
  return {
    subject: subjectOf(texts, notices),
    text: `${[...paragraphs, ...rest, '--', ...footer].join('\n\n')}\n`,
  };
}

function subjectOf(texts: NoticeTexts, notices: readonly NoticeToMail[]): string {
  const [first] = notices as [NoticeToMail, ...NoticeToMail[]];
  const title = titleOf(texts, first);
  const whole = notices.length === 1 ? title : texts.andMore(title, notices.length - 1);
  const marked = notices.every(({ sandbox }) => sandbox) ? `[${texts.sandbox}] ${whole}` : whole;
  return marked.slice(0, SUBJECT_LENGTH);
}

function titleOf(texts: NoticeTexts, { kind, subjectId, guideName }: NoticeToMail): string {
  const facts: NoticeFacts = { guide: unlinked(guideName ?? subjectId), subject: subjectId };
  return texts.titles[kind](facts);
}

const isRequest = (kind: NoticeKind) => kind === 'request_new' || kind === 'request_due';

function paragraphOf(
  texts: NoticeTexts,
  reader: NoticeMailReader,
  notice: NoticeToMail,
  { consoleBaseUrl, answer }: NoticeMailLinks,
): string {
  const { id, kind, order, sandbox } = notice;
  const mark = sandbox ? ` [${texts.sandbox}]` : '';
  const lines = [`${titleOf(texts, notice)}${mark}`];
  if (order !== null) lines.push(...factsOf(texts, reader.language, order));
  const answerBy = answerByOf(kind, order);
  if (order && answerBy) lines.push(...deadline(texts, reader, answerBy, order.timeZone));
  lines.push(`${consoleBaseUrl}${pathOf(notice)}`);
  if (answer && isRequest(kind)) lines.push(texts.answer(answer(id)));
  return lines.join('\n');
}

function factsOf(texts: NoticeTexts, language: Language, order: NoticedOrder): string[] {
  const { tripDate, startTime, tripDays, guestCount, totalAmount, currency, clientReference } = order;
  const day = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'full', timeZone: 'UTC' });
  const price = new Intl.NumberFormat(LOCALES[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
  });
  const trip = [day.format(new Date(tripDate)), startTime ?? texts.days(tripDays), texts.guests(guestCount)];
  return [
    trip.join(', '),
    price.format(toDecimal(totalAmount, currency)).replaceAll('\u00a0', ' '),
    ...(clientReference === null ? [] : [texts.reference(unlinked(clientReference))]),
  ];
}

/** As clocks read where the guide is, and where the reader is. */
function deadline(
  texts: NoticeTexts,
  { language, timeZone: own }: NoticeMailReader,
  answerBy: string,
  timeZone: string,
): string[] {
  const read = (zone: string) => {
    const format = new Intl.DateTimeFormat(LOCALES[language], {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: zone,
    });
    return `${format.format(new Date(answerBy)).replaceAll('\u202f', ' ')} (${zone})`;
  };
  return [texts.answerBy(read(timeZone)), ...(own === null || own === timeZone ? [] : [read(own)])];
}

/** The page of the console (console/web/src/areas). */
export function pathOf({
  kind,
  companyId,
  sandbox,
  subjectId,
}: Omit<NoticeToMail, 'id' | 'order' | 'guideName'>): string {
  const place = `/${companyId}/${sandbox ? 'sandbox' : 'live'}`;
  if (kind === 'guide_available') return `${place}/find/${subjectId}`;
  const isStatement = subjectId.startsWith('STL');
  return isStatement ? `${place}/money/statements/${subjectId}` : `${place}/orders/${subjectId}`;
}
