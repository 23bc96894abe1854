import type { SendMailOptions } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';

/** A mail as it leaves. */
export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same as a page. */
  readonly html?: string | null;
  /** Trips for calendar programs (RFC 5545). */
  readonly calendar?: string | null;
  /** Where a mail program ends mails of this kind. */
  readonly unsubscribeUrl?: string | null;
  /** Where it is answered. */
  readonly replyTo?: string | null;
  /** Where mail servers return it; default: to its sender. */
  readonly returnTo?: string | undefined;
  /** The same for the same mail, however often it is sent: repeats collapse by their Message-ID (RFC 5322 §3.6.4). */
  readonly number: number;
  readonly createdAt: Date;
}

/** Where mails go. */
export interface MailTransport {
  /** Resolves when the mail is taken. @param giveUp ends it; it may be taken all the same. @throws MailNotSent */
  send(mail: OutgoingMail, giveUp: AbortSignal): Promise<void>;
  /** Whether mails can be sent at all: for the start of a process. @throws MailNotSent */
  check(giveUp: AbortSignal): Promise<void>;
  close(): void;
}

/**
 * Why a mail was not sent: a code of nodemailer's or of the system, and the server's status. What the server said stays
 * out: it repeats the address.
 */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent';

  constructor(error: unknown) {
    const { name, code, responseCode } = Object(error) as {
      name?: string;
      code?: unknown;
      responseCode?: unknown;
    };
    // A signal's reason has a number for a code.
    const word = typeof code === 'string' ? code : (name ?? 'unknown');
    super(`the mail was not sent: ${[word, responseCode].filter(Boolean).join(' ')}`);
  }
}

/** The message for nodemailer; no automatic answers are wanted (RFC 3834 §5). */
export function messageOf(
  from: string,
  { to, subject, text, html, calendar, unsubscribeUrl, replyTo, returnTo, number, createdAt }: OutgoingMail,
): SendMailOptions {
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    ...(replyTo && { replyTo }),
    ...(returnTo !== undefined && { envelope: { from: returnTo, to } }),
    ...(html && { html }),
    ...(calendar && { attachments: [attached(calendar)] }),
    date: createdAt,
    messageId: `<${nameOf({ number, createdAt })}@${domainOf(from)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribeUrl && oneClick(unsubscribeUrl)) },
    // Whatever a text holds, it reads no file and calls no address.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function attached(calendar: string) {
  return { filename: 'trips.ics', content: calendar, contentType: 'text/calendar; charset=utf-8' };
}

/** Mail programs offer to end such mails by one press (RFC 8058). */
function oneClick(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** `20261122T041530123Z-17`: sorts by time, says nothing of a person. */
export function nameOf({ number, createdAt }: Pick<OutgoingMail, 'number' | 'createdAt'>): string {
  return `${createdAt.toISOString().replace(/[-:.]/g, '')}-${number}`;
}

function domainOf(from: string): string {
  return addressIn(from).split('@').at(-1) || 'localhost';
}

/** The address alone, in lower case. @param from as MAIL_FROM: `Guidepost <no-reply@example.com>`. */
export function addressIn(from: string): string {
  const [sender] = addressparser(from, { flatten: true });
  return sender?.address.toLowerCase() ?? '';
}
