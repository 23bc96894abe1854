import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  ConsoleSession,
  Job,
  Membership,
  Notice,
  NoticeSetting,
  Order,
  PushDevice,
} from '../../db/entities/index.ts';
import { remindOwners } from '../../db/queries/notices/reminders.ts';
import type { PushMessage } from '../../domain/push-message.ts';
import { pushJobs } from '../../jobs/push.ts';
import { createChatSender } from '../../lib/callbacks/chat-sender.ts';
import { createPushSender } from '../../lib/callbacks/push-sender.ts';
import { createAnswerLinks } from '../../services/notices/answering.ts';
import { createPushDevices, vapidKeysOf } from '../../services/notices/push-devices.ts';
import { createPushSeal } from '../../services/notices/push-seal.ts';
import { workOff } from '../support/jobs.ts';
import { type Chat, startChat } from '../support/network/chat.ts';
import { startPushService } from '../support/network/push-service.ts';
import { CONSOLE, createNoticeWorld, type NoticeWorld } from '../support/notice-world.ts';

let world: NoticeWorld;
let service: Awaited<ReturnType<typeof startPushService>>;
let sessions = 0;
const errors: unknown[] = [];

beforeAll(async () => {
  world = await createNoticeWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  service = await startPushService();
  errors.length = 0;
  await world.clear();
  for (const entity of [PushDevice, ConsoleSession]) await em().nativeDelete(entity as typeof PushDevice, {});
  await em().nativeDelete(Job, { kind: { $in: ['push', 'notice_reminder', 'notice_mail'] } });
});
afterEach(() => service.close());

const em = () => world.em();
const devices = () =>
  createPushDevices({ orm: world.api.orm, cipher: world.api.cipher, allowInsecure: true });

/** A person's browser that is turned on, and has had the message that says so. */
async function device(personId: number) {
  sessions += 1;
  const sessionId = Number(
    await em().insert(ConsoleSession, {
      ...{ personId, tokenHash: `${sessions}`.padStart(64, '0'), address: '192.0.2.1' },
      expiresAt: new Date(Date.now() + 86_400_000),
    }),
  );
  const subscription = service.subscribe(devices().serverKey);
  const owner = { personId, sessionId, userAgent: 'Firefox/140' };
  const id = await devices().add(owner, subscription);
  const [test] = (await work()).slice(-1);
  expect(test).toMatchObject({ tag: 'test', path: '/account/notices' });
  service.taken.length = 0;
  return { id, sessionId, ...subscription };
}

async function work(): Promise<PushMessage[]> {
  await world.read();
  const { orm, cipher } = world.api;
  const push = pushJobs({
    ...{ orm, now: () => world.api.clock.now },
    ...{ cipher, consoleBaseUrl: CONSOLE },
    send: {
      push: createPushSender({
        ...{ keys: vapidKeysOf(cipher), contact: 'mailto:guidepost@guidepost.example', allowInsecure: true },
      }),
      chat: createChatSender({ allowInsecure: true }),
    },
    seal: createPushSeal(cipher),
    answering: createAnswerLinks(cipher, CONSOLE),
  });
  await workOff({ orm, onError: (error) => void errors.push(error) }, { push });
  return service.taken.map(({ message }) => message);
}
/** As if the last message had been sent so long ago. */
async function later(seconds: number): Promise<void> {
  await em().execute("update push_device set last_sent_at = last_sent_at - ? * interval '1 second'", [
    seconds,
  ]);
  await em().execute("update job set run_at = now() where kind = 'push'");
}
const jobs = () => em().count(Job, { kind: 'push' });

