import type { MailSettings } from '../../domain/mail.ts';
import type { MailTransport } from './message.ts';
import { createOutboxTransport } from './outbox.ts';
import { createSmtpTransport } from './smtp.ts';

/** How mails leave this platform: over SMTP, or into a folder. */
export function createMailTransport(settings: MailSettings): MailTransport {
  return 'outbox' in settings ? createOutboxTransport(settings) : createSmtpTransport(settings);
}
