/**
 * Mails that come in: what somebody answered, without what they quoted, or what a mail server says of a mail of ours (RFC 3464). What this
 * rules out (test/mail/inbound.test.ts):
 *
 * - What an earlier mail said, or a signature, becomes part of the answer.
 * - A note of an absence is taken for an answer, or answered (RFC 3834): two machines would write to each other.
 * - A delay, which mail servers report as well, is taken for an address that takes no mails.
 */
import EmailReplyParser from 'email-reply-parser';
import PostalMime, { type Email } from 'postal-mime';

/** A mail as it came, as far as we act on it. */
export interface InboundMail {
  /** The sender's address, in lower case; undefined where it has none. */
  readonly from: string | undefined;
  /** All that it is addressed to, as headers say; in lower case. */
  readonly to: readonly string[];
  /** What names it, also where it comes twice; a mail that has none is named by its text and time. */
  readonly messageId: string;
  /** Without quotations; empty where there is nothing else. */
  readonly text: string;
  readonly hasAttachments: boolean;
  /** Nobody wrote it. */
  readonly isAutomatic: boolean;
  /** A mail server gave up a mail of ours. */
  readonly isFailure: boolean;
}

/** Deeper than any program writes; what is deeper is no mail. */
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 } as const;
/** Three times as many as a text of 256 KiB has. */
const MOST_LINES = 10_000;
const LINE_FEED = 10;
/** Characters that are looked through; a message has fewer. The patterns that cut quotations off take the square of it, 0.3 s at most. */
const MOST_TEXT = 8_000;
/** Of a page, with its marks. */
const PAGE_LIMITS = { maxInputLength: 200_000, maxDepth: 60 } as const;

/**
 * @param ours addresses, or parts of some, that a quotation of ours begins with: programs announce it in any language.
 * @throws NoMail
 */
export async function readInbound(raw: Uint8Array, ours: readonly string[]): Promise<InboundMail> {
  const mail = await PostalMime.parse(firstLines(raw), LIMITS).catch(() => {
    throw new NoMail();
  });
  const from = mail.from?.address?.toLowerCase();
  return {
    from,
    to: recipientsOf(mail),
    messageId: mail.messageId ?? `${mail.date ?? ''} ${from ?? ''}`,
    text: answerOf(await textOf(mail), ours),
    hasAttachments: mail.attachments.some(({ disposition }) => disposition === 'attachment'),
    isAutomatic: isAutomatic(mail),
    isFailure: isFailure(mail),
  };
}

/** A line costs its parser as much as a page of text: one of 200,000 empty lines took five seconds. */
function firstLines(raw: Uint8Array): Uint8Array {
  let end = -1;
  for (let lines = 0; lines < MOST_LINES; lines++) {
    end = raw.indexOf(LINE_FEED, end + 1);
    if (end === -1) return raw;
  }
  return raw.subarray(0, end);
}

/** What was sent to us is no mail. */
export class NoMail extends Error {
  override readonly name = 'NoMail';
}

/** Which header has the address that a mail came to depends on the server that passes it on. */
const RECIPIENT_HEADERS = ['delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to'];

function recipientsOf({ to = [], cc = [], headers }: Email): string[] {
  const listed = [...to, ...cc].flatMap((one) => one.group ?? [one]).map(({ address }) => address ?? '');
  const passedOn = headers.filter(({ key }) => RECIPIENT_HEADERS.includes(key)).map(({ value }) => value);
  return [...passedOn, ...listed].map((one) => one.trim().replace(/^<|>$/g, '').toLowerCase());
}

/** Programs that write pages alone are read as text. */
async function textOf({ text, html }: Email): Promise<string> {
  if (text !== undefined && text.trim() !== '') return text;
  if (html === undefined) return '';
  const links = { selector: 'a', options: { ignoreHref: true } };
  // With the first of them: a start need not wait for it (40 ms).
  const { convert } = await import('html-to-text');
  return convert(html.slice(0, PAGE_LIMITS.maxInputLength), {
    wordwrap: false,
    limits: PAGE_LIMITS,
    selectors: [links, { selector: 'img', format: 'skip' }],
  });
}

function answerOf(text: string, ours: readonly string[]): string {
  const lines = new EmailReplyParser().parseReply(tidied(text).slice(0, MOST_TEXT)).split('\n');
  const quoted = lines.findIndex((line) => ours.some((one) => line.toLowerCase().includes(one)));
  return (quoted === -1 ? lines : lines.slice(0, quoted)).join('\n').trim();
}

/** Thousands of empty lines would hold the process up for a minute. */
function tidied(text: string): string {
  return text
    .slice(0, PAGE_LIMITS.maxInputLength)
    .replaceAll('\r\n', '\n')
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n');
}

/** RFC 3834 §5, and what programs wrote before it. */
function isAutomatic({ headers }: Email): boolean {
  const headerOf = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase();
  const submitted = headerOf('auto-submitted') ?? 'no';
  return (
    !submitted.startsWith('no') ||
    ['bulk', 'auto_reply', 'junk', 'list'].includes(headerOf('precedence') ?? '') ||
    headerOf('x-autoreply') !== undefined ||
    headerOf('x-auto-response-suppress') === 'all' ||
    headerOf('return-path') === '<>'
  );
}

/** Of which at least one recipient is lost for good: `Action: failed` with a status of class 5 (RFC 3464 §2.3). */
function isFailure({ attachments }: Email): boolean {
  const report = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  if (report === undefined) return false;
  const { content } = report;
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  return text
    .split(/\r?\n\r?\n/)
    .some((block) => /^action:\s*failed\s*$/im.test(block) && /^status:\s*5\.\d{1,3}\.\d{1,3}/im.test(block));
}