test('a request is on all devices of the studio’s people at once, with its facts and nothing personal', async () => {
  const owner = await world.person('CO2', 'owner');
  const [phone, laptop] = [await device(owner), await device(owner)];
  await device(await world.person('CO1', 'owner'));
  await device(await world.person('CO2', 'developer'));
  const id = await world.book({ remark: 'allergic to nuts', contactName: 'Grace Hopper' });
  const [message, ...others] = await work();
  expect(message).toMatchObject({
    ...{ title: '[Sandbox] New request for Rui Costa', path: `/CO2/sandbox/orders/${id}`, unread: 1 },
    answer: { label: 'Confirm or decline', path: expect.stringMatching(/^\/answer#\d+\.[\w-]{43}$/) },
  });
  expect(message?.body).toMatch(/2 guests\nEUR 123\.45\nAnswer by .*\(Europe\/Lisbon\)/);
  expect(JSON.stringify(message)).not.toMatch(/Grace|Hopper|nuts|351912/);
  expect(others).toEqual([message]);
  expect(service.taken.map(({ endpoint }) => endpoint).sort()).toEqual(
    [phone.endpoint, laptop.endpoint].sort(),
  );
  expect(service.taken[0]?.headers).toMatchObject({ urgency: 'high' });
  await later(120);
  await work();
  expect(service.taken).toHaveLength(2);
  expect(await jobs()).toBe(0);
  expect(errors).toEqual([]);
});

test('what comes within a minute is in the next message together, and a language is the reader’s', async () => {
  await device(await world.person('CO2', 'owner', { language: 'es' }));
  await world.book();
  expect(await work()).toHaveLength(1);
  await world.book();
  await world.book();
  expect(await work()).toHaveLength(1);
  await later(61);
  const [, both] = await work();
  expect(both).toMatchObject({
    title: '[Sandbox] Nueva solicitud para Rui Costa, y 1 más',
    ...{ lang: 'es', tag: 'CO2', unread: 3 },
  });
  expect(both).not.toHaveProperty('answer');
});

test('what was read or answered meanwhile is not sent, nor what the person does not want', async () => {
  const owner = await world.person('CO2', 'owner');
  await device(owner);
  const answered = await world.book();
  await world.read();
  await em().nativeUpdate(Order, { id: answered }, { status: 'confirmed' });
  expect(await work()).toEqual([]);
  await world.book();
  await world.read();
  await em().nativeUpdate(Notice, { personId: owner }, { readAt: new Date() });
  expect(await work()).toEqual([]);
  await em().insert(NoticeSetting, { personId: owner, companyId: 'CO2', push: false });
  await world.book();
  expect(await work()).toEqual([]);
  expect(await jobs()).toBe(0);
});

test('nothing is sent in quiet hours; what came then follows', async () => {
  const owner = await world.person('CO2', 'owner');
  await device(owner);
  const hour = world.api.clock.now.getUTCHours();
  const quiet = { timeZone: 'UTC', quietFrom: hour, quietUntil: (hour + 1) % 24 };
  await em().insert(NoticeSetting, { personId: owner, companyId: 'CO2', ...quiet });
  await world.book();
  expect(await work()).toEqual([]);
  await em().nativeUpdate(NoticeSetting, { personId: owner }, { quietFrom: null, quietUntil: null });
  await later(0);
  expect(await work()).toHaveLength(1);
});

test('owners are reminded on their devices of what nobody has read', async () => {
  const owner = await world.person('CO2', 'owner');
  const operations = await world.person('CO2', 'operations');
  const phone = await device(owner);
  await device(operations);
  await world.book();
  expect(await work()).toHaveLength(2);
  const { notificationId } = await em().findOneOrFail(Notice, { personId: owner });
  await em().transactional((inside) => remindOwners(inside, { companyId: 'CO2', notificationId }));
  await later(3_600);
  const sent = await work();
  expect(sent.slice(2).map(({ title }) => title)).toEqual([
    '[Sandbox] Still waiting for your answer: Rui Costa',
  ]);
  expect(service.taken.at(-1)?.endpoint).toBe(phone.endpoint);
});

test('a device whose subscription is over is forgotten; a push service that is away is tried again', async () => {
  const owner = await world.person('CO2', 'owner');
  const [gone, kept] = [await device(owner), await device(owner)];
  service.forget(gone.endpoint);
  service.answer(503);
  await world.book();
  expect(await work()).toEqual([]);
  expect((await em().find(PushDevice, {})).map(({ id }) => id)).toEqual([kept.id]);
  expect(String(errors[0])).toMatch(/^Error: job push \d+:CO2 failed and is tried again in 5 s$/);
  service.answer(201);
  await later(0);
  expect(await work()).toHaveLength(1);
});

test('what a push service does not take for a day is old', async () => {
  await device(await world.person('CO2', 'owner'));
  await world.book();
  service.answer(503);
  await work();
  await em().execute("update notice set created_at = created_at - interval '25 hours'");
  service.answer(201);
  await later(0);
  expect(await work()).toEqual([]);
  expect(await jobs()).toBe(0);
});

test('nobody is sent anything who has left, or whose browser was signed out', async () => {
  const owner = await world.person('CO2', 'owner');
  const phone = await device(owner);
  await world.book();
  await world.read();
  await em().nativeDelete(Membership, { personId: owner });
  expect(await work()).toEqual([]);
  await em().insert(Membership, { personId: owner, companyId: 'CO2', role: 'owner' });
  await world.book();
  await world.read();
  await em().nativeDelete(PushDevice, { id: phone.id });
  expect(await work()).toEqual([]);
  expect(await jobs()).toBe(0);
});

test('a device that somebody wrote into the database is sent nothing', async () => {
  const [owner, other] = [await world.person('CO2', 'owner'), await world.person('CO1', 'owner')];
  const { id } = await device(other);
  // Of another person's device, and a new one under a seal that was seen.
  await em().nativeUpdate(PushDevice, { id }, { personId: owner });
  const { id: _, ...row } = await em().findOneOrFail(PushDevice, id);
  const { endpoint, p256dh, auth } = service.subscribe(row.serverKey);
  await em().insert(PushDevice, { ...row, endpoint, p256dh, auth });
  await world.book();
  expect(await work()).toEqual([]);
});

describe('a chat', () => {
  let chat: Chat;
  beforeEach(async () => {
    chat = await startChat();
  });
  afterEach(() => chat.close());

  async function turnOn(personId: number, url = chat.url()): Promise<number> {
    const id = await devices().addChat(personId, url);
    await work();
    expect(chat.written.splice(0).map(({ message }) => message)).toEqual([
      { text: expect.stringMatching(/^This chat shows the notices.*\n.*\n.*\/account\/notices$/) },
    ]);
    return id;
  }
  const texts = async () => {
    await work();
    return chat.written.map(({ message }) => (message as { text: string }).text);
  };

  test('gets what a device gets, without a link that answers, and without mentions', async () => {
    await turnOn(await world.person('CO2', 'owner'));
    const id = await world.book({ clientReference: '<!channel> @here <https://evil.example|click>' });
    const [text, ...others] = await texts();
    expect(text).toMatch(/^\[Sandbox\] New request for Rui Costa\n.*2 guests\nEUR 123\.45\n/);
    expect(text).toContain(`\n${CONSOLE}/CO2/sandbox/orders/${id}`);
    expect(text).not.toMatch(/[<>]|@here|\/answer#|evil\.example/);
    expect(others).toEqual([]);
    expect(await jobs()).toBe(1);
    await later(120);
    expect(await texts()).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  test('that was removed there is forgotten; one that is away gets it later', async () => {
    const owner = await world.person('CO2', 'owner');
    await turnOn(owner);
    await world.book();
    chat.answer(503);
    expect(await texts()).toEqual([]);
    chat.answer(200);
    await later(0);
    expect(await texts()).toHaveLength(1);
    chat.answer(404);
    await world.book();
    await later(120);
    await texts();
    expect(await em().count(PushDevice, { personId: owner })).toBe(0);
  });

  test('that somebody wrote into the database for another person is sent nothing', async () => {
    const [owner, other] = [await world.person('CO2', 'owner'), await world.person('CO1', 'owner')];
    const [ofOwner, ofOther] = [
      await turnOn(owner, chat.url('/own')),
      await turnOn(other, chat.url('/other')),
    ];
    const { urlEncrypted } = await em().findOneOrFail(PushDevice, ofOther, {
      populate: ['urlEncrypted'] as never,
    });
    await em().nativeUpdate(PushDevice, { id: ofOwner }, { urlEncrypted: urlEncrypted! });
    await em().nativeUpdate(PushDevice, { id: ofOther }, { personId: owner });
    await world.book();
    expect(await texts()).toEqual([]);
  });
});
