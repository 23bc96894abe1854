import type { MikroORM } from '@mikro-orm/postgresql';
import type { Cipher } from '../db/cipher.ts';
import { takeUnstarted, takeUnstartedHolds } from '../db/queries/orders/workflow-starts.ts';
import type { PlatformTerms } from '../domain/platform-terms.ts';
import type { MailTransport } from '../lib/mail/message.ts';
import type { HoldGateway } from '../lib/temporal/hold-gateway.ts';
import type { NotificationGateway } from '../lib/temporal/notification-gateway.ts';
import type { OrderGateway, StartableOrder } from '../lib/temporal/order-gateway.ts';
import { createAnswerLinks } from '../services/notices/answering.ts';
import { createMailAddresses } from '../services/notices/mail-addresses.ts';
import { createPushSeal } from '../services/notices/push-seal.ts';
import { createUnsubscribeLinks } from '../services/notices/unsubscribing.ts';
import { type CalendarImportDeps, calendarImportJobs } from './calendar-imports.ts';
import { clockJobs } from './clock-signals.ts';
import { departureJobs } from './departures.ts';
import { disputeNoticeJobs } from './dispute-watch.ts';
import { endpointNoticeJobs } from './endpoint-watch.ts';
import { guideIndexJobs } from './guide-indexer.ts';
import type { createHoldWorkflows } from './hold-workflows.ts';
import type { MailOutcome } from './mail-metrics.ts';
import { checkMail, mailJobs } from './mailer.ts';
import { noticeMailJobs } from './notice-mails.ts';
import { noticeReminderJobs } from './notice-reminders.ts';
import { startNotices } from './notices.ts';
import { orderFollowJobs } from './order-follow.ts';
import { pushJobs, type Senders } from './push.ts';
import { endpointRetryJobs, recoveryJobs } from './retries.ts';
import { startRunner } from './runner.ts';
import type { Starter } from './starter.ts';
import { startSweeper } from './sweeper.ts';
import { startUnattended } from './unattended.ts';
import { waitlistEntryJobs, waitlistTimeJobs } from './waitlist-watch.ts';

export interface BackgroundDeps {
  readonly orm: MikroORM;
  /** Makes the links that end mails, and reads the addresses of chats. */
  readonly cipher: Pick<Cipher, 'derive' | 'decrypt'>;
  readonly now: () => Date;
  readonly terms: PlatformTerms;
  readonly starter: Starter;
  readonly holdWorkflows: ReturnType<typeof createHoldWorkflows>;
  readonly notifications: NotificationGateway;
  readonly orders: Pick<OrderGateway, 'move' | 'moveClock'>;
  readonly holds: Pick<HoldGateway, 'announceClock'>;
  readonly onError: (error: unknown) => void;
  /** The console's address, which mails lead to. */
  readonly consoleBaseUrl: string;
  /** The API's own address: events of calendars are named after its host. */
  readonly publicBaseUrl: string;
  /** Without it, no mails are sent. */
  readonly mail?: MailTransport | undefined;
  readonly onMail?: ((outcome: MailOutcome) => void) | undefined;
  /** Without it, devices and chats are sent no notices. */
  readonly send?: Senders | undefined;
  /** Without it, no calendars are imported. */
  readonly calendars?: Omit<CalendarImportDeps, 'orm' | 'now' | 'publicBaseUrl'> | undefined;
  /** As startRunner's. */
  readonly onJobsDone?: (() => void) | undefined;
  readonly lookEveryMs?: number | undefined;
}

export interface Background {
  /** Waiting notifications are to be tried now. */
  retryNow(): void;
  /** A merchant's clock was moved: its orders are to be signalled. */
  announceClocks(): void;
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/** All that an API process does without being asked. */
export function startBackground(deps: BackgroundDeps): Background {
  const { orm, cipher, now, terms, starter, holdWorkflows, notifications, orders, holds, onError } = deps;
  const { consoleBaseUrl, publicBaseUrl } = deps;
  const { mail, onMail, send, calendars, lookEveryMs, onJobsDone } = deps;
  const unsubscribing = createUnsubscribeLinks(cipher, consoleBaseUrl);
  const answering = createAnswerLinks(cipher, consoleBaseUrl);
  const addresses = createMailAddresses(cipher);
  const mailLinks = { unsubscribing, answering };
  const runner = startRunner({
    ...{ orm, onError, lookEveryMs, onJobsDone },
    kinds: {
      guide_index: guideIndexJobs(orm),
      mail: mail && mailJobs({ orm, mail, addresses, onError, onMail }),
      notice_reminder: mail && noticeReminderJobs(orm),
      notice_mail:
        mail && noticeMailJobs({ orm, now, consoleBaseUrl, publicBaseUrl, addresses, ...mailLinks }),
      clock: clockJobs({ orm, gateway: orders, holds, onError }),
      departure: departureJobs({ orm, gateway: orders, now }),
      endpoint_notice: endpointNoticeJobs({ orm, now }),
      endpoint_retry: endpointRetryJobs({ orm, gateway: notifications, onError }),
      recovery: recoveryJobs({ orm, gateway: notifications, onError }),
      push:
        send && pushJobs({ orm, now, cipher, send, seal: createPushSeal(cipher), answering, consoleBaseUrl }),
      order_follow: orderFollowJobs(notifications),
      dispute_notice: disputeNoticeJobs({ orm, consoleBaseUrl }),
      waitlist_time: waitlistTimeJobs({ orm }),
      waitlist_entry: waitlistEntryJobs({ orm, now, terms, holdWorkflows }),
      calendar_import: calendars && calendarImportJobs({ orm, now, publicBaseUrl, ...calendars }),
    },
    others: {
      deliveries: startUnattended({ orm, gateway: notifications, onError }),
      notices: startNotices({ orm, mail: mail !== undefined, onError }),
      orderStarts: startSweeper<StartableOrder>({
        take: (limit) => takeUnstarted(orm.em.fork(), limit),
        ...{ starter, onError },
      }),
      holdStarts: startSweeper({
        take: (limit) => takeUnstartedHolds(orm.em.fork(), limit),
        ...{ starter: holdWorkflows.starter, onError },
      }),
    },
  });
  const mailServer = mail && checkMail(mail, onError);
  return {
    retryNow: () => {
      runner.runNow('endpoint_retry');
      runner.runNow('recovery');
    },
    announceClocks: () => runner.runNow('clock'),
    stop: async () => {
      await Promise.all([runner, mailServer].map((one) => one?.stop()));
    },
  };
}
