import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { Mail } from '../../db/entities/index.ts';
import { createOrm } from '../../db/orm.ts';
import { takeDueMails } from '../../db/queries/console/due-mails.ts';
import { mailDelay } from '../../domain/mail.ts';
import { sendDueMails, startMailer } from '../../jobs/mailer.ts';
import { createMailTransport } from '../../lib/mail/transport.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { addMail, addMerchant } from '../support/mails.ts';

const NEVER = new AbortController().signal;
let database: TestDatabase;
let orm: MikroORM;
let server: MailServer;
beforeAll(async () => {
  database = await createTestDatabase();
  orm = createOrm({ databaseUrl: database.url, poolMax: 4 });
  server = await startMailServer();
  await addMerchant(orm);
});
beforeEach(async () => {
  await orm.em.fork().nativeDelete(Mail, {});
  server.received.length = 0;
  server.refusal = undefined;
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await orm.close();
  await database.drop();
});

/** What one process has. */
function mailer() {
  const mail = createMailTransport({ smtpUrl: server.url, from: 'no-reply@guidepost.example' });
  const errors: Error[] = [];
  return { orm, mail, errors, onError: (error: unknown) => void errors.push(error as Error) };
}
const mailOf = (id: number) => orm.em.fork().findOneOrFail(Mail, id);
const change = (id: number, changes: Partial<Mail>) => orm.em.fork().nativeUpdate(Mail, { id }, changes);
const subjects = () => server.received.map(({ message }) => /^Subject: (.*)\r$/m.exec(message)?.[1]);

test('what is due is sent to the contact, once', async () => {
  const id = await addMail(orm, { subject: 'Hear this' });
  const process = mailer();
  await sendDueMails(process, NEVER);
  await sendDueMails(process, NEVER);
  expect(server.received.map(({ to }) => to)).toEqual([['operations@agency.example']]);
  expect(subjects()).toEqual(['Hear this']);
  expect(await mailOf(id)).toMatchObject({ attempts: 1, sentAt: expect.any(Date), failedAt: null });
  expect(process.errors).toEqual([]);
});

test('two processes at once send each mail once', async () => {
  const sent: string[] = [];
  for (let count = 0; count < 8; count += 1) await addMail(orm, { subject: `Of eight ${sent.push('')}` });
  await Promise.all([1, 2, 3].map(() => sendDueMails(mailer(), NEVER)));
  await sendDueMails(mailer(), NEVER);
  expect(subjects().sort()).toEqual(sent.map((_, index) => `Of eight ${index + 1}`));
});

describe('a process that dies', () => {
  test('before it sent: another one sends when the lease is over, not before', async () => {
    const id = await addMail(orm);
    await takeDueMails(orm.em.fork(), 5);
    await sendDueMails(mailer(), NEVER);
    expect(server.received).toEqual([]);
    await change(id, { nextAttemptAt: new Date() });
    await sendDueMails(mailer(), NEVER);
    expect(server.received).toHaveLength(1);
  });

  test('between sending and noting it: the mail is repeated under the same Message-ID', async () => {
    const id = await addMail(orm);
    const { mail } = mailer();
    const [due] = await takeDueMails(orm.em.fork(), 5);
    await mail.send(due!, NEVER);
    await change(id, { nextAttemptAt: new Date() });
    await sendDueMails(mailer(), NEVER);
    const ids = server.received.map(({ message }) => /^Message-ID: (.*)\r$/m.exec(message)?.[1]);
    expect(ids).toHaveLength(2);
    expect(ids[1]).toBe(ids[0]);
  });
});

describe('a server that refuses', () => {
  test('is asked again later, and the log has no address', async () => {
    server.refusal = 451;
    const id = await addMail(orm);
    const process = mailer();
    const before = Date.now();
    await sendDueMails(process, NEVER);
    const { nextAttemptAt, ...row } = await mailOf(id);
    expect(row).toMatchObject({ attempts: 1, sentAt: null, failedAt: null });
    expect(nextAttemptAt.getTime()).toBeGreaterThanOrEqual(before + mailDelay(1) - 1_000);
    expect(process.errors.map(String)).toEqual([`Error: mail ${id} is tried again`]);
    expect(String(process.errors[0]!.cause)).toBe('MailNotSent: the mail was not sent: EENVELOPE 451');
    server.refusal = undefined;
    await change(id, { nextAttemptAt: new Date() });
    await sendDueMails(process, NEVER);
    expect((await mailOf(id)).sentAt).not.toBeNull();
  });

  test('for two days: the mail is given up', async () => {
    server.refusal = 550;
    const id = await addMail(orm);
    await change(id, { createdAt: new Date(Date.now() - 2 * 86_400_000 - 1_000) });
    const process = mailer();
    await sendDueMails(process, NEVER);
    expect(process.errors.map(({ message }) => message)).toEqual([`mail ${id} is given up`]);
    await change(id, { nextAttemptAt: new Date() });
    server.refusal = undefined;
    await sendDueMails(process, NEVER);
    expect(server.received).toEqual([]);
  });

  test('the mail of one recipient: the others go out', async () => {
    await addMerchant(orm, 'mk_broken');
    await orm.em.fork().execute(`update merchant set contact_email = '@' where key = 'mk_broken'`);
    await addMail(orm, { merchantKey: 'mk_broken', subject: 'To nobody' });
    await addMail(orm, { subject: 'To somebody' });
    await sendDueMails(mailer(), NEVER);
    expect(subjects()).toEqual(['To somebody']);
  });
});

test('the waits double up to four hours', () => {
  expect([1, 2, 3, 8, 9, 40].map(mailDelay)).toEqual([
    60_000, 120_000, 240_000, 7_680_000, 14_400_000, 14_400_000,
  ]);
});

test('a process tells at its start that no mail can be sent, and stops while a server hangs', async () => {
  const process = mailer();
  const broken = createMailTransport({ smtpUrl: 'smtp://127.0.0.1:1', from: 'a@guidepost.example' });
  const { promise: isTold, resolve: onError } = Promise.withResolvers<unknown>();
  const loop = startMailer({ ...process, mail: broken, onError });
  expect(String(await isTold)).toContain('ESOCKET');
  await loop.stop();

  const { promise: hangs, resolve: release } = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  server.onMessage = () => {
    reach();
    return hangs;
  };
  const id = await addMail(orm);
  const running = startMailer(process);
  await reached;
  await running.stop();
  expect(await mailOf(id)).toMatchObject({ sentAt: null, failedAt: null });
  server.onMessage = async () => undefined;
  release();
});
