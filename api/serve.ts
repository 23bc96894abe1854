import { createCalendarFetch } from '../lib/callbacks/calendar-fetch.ts';
import { createChatSender } from '../lib/callbacks/chat-sender.ts';
import { createPushSender } from '../lib/callbacks/push-sender.ts';
import type { Config } from '../lib/config.ts';
import { openProcess, type ServingOptions } from '../lib/http/process.ts';
import { createOutboxReader } from '../lib/mail/outbox.ts';
import { createMailTransport } from '../lib/mail/transport.ts';
import { vapidKeysOf } from '../services/notices/push-devices.ts';
import { buildApp } from './app.ts';

/** Serves the API until the process is stopped. */
export async function serveApi(config: Config, options?: ServingOptions): Promise<void> {
  const { mail } = config;
  const { shared, egressProxy, openProcessing, serve } = await openProcess(config, 'api');
  if (mail === undefined) shared.logger.info('merchants are sent no e-mail: SMTP_URL is not set');
  const outgoing = { allowInsecure: config.allowInsecureCallbacks, proxy: egressProxy };
  const fetchCalendar = createCalendarFetch(outgoing);
  const processing = await openProcessing({
    mail: mail && createMailTransport(mail),
    send: {
      push: createPushSender({
        ...outgoing,
        keys: vapidKeysOf(shared.cipher),
        contact: contactOf(config),
      }),
      chat: createChatSender(outgoing),
    },
    calendars: { cipher: shared.cipher, fetchCalendar },
  });
  const { orders, settlements, sandboxStatements, notifications, probeTemporal } = processing;
  const { onRetryRequested, onClockMoved } = processing;
  const app = await buildApp({
    ...shared,
    ...{ orders, settlements, sandboxStatements, notifications, probeTemporal },
    ...{ onRetryRequested, onClockMoved, onCallbackChanged: async () => onRetryRequested() },
    ...(mail && 'outbox' in mail ? { outbox: createOutboxReader(mail.outbox) } : {}),
  });
  await serve(app, processing, options);
  // Not before: building the application keeps a busy machine's process from reading the database's answers in time.
  processing.start();
}

/** Whom push services write to about our messages (RFC 8292): they take no address of http. */
function contactOf({ consoleBaseUrl }: Config): string {
  const { protocol, origin, hostname } = new URL(consoleBaseUrl);
  return protocol === 'https:' ? origin : `mailto:guidepost@${hostname}`;
}
