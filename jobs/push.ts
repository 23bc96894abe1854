/**
 * Sends notices to the devices and chats where people have turned that on (Web Push, incoming webhooks): the first at once, then one message
 * in a minute with all that came meanwhile. What this rules out (test/jobs/push.test.ts), beside what all jobs do:
 *
 * - A message asks for an answer that was given already, or says what its reader has read at the console.
 * - Somebody who left the company, signed that browser out or turned it off gets one that was on its way.
 * - A push service that is away holds up the mails, or other devices for longer than one request may take; after a day what it did not take is
 *   old.
 */
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Cipher } from '../db/cipher.ts';
import {
  findNoticeReader,
  listNoticesToPush,
  type NoticeReader,
  type NoticeRow,
} from '../db/queries/notices/notices.ts';
import {
  findPushTarget,
  forgetPushDevice,
  notePushSent,
  type PushTarget,
} from '../db/queries/notices/push-devices.ts';
import { countUnread } from '../db/queries/notices/settings.ts';
import type { Job } from '../db/queries/platform/jobs.ts';
import { answerByOf, asksForAnswer, isAnswered, quietLeft } from '../domain/notices.ts';
import { PUSH_EVERY_SECONDS, PUSH_HOURS, type PushMessage } from '../domain/push-message.ts';
import type { SendChat } from '../lib/callbacks/chat-sender.ts';
import type { SendPush } from '../lib/callbacks/push-sender.ts';
import { chatText, noticePush, testPush } from '../lib/mail/notice-push.ts';
import { type AnswerLinks, mayAnswerByLink } from '../services/notices/answering.ts';
import { endpointOfChat } from '../services/notices/push-devices.ts';
import type { PushSeal } from '../services/notices/push-seal.ts';
import type { JobEnd, JobKind } from './runner.ts';

const SECOND_MS = 1_000;
const TTL_SECONDS = PUSH_HOURS * 3_600;
/** The least that a push service is asked to keep one: the device may be out of reach for a moment. */
const LEAST_TTL_SECONDS = 60;
/** Taken into one message, which names the first. */
const TAKEN = 500;

export interface PushDeps {
  readonly orm: MikroORM;
  readonly now: () => Date;
  readonly send: Senders;
  readonly cipher: Pick<Cipher, 'decrypt'>;
  readonly seal: PushSeal;
  /** The console's address, which chats are sent. */
  readonly consoleBaseUrl: string;
  readonly answering: Pick<AnswerLinks, 'of'>;
}

/** How each kind of device gets its messages. */
export interface Senders {
  readonly push: SendPush;
  readonly chat: SendChat;
}

/** Which notices: their ids. */
interface Range {
  readonly from: number;
  readonly to?: number;
}

/** A job's subject is a device and a company, `17:CO1001`; a device alone is sent a message that says that it works. */
export function pushJobs(deps: PushDeps): JobKind {
  return {
    ...{ atOnce: 20, leaseSeconds: 60 },
    run: async (job) => {
      const [deviceId, companyId] = job.subject.split(':');
      const em = deps.orm.em.fork();
      const device = await findPushTarget(em, Number(deviceId));
      if (device === undefined || !deps.seal.isOf(device, device.seal)) return undefined;
      if (companyId === undefined) return await sendTest(deps, em, device);
      return await sendNotices(deps, em, device, companyId, job);
    },
  };
}

async function sendNotices(
  deps: PushDeps,
  em: EntityManager,
  device: PushTarget,
  companyId: string,
  job: Job,
): Promise<JobEnd> {
  const { personId } = device;
  const reader = await findNoticeReader(em, companyId, personId);
  if (!reader?.push) return undefined;
  const inMs = waitOf(device, reader, deps.now());
  if (inMs > 0) return { againInMs: inMs };
  const range = job.payload as Range;
  const taken = await listNoticesToPush(em, { companyId, personId, ...range, limit: TAKEN });
  const notices = taken.filter(({ kind, order, hold }) => !isAnswered(kind, order, hold));
  const [first] = notices;
  if (first === undefined) return undefined;
  const unread = await countUnread(em, personId, true);
  // In a chat others read as well.
  const mayAnswer = device.kind === 'browser' && mayAnswerByLink(reader);
  const answer = mayAnswer ? (id: number) => deps.answering.of(id, reader.email) : undefined;
  const message = noticePush(reader, notices, { answer, unread });
  if (!(await hand(deps, em, device, message, optionsOf(first, deps.now())))) return undefined;
  await notePushSent(em, device.id);
  if (range.to !== undefined) return undefined;
  return { againInMs: PUSH_EVERY_SECONDS * SECOND_MS, payload: { from: taken.at(-1)!.id + 1 } };
}

async function sendTest(deps: PushDeps, em: EntityManager, device: PushTarget): Promise<JobEnd> {
  const unread = await countUnread(em, device.personId, true);
  await hand(deps, em, device, testPush(device.language, device.kind, unread), {
    ttlSeconds: 3_600,
    isUrgent: true,
  });
  return undefined;
}

/** @returns whether it was taken; a subscription that is over is forgotten. */
async function hand(
  { send, cipher, consoleBaseUrl }: PushDeps,
  em: EntityManager,
  device: PushTarget,
  message: PushMessage,
  options: Parameters<SendPush>[2],
): Promise<boolean> {
  const { personId, urlEncrypted } = device;
  const url = urlEncrypted === null ? undefined : await cipher.decrypt(urlEncrypted);
  // The seal is of the person and the address.
  if (url !== undefined && device.endpoint !== endpointOfChat(personId, url)) return false;
  const outcome =
    url === undefined
      ? await send.push(device, message, options)
      : await send.chat(url, chatText(message, consoleBaseUrl));
  if (outcome === 'gone') await forgetPushDevice(em, device.id);
  return outcome === 'taken';
}

/** Milliseconds until the device may get the next message. */
function waitOf({ sinceMs }: PushTarget, reader: NoticeReader, now: Date): number {
  return Math.max(quietLeft(reader, now), sinceMs === null ? 0 : PUSH_EVERY_SECONDS * SECOND_MS - sinceMs);
}

/** What has a deadline is of no use after it. */
function optionsOf({ kind, order, hold }: NoticeRow, now: Date): Parameters<SendPush>[2] {
  const endsAt = answerByOf(kind, order) ?? hold?.expiresAt ?? null;
  const left = endsAt === null ? TTL_SECONDS : (Date.parse(endsAt) - now.getTime()) / SECOND_MS;
  const ttlSeconds = Math.round(Math.min(TTL_SECONDS, Math.max(LEAST_TTL_SECONDS, left)));
  return { ttlSeconds, isUrgent: asksForAnswer(kind) || hold !== null };
}
