/** Notices as a device shows them, in a title and a few lines: what mails say, shorter (notice-words.ts). */
import { pageOf } from '../../domain/console-places.ts';
import type { Language } from '../../domain/console-roles.ts';
import type { DeviceKind, PushMessage } from '../../domain/push-message.ts';
import {
  isRequest,
  linesOf,
  type NoticeMailReader,
  type NoticeToMail,
  subjectOf,
  textsOf,
  titleOf,
} from './notice-words.ts';

/** Lines of a message about several. */
const SHOWN = 4;
const BODY_LENGTH = 500;

interface PushFacts {
  /** The address of a page that answers a request; undefined: the reader may not. */
  readonly answer: ((noticeId: number) => string) | undefined;
  readonly unread: number;
}

/** @param notices at least one; a tap leads to the first. */
export function noticePush(
  reader: NoticeMailReader,
  notices: readonly NoticeToMail[],
  { answer, unread }: PushFacts,
): PushMessage {
  const { language } = reader;
  const texts = textsOf(language);
  const [first, ...others] = notices as [NoticeToMail, ...NoticeToMail[]];
  const isOne = others.length === 0;
  const lines = isOne
    ? linesOf(texts, reader, first)
    : others.slice(0, SHOWN).map((notice) => titleOf(texts, notice));
  const message = {
    title: subjectOf(texts, notices),
    body: lines.join('\n').slice(0, BODY_LENGTH),
    lang: language,
    tag: isOne ? `${first.companyId}:${first.subjectId}` : first.companyId,
    path: pageOf(first, first.subjectId, first.hold),
    unread,
  };
  if (!isOne || answer === undefined || !isRequest(first.kind)) return message;
  const { pathname, hash } = new URL(answer(first.id));
  return { ...message, answer: { label: texts.answer, path: pathname + hash } };
}

/** What a device or a chat is sent when it is turned on, and when somebody tries it. */
export function testPush(language: Language, kind: DeviceKind, unread: number): PushMessage {
  const { works, worksText, chatWorks } = textsOf(language);
  const title = kind === 'chat' ? chatWorks : works;
  return { title, body: worksText, lang: language, tag: 'test', path: '/account/notices', unread };
}

/**
 * The same in a chat, which others read as well: without the link that answers. Nothing in it is a mention, or a link that somebody else wrote.
 * @param consoleBaseUrl without a trailing slash.
 */
export function chatText({ title, body, path }: PushMessage, consoleBaseUrl: string): string {
  const text = [title, body].filter((part) => part !== '').join('\n');
  return `${text.replaceAll('<', '‹').replaceAll('>', '›').replaceAll('@', '@\u200b')}\n${consoleBaseUrl}${path}`;
}
