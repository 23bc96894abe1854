import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { createCipher } from '../../db/cipher.ts';
import { Job, Mail } from '../../db/entities/index.ts';
import { createOrm } from '../../db/orm.ts';
import { writeAccountMail } from '../../db/queries/console/account-mails.ts';
import { findWaitingMail } from '../../db/queries/console/due-mails.ts';
import { writeMailDomain } from '../../db/queries/notices/inbound-mails.ts';
import { takeJobs } from '../../db/queries/platform/jobs.ts';
import { mailDelay } from '../../domain/mail.ts';
import { checkMail, mailJobs } from '../../jobs/mailer.ts';
import { runJobs } from '../../jobs/runner.ts';
import { createMailTransport } from '../../lib/mail/transport.ts';
import { createMailAddresses } from '../../services/notices/mail-addresses.ts';
import { addMail, addMerchant } from '../support/data/mails.ts';
import { type MailServer, startMailServer } from '../support/network/mail-server.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';

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
  await orm.em.fork().nativeDelete(Job, {});
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
  const addresses = createMailAddresses(createCipher(Buffer.alloc(32, 1)));
  return { orm, mail, addresses, errors, onError: (error: unknown) => void errors.push(error as Error) };
}
const sendDueMails = (process: ReturnType<typeof mailer>, stopping?: AbortSignal) =>
  runJobs(process, 'mail', mailJobs(process), stopping);
const jobOf = (id: number) => orm.em.fork().findOneOrFail(Job, { kind: 'mail', subject: `${id}` });
/** A job's lease ends, or its next attempt is due. */
const timePasses = () =>
  orm.em.fork().execute('update job set run_at = now(), leased_until = null, lease = lease + 1');
const take = () => takeJobs(orm.em.fork(), 'mail', { limit: 5, leaseSeconds: 60 });
const mailOf = (id: number) => orm.em.fork().findOneOrFail(Mail, id);
const change = (id: number, changes: Partial<Mail>) => orm.em.fork().nativeUpdate(Mail, { id }, changes);
const subjects = () => server.received.map(({ message }) => /^Subject: (.*)\r$/m.exec(message)?.[1]);

test('what is due is sent to the contact, once', async () => {
  const id = await addMail(orm, { subject: 'Hear this' });
  const process = mailer();
  await sendDueMails(process);
  await sendDueMails(process);
  expect(server.received.map(({ to }) => to)).toEqual([['operations@agency.example']]);
  expect(subjects()).toEqual(['Hear this']);
  expect(await mailOf(id)).toMatchObject({ sentAt: expect.any(Date), failedAt: null });
  expect(process.errors).toEqual([]);
});

test('of a mail about an account, as text, page and calendar, nothing stays when it is sent', async () => {
  const said = {
    subject: 'Confirmed',
    text: 'The text',
    html: '<p>The page</p>',
    calendar: 'BEGIN:VCALENDAR',
  };
  const unsubscribeUrl = 'https://console.guidepost.example/stop';
  await orm.em.fork().transactional(async (em) => {
    await writeAccountMail(em, { ...said, to: 'ada@agency.example', type: 'notice.CO1', unsubscribeUrl });
  });
  await sendDueMails(mailer());
  const [{ message }] = server.received as [MailServer['received'][number]];
  expect(message).toMatch(/text\/plain.*The text.*text\/html.*The page.*text\/calendar.*trips\.ics/s);
  const [mail] = await orm.em.fork().find(Mail, {});
  expect(mail).toMatchObject({
    sentAt: expect.any(Date),
    text: '',
    html: null,
    calendar: null,
    unsubscribeUrl: null,
  });
});

test('two processes at once send each mail once', async () => {
  const sent: string[] = [];
  for (let count = 0; count < 8; count += 1) await addMail(orm, { subject: `Of eight ${sent.push('')}` });
  await Promise.all([1, 2, 3].map(() => sendDueMails(mailer())));
  await sendDueMails(mailer());
  expect(subjects().sort()).toEqual(sent.map((_, index) => `Of eight ${index + 1}`));
});

describe('a process that dies', () => {
  test('before it sent: another one sends when the lease is over, not before', async () => {
    await addMail(orm);
    await take();
    await sendDueMails(mailer());
    expect(server.received).toEqual([]);
    await timePasses();
    await sendDueMails(mailer());
    expect(server.received).toHaveLength(1);
  });

  test('between sending and noting it: the mail is repeated under the same Message-ID', async () => {
    const id = await addMail(orm);
    const { mail } = mailer();
    await take();
    await mail.send((await findWaitingMail(orm.em.fork(), `${id}`))!, new AbortController().signal);
    await timePasses();
    await sendDueMails(mailer());
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
    await sendDueMails(process);
    expect(await mailOf(id)).toMatchObject({ sentAt: null, failedAt: null });
    const { runAt, ...job } = await jobOf(id);
    expect(job).toMatchObject({ attempts: 1, leasedUntil: null });
    expect(job.lastError).toBe('MailNotSent: the mail was not sent: EENVELOPE 451');
    expect(runAt.getTime()).toBeGreaterThanOrEqual(before + mailDelay(1) - 1_000);
    expect(process.errors.map(String)).toEqual([`Error: job mail ${id} failed and is tried again in 60 s`]);
    expect(String(process.errors[0]!.cause)).toBe('MailNotSent: the mail was not sent: EENVELOPE 451');
    server.refusal = undefined;
    await timePasses();
    await sendDueMails(process);
    expect((await mailOf(id)).sentAt).not.toBeNull();
  });

  test('for two days: the mail is given up', async () => {
    server.refusal = 550;
    const id = await addMail(orm);
    await change(id, { createdAt: new Date(Date.now() - 2 * 86_400_000 - 1_000) });
    const process = mailer();
    await sendDueMails(process);
    expect(process.errors.map(({ message }) => message)).toEqual([`mail ${id} is given up`]);
    await timePasses();
    server.refusal = undefined;
    await sendDueMails(process);
    expect(server.received).toEqual([]);
  });

  test('the mail of one recipient: the others go out', async () => {
    await addMerchant(orm, 'mk_broken');
    await orm.em.fork().execute(`update merchant set contact_email = '@' where key = 'mk_broken'`);
    await addMail(orm, { merchantKey: 'mk_broken', subject: 'To nobody' });
    await addMail(orm, { subject: 'To somebody' });
    await sendDueMails(mailer());
    expect(subjects()).toEqual(['To somebody']);
  });
});

test('the waits double up to four hours', () => {
  expect([1, 2, 3, 8, 9, 40].map(mailDelay)).toEqual([
    60_000, 120_000, 240_000, 7_680_000, 14_400_000, 14_400_000,
  ]);
});

test('a process reports at its start that no mail can be sent, and stops while a server hangs', async () => {
  const process = mailer();
  const broken = createMailTransport({ smtpUrl: 'smtp://127.0.0.1:1', from: 'a@guidepost.example' });
  const { promise: isTold, resolve: onError } = Promise.withResolvers<unknown>();
  const check = checkMail(broken, onError);
  expect(String(await isTold)).toContain('ESOCKET');
  await check.stop();

  const { promise: hangs, resolve: release } = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  server.onMessage = () => {
    reach();
    return hangs;
  };
  const id = await addMail(orm);
  const stopping = new AbortController();
  const running = sendDueMails(process, stopping.signal);
  await reached;
  stopping.abort();
  await running;
  expect(await mailOf(id)).toMatchObject({ sentAt: null, failedAt: null });
  server.onMessage = async () => undefined;
  release();
  // Free at once for another process.
  await sendDueMails(mailer());
  expect((await mailOf(id)).sentAt).not.toBeNull();
});

test('where mails come to the platform, one that cannot be delivered is returned to an address that names it', async () => {
  const id = await addMail(orm, { subject: 'Known by its way back' });
  await orm.em
    .fork()
    .execute(
      "insert into installation (id, mail_domain) values (gen_random_uuid(), 'reply.guidepost.example')",
    );
  const process = mailer();
  await sendDueMails(process);
  await writeMailDomain(orm.em.fork(), null);
  const [{ from, message }] = server.received as [(typeof server.received)[number]];
  expect(from).toMatch(/^returned\+[0-9a-z]+-[0-9a-f]{32}@reply\.guidepost\.example$/);
  expect(process.addresses.read(from!)).toEqual({ is: 'returned', mailNumber: id });
  expect(message).toMatch(/^From: no-reply@guidepost\.example\r$/m);
});
